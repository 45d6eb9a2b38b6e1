"""Hogen as data: the sixteen samurai, the calls, what happens at the table, and the log that notes it."""
