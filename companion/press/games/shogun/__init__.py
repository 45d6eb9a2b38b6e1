"""The board of Shogun and its paper tower; not their rules, which are in `rules.shogun`."""

ELEMENTS = dict.fromkeys(("sea", "realm", "furniture"), "board")
NETS = {"tower": "tower"}
