"""The land of a map: its squares as sets, blocks of fallow, and what is odd about it."""
