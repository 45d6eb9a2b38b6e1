"""A check finds everything at once, and agrees with what a print does."""

from pathlib import Path

import pytest

from companion.answers import Answer
from companion.data.deck import open_deck
from companion.errors import CompanionError
from companion.press.frame.frame import Text
from companion.press.layout import lay_out
from companion.service.press import review as service
from tests.press.decks import BACK, FACE, WORDS, format_element, write_deck

TABLE = 'name = "tiny"\n[[component]]\nname = "cards"\nface = "front"\nback = "back"\ntable = "cards.csv"\n'
ROWS = "number,colour,note\n1,forest,a\n2,forest,b\n3,forest,c\n"
NOTE = format_element("text", name="note", text="{note}", x=5, y=60, width=20, height=6, size=8)


def write_table(folder: Path, rows: str, deck: str = TABLE, face: str = FACE + NOTE, **faces: str) -> Path:
    file = write_deck(folder, deck, front=face, **faces)
    (folder / "cards.csv").write_text(rows, encoding="utf-8")
    return file


def check_deck(file: Path, *languages: str) -> Answer:
    return service.check(open_deck(str(file), faulty=True), languages or ("en",))


def list_lines(file: Path, *languages: str) -> list[str]:
    return [str(line) for line in check_deck(file, *languages).lines]


def test_check_finds_all_faults_at_once(tmp_path: Path) -> None:
    deck = TABLE + (
        'count = 9\n[[component]]\nname = "lost"\nface = "front"\ntable = "lost.csv"\n'
        '[[component]]\nname = "cards"\nface = "nowhere"\n'
    )
    face = FACE + NOTE + format_element("rect", width=1, height=1, fill="qqqq")
    face += format_element("picture", file="a.png", width=9, height=9)
    rows = "number,colour,note\n1,forest,a\n1,forest,pay {cost}\n,forest,c\n"
    lines = list_lines(write_table(tmp_path, rows, deck, face, back=BACK.replace("bleed = 3", "bleed = -3")))
    text = "\n".join(lines)
    for part in (
        "tiny: cards.csv, row 3, column number: the card '1' appears twice;",
        "tiny: cards.csv, row 4, column number: the card has no name; give it one.",
        "tiny: deck.toml, row 7: cards of the component cards: expected 9, not 3.",
        "lost.csv: there is no such file.",
        "tiny: deck.toml, row 13: the component cards appears twice.",
        "front.toml, row 37: 'qqqq' is not a colour; write #rrggbb, or a name of the palette or of CSS.",
        "front.toml, row 38: there is no picture 'a.png'.",
        "back.toml, row 2: 'bleed' of a face must be a number from 0 to 100; it is '-3'.",
        "there is no face 'nowhere'.",
    ):
        assert part in text, part
    assert text.count("back.toml") == text.count("nowhere") == 1  # one file is told once


@pytest.mark.parametrize(
    ("face", "box"), [(FACE + NOTE, "note"), (FACE + NOTE.replace('name = "note"', ""), "pay {cost}")]
)
def test_fields_in_cells_are_reported_and_prices_are_not(tmp_path: Path, face: str, box: str) -> None:
    rows = ROWS.replace(",b\n", ",$5\n").replace(",c\n", ",pay {cost}\n")
    assert list_lines(write_table(tmp_path, rows, face=face))[:-1] == [
        f"tiny/cards/3 (cards.csv, row 4) (en): '{{cost}}' would be printed as it stands (box '{box}'): "
        "the deck has no such icon, and fields are filled in faces and words, not in the cells of a table."
    ]


def test_check_needs_words_for_every_language_asked_for(tmp_path: Path) -> None:
    french = WORDS["fr"].replace("card =", "carte =").replace('cards = "cartes"', "")
    file = write_deck(tmp_path, words={"en": WORDS["en"], "fr": french})
    lines = list_lines(file, "en", "fr")
    lacking = "front.toml, row 13: there is no word 'card' in the word file; did you mean carte?"
    assert f"5 cards, first tiny/cards/1 (fr): {lacking}" in lines
    assert "tiny (fr): words.fr.toml lacks 'component.cards', which words.en.toml has." in lines
    (tmp_path / "words.fr.toml").unlink()
    assert list_lines(file, "en", "fr")[0] == (
        "tiny (fr): words.fr.toml: the deck tiny has no words in 'fr'; it has en."
    )


