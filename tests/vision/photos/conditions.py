"""The conditions under which the reading of maps is measured, as options of ``generate``."""

from typing import Any

from tests.vision.photos.looks import Between, OneOf

Condition = dict[str, Any]

PLAIN: Condition = {"level": "easy", "megapixels": 5.0}
WHOLE: Condition = {"level": "easy", "megapixels": 12.0}
WOODEN = PLAIN | {"spent": 0.2, "wooden": "cubes"}

LENS: dict[str, Condition] = {
    "easy": PLAIN,
    "mixed": PLAIN | {"level": "mixed"},
    "barrel": PLAIN | {"barrel": Between(-0.2, -0.08), "fill": 0.86},
    "pincushion": PLAIN | {"barrel": Between(0.05, 0.12), "fill": 0.84},
    "out of focus": PLAIN | {"defocus": Between(3.0, 5.0)},
    "panorama": WHOLE | {"aspect": 3.0},
    "far away": WHOLE | {"scale": Between(3.0, 3.3)},
    "48 megapixels": WHOLE | {"kept": (8000, 88)},
    "messenger": PLAIN | {"kept": (1600, 64)},
    "rolled": PLAIN | {"roll": Between(35.0, 55.0), "tilt": Between(0.0, 20.0)},
    "mirrored": PLAIN | {"mirrored": True},
}
"""What the camera and what sends its photo do."""
CARDS: dict[str, Condition] = {
    "curled": PLAIN | {"curl": Between(3.0, 8.0)},
    "out of line": PLAIN | {"jitter": (4.0, 5.0)},
    "worn": PLAIN | {"wear": Between(0.5, 1.0)},
    "pale print": PLAIN | {"printed": "pale"},
    "streaks": PLAIN | {"printed": "streaks"},
    "low ink": PLAIN | {"printed": "low"},
    "sleeves": PLAIN | {"sleeves": True, "level": "mixed", "spots": 2, "glare": Between(0.5, 1.0)},
    "red seals": PLAIN | {"printed": "red seals"},
    "no seals": PLAIN | {"printed": "no seals"},
}
"""What printers and hands do to cards."""
THINGS: dict[str, Condition] = {
    "hand": PLAIN | {"anywhere": ("hand",)},
    "fingertips": PLAIN | {"anywhere": ("fingertips", "fingertips")},
    "things": PLAIN | {"anywhere": ("coin", "coin", "die", "die", "meeple", "meeple", "meeple")},
    "coins on seals": PLAIN | {"anywhere": ("seal coin",) * 5},
    "glass and cable": PLAIN | {"anywhere": OneOf((("cup", "cable"), ("glass", "cable")))},
}
"""What else is on the table."""
LIGHT: dict[str, Condition] = {
    "two lamps": PLAIN | {"lamps": True, "slope": 0.3},
    "night": PLAIN
    | {"noise": Between(12.0, 18.0), "exposure": Between(0.3, 0.45), "blur": 1.1, "white": 0.3, "quality": 75},
    "shake": PLAIN | {"shake": Between(4.0, 8.0), "blur": 0.8},
    "glare": PLAIN | {"spots": 4, "glare": Between(0.8, 1.3), "tilt": Between(5.0, 25.0)},
    "checkered cloth": PLAIN | {"surface": "checked"},
    "mosaic": PLAIN | {"surface": OneOf(("mosaic", "parquet"))},
    "wall of seals": WHOLE | {"surface": "seals", "scale": Between(2.9, 3.3)},
}
"""What light falls, and on what table."""
CUBES: dict[str, Condition] = {
    "cubes off": WOODEN | {"wander": 4.0, "cube": OneOf((8.0, 10.0))},
    "cylinders": WOODEN | {"wander": 3.0, "wooden": "cylinders", "cube": OneOf((8.0, 10.0))},
    "cubes astray": WOODEN | {"wander": 1.5, "strays": OneOf(("knocked", "two", "across"))},
    "things on places": WOODEN | {"wander": 1.5, "on_places": ("coin", "die", "meeple", "finger")},
}
"""Cubes stand where hands leave them."""
MAPS: dict[str, Condition] = {
    "open card, seals hidden": PLAIN | {"around": "card", "unseen": 1},
    "open card, map of 12": PLAIN | {"around": "card", "cards": 12},
    "second start": PLAIN | {"around": "start", "cards": OneOf((12, 13))},
    "card twice": PLAIN | {"around": "copy", "cards": OneOf((12, 13))},
    "other's card": PLAIN | {"around": "other map", "cards": OneOf((12, 13))},
    "spare card": PLAIN | {"around": "spare", "cards": OneOf((12, 13))},
    "deck": PLAIN | {"around": "deck"},
    "dealt hand": PLAIN | {"around": "hand"},
    "trick": PLAIN | {"around": "trick"},
    "map touching": PLAIN | {"around": "map", "maps": 2},
}
"""Cards lie by the map."""
OTHERS: dict[str, Condition] = {
    "hard": {"level": "hard"},
    "grey print": {"level": "easy", "printed": "grey"},
    "warm print": {"level": "easy", "printed": "warm"},
    "printed tokens": {"level": "easy", "tokens": True},
    "upside down": {"level": "easy", "roll": 180.0},
    "cut off": {"level": "easy", "fill": 1.35},
    "two maps": {"level": "easy", "maps": 2},
    "no map": {"level": "easy", "maps": 0, "surface": "checked"},
}
"""What else can come before a camera."""
CONDITIONS = LENS | CARDS | THINGS | LIGHT | CUBES | MAPS | OTHERS
"""All, by name."""
