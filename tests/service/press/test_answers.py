"""What is answered about decks, word by word: begun, printed, looked over; and about printers."""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from companion.answers import Answer
from companion.data.deck import open_deck
from companion.data.papers import parse_paper
from companion.errors import CompanionError, InputError, OutputError
from companion.paths import STANDARD_OUTPUT
from companion.press.impose.marks import Readings
from companion.press.sheets.calibration import BY_NAME, Instructions
from companion.sentences import ENGLISH
from companion.service.press.beginning import begin_deck
from companion.service.press.check import check
from companion.service.press.export import export
from companion.service.press.exports.wanted import Export
from companion.service.press.order import INKS, EditionOrder, PrintOrder, list_components
from companion.service.press.own_decks import open_any_deck, write_template
from companion.service.press.printers import keep_readings, list_printers, print_calibration
from companion.service.press.printing import confirm_cut_out, print_decks
from companion.service.press.sheet_pictures import render_sheets
from tests.goldens import read_golden
from tests.press.decks import DECK, FACE, write_deck
from tests.service.page import pages

A4 = parse_paper("a4")


def prints(folder: Path) -> Iterator[tuple[str, Answer]]:
    """Decks printed in every way, some of their cards, and again."""
    deck = open_deck(str(write_deck(folder / "tiny")))
    plain = open_deck(str(write_deck(folder / "plain", DECK.replace('back = "back"\n', ""))))
    order, out = PrintOrder((deck,), (A4,), ("en",)), folder / "out"
    yield "a deck", print_decks(order, out)
    yield "faces alone", print_decks(replace(order, decks=(plain,)), folder / "plain-out")
    for sides in ("duplex-short", "fold", "separate", "fronts"):
        yield sides, print_decks(replace(order, sides=(sides,)), out)
    yield (
        "backs last page first",
        print_decks(replace(order, sides=("separate",), reverse_backs=True, cover=False), out),
    )
    yield (
        "two languages on two papers",
        print_decks(replace(order, languages=("en", "fr", "en"), papers=(A4, parse_paper("letter"), A4)), out),
    )
    yield "some cards, thrice", print_decks(replace(order, cards=("2", "4"), copies=3), folder / "some")
    yield "with little ink", print_decks(replace(order, inks=("low",)), folder / "low")
    yield (
        "a proof for a machine",
        print_decks(replace(order, proof=True, cut_lines=True, cover=False), folder / "cut"),
    )
    yield "piped on", print_decks(replace(order, cover=False), STANDARD_OUTPUT)
    yield "changes, never printed", print_decks(replace(order, changed=True), folder / "changed")
    yield "changes, none", print_decks(replace(order, changed=True), folder / "changed")
    yield "cut out, none", confirm_cut_out(replace(order, changed=True))
    dotted = FACE.replace("y = 30", "y = 40")
    other = open_deck(str(write_deck(folder / "tiny", front=dotted)))
    changed = replace(order, decks=(other,), changed=True)
    yield "changes, all", print_decks(changed, folder / "changed")
    yield "cut out", confirm_cut_out(changed)
    faulty = FACE.replace("size = 14\nleast = 8", "size = 99")
    short = open_deck(str(write_deck(folder / "short", front=faulty)))
    yield "faults", print_decks(replace(order, decks=(short,)), folder / "short-out")
    yield "looked over", check(short)
    yield "looked over, nothing wrong", check(deck)
    yield "in spite of faults", print_decks(replace(order, decks=(short,), force=True), folder / "short-out")
    yield "what there is", list_components((deck, plain), (), "fr")
    yield (
        "what there is of the games",
        list_components([open_deck(name) for name in ("honshu", "shogun", "hogen")], (), "en"),
    )
    yield "what there is of some", list_components([open_deck("honshu")], ("map-cards", "tuckbox"), "en")
    drawn = render_sheets(EditionOrder(str(folder / "tiny")), shown=1)
    names = [each["name"] for each in drawn.data["pages"]]
    yield "looked at", replace(drawn, outcome={**drawn.data, "pages": names})


