"""Imposition: which piece lies where on which side of which sheet, with its marks."""
