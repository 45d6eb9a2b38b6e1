"""Honshu at a table: each player's map as it grows, the scoring card, the rulings and the tricks."""
