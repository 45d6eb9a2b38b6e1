"""Ink: frames become PDF, SVG or PNG; nothing here knows of games or sheets."""
