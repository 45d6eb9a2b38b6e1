"""What looks otherwise than before: found by look, shown beside one another, whatever the old deck is."""

import io
from pathlib import Path
from zipfile import ZipFile

import pytest
from PIL import Image

from companion.data.deck import open_deck
from companion.data.outputs import forget_inputs
from companion.data.papers import paper
from companion.errors import InputError
from companion.service.press.deck_opening import open_given
from companion.service.press.differences import changes, differences
from companion.service.press.order import PrintOrder
from companion.service.press.printing import print_decks
from tests.press.decks import BACK, COPIES, FACE, write_deck

TABLE = """\
title,text
Fox,Draw two
Owl,Look round
"""


def printed(folder: Path, given: str) -> Path:
    """The folder that a deck was printed into."""
    forget_inputs()
    print_decks(PrintOrder(decks=(open_given(given),), papers=(paper("a4"),)), folder / "out", overwrite=True)
    return folder / "out"


def told(given: str, old: str | None, folder: Path) -> list[tuple[list[str], bool, bool]]:
    found = differences(open_given(given), old, "en", (folder,))
    return [([str(card) for card in each.cards], each.old is None, each.new is None) for each in found]


def test_a_table_that_was_changed_after_its_print_is_shown_beside_what_was_printed(tmp_path: Path) -> None:
    table = tmp_path / "cards.csv"
    table.write_text(TABLE)
    out = printed(tmp_path, str(table))
    assert told(str(table), None, out) == []
    table.write_text(TABLE.replace("Look round", "Look up").replace("Fox,", "Foxes,") + "Bat,Sleep\n")
    assert told(str(table), None, out) == [
        (["cards 1"], False, False),
        (["cards 2"], False, False),
        (["cards 3"], True, False),
    ]
    found = list(differences(open_given(str(table)), None, "en", (out,)))
    seen = [[picture is not None for picture in each.pictures] for each in found]
    assert seen == [[True] * 3, [True] * 3, [False, True, False]]
    moved = Image.open(io.BytesIO(found[0].pictures[2] or b""))
    wide, high = moved.size
    coloured = [(x, y) for y in range(high) for x in range(wide) if moved.getpixel((x, y)) == (179, 52, 31)]
    assert coloured, "what moved has the colour of marks"
    assert max(y for _, y in coloured) < high / 2, "and only the title moved"
    printed(tmp_path, str(table))
    assert told(str(table), None, out) == []


def test_a_deck_is_held_against_a_folder_a_zip_and_what_lost_cards(tmp_path: Path) -> None:
    old, new = (
        write_deck(tmp_path / "old", COPIES),
        write_deck(tmp_path / "new", COPIES.replace("range = 5", "range = 4")),
    )
    with ZipFile(tmp_path / "old.zip", "w") as packed:
        for file in old.parent.rglob("*.*"):
            packed.write(file, file.relative_to(tmp_path).as_posix())
    for given in (old, tmp_path / "old.zip"):
        assert told(str(new), str(given), tmp_path) == [(["cards 5"], False, True)]


def test_a_back_that_all_have_is_one_change(tmp_path: Path) -> None:
    old = open_deck(str(write_deck(tmp_path / "old", COPIES)))
    new = open_deck(str(write_deck(tmp_path / "new", COPIES, front=FACE, back=BACK.replace("indigo", "ink"))))
    (change,) = changes(old, new, "en")
    assert [str(card) for card in change.cards] == [f"cards {n}, back" for n in range(1, 6)]


def test_what_was_never_printed_is_told(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "tiny", COPIES)
    out = printed(tmp_path, str(deck))
    assert (out / "tiny-en-a4.printed.zip").exists()
    with pytest.raises(InputError, match="nothing of other is kept in"):
        told(str(write_deck(tmp_path / "other", COPIES.replace('"tiny"', '"other"'))), None, out)
    with pytest.raises(InputError, match="honshu comes with Companion; name the deck"):
        told("honshu", None, out)
    (out / "bad.zip").write_text("no")
    with pytest.raises(InputError, match="not a zip file"):
        told(str(deck), str(out / "bad.zip"), out)


def test_a_shipped_game_is_not_kept_beside_its_pdf(tmp_path: Path) -> None:
    print_decks(PrintOrder(decks=(open_deck("hogen"),), papers=(paper("a4"),)), tmp_path)
    assert not list(tmp_path.glob("*.zip"))


def test_a_picture_is_the_same_wherever_it_lies_and_another_where_it_was_painted(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("old", "new")]
    for folder in folders:
        folder.mkdir()
        for number, colour in enumerate(("red", "blue"), 1):
            Image.new("RGB", (750, 1050), colour).save(folder / f"{number}.png")
    old, new = map(str, folders)
    assert told(new, old, tmp_path) == []
    Image.new("RGB", (750, 1050), "green").save(folders[1] / "2.png")
    ((cards, *_),) = told(new, old, tmp_path)
    assert cards[0].endswith("2")


def test_a_deck_that_prints_only_by_force_is_shown_all_the_same(tmp_path: Path) -> None:
    long = "a text that is far too long for its box " * 30
    old = write_deck(tmp_path / "old", COPIES)
    new = write_deck(tmp_path / "new", COPIES, front=FACE.replace("$card", long))
    assert len(told(str(new), str(old), tmp_path)) > 0


def test_nothing_is_kept_of_what_is_piped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(TABLE.encode())))
    assert not list(printed(tmp_path, "-").glob("*.zip"))
