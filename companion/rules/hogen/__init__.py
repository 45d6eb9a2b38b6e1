"""The rules of Hogen, one concept a module."""