def printers(folder: Path) -> Iterator[tuple[str, Answer]]:
    """A printer measured, and measured again."""
    kept_in, out = folder / "printers.toml", folder / "out"
    yield "none", list_printers(kept_in)
    yield "a sheet", print_calibration(A4, "duplex-long", "en", out, lambda profile: BY_NAME)
    yield ("a sheet as a file", print_calibration(A4, "duplex-long", "fr", folder / "a.pdf", lambda profile: BY_NAME))
    yield "a sheet in two", print_calibration(A4, "separate", "en", out, lambda profile: BY_NAME)
    read = Readings(5.3, 5.1, 4.6, 4.8, 99.8)
    yield "measured", keep_readings(" office ", "", A4, read, 4.0, profiles=kept_in)
    yield (
        "a corrected sheet",
        print_calibration(A4, "duplex-long", "en", out, lambda profile: BY_NAME, "office", profiles=kept_in),
    )
    yield "measured better", keep_readings("office", "", A4, Readings(5.1), corrected=True, profiles=kept_in)
    yield "measured anew", keep_readings("office", "", A4, Readings(bottom=4.7), profiles=kept_in)
    yield "a tray", keep_readings("office", " 2 ", parse_paper("letter"), Readings(), profiles=kept_in)
    yield "all", list_printers(kept_in)


def begun(folder: Path) -> Iterator[tuple[str, Answer]]:
    """Decks begun, and faces to be drawn."""
    for like in ("plain", "honshu", "tiles", "tokens"):
        yield like, begin_deck(folder / f"my {like}", like, "en")
    yield "a face of a size", write_template("63x88", folder / "face.svg", ENGLISH)
    yield (
        "one with everything told",
        write_template("poker", folder / "other.svg", ENGLISH, bleed=1.5, safe=2.5, trim="rounded", corner=4),
    )
    deck = write_deck(folder / "tiny")
    yield "a face for a deck", write_template(str(deck.parent), folder / "front.svg", ENGLISH)


