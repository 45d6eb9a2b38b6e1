"""The names of the checks: lost or unreadable content stops a print; anything else is only a remark."""

UNDRAWN = ("deck", "face")  # faults in the deck's files, and faces that cannot be drawn: always stop
FORCIBLE = ("layout", "glyph", "cut", "field", "word", "qr")
"""Faults that stop a print unless it is forced: text would be lost, or a QR code unreadable.

All others are remarks: dpi, stroke, safe-zone, line-break, colour-alone, drawing, markup, note.
"""
STRICT = ("drawing",)  # stops too if drawings must not become pictures or change fonts
