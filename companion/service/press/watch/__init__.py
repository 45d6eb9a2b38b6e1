"""Watching a deck while it is made: what was saved, and the cards as they look now."""
