"""Honshu: a map as a picture, and map cards without their seals."""
