"""``companion export`` for printing services, for a table on the screen, and as an overview."""

import io
import json
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from companion.cli.main import companion
from companion.errors import CompanionError
from tests.press.decks import BACK, COPIES, DECK, FACE, poker, write_deck


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    return write_deck(tmp_path / "tiny", COPIES, front=poker(FACE), back=poker(BACK))


def export(deck: Path, kind: str, *more: object, folder: Path) -> Result:
    words = ["--ui-lang", "en", "export", str(deck), "--to", kind, *map(str, more), "-o", str(folder)]
    return CliRunner().invoke(companion, words)


def written(folder: Path) -> list[str]:
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file())


def picture(file: Path) -> Image.Image:
    return Image.open(io.BytesIO(file.read_bytes()))


@pytest.mark.parametrize(
    ("kind", "product", "size"),
    [("gamecrafter", "PokerDeck", (825, 1125)), ("makeplayingcards", "poker", (822, 1122))],
)
def test_services_get_a_picture_for_each_card_and_the_back_that_all_have(
    tmp_path: Path, deck: Path, kind: str, product: str, size: tuple[int, int]
) -> None:
    done = export(deck, kind, "--json", folder=tmp_path)
    assert done.exit_code == 0, done.output
    answer = json.loads(done.output)
    files = [f"cards-{product}/fronts/{place:02}-{1 + (place - 1) // 2}.png" for place in range(1, 11)]
    order = [f"cards-{product}/order.xml"] if kind == "makeplayingcards" else []
    assert written(tmp_path / f"tiny-en-{kind}") == sorted(
        [f"cards-{product}/backs/back.png", *files, *order]
    )
    assert answer["products"] == [
        {"component": "cards", "product": product, "pixels": [*size], "cards": 10, "backs": 1}
    ]
    for name in answer["files"][:11]:
        drawn = picture(Path(answer["folder"]) / name)
        assert drawn.size == size
        assert drawn.info["dpi"] == pytest.approx((300, 300), abs=0.1)
        assert drawn.getpixel((1, 1)) == drawn.getpixel((60, 60)), "the ground reaches to the edge"


def test_a_size_that_is_not_sold_is_told_with_the_nearest(tmp_path: Path) -> None:
    small = write_deck(tmp_path / "tiny")
    done = export(small, "gamecrafter", folder=tmp_path / "out")
    assert isinstance(done.exception, CompanionError)
    assert "58 x 87 mm and this shape (cards); the nearest is BridgeDeck" in str(done.exception)
    assert not (tmp_path / "out").exists()
    done = export(small, "gamecrafter", "--fit", folder=tmp_path / "out")
    assert "98.5% as large" in done.output
    assert picture(tmp_path / "out/tiny-en-gamecrafter/cards-BridgeDeck/fronts/01-1.png").size == (750, 1125)


def test_drivethrucards_gets_a_pdf_with_each_back_before_its_front(tmp_path: Path, deck: Path) -> None:
    goal = tmp_path / "out.pdf"
    done = export(deck, "drivethrucards", folder=goal)
    assert "The PDF is PDF/X-1a in CMYK" in done.output
    told = json.loads(export(deck, "drivethrucards", "--json", folder=goal).output)
    assert told["products"] == [{"product": "poker", "cards": 10}]
    with pikepdf.open(goal) as document:
        assert len(document.pages) == 20
        for page in document.pages:
            assert [float(side) for side in page.mediabox] == pytest.approx([0, 0, 198, 270], abs=0.01)
            assert [float(side) for side in page.trimbox] == pytest.approx([9, 9, 189, 261], abs=0.01)
        shown = [image.objgen for page in document.pages for image in page.Resources.XObject.values()]
    backs, fronts = shown[::2], shown[1::2]
    assert (len(set(backs)), [fronts.index(each) for each in fronts]) == (1, [0, 0, 2, 2, 4, 4, 6, 6, 8, 8])


def pdfium(file: Path) -> Any:
    import pypdfium2

    return pypdfium2.PdfDocument(file)


