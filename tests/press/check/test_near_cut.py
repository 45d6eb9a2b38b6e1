"""Ink near the cut: drawings and shapes, not only their boxes; grounds run on into the bleed."""

from pathlib import Path

import pytest

from companion.data.deck import open_deck
from companion.press.check.preflight import FREE, find_near_cut
from companion.press.face.drawing.parts import Parts
from companion.press.face.drawing.svg_file import read_art
from companion.press.frame.drawing import Drawing
from companion.press.frame.frame import Frame, Item, Shape, Text, Use
from companion.press.frame.outlines import Matrix, Outline, circle, rect
from companion.service.press.check import preflight
from tests.press.decks import FACE, element, write_deck

ART = """<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20">
<g id="sword"><path d="M2 2L12 9" fill="none" stroke="#26221d" stroke-width="2"/></g></svg>"""


def list_near_cut(*items: Item, trim: Outline | None = None, bleed: float = 3, safe: float = 3) -> list[str]:
    card = Frame("card", 40, 60, items, bleed=bleed, safe=safe, trim=trim)
    found = list(find_near_cut(card, FREE))
    assert {rule for rule, _ in found} <= {"safe-zone"}
    assert all(str(sentence).endswith(", neither in the safe zone nor beyond the bleed") for _, sentence in found)
    return [str(sentence).partition(",")[0] for _, sentence in found]


def drawing(folder: Path) -> Drawing:
    file = folder / "art.svg"
    file.write_text(ART, encoding="utf-8")
    part = Parts(read_art(file, "art.svg")).find_part("sword")
    assert part is not None
    return part


@pytest.mark.parametrize(
    ("x", "sentences"),
    [
        (1.5, ["'art.svg sword' ends 2.5 mm from the cut"]),  # the line is half a mm wide, to 1 mm
        (2.0, []),
        (-2.0, ["'art.svg sword' ends 1 mm from the cut"]),
        (-4.1, []),  # it reaches the bleed, as a ground does
    ],
)
def test_the_ink_of_a_drawing_counts(tmp_path: Path, x: float, sentences: list[str]) -> None:
    seen = drawing(tmp_path).visible_bounds
    assert list_near_cut(Use(drawing(tmp_path), Matrix.translate(x + 2 - seen[0] - 1, 20))) == sentences


def test_a_drawing_that_is_clipped_ends_where_its_clip_does(tmp_path: Path) -> None:
    placed = Use(drawing(tmp_path), Matrix.translate(-1.5, 20))
    assert len(list_near_cut(placed)) == 1
    assert list_near_cut(placed._replace(clip=rect(4, 0, 20, 60))) == []


def test_shapes_near_the_cut_are_found_wherever_they_are_placed() -> None:
    plaque = Shape(rect(30, 10, 8.8, 12), "#ffffff", role="panel")
    assert list_near_cut(plaque) == ["'panel' ends 1.2 mm from the cut"]
    assert list_near_cut(plaque._replace(role="decor")) == []
    assert list_near_cut(plaque._replace(role="texture")) == []
    assert list_near_cut(Text("A", 0, 5, 12)) == []  # words are looked at by their letters
    within = Frame("face", 10, 10, (Shape(rect(0, 0, 4, 4), "#000000"),))
    assert list_near_cut(Use(within, Matrix.translate(2, 20))) == ["'shape' ends 2 mm from the cut"]
    outlined = Shape(rect(3, 3, 30, 50), None, "#000000", 0.5)
    assert list_near_cut(outlined) == ["'shape' ends 2.75 mm from the cut"]


def test_a_ground_runs_into_the_bleed_on_each_side_it_is_cut() -> None:
    band = Shape(rect(-3, -3, 46, 15), "#000000", role="ground")
    assert list_near_cut(band) == []
    short = Shape(rect(0, -3, 43, 15), "#000000", role="ground")
    assert list_near_cut(short) == ["'ground' ends 0 mm from the cut"]


def test_a_curve_counts_as_far_as_it_is_drawn() -> None:
    """The handles of its Bézier curves may lie beyond."""
    bow = (("M", (4.0, 10.0)), ("C", (2.0, 12.0, 2.0, 18.0, 4.0, 20.0)))
    assert list_near_cut(Shape(bow, "#000000")) == ["'shape' ends 2.5 mm from the cut"]
    assert list_near_cut(Shape(bow, "#000000"), safe=2.4) == []


def test_along_an_outline_the_distance_is_measured_from_it() -> None:
    disc = circle(20, 30, 20)
    assert list_near_cut(Shape(circle(20, 30, 16), "#000000"), trim=disc) != []
    assert list_near_cut(Shape(rect(14, 24, 12, 12), "#000000"), trim=disc) == []
    assert list_near_cut(Shape(rect(-3, 28, 46, 4), "#000000"), trim=disc) == []  # meant to be cut through


def test_check_names_the_cards_with_ink_near_the_cut(tmp_path: Path) -> None:
    face = FACE + element("circle", x=5, y=5, radius=4, fill="ink", role="seal")
    deck = open_deck(str(write_deck(tmp_path, front=face)))
    found = preflight(deck, "en")
    assert [(each.card, each.rule) for each in found] == [(f"tiny/cards/{n}", "safe-zone") for n in range(1, 6)]
    assert str(found[0].text).startswith("'seal' ends 1 mm from the cut, neither")
