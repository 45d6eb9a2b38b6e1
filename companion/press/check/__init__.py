"""Checks before printing, and the record of cards that have been cut out."""
