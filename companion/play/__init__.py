"""The events of each game: what they change, who may see it, how it is described; keeping them is the table's."""
