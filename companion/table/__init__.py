"""A game's log at a real table and the state that follows, for any game; no event of one game is known here."""