def test_a_table_on_the_screen_gets_sheets_and_a_saved_object(tmp_path: Path, deck: Path) -> None:
    assert export(deck, "tts", "--url", "https://example.org/cards", folder=tmp_path).exit_code == 0
    folder = tmp_path / "tiny-en-tts"
    assert written(folder) == ["cards-1.png", "cards-back-1.png", "tiny.json", "tiny.png"]
    assert picture(folder / "tiny.png").size == (256, 256)
    (thing,) = json.loads((folder / "tiny.json").read_text())["ObjectStates"]
    assert thing["CustomDeck"]["1"]["FaceURL"] == "https://example.org/cards/cards-1.png"
    assert len(thing["DeckIDs"]) == 10
    sheet = picture(folder / "cards-1.png")
    assert (sheet.width % thing["CustomDeck"]["1"]["NumWidth"], max(sheet.size) <= 4096) == (0, True)
    assert export(deck, "tts", folder=tmp_path).exit_code == 0, "the same folder again is fine"
    (thing,) = json.loads((folder / "tiny.json").read_text())["ObjectStates"]
    assert thing["CustomDeck"]["1"]["FaceURL"] == (folder / "cards-1.png").as_uri()


def test_an_overview_shows_every_face_once_with_its_name(tmp_path: Path, deck: Path) -> None:
    goal = tmp_path / "out.pdf"
    assert export(deck, "contact", "--paper", "letter", folder=goal).exit_code == 0
    (page,) = pdfium(goal)
    assert page.get_size() == pytest.approx((612, 792), abs=0.1)
    text = page.get_textpage().get_text_bounded()
    assert [text.count(f"{number} × 2") for number in range(1, 6)] == [1] * 5
    assert text.count("back") == 1
    assert export(deck, "contact", folder=tmp_path / "out.png").exit_code == 0
    assert picture(tmp_path / "out.png").size == (1240, 1754)
    french = tmp_path / "fr.pdf"
    assert export(deck, "contact", "--lang", "fr", folder=french).exit_code == 0
    assert "verso" in pdfium(french)[0].get_textpage().get_text_bounded()


@pytest.mark.parametrize(
    ("kind", "more", "said"),
    [
        (
            "gamecrafter",
            ("--dpi", 150),
            "--dpi says nothing with --to gamecrafter; it is for png, contact, playingcards, hand",
        ),
        ("png", ("--fit",), "--fit says nothing"),
        ("svg", ("--dpi", 300), "--dpi says nothing"),
        ("contact", ("--url", "https://a.b/"), "--url says nothing"),
        ("tts", ("--url", "cards"), "'cards' is not the address"),
        ("tts", ("--url", "https://["), "is not the address"),
        ("tts", ("--url", "javascript:alert(1)"), "is not the address"),
        ("contact", ("--paper", "napkin"), "napkin"),
        ("tts", ("--product", "MintTin"), "--product says nothing"),
        ("gamecrafter", ("--product", "Mint"), "The Game Crafter sells no 'Mint'; perhaps MintTin"),
        ("gamecrafter", ("--product", "HexDeck"), "the nearest is HexDeck"),
    ],
)
def test_what_says_nothing_is_told_and_nothing_is_written(
    tmp_path: Path, deck: Path, kind: str, more: tuple[object, ...], said: str
) -> None:
    done = export(deck, kind, *more, folder=tmp_path / "out")
    assert isinstance(done.exception, CompanionError)
    assert said in str(done.exception)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("kind", "name", "told"),
    [
        ("svg", "", "6 pictures are written to {folder}/tiny-en-svg."),
        ("gamecrafter", "", "11 pictures are written to {folder}/tiny-en-gamecrafter."),
        ("drivethrucards", "", "{folder}/tiny-en-drivethrucards-poker.pdf is written."),
        ("tts", "", "2 pictures are written to {folder}/tiny-en-tts."),
        ("contact", "", "{folder}/tiny-en-contact.pdf is written."),
        ("playingcards", "", "{folder}/tiny-en-playingcards.pcio is written."),
        ("playingcards", "a.pcio", "{folder}/a.pcio is written."),
        ("screentop", "", "2 pictures are written to {folder}/tiny-en-screentop."),
        ("contact", "all.png", "{folder}/all.png is written."),
    ],
)
def test_each_way_says_what_it_made(tmp_path: Path, deck: Path, kind: str, name: str, told: str) -> None:
    done = export(deck, kind, folder=tmp_path / name)
    assert done.output.replace("\n", " ").startswith(told.format(folder=tmp_path)), done.output


@pytest.mark.parametrize("kind", ["gamecrafter", "tts"])
@pytest.mark.parametrize("name", ["out.png", "-"])
def test_a_folder_is_asked_for_where_several_files_are_made(
    tmp_path: Path, deck: Path, kind: str, name: str
) -> None:
    done = export(deck, kind, folder=Path(name) if name == "-" else tmp_path / name)
    assert isinstance(done.exception, CompanionError)
    assert "is one file, and several are made; name a folder" in str(done.exception)


