"""Honshu in text: its printed cards, and maps, placements and tricks as people type them."""
