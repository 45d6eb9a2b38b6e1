"""``companion honshu photo`` where a photo may show several maps, and where a person leaves cards out."""

from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image

from companion.sentences import say
from companion.vision.honshu.reading import Reading
from tests.cli.calling import Call
from tests.cli.test_honshu_photo import SEES
from tests.cli.test_honshu_photo import sees as sees
from tests.service.honshu.seen import build_two_card_reading, outline

WHICH = str(Path("output") / "map-which.png")


def rivals() -> Reading:
    """Two maps that it may be: without one card, or without the other."""
    upper = replace(build_two_card_reading(), squares=build_two_card_reading().squares[:4], without=("7",))
    lower = replace(build_two_card_reading(), squares=build_two_card_reading().squares[4:], without=("A1",))
    amiss = (say("Two start provinces lie there; a map has one."),)
    return replace(build_two_card_reading(amiss), without=("7",), rivals=(upper, lower))


def test_an_ambiguous_photo_lists_the_possible_maps_with_their_points(call: Call, sees: SEES) -> None:
    sees(rivals())
    left = call("honshu", "photo", "map.jpg", "--cards", "2")
    assert left.code == 1
    assert (
        "- Two start provinces lie there; a map has one.\n- without 7: 0 points\n- without A1: 1 point\n"
        f"- See them side by side: {WHICH}\nWrote {WHICH}.\n"
        "Cards that are not of the map are left out with --without, such as --without 17,B1.\n"
    ) in left.out
    with Image.open(WHICH) as picture:
        assert picture.size == (2 * 600, 800 + 24)
        seen = np.asarray(picture.convert("RGB"), int)
    red, below = (seen[:800] == (200, 30, 20)).all(-1), round(outline(2, 0)[0][1])
    for left_out in (red[below + 9 :, :600], red[: below - 9, 600:]):  # card 7, and in the other map A1
        assert left_out.any()
    for kept in (red[: below - 9, :600], red[below + 9 :, 600:]):
        assert not kept.any()
    left = call("honshu", "photo", "map.jpg", "--json")
    assert left.json["rivals"] == [{"without": ["7"], "score": 0}, {"without": ["A1"], "score": 1}]
    sees(replace(rivals(), rivals=rivals().rivals * 5))
    assert "- without A1: 1 point\n- and 2 more ways\n" in call("honshu", "photo", "map.jpg").out


def test_cards_are_left_out_by_name(call: Call, sees: SEES) -> None:
    asked = sees(replace(build_two_card_reading(), notes=(say("Cards 5, 6 lie beside the map and are left out."),)))
    left = call("honshu", "photo", "map.jpg", "--without", "b1, 17 4", "--json")
    assert asked == [{"B1", "17", "4"}]
    assert (left.code, left.json["without"]) == (0, ["4", "17", "B1"])
    assert left.json["notes"] == ["Cards 5, 6 lie beside the map and are left out."]
    left = call("honshu", "photo", "map.jpg")
    assert (left.code, left.err) == (0, "Cards 5, 6 lie beside the map and are left out.\n")