@pytest.mark.parametrize("size", ["[58, nan]", "[-58, 87]", "[20000, 20000]", "[2, 2]", '["{number}e9", 5]'])
def test_an_impossible_size_is_reported_alike_by_check_and_layout(tmp_path: Path, size: str) -> None:
    file = write_deck(tmp_path, front=FACE.replace("[58, 87]", size))
    with pytest.raises(CompanionError) as caught:
        list(lay_out(open_deck(str(file)), "en"))
    assert str(caught.value).removesuffix(".").partition(" (tiny")[0] in "\n".join(list_lines(file))


def test_a_face_that_includes_itself_is_a_fault(tmp_path: Path) -> None:
    ring = {name: "size = [9, 9]\n" + format_element("face", name=other) for name, other in ("ab", "ba")}
    for name, front in (
        ("front", FACE + format_element("face", name="front")),
        ("a", FACE + format_element("face", name="a")),
    ):
        lines = list_lines(write_deck(tmp_path / name, front=front, **ring))
        assert "a face includes itself: front > " in lines[0]


def test_faces_that_grow_by_doubling_are_refused(tmp_path: Path) -> None:
    """Fifteen faces that hold the next one ten times would be drawn longer than anybody waits."""
    many, small = "repeat = { columns = 10 }\n", "size = [9, 9]\n"
    faces = {f"f{n}": small + format_element("face", name=f"f{n + 1}") + many for n in range(1, 15)} | {"f15": small}
    lines = list_lines(write_deck(tmp_path, front=FACE + format_element("face", name="f1") + many, **faces))
    assert "a face and everything inside it have more than 200000 elements" in lines[0]
    chain = {f"f{n}": small + format_element("face", name=f"f{n + 1}") for n in range(1, 30)}
    lines = list_lines(write_deck(tmp_path, front=FACE + format_element("face", name="f1"), **chain))
    assert "faces are nested more than 20 levels deep" in lines[0]


def test_tags_print_as_they_are_meant_or_are_told_with_row_and_column(tmp_path: Path) -> None:
    rows = "number,colour,note\n1,forest,a\\nb<br>c\n2,forest,H<sub>2</sub><!---->\n<b>3</b>,<i>forest</i>,<b>d</b>\n"
    file = write_table(tmp_path, rows, face=FACE + NOTE.replace("width = 20\nheight = 6", "width = 40\nheight = 20"))
    told = "'<sub> </sub> <!---->' means nothing here (column note, box 'note'); such tags are printed as they stand"
    remark, _ = list_lines(file)
    assert remark.startswith(f"Note: tiny/cards/2 (cards.csv, row 3) (en): {told}")
    table = file.with_name("cards.csv")
    table.write_text("number,colour,note\n1,forest,a\t<b>b\n")
    assert "'<b>' stands alone (column note, box 'note')" in list_lines(file)[0]
    assert [text.text for text in next(lay_out(open_deck(str(file)), "en")).front.items[-1:]] == ["a <b>b"]
    table.write_text(rows)
    pieces = list(lay_out(open_deck(str(file)), "en"))
    notes = [[(text.text, text.font) for text in piece.front.items[-3:] if isinstance(text, Text)] for piece in pieces]
    assert [text for text, _ in notes[0]] == ["a", "b", "c"]
    assert (notes[1][-1], notes[2][-1]) == (("H<sub>2</sub><!---->", "regular"), ("d", "bold"))


def test_how_a_table_within_a_face_was_read_is_told(tmp_path: Path) -> None:
    rows = FACE + '[[element]]\nkind = "rows"\ntable = "cards.csv"\nface = "back"\nx = 1\ny = 1\n'
    file = write_table(tmp_path, "number,colour,note\n1,forest\n", face=rows, back=FACE)
    told = "cards.csv, row 2, column note: this row has fewer cells than the heading; the others are empty."
    assert list_lines(file)[:2] == [f"Note: {told}", f"Note: tiny/cards/1 (cards.csv, row 2) (en): {told}"]


def test_every_missing_picture_is_named(tmp_path: Path) -> None:
    face = FACE + format_element("picture", file="{note}", width=9, height=9)
    lines = list_lines(write_table(tmp_path, "number,colour,note\n1,forest,a.png\n2,forest,faces/\n", face=face))
    missing = [line.partition("there is no picture ")[2] for line in lines]
    assert missing[:2] == ["'a.png'.", "'faces/'."]
