"""Rows of a deck from files of several kinds, and expressions on cards; not the deck, which is in ``data/deck``."""
