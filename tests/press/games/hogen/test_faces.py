"""The printed Hogen: backs that tell nothing, clans and ranks known without colour."""

import io
from itertools import combinations

import pytest
from PIL import Image

from companion.data.catalogue import LANGUAGES
from companion.data.deck import open_deck
from companion.data.hogen.cards import CARDS, CLANS, parse_card
from companion.data.papers import parse_paper
from companion.paths import assets
from companion.press.composition import compose
from companion.press.face.drawing.parts import Parts
from companion.press.face.drawing.svg_file import read_art
from companion.press.face.pieces import Piece
from companion.press.frame.drawing import Drawing
from companion.press.frame.frame import Frame, Shape, Text, Use
from companion.press.frame.low_ink import LowInk
from companion.press.impose.gang import Edition
from companion.press.ink.raster import render_png
from companion.press.layout import lay_out
from companion.units import to_millimetres
from tests.goldens import read_golden
from tests.press.colours import alike_without_colour

FIGURES = {1: "soldier", 2: "archer", 3: "rider", 4: "commander"}


@pytest.fixture(scope="module")
def samurai() -> list[Piece]:
    return list(lay_out(open_deck("hogen"), "en", ["samurai"]))


def whole(frame: Frame) -> str:
    """The log of a face and of all faces on it, as often as they stand there."""
    return str(frame) + "".join(whole(item.frame) for item in frame.items if isinstance(item, Use))


def texts(frame: Frame) -> list[str]:
    found = [item.text for item in frame.items if isinstance(item, Text)]
    return found + [text for item in frame.items if isinstance(item, Use) for text in texts(item.frame)]


def drawings(frame: Frame) -> list[str]:
    """The parts of art files that stand on a face, at any depth, as ``file part``."""
    placed = [item.frame for item in frame.items if isinstance(item, Use)]
    own = [each.name.rpartition("/")[2] for each in placed if isinstance(each, Drawing)]
    return own + [name for each in placed for name in drawings(each)]


@pytest.mark.parametrize("code", LANGUAGES)
def test_summaries_show_crests_ranks_and_a_figure_in_type_to_read(code: str) -> None:
    summary = next(lay_out(open_deck("hogen"), code, ["summaries"]))
    assert summary.back is not None
    assert "figures.svg commander" in drawings(summary.front)
    assert {f"mon.svg {clan.lower()}-small" for clan in CLANS} <= {*drawings(summary.back)}
    assert {"1", "2", "3", "4"} <= {*texts(summary.back)}
    for side in (summary.front, summary.back):
        assert min(item.size for item in side.items if isinstance(item, Text)) >= 8


def test_the_sixteen_samurai_are_those_of_the_rules(samurai: list[Piece]) -> None:
    assert [parse_card(piece.card) for piece in samurai] == list(CARDS)
    for piece, card in zip(samurai, CARDS, strict=True):
        written = texts(piece.front)
        assert card.clan in written
        assert written.count(str(card.rank)) == 2
        parts = drawings(piece.front)
        assert f"figures.svg {FIGURES[card.rank]}" in parts
        assert parts.count(f"scene.svg tab-{card.clan.lower()}") == 2
        assert parts.count(f"mon.svg {card.clan.lower()}") == 2 * 2  # one for low ink, one for full
        tab = next(item.frame for item in piece.front.items if isinstance(item, Use) and "tab/" in item.frame.name)
        assert sum(isinstance(item, Shape) and item.role == "tally" for item in tab.items) == card.rank


def test_all_backs_are_one_back_without_words(samurai: list[Piece]) -> None:
    (first, *others) = [piece.back for piece in samurai if piece.back is not None]
    assert len(others) == 15
    assert {whole(each) for each in others} == {whole(first)}
    assert texts(first) == []


def test_clans_and_ranks_are_told_apart_without_colour(samurai: list[Piece]) -> None:
    assert list(alike_without_colour(piece.front for piece in samurai)) == []


