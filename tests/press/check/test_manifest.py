from pathlib import Path

import pytest

from companion.data.deck import open_deck
from companion.errors import InputError
from companion.press.face.pieces import Piece
from companion.press.layout import lay_out
from companion.press.preflight import Manifest, list_changed, list_looks, read_manifest
from tests.press.decks import DECK, FACE, write_deck


def lay_out_deck(folder: Path, deck: str = DECK, **faces: str) -> list[Piece]:
    return list(lay_out(open_deck(str(write_deck(folder, deck, **faces))), "en"))


def test_a_change_deep_within_a_nested_face_counts(tmp_path: Path) -> None:
    face = FACE + '[[element]]\nkind = "face"\nname = "dot"\nx = 9\ny = 9\n'
    dot = 'size = [2, 2]\n[[element]]\nkind = "circle"\nradius = {}\nx = 1\ny = 1\nfill = "ink"\n'
    before = list_looks(lay_out_deck(tmp_path, front=face, dot=dot.format(0.5)))
    assert len(list_changed(lay_out_deck(tmp_path, front=face, dot=dot.format(0.6)), before)) == 5


def test_new_copies_and_a_new_back_are_changed(tmp_path: Path) -> None:
    before = list_looks(lay_out_deck(tmp_path))
    copies = list_changed(lay_out_deck(tmp_path, DECK + "copies = 2\n"), before)
    assert [piece.card for piece in copies] == [*"12345"]
    back = 'size = [58, 87]\n[[element]]\nkind = "rect"\nwidth = 5\nheight = 5\nfill = "ink"\n'
    assert len(list_changed(lay_out_deck(tmp_path, back=back), before)) == 5


@pytest.mark.parametrize(
    "text",
    [
        "{",
        '{"cut": {"cards/1": "many"}, "pending": {}}',
        '{"version": 3}',
        '{"cut": {}, "pending": 1}',
        "[" * 2000,
        '{"cut": {"cards/1": ["1", "abc"]}}',
        f'{{"cut": {{"cards/1": [{"9" * 5000}, "abc"]}}}}',
        '{"pending": {"cards/1": [[1, "a"]]}}',
    ],
)
def test_a_damaged_or_foreign_manifest_is_refused_in_one_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "tiny.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"tiny.json: .*delete") as caught:
        read_manifest(file)
    assert len(str(caught.value)) < 400
    assert read_manifest(tmp_path / "none.toml") == Manifest()


def test_printed_cards_wait_until_they_are_confirmed_as_cut(tmp_path: Path) -> None:
    known = Manifest({"cards/1": (1, "aa"), "cards/2": (1, "aa")}, {"cards/2": (1, "bb"), 'a "b"/\t\\': (2, "c")})
    file = tmp_path / "tiny.json"
    file.write_text(known.format(), encoding="utf-8")
    assert read_manifest(file) == known
    one = known.with_confirmed(["cards/2"])
    assert (one.cut["cards/2"], list(one.pending)) == ((1, "bb"), ['a "b"/\t\\'])
    assert known.with_confirmed().pending == {}
    assert known.with_confirmed().cut == {"cards/1": (1, "aa"), "cards/2": (1, "bb"), 'a "b"/\t\\': (2, "c")}
