"""Tricks and rounds: who chooses a card first, and what happens in between."""
