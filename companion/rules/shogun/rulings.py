"""The questions Shogun's booklet leaves open, each with its answers, the default first; and what is told."""

from companion.rules.rulings import Rulings, rulings_of

RULINGS = rulings_of("shogun")  # every ruling
DEFAULTS = Rulings(RULINGS)  # the rulings of a table that has settled nothing otherwise
OPEN = "open"
HIDDEN = "hidden"
INSIDE = (OPEN, HIDDEN)
"""Knowledge that players have of the inside of the tower: numbers and ages, or nothing."""
