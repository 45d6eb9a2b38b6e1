"""The rules of Honshu, one concept a module."""
