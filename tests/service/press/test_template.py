"""A file to draw a face in is a face already, and no drawing of anybody's is ever lost."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.cli.voice import get_language
from companion.data.deck import open_deck
from companion.errors import InputError, OutputError
from companion.press.frame.frame import Text
from companion.press.layout import lay_out
from companion.service.press.new_deck import write_template
from tests.press.decks import write_deck

DECK = 'name = "drawn"\n[[component]]\nname = "cards"\nface = "card"\ntable = "cards.csv"\n'
TABLE = (
    "number,title,colour,photo,link,rules\n"
    '1,"Fish & <Chips> ""and"" --",indigo,,https://a.example,\n2,Two,#334455,p.png,,Draw two cards.\n'
)


def write_drawn_deck(folder: Path) -> Path:
    write_deck(folder, DECK, {"en": 'title = "T"\n[component]\ncards = "cards"\n'})
    (folder / "cards.csv").write_text(TABLE, encoding="utf-8")
    return folder


def test_a_template_has_a_box_for_each_column_and_prints_at_once(tmp_path: Path) -> None:
    home = write_drawn_deck(tmp_path / "deck")
    answer = write_template(str(home), home / "faces" / "card.svg", get_language())
    assert isinstance(answer.data, dict)
    boxes = ["text:number", "text:title", "fill:colour", "picture:photo", "qr:link", "text:rules"]
    assert answer.data["boxes"] == boxes
    found: list[object] = []
    (one, _) = lay_out(open_deck(str(home)), "en", gathered=found)  # type: ignore[arg-type]
    assert (one.front.width, one.front.height, one.front.bleed, one.front.safe) == (63, 88, 2, 3)
    words = [item.text for item, _ in one.front.walk() if isinstance(item, Text)]
    assert words == ["1", 'Fish & <Chips> "and" --']
    remark, fault = (str(fault) for _, fault in found)  # type: ignore[misc]
    assert remark.startswith("'<Chips>' means nothing here (column title, box 'title')")
    assert fault == "card.svg, row 18: there is no picture 'p.png' (drawn/cards/2)."


@pytest.mark.parametrize("trim", ["box", "rounded", "circle", "hex"])
def test_the_lines_of_a_template_are_read_as_they_were_asked_for(tmp_path: Path, trim: str) -> None:
    home = write_drawn_deck(tmp_path / "deck")
    given = {"bleed": 3.5, "safe": 4.0, "trim": trim, "corner": 5.0}
    write_template("40x40", home / "faces" / "card.svg", get_language(), **given)  # type: ignore[arg-type]
    (home / "cards.csv").write_text("number,title,picture,text\n1,a,,b\n", encoding="utf-8")
    found: list[object] = []
    front = next(lay_out(open_deck(str(home)), "en", gathered=found)).front  # type: ignore[arg-type]
    assert (front.width, front.height, front.bleed, front.safe) == (40, 40, 3.5, 4)
    assert (front.trim is None) == (trim == "box")


@pytest.mark.parametrize(("trim", "again"), [("box", "box"), ("hex", "hex"), ("M0 0 L40 0 L20 35 Z", "box")])
def test_a_face_is_drawn_anew_on_its_own_paper(tmp_path: Path, trim: str, again: str) -> None:
    """An outline of its own is no shape that a drawing can be given: what is new is a box."""
    home = write_drawn_deck(tmp_path / "deck")
    face = ['size = ["40", "50"]', "bleed = 2.5", "safe = 4", "corner = 6.0"]
    face += [] if trim == "box" else [f'trim = "{trim}"']
    (home / "faces" / "card.toml").write_text("\n".join(face) + "\n", encoding="utf-8")
    of_deck, of_size = tmp_path / "a.svg", tmp_path / "b.svg"
    write_template(str(home), of_deck, get_language())
    write_template("40x50", of_size, get_language(), bleed=2.5, safe=4.0, corner=6.0, trim=again)
    assert list_guides(of_deck) == list_guides(of_size)


def list_guides(file: Path) -> list[dict[str, str]]:
    found = ElementTree.parse(file).find(".//*[@id='guides']")
    assert found is not None
    return [each.attrib for each in found.iter()]


@pytest.mark.parametrize(
    ("given", "more"),
    [("9x9", {}), ("63x88", {"safe": 31.5}), ("20x20", {"trim": "rounded", "corner": 10.0}), ("nowhere", {})],
)
def test_a_template_without_room_is_refused(tmp_path: Path, given: str, more: dict[str, object]) -> None:
    with pytest.raises(InputError):
        write_template(given, tmp_path / "a.svg", get_language(), **more)  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


def test_the_same_template_may_be_written_twice_but_no_drawing_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    for _ in range(2):
        write_template("poker", file, get_language())
    file.write_text(file.read_text(encoding="utf-8").replace("#f6f0e1", "#000000"), encoding="utf-8")
    with pytest.raises(OutputError, match="is there already"):
        write_template("poker", file, get_language())
    write_template("poker", file, get_language(), overwrite=True)
    assert "#f6f0e1" in file.read_text(encoding="utf-8")
