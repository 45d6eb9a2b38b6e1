"""Shogun: what the board shows, and the paper tower."""
