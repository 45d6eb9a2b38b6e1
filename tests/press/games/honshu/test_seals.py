"""Seals are read from what is rendered, however a card lies; ``--seals none`` fills the land in instead."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from companion.data.deck import open_deck
from companion.paths import assets
from companion.press.frame.frame import Frame, Page, Shape, Use
from companion.press.frame.low_ink import LowInk
from companion.press.frame.outlines import Matrix
from companion.press.ink.pdf import render_pdf
from companion.press.layout import lay_out
from tests.choice import pick
from tests.cli.test_main import companion

CODES = json.loads((assets() / "games/honshu/codes4x4.json").read_text())["codes"]
NUMBERS = {code: number for number, code in enumerate(CODES)}
PIXELS = 4.0
"""Of a millimetre, as in a photo of a whole map."""
ROOM = 110.0
"""Side of the page a turned card lies on, mm."""


@cache
def sides(seals: str = "printed") -> tuple[Frame, ...]:
    """The 72 faces with seals, in the order of their codes: 1 to 60, A1 to A6, B1 to B6."""
    pieces = list(lay_out(open_deck("honshu"), "en", ["map-cards", "start-provinces"], seals=seals))
    backs = (piece.back for piece in pieces[60:] if piece.back is not None)
    return (*(piece.front for piece in pieces), *backs)


def render_faces(faces: list[Frame], turn: float) -> Iterator[tuple[np.ndarray, Matrix]]:
    """Each face turned on a dark table, as luma, with where its points are in pixels."""
    place = Matrix.translate(-29, -43.5).then(Matrix.rotate(turn)).then(Matrix.translate(ROOM / 2, ROOM / 2))
    document = pypdfium2.PdfDocument(
        render_pdf([Page(Frame("x", ROOM, ROOM, (Use(face, place),))) for face in faces], "x", "en")
    )
    for page in document:
        picture = page.render(scale=PIXELS * 25.4 / 72).to_numpy()[..., :3]
        yield picture @ np.array([0.114, 0.587, 0.299]), place.then(Matrix.scale_by(PIXELS))
    document.close()


def luma(picture: np.ndarray, place: Matrix, x: float, y: float) -> float:
    """About a point of the card, the mean of nine pixels."""
    across, down = (int(value) for value in place.transform_point(x, y))
    return float(picture[down - 1 : down + 2, across - 1 : across + 2].mean())


def read(picture: np.ndarray, place: Matrix, left: float, top: float) -> tuple[int, int]:
    """The code that is nearest to a seal, of all codes in all turns, and how many bits it is off."""
    light = [[luma(picture, place, left + x + 0.5, top + y + 0.5) for x in range(6)] for y in range(6)]
    border = [light[y][x] for y in range(6) for x in range(6) if x in (0, 5) or y in (0, 5)]
    ground = [
        luma(picture, place, left + x, top + y)
        for along in (-0.5, 1.2, 3, 4.8, 6.5)
        for x, y in ((along, -0.5), (along, 6.5), (-0.5, along), (6.5, along))
    ]
    middle = (max(border) + min(ground)) / 2
    assert max(border) + 60 < min(ground)  # a dark seal on a light ground, all round
    cells = np.array(light)[1:5, 1:5] > middle
    turned = [int("".join("1" if cell else "0" for cell in np.rot90(cells, turns).flat), 2) for turns in range(4)]
    for bits in turned:
        if bits in NUMBERS:
            return NUMBERS[bits], 0
    off, number = min(((bits ^ code).bit_count(), number) for bits in turned for code, number in NUMBERS.items())
    return number, off


@pytest.mark.deep
@pytest.mark.parametrize(("turn", "ink"), [*pick([(0.0, "full"), (37.0, "full"), (90.0, "full")], 1), (211.0, "low")])
def test_every_seal_is_read_from_the_rendered_card(turn: float, ink: str) -> None:
    faces, low = [*sides()], LowInk()
    if ink == "low":
        faces = [low.rewrite(face) for face in faces]
    for face, (picture, place) in enumerate(render_faces(faces, turn)):
        for square in range(6):
            left, top = square % 2 * 29 + 4, square // 2 * 29 + 4
            assert read(picture, place, left, top) == (6 * face + square, 0), (faces[face].name, square)


def parts(frame: Frame) -> list[str]:
    """What is drawn on a face, by the names of its parts."""
    return [getattr(item, "name", "").rpartition(" ")[2] for item, _ in frame.walk()]


def test_without_seals_the_land_is_filled_in() -> None:
    for sealed, bare in zip(sides(), sides("none"), strict=True):
        assert sum(1 for item, _ in sealed.walk() if isinstance(item, Shape) and item.role == "seal") == 6
        assert not [item for item, _ in bare.walk() if isinstance(item, Shape) and item.role == "seal"]
        assert not [name for name in parts(sealed) if name.endswith("-filler")]
        assert not [name for name in parts(bare) if name.endswith("-mist")]
        lands = [use.frame.name.split("/")[0] for use in sealed.items if isinstance(use, Use)]
        misty = sum(lands.count(f"land-{kind}") for kind in ("forest", "lake", "fallow"))
        filled = sum(lands.count(f"land-{kind}") for kind in ("town", "prod", "fact"))
        assert sum(name.endswith("-mist") for name in parts(sealed)) == misty
        assert sum(name.endswith("-filler") for name in parts(bare)) == filled
        kept = [name for name in parts(sealed) if name and not name.endswith("-mist")]
        assert [name for name in parts(bare) if name and not name.endswith("-filler")] == kept


def test_print_leaves_out_seals_when_asked(tmp_path: Path) -> None:
    words = ("print", "honshu", "--only", "start-provinces", "--lang", "en", "-o", str(tmp_path))
    assert companion(*words, "--seals", "none").returncode == 0
    assert companion(*words).returncode == 0
    bare, sealed = (tmp_path / f"honshu-start-provinces-en-a4{end}.pdf" for end in ("-no-seals", ""))
    assert bare.read_bytes() != sealed.read_bytes()
