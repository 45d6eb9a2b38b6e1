"""Imposition: which piece lies where on which side of which sheet, and what is drawn round it."""
