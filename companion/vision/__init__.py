"""Photos: decoded within bounds, made small for a page, and read."""
