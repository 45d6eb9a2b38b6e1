"""The conditions under which the reading of maps is measured, as options of ``generate``."""

from typing import Any

PLAIN: dict[str, Any] = {"level": "easy", "megapixels": 6.0}
WOODEN = PLAIN | {"spent": 0.2, "wooden": "cubes"}

MAPS: dict[str, dict[str, Any]] = {
    "open card, seals hidden": PLAIN | {"around": "card", "unseen": 1},
    "open card, map of 12": PLAIN | {"around": "card", "cards": 12},
    "open card": PLAIN | {"around": "card"},
    "second start": PLAIN | {"around": "start"},
    "second start, map of 12": PLAIN | {"around": "start", "cards": 12},
    "other's card": PLAIN | {"around": "other map"},
    "spare card": PLAIN | {"around": "spare"},
    "deck": PLAIN | {"around": "deck"},
    "dealt hand": PLAIN | {"around": "hand"},
    "card twice": PLAIN | {"around": "copy"},
    "card twice, map of 12": PLAIN | {"around": "copy", "cards": 12},
    "trick": PLAIN | {"around": "trick"},
    "map touching": PLAIN | {"around": "map", "maps": 2},
}
"""Cards lie by the map."""
CUBES: dict[str, dict[str, Any]] = {
    "cubes off": WOODEN | {"wander": 4.0},
    "cubes nearly off": WOODEN | {"wander": 2.5, "level": "mixed"},
    "cylinders": WOODEN | {"wander": 3.0, "wooden": "cylinders"},
    "cubes knocked": WOODEN | {"wander": 1.5, "strays": "knocked"},
    "two cubes": WOODEN | {"wander": 1.5, "strays": "two"},
    "cubes across": WOODEN | {"wander": 1.5, "strays": "across"},
    "things on places": WOODEN | {"wander": 1.5, "on_places": ("coin", "die", "meeple", "finger")},
}
"""Cubes stand where hands leave them."""
CONDITIONS = MAPS | CUBES
"""All, by name."""
