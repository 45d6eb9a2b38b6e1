"""The rules of the three games: pure functions on values; no file, no clock, no random of their own."""
