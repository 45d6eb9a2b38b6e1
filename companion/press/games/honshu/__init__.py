"""Honshu: a map as a picture."""
