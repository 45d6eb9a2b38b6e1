"""Companion prints, scores and helps to play three games of old Japan: Honshu, Shogun and Hogen."""

__version__ = "0.1.0"
