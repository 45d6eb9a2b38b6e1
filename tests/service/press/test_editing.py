"""A deck edited on a page: rows, cards as they are typed, elements of faces; files changed elsewhere stay."""

import stat
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from companion.errors import OutputError, Refused
from companion.service.press.changes import Change, FaceChange
from companion.service.press.editing import Conflict, DeckEditor, Sheet
from companion.service.press.new_deck import begin_deck


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("companion.service.press.editing.find_user_folder", lambda kind: tmp_path / "home")
    return tmp_path / "home"


@pytest.fixture
def deck(tmp_path: Path, home: Path) -> Path:
    begin_deck(tmp_path / "game", "plain", "en")
    return tmp_path / "game"


@pytest.fixture
def editor(deck: Path) -> DeckEditor:
    return DeckEditor(str(deck))


def change(editor: DeckEditor, **keys: Any) -> Sheet:
    assert isinstance(editor.change("cards", editor.open_sheet("cards").digest, Change(**keys)), str)
    return editor.open_sheet("cards")


def add_picture(editor: DeckEditor, name: str, content: bytes) -> list[str]:
    """Add a picture; return the row with it."""
    assert isinstance(editor.add_picture("cards", name, content), str)
    return [*editor.open_sheet("cards").rows[-1]]


def list_numbers(sheet: Sheet) -> list[str]:
    return [row[0] for row in sheet.rows]


def test_rows_are_changed_in_the_file_and_back(editor: DeckEditor, deck: Path) -> None:
    before = (deck / "cards.csv").read_bytes()
    sheet = change(editor, cells=((0, 1, "The mill"),))
    assert (sheet.rows[0][1], sheet.problems) == ("The mill", ())
    assert [*sheet.cards] == [f"cards/{number}" for number in range(1, 9)]
    assert (deck / "cards.csv").read_bytes() == before.replace(b"The miller", b"The mill")
    assert list_numbers(change(editor, duplicate=(0, 1)))[:5] == ["1", "2", "9", "10", "3"]  # names of their own
    change(editor, delete=(3,))
    assert list_numbers(change(editor, add=0))[0] == "10"
    assert list_numbers(change(editor, delete=(0, 1)))[:2] == ["2", "9"]
    pasted = change(editor, cells=((8, 1, "New"), (9, 1, "Newer")))
    assert [row[:2] for row in pasted.rows[-2:]] == [["10", "New"], ["11", "Newer"]]
    for _ in range(6):
        sheet = change(editor, undo=True)
    assert ((deck / "cards.csv").read_bytes(), sheet.can_undo, sheet.can_redo) == (before, False, True)
    assert change(editor, cells=((0, 1, "The miller"),)).can_redo  # which alters nothing
    change(editor, redo=True)
    assert b"The mill," in (deck / "cards.csv").read_bytes()


def test_a_column_that_nothing_uses_is_renamed_and_deleted(editor: DeckEditor, deck: Path) -> None:
    before = (deck / "cards.csv").read_bytes()
    assert change(editor, column=(9, "cost")).columns[-1] == "cost"
    assert change(editor, column=(7, " price ")).columns[-1] == "price"
    for at, name in ((0, "no."), (1, None), (6, None)):  # the key, on a face, in a rule
        with pytest.raises(Refused, match="uses the column"):
            change(editor, column=(at, name))
    for name in ("price", "title", " "):
        with pytest.raises(Refused, match="no other has"):
            change(editor, column=(9, name))
    change(editor, column=(7, None))
    assert (deck / "cards.csv").read_bytes() == before
    change(editor, undo=True)
    assert b",price\n" in (deck / "cards.csv").read_bytes()


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="a file that even root cannot read is one of Linux")
def test_an_unreadable_file_is_named_and_the_deck_kept_as_it_was(editor: DeckEditor, deck: Path, home: Path) -> None:
    before = (deck / "cards.csv").read_bytes()
    (deck / "faces/scratch.toml").symlink_to("/proc/self/mem")
    sheet = editor.open_sheet("cards")
    assert "scratch.toml: the file cannot be read (Input/output error)." in str(sheet.problems[0])
    assert change(editor, cells=((0, 1, "Mine"),)).rows[0][1] == "Mine"
    assert len(editor.lay_out_row("cards", 0, Change()).sides[0][1]) > 1
    (copy,) = (home / "before").glob("* game.zip")  # as it was at the opening
    with zipfile.ZipFile(copy) as archive:
        assert archive.read("cards.csv") == before
        assert "faces/card.toml" in archive.namelist()


def test_a_table_that_cannot_be_printed_is_shown_to_be_mended(tmp_path: Path, home: Path) -> None:
    file, editor = tmp_path / "cards.csv", DeckEditor(str(tmp_path / "cards.csv"))
    file.write_text("title,text\nFox,Draw,3\n", "utf-8")
    home.write_bytes(b"")  # no folder for the copy
    sheet = editor.open_sheet("")
    assert (sheet.rows, sheet.cards, len(sheet.problems), sheet.locked) == ([["Fox", "Draw"]], ("",), 2, None)
    assert "No copy of the deck as it was could be kept: " in str(sheet.problems[1])
    file.write_bytes(b"")
    with pytest.raises(Refused, match="has 1 row, 1 column; .* 0 columns"):
        change(editor, add=0)


