"""The log of a table, its state and its store, the same for every game; not the events of a game, in ``play``."""
