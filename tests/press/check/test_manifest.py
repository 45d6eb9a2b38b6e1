from pathlib import Path

import pytest

from companion.data.games import open_deck
from companion.errors import InputError
from companion.press.check.manifest import changed, manifest, read_manifest, written
from companion.press.face.pieces import Piece
from companion.press.layout import lay_out
from tests.press.decks import DECK, FACE, write_deck


def laid_out(folder: Path, deck: str = DECK, **faces: str) -> list[Piece]:
    return list(lay_out(open_deck(str(write_deck(folder, deck, **faces))), "en"))


def test_nothing_changed_gives_nothing(tmp_path: Path) -> None:
    before = laid_out(tmp_path)
    file = tmp_path / "tiny.toml"
    file.write_text(written(manifest(before)), encoding="utf-8")
    assert read_manifest(file) == manifest(before)
    assert changed(laid_out(tmp_path), read_manifest(file)) == []
    assert changed(before, {}) == before


def test_only_the_cards_that_look_otherwise(tmp_path: Path) -> None:
    before = manifest(laid_out(tmp_path))
    third = (
        FACE
        + '[[element]]\nkind = "circle"\nx = 9\ny = 9\nradius = 2\nfill = "ink"\nwhen = "{number} == 3"\n'
    )
    assert [piece.card for piece in changed(laid_out(tmp_path, front=third), before)] == ["3"]


def test_a_change_deep_within_a_nested_face_counts(tmp_path: Path) -> None:
    face = FACE + '[[element]]\nkind = "face"\nname = "dot"\nx = 9\ny = 9\n'
    dot = 'size = [2, 2]\n[[element]]\nkind = "circle"\nradius = {}\nx = 1\ny = 1\nfill = "ink"\n'
    before = manifest(laid_out(tmp_path, front=face, dot=dot.format(0.5)))
    assert len(changed(laid_out(tmp_path, front=face, dot=dot.format(0.6)), before)) == 5


def test_only_the_new_copies_and_the_new_back(tmp_path: Path) -> None:
    before = manifest(laid_out(tmp_path))
    assert [piece.card for piece in changed(laid_out(tmp_path, DECK + "copies = 2\n"), before)] == list(
        "12345"
    )
    back = 'size = [58, 87]\n[[element]]\nkind = "rect"\nwidth = 5\nheight = 5\nfill = "ink"\n'
    assert len(changed(laid_out(tmp_path, back=back), before)) == 5


@pytest.mark.parametrize("text", ["x =", '"cards/1" = "many"', '"cards/1" = 3'])
def test_a_spoilt_manifest_is_one_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "tiny.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"tiny.toml: .*delete"):
        read_manifest(file)
    assert read_manifest(tmp_path / "none.toml") == {}
