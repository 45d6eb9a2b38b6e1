"""Honshu as data: its printed cards, and the maps, placements and tricks that people type."""