@pytest.mark.parametrize("asked", [prints, printers, begun])
def test_press_answers_match_the_golden_files(
    asked: Callable[[Path], Iterator[tuple[str, Answer]]], tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    told, what = pages(dict(asked(tmp_path)), tmp_path), asked.__name__
    assert told == read_golden(f"press-answers-{what}.txt", told)


def test_a_new_deck_teaches_in_the_language_of_who_makes_it(tmp_path: Path) -> None:
    texts = []
    for language in ("en", "fr"):
        folder = tmp_path / language
        begin_deck(folder, "tokens", language)
        for file in sorted(folder.rglob("*.*")):
            if file.suffix in (".toml", ".csv"):
                texts.append(f"=== {file.relative_to(tmp_path)}\n{file.read_text(encoding='utf-8')}")
    text = "\n".join(texts)
    assert text == read_golden("press-answers-taught.txt", text)


@pytest.mark.parametrize("name", ["honshu", "Shogun"])
def test_a_deck_is_not_called_like_a_game(name: str, tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=f"'{name}' is a game here"):
        begin_deck(tmp_path / name, "plain", "en")


def test_a_deck_is_begun_where_nothing_lies(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert begin_deck(tmp_path / "empty", "plain", "en").yes
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path / "none")
    for name in ("empty", "file", "link"):
        with pytest.raises(OutputError, match="is there already, and not empty"):
            begin_deck(tmp_path / name, "plain", "en")


@pytest.mark.skipif(os.name != "posix", reason="such names are not allowed")
def test_a_deck_is_named_as_a_file_can_be(tmp_path: Path) -> None:
    begin_deck(tmp_path / 'a:b\\c"d\te', "plain", "en")
    assert open_deck(str(tmp_path / 'a:b\\c"d\te')).name == 'a-b-c"d-e'


def test_a_deck_without_cards_is_told(tmp_path: Path) -> None:
    deck = open_deck(
        str(write_deck(tmp_path / "tiny", DECK.replace("range = 5", 'range = 5\nwhen = "{number|int > 9}"')))
    )
    with pytest.raises(InputError, match="tiny has no card that could be written"):
        export(Export(deck, "en", "svg", tmp_path / "out"))
    with pytest.raises(CompanionError, match="the deck tiny has no card to print"):
        print_decks(PrintOrder((deck,), (A4,), ("en",), cover=False), tmp_path / "out")


def test_an_edition_order_becomes_a_print_order() -> None:
    wish = EditionOrder("honshu")
    assert (wish.paper, wish.sides, wish.language, wish.ink) == ("a4", "duplex-long", "en", "full")
    order = EditionOrder("hogen", "letter", "fold", "fr", "low", ("samurai",)).order
    assert [deck.name for deck in order.decks] == ["hogen"]
    assert [each.name for each in order.papers] == ["letter"]
    assert (order.languages, order.reader, order.sides, order.inks, order.only) == (
        ("fr",),
        "fr",
        ("fold",),
        ("low",),
        ("samurai",),
    )
    assert INKS == ("full", "low")
    assert wish.fingerprint == EditionOrder("honshu").fingerprint
    assert len({EditionOrder("honshu", ink=ink).fingerprint for ink in INKS} | {EditionOrder("hogen").fingerprint}) == 3
    large = EditionOrder("honshu", type="large")
    assert (large.edition.name, large.fingerprint != wish.fingerprint) == ("honshu-en-a4-large", True)
    assert large.form_fields["type"] == "large"
    assert len(wish.fingerprint) == 16


def test_the_size_of_cards_is_told_for_pictures_alone(tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    with pytest.raises(InputError, match="neither a deck.toml nor a PNG or JPEG picture"):
        open_any_deck(str(pictures))
    Image.new("RGB", (700, 1000)).save(pictures / "fox.png")
    component, *_ = open_any_deck(str(pictures), "40x60", 1.5).components
    assert [card.id for card in component.cards] == ["fox"]
    deck = write_deck(tmp_path / "tiny")
    for given in (str(deck), str(deck.parent), "honshu"):
        assert open_any_deck(given).components
        for more in ({"size": "40x60"}, {"picture_bleed": 0.0}):
            with pytest.raises(InputError, match="is no folder of pictures"):
                open_any_deck(given, **more)  # type: ignore[arg-type]
    table = tmp_path / "cards.CSV"
    table.write_text("name\nfox\nowl\n", encoding="utf-8")
    assert len(open_any_deck(str(table)).components[0].cards) == 2


def test_a_corrected_sheet_says_what_to_do_with_it(tmp_path: Path) -> None:
    asked = []

    def guide(profile: object) -> Instructions:
        asked.append(profile)
        return BY_NAME

    with pytest.raises(InputError):
        print_calibration(A4, "duplex-long", "en", tmp_path, guide, "office", profiles=tmp_path / "printers.toml")
    keep_readings("office", "", A4, Readings(5.3), profiles=tmp_path / "printers.toml")
    print_calibration(A4, "duplex-long", "en", tmp_path / "a", guide, "office", profiles=tmp_path / "printers.toml")
    print_calibration(A4, "duplex-long", "en", tmp_path / "a", guide)
    assert [getattr(each, "printer", None) for each in asked] == ["office", None]
    (tmp_path / "a.pdf").write_bytes(b"mine")
    with pytest.raises(OutputError):
        print_calibration(A4, "duplex-long", "en", tmp_path / "a.pdf", guide)
    with pytest.raises(CompanionError):  # the folder of a file that is named is not made
        print_calibration(A4, "duplex-long", "en", tmp_path / "none" / "a.pdf", guide)


def test_a_margin_is_kept_until_another_is_told(tmp_path: Path) -> None:
    def margin(**more: object) -> object:
        return keep_readings("office", "", A4, Readings(), profiles=tmp_path / "p.toml", **more).data["margin"]  # type: ignore[arg-type]

    assert [margin(), margin(margin=4.0), margin(), margin(margin=0.0), margin()] == [None, 4, 4, 0, 0]
