"""Shogun: what the board shows, and the paper tower."""

ELEMENTS = dict.fromkeys(("sea", "realm", "furniture"), "board")
NETS = {"tower": "tower"}
