"""Ways out of a deck besides the printer at home, one a module."""
