"""The winter: hunger, revolts, the end of the year."""
