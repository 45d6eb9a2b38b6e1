"""A game at a real table: an append-only log of events; state is the fold of the log."""
