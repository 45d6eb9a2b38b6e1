"""Frames larger than a page: where words lie, where to cut, and the tiles with their plan."""
