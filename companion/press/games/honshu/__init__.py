"""Honshu: a map as a picture."""

ELEMENTS: dict[str, str] = {}
NETS: dict[str, str] = {}
