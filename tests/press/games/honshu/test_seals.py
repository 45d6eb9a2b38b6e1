"""Seals belong to the deck; ``--seals none`` leaves them out and touches nothing else."""

from pathlib import Path

from companion.data.games import open_deck
from companion.press.face.pieces import Piece
from companion.press.frame.frame import Frame, Shape
from companion.press.frame.low_ink import LowInk
from companion.press.games.honshu.seals import WithoutSeals
from companion.press.layout import lay_out
from tests.cli.test_main import companion

ALL = list(lay_out(open_deck("honshu"), "en", ["map-cards", "start-provinces", "tokens"]))


def shapes(frame: Frame, *, seals: bool) -> list[tuple[object, ...]]:
    return [
        (item, matrix)
        for item, matrix in frame.walk()
        if (isinstance(item, Shape) and item.role == "seal") is seals
    ]


def test_every_square_has_a_seal_and_without_them_only_they_are_gone() -> None:
    bare = WithoutSeals()
    for piece in ALL:
        for side in filter(None, (piece.front, piece.back)):
            after = bare.rewrite(side)
            assert shapes(after, seals=True) == []
            assert shapes(after, seals=False) == shapes(side, seals=False)
    for piece in ALL:
        if piece.component == "map-cards":
            assert len(shapes(piece.front, seals=True)) == 12  # six seals, each on its light ground


def test_what_has_no_seal_stays_the_same_frame() -> None:
    bare = WithoutSeals()
    tokens: list[Piece] = [piece for piece in ALL if piece.component == "tokens"]
    assert all(bare.rewrite(piece.front) is piece.front for piece in tokens)
    backs = {id(bare.rewrite(piece.back)) for piece in ALL if piece.component == "map-cards" and piece.back}
    assert len(backs) == 1


def test_low_ink_never_changes_a_seal() -> None:
    low = LowInk()
    for piece in ALL[:5]:
        seals = [
            (item.outline, item.fill) for item, _ in shapes(piece.front, seals=True) if item.fill != "#ffffff"
        ]
        after = [(item.outline, item.fill) for item, _ in shapes(low.rewrite(piece.front), seals=True)]
        assert {each for each in seals if each[1] == "#a52823"} <= set(after)


def test_the_command_leaves_them_out(tmp_path: Path) -> None:
    words = ("print", "honshu", "--only", "map-cards", "--lang", "en", "-o", str(tmp_path))
    assert companion(*words, "--seals", "none").returncode == 0
    assert companion(*words).returncode == 0
    bare, sealed = tmp_path / "honshu-map-cards-en-a4-no-seals.pdf", tmp_path / "honshu-map-cards-en-a4.pdf"
    assert bare.stat().st_size < 0.9 * sealed.stat().st_size
