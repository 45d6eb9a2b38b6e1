"""The rules of Shogun, one concept a module."""
