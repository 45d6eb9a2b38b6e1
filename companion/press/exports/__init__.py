"""Ways out: the same faces as those want them who print, show or play them elsewhere."""
