"""The printed Hogen: counts and sizes, backs that tell nothing, clans and ranks known without colour."""

import io
import os
from collections import Counter
from itertools import combinations
from math import cos, sin, tau
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from companion.data.games import open_deck
from companion.data.hogen.cards import CARDS, card_named
from companion.data.papers import paper
from companion.press.check.colour_vision import alike_without_colour
from companion.press.composition import compose
from companion.press.face.pieces import Piece
from companion.press.frame.frame import Frame, Shape, Text, Use
from companion.press.frame.low_ink import LowInk
from companion.press.impose.edition import Edition
from companion.press.ink.pdf import png
from companion.press.layout import lay_out
from companion.service.press.check import preflight
from companion.units import to_millimetres

CARD, SHEET = (63.0, 88.0), (190.0, 125.0)
GOLDEN = Path(__file__).parents[3] / "golden/hogen-samurai-taira2.txt"
COUNTS = {"samurai": (16, CARD), "summaries": (4, CARD), "sheet-3": (2, SHEET), "sheet-4": (2, SHEET)}


@pytest.fixture(scope="module", params=["en", "fr"])
def laid_out(request: pytest.FixtureRequest) -> list[Piece]:
    return list(lay_out(open_deck("hogen"), request.param))


@pytest.fixture(scope="module")
def samurai() -> list[Piece]:
    return list(lay_out(open_deck("hogen"), "en", ["samurai"]))


def whole(frame: Frame) -> str:
    """The log of a face and of all faces on it, as often as they stand there."""
    return str(frame) + "".join(whole(item.frame) for item in frame.items if isinstance(item, Use))


def texts(frame: Frame) -> list[str]:
    found = [item.text for item in frame.items if isinstance(item, Text)]
    return found + [text for item in frame.items if isinstance(item, Use) for text in texts(item.frame)]


def test_everything_in_the_box_at_its_size(laid_out: list[Piece]) -> None:
    assert Counter(piece.component for piece in laid_out) == {n: count for n, (count, _) in COUNTS.items()}
    for piece in laid_out:
        assert (piece.front.width, piece.front.height) == COUNTS[piece.component][1]
    assert {piece.component for piece in laid_out if piece.back is None} == {"sheet-3", "sheet-4"}


@pytest.mark.parametrize("code", ["en", "fr"])
def test_nothing_would_print_wrong(code: str) -> None:
    assert preflight(open_deck("hogen"), code) == []


def test_the_sixteen_samurai_are_those_of_the_rules(samurai: list[Piece]) -> None:
    assert [card_named(piece.card) for piece in samurai] == list(CARDS)
    for piece, card in zip(samurai, CARDS, strict=True):
        written = texts(piece.front)
        assert card.clan in written
        assert written.count(str(card.rank)) == 2
        parts = [item.frame.name.split("/")[0] for item in piece.front.items if isinstance(item, Use)]
        assert f"bars-{card.rank}" in parts
        assert parts.count(f"crest-{card.clan.lower()}") == 2


def test_all_backs_are_one_back(samurai: list[Piece]) -> None:
    """No code and no difference: every back is the very same frame, and it holds no text."""
    first = samurai[0].back
    assert first is not None
    for piece in samurai:
        assert piece.back is not None
        assert piece.back.items == first.items
        assert whole(piece.back) == whole(first)
    assert texts(first) == []


def test_the_back_is_the_same_turned_round(samurai: list[Piece]) -> None:
    """No card is marked by the way it lies in the hand: turned by half, its back is the same picture."""
    back = samurai[0].back
    assert back is not None
    picture = Image.open(io.BytesIO(png(back, False, 150))).convert("L")
    difference = ImageChops.difference(picture, picture.rotate(180))
    # Only the edges of lines, which may fall between two pixels, differ.
    plain = sum(1 for value in difference.tobytes() if value > 96)
    assert plain <= picture.width * picture.height * 0.002


