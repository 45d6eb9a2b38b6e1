"""The rules of the three games as pure functions on values; not requests and their events, which are in ``play``."""
