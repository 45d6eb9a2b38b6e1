"""Drawings on faces: SVG files read strictly, a group of them turned into a drawing once."""
