"""Reads a photo of a Honshu map into squares and doubts; not questions about pixels, which are in ``vision/eyes``."""
