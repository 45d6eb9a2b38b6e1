"""Ink: renders frames as PDF, SVG or PNG; it knows nothing of games or sheets."""
