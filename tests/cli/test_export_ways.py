"""``companion export``: faces true to size, cards to be shown, printing services, tables on a screen."""

from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops

from tests.cli.commands import Call, Result
from tests.press.decks import BACK, COPIES, FACE, format_element, scale_to_poker, write_deck

UNPAINTED = "size = [58, 87]\n" + format_element("rect", x="{number * 9}", y=9, width=5, height=5, fill="teal")
OUT = Path("out")
"""Where everything is written."""


@pytest.fixture(autouse=True)
def _tiny(call: Call) -> None:
    write_deck(Path("tiny"), COPIES)


def export(call: Call, kind: str, *more: object, deck: str = "tiny") -> Result:
    return call("export", deck, "--to", kind, *map(str, more), *([] if "-o" in more else ["-o", "out"]))


@pytest.mark.parametrize(
    ("more", "size", "box"), [((), (58, 87), [0, 0, 58, 87]), (("--with-bleed",), (64, 93), [-3, -3, 64, 93])]
)
def test_svg_has_the_size_of_the_card(call: Call, more: tuple[str, ...], size: tuple[int, int], box: list[int]) -> None:
    assert export(call, "svg", *more).code == 0
    folder = OUT / "tiny-en-svg" / "cards"
    assert sorted(file.name for file in folder.iterdir()) == [*(f"{n}.svg" for n in range(1, 6)), "back.svg"]
    root = ElementTree.parse(folder / "2.svg").getroot()
    assert (root.get("width"), root.get("height")) == tuple(f"{side}mm" for side in size)
    assert list(map(float, (root.get("viewBox") or "").split())) == box
    assert "Card 2" in "".join(root.itertext())


def test_faces_are_in_the_players_language_or_the_only_one_of_the_deck(call: Call) -> None:
    export(call, "svg", "--ui-lang", "fr")
    assert "Carte 2" in (OUT / "tiny-fr-svg/cards/2.svg").read_text(encoding="utf-8")
    write_deck(Path("alone"), words={"de": 'title = "Klein"\ncard = "Karte {number}"\n'})
    export(call, "svg", deck="alone")
    assert "Karte 2" in (OUT / "tiny-de-svg/cards/2.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", ["hand", "showcase", "sheet"])
def test_hand_showcase_and_sheet_show_each_front_once(call: Call, kind: str) -> None:
    assert export(call, kind, "--dpi", 72, "--json").json["cards"] == 5
    assert export(call, kind, "--dpi", 72, "-o", "two.png", "--cards", "1,3").code == 0
    with Image.open(OUT / f"tiny-en-{kind}.png") as all_cards, Image.open("two.png") as two:
        assert min(all_cards.size) > 150
        assert two.width < all_cards.width


@pytest.mark.parametrize("kind", ["hand", "sheet"])
def test_a_hand_and_a_sheet_are_drawings_where_such_a_file_is_named(call: Call, kind: str) -> None:
    assert export(call, kind, "-o", "a.svg").code == export(call, kind, "-o", "a.pdf").code == 0
    assert Path("a.svg").read_text("utf-8").count("Card ") == 5
    assert pypdfium2.PdfDocument("a.pdf")[0].get_textpage().get_text_bounded().count("Card") == 5


def test_cards_of_a_hand_do_not_show_through_one_another(call: Call) -> None:
    write_deck(Path("clear"), COPIES.replace("range = 5", "range = 2"), front=UNPAINTED)
    for cards, file in (("1,2", "both.png"), ("2", "upper.png")):
        export(call, "hand", "--dpi", 72, "--angle", 0, "-o", file, "--cards", cards, deck="clear")
    both, upper = (Image.open(file).convert("RGB") for file in ("both.png", "upper.png"))
    assert not ImageChops.difference(both, upper).point(lambda each: 255 * (each > 64)).getbbox()


def test_drivethrucards_gets_a_pdf_with_each_back_before_its_front(call: Call) -> None:
    write_deck(Path("tiny"), COPIES, front=scale_to_poker(FACE), back=scale_to_poker(BACK))
    assert "The PDF is PDF/X-1a in CMYK" in export(call, "drivethrucards", "-o", "a.pdf").out
    answer = export(call, "drivethrucards", "--json", "-o", "a.pdf").json
    assert answer["products"] == [{"product": "poker", "cards": 10}]
    with pikepdf.open("a.pdf") as document:
        assert len(document.pages) == 20
        for page in document.pages:
            assert [float(side) for side in page.mediabox] == pytest.approx([0, 0, 198, 270], abs=0.01)
            assert [float(side) for side in page.trimbox] == pytest.approx([9, 9, 189, 261], abs=0.01)
        shown = [image.objgen for page in document.pages for image in page.Resources.XObject.values()]
    backs, fronts = shown[::2], shown[1::2]
    assert (len(set(backs)), [fronts.index(each) for each in fronts]) == (1, [0, 0, 2, 2, 4, 4, 6, 6, 8, 8])


@pytest.mark.parametrize(
    ("kind", "more", "said"),
    [
        ("png", ("--reflection", 0), "--reflection does not go with --to png; it is for showcase."),
        ("hand", ("--columns", 2), "--columns does not go with --to hand; it is for sheet."),
        ("hand", ("--angle", "nan"), "'nan' is not a number"),
        ("showcase", ("-o", "a.svg"), "A showcase is a PNG picture; 'a.svg' is not one."),
        ("sheet", ("--dpi", 1200, "--columns", 1), "million are the most"),
        ("contact", ("--paper", "napkin"), "napkin"),
        (
            "gamecrafter",
            ("--dpi", 150),
            "--dpi does not go with --to gamecrafter; it is for png, contact, playingcards",
        ),
        ("gamecrafter", ("--product", "Mint"), "The Game Crafter does not sell 'Mint'; it sells MintTin"),
        ("gamecrafter", ("--product", "HexDeck"), "the nearest is HexDeck"),
    ],
)
def test_an_impossible_export_is_refused_and_nothing_is_written(
    call: Call, kind: str, more: tuple[object, ...], said: str
) -> None:
    if "--columns" in more:
        write_deck(Path("tiny"), COPIES.replace("range = 5", "range = 60"))
    refused = export(call, kind, *more)
    assert (refused.code, refused.out, said in refused.err) == (2, "", True), refused
    assert not OUT.exists()


def test_url_lang_and_paper_apply_to_an_export(call: Call) -> None:
    export(call, "tts", "--url", "https://example.org/cards", "--lang", "fr")
    assert "https://example.org/cards/cards-1.png" in (OUT / "tiny-fr-tts/tiny.json").read_text()
    export(call, "contact", "--paper", "letter")
    assert pypdfium2.PdfDocument(OUT / "tiny-en-contact.pdf")[0].get_width() == pytest.approx(612, abs=1)
