"""``companion print`` with a folder of pictures, a table, and a margin of one's own."""

from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from tests.cli.commands import Call
from tests.data.test_hogen import OPENING


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    folder = tmp_path / "photos"
    folder.mkdir()
    for name in ("3x dragon.png", "fox.png", "fox-back.png"):
        Image.new("RGB", (744, 1039), "#804020").save(folder / name)
    return folder


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("F F\nT T\n", "'companion honshu score' scores a map."),
        ("A1 0 0 0\n50 2 0 0\n", "'companion honshu place' reads"),
        (OPENING, "'companion hogen deduce' reads"),
        ("# winter\nSettsu blue castle\nOmi yellow\npoints blue=23\n", "'companion shogun score' scores a board."),
        ("province;owner\nAwa Boso;rouge\n", "'companion shogun score' scores a board."),
    ],
)
def test_a_file_that_a_game_reads_is_not_printed_as_a_deck(tmp_path: Path, text: str, message: str, call: Call) -> None:
    (tmp_path / "map.txt").write_text(text)
    result = call("print", "map.txt", "-o", "out")
    assert (result.code, result.out, message in result.err) == (2, "", True)
    assert not (tmp_path / "out").exists()


def test_a_saved_table_is_no_deck_and_a_deck_of_events_is_one(tmp_path: Path, call: Call) -> None:
    call("shogun", "play", "--table", "friday", "--players", "b,y")
    call("table", "export", "friday", "-o", "friday.json")
    refused = call("print", "friday.json", "-o", "out")
    assert (refused.code, "this is the log of a table, not a list of cards." in refused.err) == (2, True)
    (tmp_path / "events.json").write_text('{"events": [{"title": "Flood", "previous": "Storm"}]}')
    assert call("print", "events.json", "-o", "out").code == 0


def test_a_folder_prints_with_backs_behind_their_fronts(call: Call, photos: Path) -> None:
    (file,) = call("print", "photos", "--no-cover", "--size", "63x88", "--json").json["files"]
    assert (file["game"], file["pages"], file["cards"]) == ("photos", 2, 4)
    with pikepdf.open(file["file"]) as pdf:
        front, back = ([float(edge) * 25.4 / 72 for edge in page.trimbox] for page in pdf.pages)
    assert front == pytest.approx([210 - back[2], back[1], 210 - back[0], back[3]], abs=0.01)
    coarse = call("print", "photos", "--size", "poker")
    assert "3 pictures have 297 dots per inch or more at this size" in coarse.out + coarse.err


def test_a_smaller_margin_makes_room_and_names_its_cost(call: Call, photos: Path) -> None:
    wide = ("print", "photos", "--no-cover", "--size", "99x140", "--force", "--picture-edge", "none")
    assert "2 sheets" in call(*wide).out
    done = call(*wide, "--margin", "1")
    assert "on one sheet of A4" in done.out
    assert "most printers leave 5 mm white" in done.out
    assert call(*wide, "--margin", "200").err.startswith("Error: A card of 99 x 140 mm does not fit on A4")
    for odd in ("nan", "-1", "inf"):
        assert call(*wide, "--margin", odd).code == 2


def test_a_deck_without_cards_is_refused_and_writes_no_file(call: Call, tmp_path: Path) -> None:
    deck = '[[component]]\nname = "cards"\nface = "card"\ntable = "cards.csv"\n'
    assert call("deck", "new", "empty").code == 0
    for line, said in (
        ('where = { titel = "9" }', "deck.toml, row 7: no row of cards.csv matches 'where' of the component"),
        ('when = "{value > 99}"', "The deck empty has no card to print."),
    ):
        (tmp_path / "empty" / "deck.toml").write_text(f'name = "empty"\n\n{deck}{line}\n')
        done = call("print", "empty")
        assert (done.code, said in done.err) == (2, True), done
    assert not (tmp_path / "output").exists()


def test_a_table_is_printed_on_sheets_cut_for_cards_ready_made_or_ones_own(tmp_path: Path, call: Call) -> None:
    (tmp_path / "cards.csv").write_text("title,text\n" + "".join(f"Card {number},text\n" for number in range(12)))
    first = call("print", "cards.csv", "--paper", "Poker 9", "--skip", "1,3", "-o", "out")
    assert "Wrote out/cards-en-poker-9.pdf: 4 pages on 2 sheets of Poker 9." in first.out
    assert call("print", "cards.csv", "--paper", "a4", "--skip", "x").code == 2
    sheet = 'sheet = "a4"\ncolumns = 3\nrows = 3\ncard = [63, 88]\nfirst = [10.5, 16.5]\n'
    (tmp_path / "papers.toml").write_text(f"[beside]\n{sheet}")
    (tmp_path / "other.toml").write_text(f"[other]\n{sheet}")
    for given, name in (("beside", "beside"), ("other.toml", "other")):
        (told,) = call("print", "cards.csv", "--paper", given, "--json").json["files"]
        assert (told["paper"], told["sheets"], told["notes"]) == (name, 2, [])
        with pikepdf.open(told["file"]) as pdf:
            box = [float(edge) * 25.4 / 72 for edge in pdf.pages[0].trimbox]
        assert box == pytest.approx([10.5, 16.5, 199.5, 280.5], abs=0.05)
