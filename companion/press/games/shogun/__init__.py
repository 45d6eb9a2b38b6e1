"""Shogun: what the board shows, and the paper tower."""

ELEMENTS = dict.fromkeys(("sea", "realm", "furniture"), "board.elements")
NETS = {"tower": "tower.pages"}
