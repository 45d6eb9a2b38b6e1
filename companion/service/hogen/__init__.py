"""Hogen's use cases: begin a table, look at it, and deduce what a seat can know."""
