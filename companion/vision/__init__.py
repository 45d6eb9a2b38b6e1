"""Photos: decoded within limits, made small for a page, and read."""
