"""Pages of a deck that is being made: its cards, drawn anew whenever it is saved."""
