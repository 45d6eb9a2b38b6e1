"""The odds of a throw."""
