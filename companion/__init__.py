"""Companion prints, scores and helps to play three board games of old Japan."""

__version__ = "0.1.0"
