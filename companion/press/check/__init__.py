"""Checks before printing, and the record of cards that are cut out."""