def test_each_clan_has_crest_edge_and_ground_of_its_own_without_colour() -> None:
    """Three signs besides colour: no two clans share the form of one of them."""
    for sign in ("mon.svg {}", "mon.svg {}-small", "scene.svg tab-{}", "scene.svg scene-{}"):
        file, _, part = sign.partition(" ")
        art = Parts(read_art(assets() / "games/hogen/art" / file, file))
        forms = {found.shape_digest for clan in CLANS if (found := art.find_part(part.format(clan.lower())))}
        assert len(forms) == 4


def test_what_a_fan_shows_stands_in_the_corner_of_either_hand(samurai: list[Piece]) -> None:
    """Numeral, crest and bars stand at the upper left, and turned by half at the lower right."""
    for piece in samurai:
        tabs = [item for item in piece.front.items if isinstance(item, Use) and "tab/" in item.frame.name]
        corners = [tuple(round(each, 2) for each in tab.matrix.transform_point(0, 0)) for tab in tabs]
        assert corners == [(0, 0), (63, 88)]


def test_a_samurai_card_matches_the_golden_file(samurai: list[Piece]) -> None:
    drawn = whole(next(piece.front for piece in samurai if piece.card == "Taira2"))
    assert drawn == read_golden("hogen-samurai-taira2.txt", drawn)


@pytest.mark.parametrize(("players", "opponents", "hand"), [(3, 2, 3), (4, 3, 2)])
def test_a_sheet_has_a_grid_for_each_opponent(players: int, opponents: int, hand: int) -> None:
    piece = next(lay_out(open_deck("hogen"), "en", ["sheets"]))
    sheet = piece.front if players == 3 else piece.back
    assert sheet is not None
    grids = [
        item.frame for item in sheet.items if isinstance(item, Use) and item.frame.name.startswith("sheet-opponent")
    ]
    assert len(grids) == opponents
    for grid in grids:
        rows = [item.frame for item in grid.items if isinstance(item, Use) and "sheet-row" in item.frame.name]
        assert len(rows) == 4
        squares = [item for row in rows for item in row.items if isinstance(item, Shape) and item.stroke]
        # A square with its line for each samurai, and one for what was called and passed of each trait.
        assert len(squares) == 2 * (16 + 4)
        boxes = [item for item in grid.items if isinstance(item, Shape) and item.stroke and not item.fill]
        assert len(boxes) == 1 + 2 * 4
    drawn = [item for item in sheet.items if isinstance(item, Shape) and item.role != "texture"]
    assert len([each for each in drawn if each.stroke and not each.fill and len(each.outline) > 5]) == hand + 1 + 4


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_first_page_names_every_component_in_full(code: str) -> None:
    """A name of two lines is not set over the next one."""
    page = compose(Edition(open_deck("hogen"), code, parse_paper("a4"))).documents[0].pages[0]
    column = next(item.frame for item in page.frame.items if isinstance(item, Use) and "Hogen" in texts(item.frame))
    lines = [item for item in column.items if isinstance(item, Text) and item.anchor == "start"]
    close = [
        (one.text, other.text)
        for one, other in combinations(lines, 2)
        if one.size == other.size and abs(one.x - other.x) < 1 and abs(one.y - other.y) < to_millimetres(one.size)
    ]
    assert close == []


def test_tabs_stay_a_pale_field_behind_numeral_and_crest_in_low_ink(samurai: list[Piece]) -> None:
    low = LowInk()
    for piece in samurai:
        picture = Image.open(io.BytesIO(render_png(low.rewrite(piece.front), False, 300))).convert("L")
        scale = picture.width / piece.front.width
        edge = picture.crop((int(0.4 * scale), int(scale), int(1.1 * scale), int(25 * scale)))
        assert edge.getextrema()[0] == edge.getextrema()[1]
        assert edge.tobytes()[0] > 215
