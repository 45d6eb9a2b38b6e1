"""Several readings of one photo: a picture of each, of which the owner of the map chooses by a tap."""

from collections import defaultdict
from typing import Any

from companion.play.honshu.views import View
from companion.service.honshu.scoring import scored
from companion.service.honshu.seen_map import map_seen, moved
from companion.vision.honshu.reading import Outline
from companion.web.honshu.on_photo.squares import box_of, middle_of, side_of
from companion.web.honshu.photos import Waiting


def rivals_drawn(held: Waiting, now: View) -> dict[str, Any]:
    """What the page is given: each reading with its name and points, and where their photo shows them.

    ``out`` are the squares in sight of cards that one or another leaves out; ``named`` is where to name them.
    """
    reading = held.reading
    assert reading is not None
    assert held.shown is not None
    doubted = {name for each in reading.rivals for name in each.without}
    every = {(each.card, each.outline) for rival in reading.rivals for each in rival.squares}
    out = defaultdict[str, set[Outline]](set)
    for card, outline in every:
        if card in doubted:
            out[card].add(outline)
    totals = (
        scored("", map_seen(each, moved(held.settled, reading, each)), now.card, now.rulings).score.total
        for each in reading.rivals
    )
    outlines = [outline for _, outline in every]
    return {
        "box": box_of(outlines, held.shown),
        "side": max(map(side_of, outlines), default=0.0),
        "rivals": [*zip(reading.rivals, totals, strict=True)],
        "out": out,
        "named": {name: middle_of(*squares) for name, squares in out.items()},
    }
