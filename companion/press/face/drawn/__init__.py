"""Faces drawn as an SVG file: what lies in it is art, and its labelled boxes are filled from the card."""
