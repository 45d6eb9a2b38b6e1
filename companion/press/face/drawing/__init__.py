"""Drawings on faces, and faces that are drawings: SVG files read strictly, each group drawn once."""
