"""Sheets of paper with cards, boards in tiles, guides and aids; not nets, which are in `press.nets`."""
