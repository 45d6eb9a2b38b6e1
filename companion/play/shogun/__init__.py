"""Shogun at a table: which events there are, what each decides, and the state they leave."""
