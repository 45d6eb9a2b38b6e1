"""Games at a table: their events, how each is played and how it is told."""
