"""Games at a table: their events, how each is applied and how it is described."""