def test_a_deck_file_changed_meanwhile_is_heeded(editor: DeckEditor, deck: Path) -> None:
    text = (file := deck / "deck.toml").read_text("utf-8")
    file.write_text(text.replace('name = "cards"\n', "", 1), "utf-8")  # as while it is written
    assert "needs 'name'" in str((sheet := change(editor, add=8)).problems[0])
    assert list_numbers(sheet)[-1] == "9"
    file.write_text("[[", "utf-8")
    assert "not a TOML file" in str((sheet := editor.open_sheet("cards")).problems[0])
    file.write_text(text.replace('name = "cards"\n', 'name = "cards"\nheading = "x"\nderive = 1\nwrong = 1\n'), "utf-8")
    fresh = DeckEditor(str(deck)).open_sheet("cards")
    assert (fresh.digest, fresh.rows, len(fresh.problems)) == (sheet.digest, sheet.rows, 1)
    file.write_text(text.replace('"cards.csv"\n', '"cards.csv"\nkey = "1"\nheading = 2\n'), "utf-8")
    assert editor.open_sheet("cards").columns[:2] == ("1", "The miller")


def test_a_file_changed_elsewhere_is_never_overwritten(editor: DeckEditor, deck: Path) -> None:
    digest, file = editor.open_sheet("cards").digest, deck / "cards.csv"
    file.write_text(there := file.read_text("utf-8").replace("The fox", "The wolf"), "utf-8")
    ours = Change(((0, 1, "Mine"),))
    conflict = editor.change("cards", digest, ours)
    assert isinstance(conflict, Conflict)
    assert "The wolf" in conflict.now[1]
    assert conflict.ours[0].startswith("1,Mine,")
    assert file.read_text("utf-8") == there
    change(editor, cells=((0, 1, "Mine"),))
    file.write_text(there, "utf-8")
    assert isinstance(editor.change("cards", "", Change(undo=True)), Conflict)
    assert file.read_text("utf-8") == there
    long = "number,title\n" + "".join(f"{row},Card {row} with some words\n" for row in range(1_000))
    file.write_text(long, "utf-16")
    digest = editor.open_sheet("cards").digest
    file.write_text(long.replace("Card", "The card"), "utf-16")
    conflict = editor.change("cards", digest, ours)  # in an instant
    assert isinstance(conflict, Conflict)
    assert (conflict.now[0], conflict.ours[0]) == ("0,The card 0 with some words", "0,Mine")


def test_a_read_only_file_stays_and_others_keep_who_may_read_them(editor: DeckEditor, deck: Path) -> None:
    file = deck / "cards.csv"
    file.chmod(0o600)
    change(editor, cells=((0, 1, "Mine"),), delete=(99,))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o400)
    with pytest.raises(OutputError, match="read-only"):
        change(editor, undo=True)
    file.chmod(0o600)
    change(editor, undo=True)  # which is still possible
    assert b"The miller" in file.read_bytes()


def test_what_is_typed_is_on_the_card_before_it_is_saved(editor: DeckEditor, deck: Path) -> None:
    before = (deck / "cards.csv").read_bytes()
    card = editor.lay_out_row("cards", 1, Change(((1, 1, "Bonjour"),)))
    assert (card.name, card.width, card.height, card.faults) == ("2", 63, 88, ())
    assert "Bonjour" in card.sides[0][0]
    assert (deck / "cards.csv").read_bytes() == before
    (fault, _), *_ = editor.lay_out_row("cards", 1, Change(((1, 3, "nothing"),))).faults
    assert "'nothing' is not a colour" in str(fault)
    twice = editor.lay_out_row("cards", 1, Change(((1, 0, "1"),)))
    assert "the card '1' appears twice" in str(twice.faults[0][0])


