"""The player mats: every village has its places, nothing hides another thing, and crests are whole."""

import re
from itertools import combinations

import pytest
from shapely import box

from companion.data.deck import open_deck
from companion.paths import assets
from companion.press.face.drawing.parts import Parts
from companion.press.face.drawing.svg_file import read_art
from companion.press.frame.drawing import Drawing, Trace
from companion.press.frame.frame import Shape, Text, Use
from companion.press.layout import lay_out

ARMIES = [5, 4, 4, 3, 3, 2, 2, 2, 2]


@pytest.mark.parametrize("side", ["sun", "moon"])
def test_nine_villages_stand_apart_in_the_land_of_their_side(side):
    mats = list(lay_out(open_deck("shogun"), "fr", [f"mats-{side}"]))
    assert len(mats) == 5
    for piece in mats:
        drawn = [use.frame.name.split()[-1] for use in piece.front.items if isinstance(use, Use)]
        assert drawn[0] == f"land-{side}"
        villages = [use for use in piece.front.items if isinstance(use, Use) and not isinstance(use.frame, Drawing)]
        places = []
        for use in villages:
            x, y = use.matrix.transform_point(0, 0)
            places.append(box(x, y, x + use.frame.width, y + use.frame.height))
        assert sorted((armies(use.frame) for use in villages), reverse=True) == ARMIES
        assert all(one.distance(other) > 2 for one, other in combinations(places, 2))
        assert all(box(3, 26, 185, 251).contains(place) for place in places)
        assert sum(place.area for place in places) < 0.25 * 188 * 254  # the land is seen


def armies(village):
    """How many armies a village asks for; it has as many places, all on its plate."""
    (number,) = (int(item.text) for item in village.items if isinstance(item, Text) and item.box == "armies")
    shapes = [item for item in village.items if isinstance(item, Shape)]
    places = [item for item in shapes if item.dash]
    assert len(places) == number
    return number


@pytest.mark.parametrize("game", ["hogen", "shogun"])
def test_no_overlap_in_a_mon_becomes_a_hole(game):
    file = assets() / "games" / game / "art" / "mon.svg"
    for name in re.findall('<g id="([^"]+)"', file.read_text(encoding="utf-8")) if file.exists() else ():
        drawing = Parts(read_art(file, file.name)).find_part(name)
        assert drawing.path_count > 0
        assert not any(trace.even_odd for trace in drawing.traces if isinstance(trace, Trace))
