"""Hogen's use cases: deal and referee a game, play it, and deduce what a seat can know."""
