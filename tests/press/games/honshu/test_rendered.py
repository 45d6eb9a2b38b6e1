"""Honshu as it is rendered: land without seals, and kinds and colours that every sight knows."""

from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from companion.data.deck import open_deck
from companion.press.frame import outlines
from companion.press.frame.frame import Frame, Page, Shape, Use
from companion.press.frame.low_ink import SIGHTS
from companion.press.frame.outlines import Matrix
from companion.press.ink.pdf import render_pdf
from companion.press.layout import lay_out
from tests.cli.test_main import run_companion

ACROSS = 40
"""Pixels of a square, as an eye sees it from across a table."""


@cache
def lay_out_sides(seals: str = "printed") -> tuple[Frame, ...]:
    """The 72 faces with seals, in the order of their codes: 1 to 60, A1 to A6, B1 to B6."""
    pieces = list(lay_out(open_deck("honshu"), "en", ["map-cards", "start-provinces"], seals=seals))
    backs = (piece.back for piece in pieces[60:] if piece.back is not None)
    return (*(piece.front for piece in pieces), *backs)


def list_parts(frame: Frame) -> list[str]:
    return [getattr(item, "name", "").removesuffix("-numbered").rpartition(" ")[2] for item, _ in frame.walk()]


def test_without_seals_the_land_is_filled_in() -> None:
    for sealed, bare in zip(lay_out_sides(), lay_out_sides("none"), strict=True):
        assert sum(1 for item, _ in sealed.walk() if isinstance(item, Shape) and item.role == "seal") == 6
        assert not [item for item, _ in bare.walk() if isinstance(item, Shape) and item.role == "seal"]
        lands = [use.frame.name.split("/")[0] for use in sealed.items if isinstance(use, Use)]
        filled = sum(lands.count(f"land-{kind}") for kind in ("town", "prod", "fact"))
        assert [sum(name.endswith("-filler") for name in list_parts(each)) for each in (sealed, bare)] == [0, filled]
        kept = [name for name in list_parts(bare) if name and not name.endswith("-filler")]
        assert kept == [name for name in list_parts(sealed) if name]


def test_a_code_lies_on_a_plate_of_its_own_with_a_cell_of_light_around() -> None:
    for frame in lay_out_sides():
        shapes = [item for item in frame.items if isinstance(item, Shape)]
        plates = [outlines.compute_bounds(each.outline) for each in shapes if each.role == "wash" and not each.group]
        codes = [outlines.compute_bounds(each.outline) for each in shapes if each.role == "seal"]
        for plate, code in zip(plates, codes, strict=True):
            assert code[:2] == pytest.approx([edge + 1 for edge in plate[:2]])
            assert code[2] + 1 == pytest.approx(plate[2])
            assert code[3] + 1 <= plate[3] + 1e-9


def test_print_leaves_out_seals_when_asked(tmp_path: Path) -> None:
    words = ("print", "honshu", "--only", "start-provinces", "--lang", "en", "-o", str(tmp_path))
    assert (run_companion(*words, "--seals", "none").returncode, run_companion(*words).returncode) == (0, 0)
    bare, sealed = (tmp_path / f"honshu-start-provinces-en-a4{end}.pdf" for end in ("-no-seals", ""))
    assert bare.read_bytes() != sealed.read_bytes()


def find_squares() -> dict[str, Frame]:
    found: dict[str, Frame] = {}
    for item in (item for frame in lay_out_sides()[:60] for item in frame.items):
        if isinstance(item, Use) and item.frame.name.startswith("land-"):
            found.setdefault(item.frame.name.removeprefix("land-"), item.frame)
    return found


def measure_lightness(frame: Frame, sight: str) -> np.ndarray:
    """The lightness of a square as a sight sees it, 0 to 100."""
    page = Frame(frame.name, frame.width, frame.height, (Use(frame, Matrix()),))
    document = pypdfium2.PdfDocument(render_pdf([Page(page)], "x", "en"))
    rgb = document[0].render(scale=ACROSS / (frame.width * 72 / 25.4)).to_numpy()[..., :3][..., ::-1] / 255
    light = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    mixed = np.clip(light @ np.array(SIGHTS[sight]).T, 0, 1)
    return 116 * np.cbrt(mixed @ np.array([0.2126, 0.7152, 0.0722])) - 16


def measure_difference(one: np.ndarray, other: np.ndarray) -> float:
    """The least mean difference, whichever way the other square is turned."""
    size = min(one.shape + other.shape)
    one, other = one[:size, :size], other[:size, :size]
    return min(float(np.abs(one - np.rot90(other, turn)).mean()) for turn in range(4))


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_six_kinds_of_land_look_different_to_every_sight(sight: str) -> None:
    """Every drawing of a kind from every drawing of the others."""
    looks = [(name.split("/")[0], name, measure_lightness(frame, sight)) for name, frame in find_squares().items()]
    assert {kind for kind, _, _ in looks} == {"forest", "town", "lake", "fallow", "prod", "fact"}
    close = [
        (name, other)
        for (kind, name, one), (another, other, two) in combinations(looks, 2)
        if kind != another and measure_difference(one, two) < 5.0
    ]
    assert close == []
