"""The names of all checks: lost or unreadable content stops a print; all else is a remark."""

UNDRAWN = ("deck", "face")  # a deck that does not hold together, and what cannot be drawn: nothing prints it
FORCIBLE = ("layout", "glyph", "cut", "field", "word", "qr")
"""Faults that stop, unless a person forces them; words and letters would be lost, a code not be read.

All others are remarks and stop nothing: dpi, stroke, safe-zone, colour-alone, drawing, markup, note.
"""
STRICT = ("drawing",)  # stops too where nothing may be drawn otherwise than it was: as a picture, in another font
