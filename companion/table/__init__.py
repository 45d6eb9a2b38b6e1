"""A game at a real table: an append-only log in one file, and the state that follows from it."""