def test_clans_and_ranks_are_told_apart_without_colour(samurai: list[Piece]) -> None:
    assert list(alike_without_colour(piece.front for piece in samurai)) == []


def test_each_clan_has_crest_colour_and_pattern_of_its_own(samurai: list[Piece]) -> None:
    kinds = set()
    for piece, card in zip(samurai, CARDS, strict=True):
        ground = piece.front.items[0]
        assert isinstance(ground, Shape)
        pattern = next(
            item.frame.name
            for item in piece.front.items
            if isinstance(item, Use) and "pattern" in item.frame.name
        )
        kinds.add((card.clan, ground.fill, pattern))
    assert len(kinds) == 4
    assert len({colour for _, colour, _ in kinds}) == len({pattern for _, _, pattern in kinds}) == 4


def test_a_samurai_as_text(samurai: list[Piece]) -> None:
    """``COMPANION_GOLDEN=write`` writes it anew after a wanted change."""
    drawn = whole(next(piece.front for piece in samurai if piece.card == "Taira2"))
    if os.environ.get("COMPANION_GOLDEN") == "write":
        GOLDEN.write_text(drawn, encoding="utf-8")
    assert drawn == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize(("players", "opponents", "hand"), [(3, 2, 3), (4, 3, 2)])
def test_a_sheet_has_a_grid_for_each_opponent(
    laid_out: list[Piece], players: int, opponents: int, hand: int
) -> None:
    sheet = next(piece.front for piece in laid_out if piece.component == f"sheet-{players}")
    grids = [
        item.frame
        for item in sheet.items
        if isinstance(item, Use) and item.frame.name.startswith("sheet-opponent")
    ]
    assert len(grids) == opponents
    for grid in grids:
        boxes = [item for item in grid.items if isinstance(item, Shape) and item.stroke and not item.fill]
        # A square for each samurai and the line through it; a box for each trait called, and each passed.
        assert len(boxes) == 1 + 16 + 16 + 8 + 8
    boxes = [item for item in sheet.items if isinstance(item, Shape) and len(item.outline) == 5]
    assert len(boxes) == hand + 1 + 4


@pytest.mark.parametrize("code", ["en", "fr"])
def test_the_first_page_names_every_component_in_full(code: str) -> None:
    """A name of two lines is not set over the next one."""
    page = compose(Edition(open_deck("hogen"), code, paper("a4"))).documents[0].pages[0]
    column = next(
        item.frame for item in page.frame.items if isinstance(item, Use) and "Hogen" in texts(item.frame)
    )
    lines = [item for item in column.items if isinstance(item, Text) and item.anchor == "start"]
    close = [
        (one.text, other.text)
        for one, other in combinations(lines, 2)
        if one.size == other.size
        and abs(one.x - other.x) < 1
        and abs(one.y - other.y) < to_millimetres(one.size)
    ]
    assert close == []


def test_no_pattern_runs_through_the_words_or_the_signs_in_low_ink(samurai: list[Piece]) -> None:
    """The strip with name and numeral, and the discs with the crests, stay white fields."""
    low = LowInk()
    assert samurai[0].back is not None
    strip = [(x / 2, y / 2) for x in range(1, 5) for y in range(2, 174)]
    ring = [(cos(turn / 300 * tau), sin(turn / 300 * tau)) for turn in range(300)]
    crest = [(39.3 + 18.8 * x, 28 + 18.8 * y) for x, y in ring]
    sign = [(31.5 + 17.2 * x, 44 + 17.2 * y) for x, y in ring]
    for frame, points in [*((piece.front, strip + crest) for piece in samurai), (samurai[0].back, sign)]:
        picture = Image.open(io.BytesIO(png(low.rewrite(frame), False, 300))).convert("L")
        scale = picture.width / frame.width
        assert {picture.getpixel((int(x * scale), int(y * scale))) for x, y in points} == {255}
