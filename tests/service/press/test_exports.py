"""What a deck becomes for services and screens: files, sizes, names, and what is said of them."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from companion.answers import Answer
from companion.data.deck import open_deck
from companion.errors import InputError
from companion.service.press.export import Export, export
from tests.goldens import read_golden
from tests.press.decks import BACK, COPIES, DECK, FACE, scale_to_poker, write_deck
from tests.service.answer_text import format_answers


def ask_exports(folder: Path) -> Iterator[tuple[str, Answer]]:
    small = open_deck(str(write_deck(folder / "tiny")))
    deck = open_deck(str(write_deck(folder / "poker", COPIES, front=scale_to_poker(FACE), back=scale_to_poker(BACK))))
    out = folder / "out"
    for kind in ("svg", "gamecrafter", "drivethrucards", "tts", "screentop", "playingcards", "contact"):
        yield kind, export(Export(deck, "en", kind, out, dpi=36 if kind == "contact" else None))
    yield "made to fit", export(Export(small, "fr", "gamecrafter", out, fit=True))
    bare = DECK.replace("range = 5", "range = 1").replace('back = "back"\n', "")
    single = open_deck(str(write_deck(folder / "one", bare)))
    yield "one card as a file", export(Export(single, "en", "svg", folder / "one.svg"))


def test_export_answers_match_the_golden_file(tmp_path: Path) -> None:
    text = format_answers(dict(ask_exports(tmp_path)), tmp_path)
    assert text == read_golden("press-answers-exports.txt", text)


def test_one_file_is_refused_where_several_are_made(tmp_path: Path) -> None:
    deck = open_deck(str(write_deck(tmp_path / "tiny")))
    for kind, name in (("gamecrafter", "a.png"), ("tts", "a.json"), ("tts", "a.PDF"), ("svg", "a.svg")):
        with pytest.raises(InputError, match="is one file, but there are several"):
            export(Export(deck, "en", kind, tmp_path / name))
    with pytest.raises(InputError, match="box is folded from a net"):
        export(Export(open_deck("honshu"), "en", "svg", tmp_path, only=("tuckbox",)))
    assert not list(tmp_path.glob("a*"))


@pytest.mark.parametrize(
    "address", ["cards", "https://", "ftp://a.b/", "https://a.b/?x=1", "https://a.b/c d", "https://["]
)
def test_pictures_of_an_export_can_lie_at_an_address(address: str, tmp_path: Path) -> None:
    deck = open_deck(str(write_deck(tmp_path / "tiny")))
    with pytest.raises(InputError, match="is not the address of a folder on the web"):
        export(Export(deck, "en", "tts", tmp_path / "out", address=address))


def export_table(folder: Path, **more: object) -> tuple[list[str], str]:
    """The names of the cards in a saved object, and the address of the first one's picture."""
    cards = '{ number = "1", title = "Fox" }, { number = "2", name = "Owl" }, { number = "3", "title.fr" = "Loup" }'
    titled = COPIES.replace("range = 5\ncopies = 2", f"cards = [{cards}]")
    deck = open_deck(str(write_deck(folder / "titled", titled)))
    answer = export(Export(deck, "fr", "tts", folder / "out", **more))  # type: ignore[arg-type]
    (thing,) = json.loads((Path(answer.data["folder"]) / "tiny.json").read_text())["ObjectStates"]
    return [each["Nickname"] for each in thing["ContainedObjects"]], thing["CustomDeck"]["1"]["FaceURL"]


def test_cards_on_a_screen_have_their_titles_and_pictures(tmp_path: Path) -> None:
    names, url = export_table(tmp_path)
    assert names == ["Fox", "Owl", "Loup"]
    assert url == (tmp_path / "out/tiny-fr-tts/cards-1.png").as_uri()
    for address in ("https://a.b/cards", "https://a.b/cards//", "http://a.b/cards/"):
        assert export_table(tmp_path, address=address)[1].endswith("//a.b/cards/cards-1.png")
    assert export_table(tmp_path, address="file:///cards")[1] == "file:///cards/cards-1.png"


def read_words(file: Path) -> list[str]:
    with closing(pypdfium2.PdfDocument(file)) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


def test_an_overview_names_each_face_and_its_copies(tmp_path: Path) -> None:
    deck = open_deck(str(write_deck(tmp_path / "tiny", COPIES)))
    for code, back in (("en", "back"), ("fr", "verso")):
        export(Export(deck, code, "contact", tmp_path / f"{code}.pdf", paper="letter"))
        (words,) = read_words(tmp_path / f"{code}.pdf")
        assert [words.count(f"{number} × 2") for number in range(1, 6)] == [1] * 5
        assert words.count(back) == 1
    with closing(pypdfium2.PdfDocument(tmp_path / "fr.pdf")) as document:
        assert document.get_metadata_dict()["Title"] == "Minuscule"
        assert document[0].get_size() == pytest.approx((612, 792), abs=0.1)


def test_a_card_without_a_back_has_a_blank_page_before_it(tmp_path: Path) -> None:
    bare = write_deck(tmp_path / "bare", COPIES.replace('back = "back"\n', ""), front=scale_to_poker(FACE))
    export(Export(open_deck(str(bare)), "en", "drivethrucards", tmp_path / "out.pdf"))
    with pikepdf.open(tmp_path / "out.pdf") as document:
        shown = [image.objgen for page in document.pages for image in page.Resources.XObject.values()]
    backs, fronts = shown[::2], shown[1::2]
    assert (len(backs), len(set(backs)), len(set(fronts) - set(backs))) == (10, 1, 5)


