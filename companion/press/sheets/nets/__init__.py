"""Nets to cut, fold and glue: what they are, how they stand, how they are split, drawn and paged."""
