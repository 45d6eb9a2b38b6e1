"""The contents of the box, so that nothing on the table is counted twice or lost.

Source: Shogun booklet, Components (26 theatres: the list of 28 does not fit its own total of 80 tiles).
"""

from companion.sentences import Sentence, say, say_count

BUILDINGS = ("castle", "temple", "theatre")
"""The three kinds of building (the French booklet says village for castle)."""

TILES = {"castle": 28, "temple": 26, "theatre": 26}  # building tiles of each kind
COST = {"castle": 3, "temple": 2, "theatre": 1}  # the price of a building, in chests
CHESTS = 35 * 1 + 20 * 5  # worth of all chests of the box: 35 of 1 and 20 of 5
MARKERS = 42  # revolt markers
RICE_TRACK = 18  # the last space of the rice track


def building_name(kind: str) -> Sentence:
    """A building with its article, as in 'builds a castle'."""
    return {"castle": say("a castle"), "temple": say("a temple"), "theatre": say("a Nô theatre")}[kind]


def chest_words(count: int) -> Sentence:
    """A number of chests."""
    return say_count("{count} chest[|s]", count)


def point_words(count: int) -> Sentence:
    """A number of points."""
    return say_count("{count} point[|s]", count)