@pytest.mark.parametrize(
    "kind", ["gamecrafter", "makeplayingcards", "drivethrucards", "tts", "screentop", "playingcards"]
)
def test_the_same_command_again_replaces_what_it_wrote(tmp_path: Path, deck: Path, kind: str) -> None:
    for _ in range(2):
        done = export(deck, kind, folder=tmp_path / "out")
        assert done.exit_code == 0, done.exception
    for file in (tmp_path / "out").rglob("*.*"):
        file.write_bytes(b"PK\3\4 mine")
    assert isinstance(export(deck, kind, folder=tmp_path / "out").exception, CompanionError)


def test_the_player_s_own_files_stay(tmp_path: Path, deck: Path) -> None:
    own = tmp_path / "tiny-en-tts/tiny.json"
    own.parent.mkdir()
    own.write_text('{"SaveName": "mine"}')
    done = export(deck, "tts", folder=tmp_path)
    assert isinstance(done.exception, CompanionError)
    assert written(own.parent) == ["tiny.json"]
    assert export(deck, "tts", "--overwrite", folder=tmp_path).exit_code == 0


def test_a_picture_of_a_house_is_a_sentence(tmp_path: Path) -> None:
    wall = write_deck(
        tmp_path / "wall",
        front=FACE.replace("[58, 87]", "[4000, 4000]"),
        back=BACK.replace("[58, 87]", "[4000, 4000]"),
    )
    done = export(wall, "png", "--dpi", "300", folder=tmp_path / "out")
    assert isinstance(done.exception, CompanionError)
    assert "47244 x 47244 pixels" in str(done.exception)
    assert not (tmp_path / "out").exists()


def test_names_of_cards_suit_every_disk_and_stay_apart(tmp_path: Path) -> None:
    names = ["a/b", "a:b", "A-B", "..", "n" * 300, "漢" * 300]
    cards = ", ".join(f'{{ number = "{name}", short = "{n}" }}' for n, name in enumerate(names))
    text = DECK.replace("range = 5", f"cards = [{cards}]").replace('name = "cards"', 'name = ".."')
    plain = write_deck(tmp_path / "tiny", text, front=FACE.replace("$card", "{short}"))
    done = export(plain, "png", "--dpi", 36, folder=tmp_path / "a/b")
    assert done.exit_code == 0, done.output
    made = written(tmp_path / "a")
    assert [name.rpartition("/")[2][:8] for name in made] == [
        "-.png",
        "A-B++.pn",
        "a-b+.png",
        "a-b.png",
        "back.png",
        "nnnnnnnn",
        "漢漢漢漢漢漢漢漢",
    ]
    assert all(name.startswith("b/tiny-en-png/-/") for name in made)


def test_cards_of_two_sizes_that_are_cut_alike_stay_apart(tmp_path: Path) -> None:
    two = DECK.replace("range = 5", "range = 2").replace('face = "front"', 'face = "front-{number}"')
    sizes = {f"front-{number}": f"size = [{size}, 88]" for number, size in ((1, 63), (2, 63.2))}
    deck = write_deck(tmp_path / "tiny", two.replace('back = "back"\n', ""), **sizes)
    assert export(deck, "gamecrafter", folder=tmp_path).exit_code == 0
    begun = "cards-EuroPokerDeck"
    assert written(tmp_path / "tiny-en-gamecrafter") == [
        f"{begun}+/fronts/01-2.png",
        f"{begun}/fronts/01-1.png",
    ]


def test_an_overview_of_several_pages_is_several_pictures(tmp_path: Path) -> None:
    many = write_deck(tmp_path / "tiny", DECK.replace("range = 5", "range = 60"))
    done = export(many, "contact", "--dpi", 36, folder=tmp_path / "o/all.png")
    assert written(tmp_path / "o") == ["all-1.png", "all-2.png"], done.output


@pytest.mark.parametrize("kind", ["png", "tts", "gamecrafter", "drivethrucards", "contact"])
def test_a_deck_without_cards_is_told(tmp_path: Path, kind: str) -> None:
    deck = write_deck(tmp_path / "tiny", DECK.replace("range = 5", 'range = 5\nwhen = "{number|int > 9}"'))
    done = export(deck, kind, folder=tmp_path / "out")
    assert "tiny has no card that could be written" in str(done.exception)
    assert not (tmp_path / "out").exists()
