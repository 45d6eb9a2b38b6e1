"""Hogen as data: the sixteen samurai, the calls, and the log of a game."""
