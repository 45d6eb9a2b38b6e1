"""The command about rules, and the options with which rulings are given."""
