"""Several readings of one photo: a picture of each, of which the owner of the map chooses by a tap."""

from collections import defaultdict
from typing import Any

from companion.play.honshu.views import View
from companion.service.honshu.scored import scored
from companion.service.honshu.seen_map import map_seen, moved
from companion.vision.honshu.reading import Outline
from companion.web.honshu.on_photo.squares import box_of, middle_of, side_of
from companion.web.honshu.photos import Waiting


def rivals_drawn(held: Waiting, now: View) -> dict[str, Any]:
    """What the page is given: each reading with its name and points, on the photo that shows most they doubt.

    ``out`` are the squares in sight of cards that one or another leaves out; ``named`` is where to name them.
    """
    reading = held.reading
    assert reading is not None
    doubted = {name for each in reading.rivals for name in each.without}
    out = [defaultdict[str, set[Outline]](set) for _ in held.shown]
    every = [list[Outline]() for _ in held.shown]
    for each in (square for rival in reading.rivals for square in rival.squares):
        for at, outline in enumerate(each.outlines):
            every[at] += [outline] if outline else []
            if outline and each.card in doubted:
                out[at][each.card].add(outline)
    photo = max(range(len(out)), key=lambda at: sum(map(len, out[at].values())))
    totals = (
        scored("", map_seen(each, moved(held.settled, reading, each)), now.card, now.rulings).score.total
        for each in reading.rivals
    )
    return {
        "photo": photo,
        "box": box_of(every[photo], held.shown[photo]),
        "side": max(map(side_of, every[photo]), default=0.0),
        "rivals": [*zip(reading.rivals, totals, strict=True)],
        "out": out[photo],
        "named": {name: middle_of(*squares) for name, squares in out[photo].items()},
    }
