"""Open questions of Shogun's booklet, each with its default answer; what players know of the tower."""

from companion.rules.rulings import Rulings, load_rulings

RULINGS = load_rulings("shogun")  # every ruling
DEFAULTS = Rulings(RULINGS)  # the rulings of a table that has settled nothing otherwise
OPEN = "open"
HIDDEN = "hidden"
INSIDE = (OPEN, HIDDEN)
"""Knowledge that players have of the inside of the tower: numbers and ages, or nothing."""
