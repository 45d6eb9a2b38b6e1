"""Honshu: a scored map as a picture, and the score pad."""

ELEMENTS: dict[str, str] = {}
NETS: dict[str, str] = {}