def test_elements_lie_where_they_are_drawn_and_are_moved_in_their_face(editor: DeckEditor, deck: Path) -> None:
    boxes = editor.lay_out_row("cards", 0, Change()).sides[0][1]
    title = next(each for each in boxes if each.name == "title")
    assert (title.box, title.file, title.column) == ((5, 3, 39, 12), "card.toml", 1)
    assert [*title.keys.values()] == [5, 3, "{39 if value else 53}", 12, 14.5, "paper", ""]
    value = next(each for each in boxes if each.name == "value")
    assert (value.keys["colour"], value.column) == ("{colour}", 2)
    moved = FaceChange("card.toml", title.number, title.digest, {"x": 8.5, "align": "center"})
    card = editor.lay_out_row("cards", 0, Change(face=moved))
    assert next(each.box for each in card.sides[0][1] if each.name == "title") == (8.5, 3, 39, 12)
    before = (deck / "faces/card.toml").read_text("utf-8")
    assert editor.change("cards", "", Change(face=moved)) not in (moved.digest, "")
    assert (deck / "faces/card.toml").read_text("utf-8") == before.replace(
        "x = 5\ny = 3\n", "x = 8.5\ny = 3\n"
    ).replace('valign = "middle"\n', 'valign = "middle"\nalign = "center"\n', 1)
    assert isinstance(editor.change("cards", "", Change(face=moved)), Conflict)
    for file, said in {
        "/etc/hosts": "lies outside",
        "none.toml": "no such file",
        "card.toml": "no such element",
    }.items():
        wrong = Change(face=replace(moved, file=file, number=99))
        assert said in str(editor.lay_out_row("cards", 0, wrong).faults[0][0])
    for text in ("[[[", "[element]\nx = 1", "element = [1]"):
        (deck / "faces/card.toml").write_text(text, "utf-8")
        assert "card.toml" in str(editor.lay_out_row("cards", 0, Change(face=moved)).faults[0][0])
        assert add_picture(editor, "fox.svg", b"")  # another face shows it


def test_what_cannot_be_written_back_says_where_it_is_changed(editor: DeckEditor, deck: Path) -> None:
    text = (deck / "deck.toml").read_text("utf-8")
    (deck / "cards.json").write_text('[{"number": 1, "title": "One"}]', "utf-8")
    for table, said in {"cards.json": "changed in a text editor", "https://a.example/t.csv": "change it there"}.items():
        (deck / "deck.toml").write_text(text.replace("cards.csv", table), "utf-8")
        sheet = editor.open_sheet("cards")
        assert said in str(sheet.locked) or said in str(sheet.problems)
        with pytest.raises(Refused):
            editor.change("cards", "", Change(((0, 1, "x"),)))
    book = openpyxl.Workbook()
    book.active.append(["number", "title"])
    book.active.append([1, "One"])
    book.save(deck / "cards.xlsx")
    (deck / "deck.toml").write_text(text.replace("cards.csv", "cards.xlsx"), "utf-8")
    sheet = editor.open_sheet("cards")
    assert ([row[:2] for row in sheet.rows], str(sheet.locked)) == (
        [["1", "One"]],
        "cards.xlsx is a workbook; change it in your spreadsheet, and save it there",
    )
    (deck / "faces/drawn.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">'
        '<rect width="63" height="88" fill="#fc8"/></svg>',
        "utf-8",
    )
    (deck / "deck.toml").write_text(text.replace('face = "card"', 'face = "drawn"'), "utf-8")
    boxes = editor.lay_out_row("cards", 0, Change()).sides[0][1]
    assert [str(each.locked) for each in boxes] == ["drawn.svg is a drawing; change it in Inkscape"]
    (deck / "deck.toml").write_text(text.replace('table = "cards.csv"', "range = 2"), "utf-8")
    sheet = editor.open_sheet("cards")
    assert "deck.toml; change them there" in str(sheet.locked)
    assert ([row[-1] for row in sheet.rows], sheet.cards) == (["1", "2"], ("cards/1", "cards/2"))
    assert editor.lay_out_row("cards", 1, Change()).name == "2"


def test_copies_and_pictures_become_columns_and_cards(editor: DeckEditor, deck: Path) -> None:
    file = deck / "deck.toml"
    file.write_text(file.read_text("utf-8").replace("fields =", 'copies = "{value}"\nfields ='), "utf-8")
    sheet = editor.open_sheet("cards")
    assert (sheet.columns[sheet.copies], str(sheet.counts)[:8]) == ("value", "21 cards")
    assert str(change(editor, cells=((0, sheet.copies, "4"),)).counts)[:8] == "22 cards"
    assert add_picture(editor, "wolf.svg", b"<svg/>")[5] == "wolf"
    assert (deck / "icons/wolf.svg").is_file()
    (deck / "faces/motif.toml").unlink()
    with pytest.raises(Refused):
        editor.add_picture("cards", "fox.png", b"")
    face = deck / "faces" / "card.toml"
    picture = '[[element]]\nkind = "picture"\nfile = "art/new/{title}"\nx = 6\ny = 30\nwidth = 20\nheight = 20\n'
    face.write_text(face.read_text("utf-8") + picture, "utf-8")  # its folders are made
    assert add_picture(editor, "fox.png", b"png")[1] == "fox.png"
    assert (deck / "art/new/fox.png").read_bytes() == b"png"
    assert add_picture(editor, "fox.png", b"other")[1] == "fox-2.png"


def test_a_game_is_only_for_reading_and_no_folder_is_copied(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deck.toml").write_text("mine", "utf-8")
    sheet = DeckEditor("honshu").open_sheet("")
    assert "comes with Companion" in str(sheet.locked)
    assert len(sheet.rows) == 60
    assert not home.exists()