def test_pictures_are_as_large_as_they_were_asked_for(tmp_path: Path) -> None:
    deck = open_deck(str(write_deck(tmp_path / "tiny", DECK.replace("range = 5", "range = 1"))))
    for more, size in (({}, (685, 1028)), ({"bleed": True}, (756, 1098)), ({"dpi": 30}, (69, 103))):
        answer = export(Export(deck, "en", "png", tmp_path / "out", **more), overwrite=True)  # type: ignore[arg-type]
        with Image.open(answer.files[0]) as picture:
            assert picture.size == size
            assert picture.info["dpi"] == pytest.approx((more.get("dpi", 300),) * 2, abs=0.1)


def test_an_order_for_autofill_lies_beside_the_pictures_it_names(tmp_path: Path) -> None:
    deck = open_deck(str(write_deck(tmp_path / "own", COPIES, front=scale_to_poker(FACE), back=scale_to_poker(BACK))))
    answer = export(Export(deck, "en", "makeplayingcards", tmp_path / "out"))
    folder = Path(answer.data["folder"]) / "cards-poker"
    order = ElementTree.parse(folder / "order.xml").getroot()
    assert [order.findtext(f"details/{each}") for each in ("quantity", "bracket")] == ["10", "18"]
    assert all((folder / str(card.findtext("id"))).is_file() for card in order.findall("fronts/card"))
    assert (folder / str(order.findtext("cardback"))).is_file()
    sold = export(Export(deck, "en", "makeplayingcards", tmp_path / "out", fit=True, product="bridge"))
    assert not any(str(name).endswith(".xml") for name in sold.data["files"])


def test_a_sheet_of_screentop_has_no_place_for_hidden_cards_and_a_table_of_its_cards(tmp_path: Path) -> None:
    deck = open_deck(str(write_deck(tmp_path / "tiny", DECK.replace("range = 5", "range = 70"))))
    answer = export(Export(deck, "en", "screentop", tmp_path / "out"))
    assert answer.data["sheets"] == [{"file": "cards-1.png", "columns": 10, "rows": 7, "cards": 70}]
    rows = (Path(answer.data["folder"]) / "cards.csv").read_text("utf-8").splitlines()[1:]
    assert (rows[0], rows[12]) == ("sheet,column,row,name,copies,back", "cards-1.png,2,2,12,1,cards-back-1.png")


def test_a_room_of_playingcards_has_every_copy_and_each_picture_once(tmp_path: Path) -> None:
    deck = open_deck(str(write_deck(tmp_path / "tiny", COPIES)))
    once = export(Export(deck, "en", "playingcards", tmp_path / "a.pcio"))
    export(Export(deck, "en", "playingcards", tmp_path / "b.pcio"))
    assert (tmp_path / "a.pcio").read_bytes() == (tmp_path / "b.pcio").read_bytes()
    assert once.data["decks"] == [{"component": "cards", "cards": 10}]
    with ZipFile(tmp_path / "a.pcio") as file:
        assert len(file.namelist()) == 7  # five fronts, a back and the table
        things = json.loads(file.read("widgets.json"))
        pictures = {f"package://{name}" for name in file.namelist()}
    (sheet,) = (each for each in things if each["type"] == "cardDeck")
    cards = [each for each in things if each["type"] == "card"]
    assert [sheet["cardTypes"][card["cardType"]]["label"] for card in cards] == [*"1122334455"]
    assert {kind[side] for kind in sheet["cardTypes"].values() for side in ("face", "back")} < pictures


def test_each_back_of_its_own_is_a_picture_and_a_blank_one_too(tmp_path: Path) -> None:
    cards = '{ number = "1", b = "back" }, { number = "2", b = "back2" }, { number = "3", b = "" }'
    own = DECK.replace("range = 5", f"cards = [{cards}]").replace('back = "back"', 'back = "{b}"')
    faces = {
        "front": scale_to_poker(FACE),
        "back": scale_to_poker(BACK),
        "back2": scale_to_poker(BACK.replace("indigo", "ink")),
    }
    deck = open_deck(str(write_deck(tmp_path / "own", own, **faces)))
    answer = export(Export(deck, "en", "makeplayingcards", tmp_path / "out"))
    folder = Path(answer.data["folder"]) / "cards-poker"
    assert sorted(file.name for file in (folder / "backs").iterdir()) == ["01-1.png", "02-2.png", "03-3.png"]
    with Image.open(folder / "backs/03-3.png") as blank:
        assert blank.convert("RGB").getextrema() == ((255, 255),) * 3


def test_cards_of_an_earlier_export_are_removed(tmp_path: Path) -> None:
    for count in (5, 2):
        deck = open_deck(str(write_deck(tmp_path / "tiny", DECK.replace("range = 5", f"range = {count}"))))
        answer = export(Export(deck, "en", "png", tmp_path / "out", dpi=36))
        own = Path(answer.data["folder"]) / "cards/mine.txt"
        own.write_text("mine")
        own.with_name("sheets.pdf").write_bytes(b"%PDF-1.4 /Creator (Companion) %%EOF")
    names = sorted(file.name for file in own.parent.iterdir())
    assert names == ["1.png", "2.png", "back.png", "mine.txt", "sheets.pdf"]
