"""What is answered about decks, word by word: begun, printed, looked over; and about printers."""

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
from companion.press.sheets.guide import BY_NAME, Instructions
from companion.press.sheets.marks import Readings
from companion.sentences import ENGLISH
from companion.service.press.edition_order import EditionOrder
from companion.service.press.export import Export, export
from companion.service.press.new_deck import begin_deck, write_template
from companion.service.press.own_decks import open_any_deck
from companion.service.press.printers import keep_readings, list_printers, print_calibration
from companion.service.press.printing import PrintOrder, confirm_cut_out, list_components, print_decks
from companion.service.press.review import check
from tests.goldens import name_case, read_golden
from tests.press.decks import DECK, FACE, write_deck
from tests.service.answer_text import format_answers

A4 = parse_paper("a4")


def ask_prints(folder: Path) -> Iterator[tuple[str, Answer]]:
    deck = open_deck(str(write_deck(folder / "tiny")))
    order, out = PrintOrder((deck,), (A4,), ("en",)), folder / "out"
    yield "a deck", print_decks(order, out)
    apart = replace(order, sides=("separate",), reverse_backs=True, cover=False)
    yield "backs last page first", print_decks(apart, out)
    yield "some cards, thrice", print_decks(replace(order, cards=("2", "4"), copies=3), folder / "some")
    yield "piped on", print_decks(replace(order, cover=False), STANDARD_OUTPUT)
    print_decks(replace(order, changed=True), folder / "changed")
    yield "changes, none", print_decks(replace(order, changed=True), folder / "changed")
    other = open_deck(str(write_deck(folder / "tiny", front=FACE.replace("y = 30", "y = 40"))))
    changed = replace(order, decks=(other,), changed=True)
    yield "changes, all", print_decks(changed, folder / "changed")
    yield "cut out", confirm_cut_out(changed)
    faulty = FACE.replace("size = 14\nleast = 8", "size = 99")
    short = open_deck(str(write_deck(folder / "short", front=faulty)))
    yield "faults", print_decks(replace(order, decks=(short,)), folder / "short-out")
    yield "looked over", check(short)
    yield "looked over, nothing wrong", check(deck)
    yield "what there is of some", list_components([open_deck("honshu")], ("map-cards", "tuckbox"), "en")


def ask_printers(folder: Path) -> Iterator[tuple[str, Answer]]:
    kept_in, out = folder / "printers.toml", folder / "out"
    yield "none", list_printers(kept_in)
    yield "a sheet", print_calibration(A4, "duplex-long", "en", out, lambda profile: BY_NAME)
    read = Readings(5.3, 5.1, 4.6, 4.8, 99.8)
    yield "measured", keep_readings(" office ", "", A4, read, 4.0, profiles=kept_in)
    yield "measured better", keep_readings("office", "", A4, Readings(5.1), corrected=True, profiles=kept_in)
    yield "measured anew", keep_readings("office", "", A4, Readings(bottom=4.7), margin=0.0, profiles=kept_in)
    yield "a tray", keep_readings("office", " 2 ", parse_paper("letter"), Readings(), profiles=kept_in)
    yield "all", list_printers(kept_in)


def ask_new_decks(folder: Path) -> Iterator[tuple[str, Answer]]:
    for like in ("plain", "tokens"):
        yield like, begin_deck(folder / f"my {like}", like, "en")
    yield "a face of a size", write_template("63x88", folder / "face.svg", ENGLISH)
    deck = write_deck(folder / "tiny")
    yield "a face for a deck", write_template(str(deck.parent), folder / "front.svg", ENGLISH)


@pytest.mark.parametrize("asked", [ask_prints, ask_printers, ask_new_decks])
def test_press_answers_match_the_golden_files(
    asked: Callable[[Path], Iterator[tuple[str, Answer]]], tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    text, name = format_answers(dict(asked(tmp_path)), tmp_path), name_case(asked)
    assert text == read_golden(f"press-answers-{name}.txt", text)


def test_a_new_deck_needs_an_empty_folder_and_no_name_of_a_game(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="'Shogun' is a game here"):
        begin_deck(tmp_path / "Shogun", "plain", "en")
    (tmp_path / "empty").mkdir()
    assert begin_deck(tmp_path / "empty", "plain", "en").yes
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path / "none")
    for name in ("empty", "file", "link"):
        with pytest.raises(OutputError, match="is there already, and not empty"):
            begin_deck(tmp_path / name, "plain", "en")


@pytest.mark.parametrize("name", ["d:evil", "x.toml:stream", "a\\b", "a\tb", "CON", "conout$", "..", ".evil", "evil."])
def test_a_deck_is_named_as_a_file_can_be_on_every_system(tmp_path: Path, name: str) -> None:
    with pytest.raises(OutputError, match=r"(?s)'.*' cannot name a deck"):
        begin_deck(tmp_path / name, "plain", "en")
    assert [*tmp_path.iterdir()] == []


def test_a_deck_without_cards_is_refused(tmp_path: Path) -> None:
    none = DECK.replace("range = 5", 'range = 5\nwhen = "{number|int > 9}"')
    deck = open_deck(str(write_deck(tmp_path / "tiny", none)))
    with pytest.raises(InputError, match="tiny has no card that could be written"):
        export(Export(deck, "en", "svg", tmp_path / "out"))
    with pytest.raises(CompanionError, match="the deck tiny has no card to print"):
        print_decks(PrintOrder((deck,), (A4,), ("en",), cover=False), tmp_path / "out")


def test_an_edition_order_becomes_a_print_order() -> None:
    usual, large = EditionOrder("honshu"), EditionOrder("honshu", type="large")
    assert (usual.paper, usual.sides, usual.language, usual.ink) == ("a4", "duplex-long", "en", "full")
    order = EditionOrder("hogen", "letter", "fold", "fr", "low", ("samurai",)).order
    assert ([deck.name for deck in order.decks], [each.name for each in order.papers]) == (["hogen"], ["letter"])
    assert (order.languages, order.reader, order.sides) == (("fr",), "fr", ("fold",))
    assert (order.inks, order.only) == (("low",), ("samurai",))
    others = [EditionOrder("honshu", ink="low"), EditionOrder("hogen"), large]
    assert usual.fingerprint == EditionOrder("honshu").fingerprint
    assert len({each.fingerprint for each in (usual, *others)}) == 4
    assert (large.edition.name, large.form_fields["type"]) == ("honshu-en-a4-large", "large")


def test_a_card_size_is_accepted_for_pictures_alone(tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    with pytest.raises(InputError, match="neither a deck.toml nor a picture that can be printed"):
        open_any_deck(str(pictures))
    Image.new("RGB", (700, 1000)).save(pictures / "fox.png")
    component, *_ = open_any_deck(str(pictures), "40x60", 1.5).components
    assert [card.id for card in component.cards] == ["fox"]
    deck = write_deck(tmp_path / "tiny")
    for given in (str(deck), str(deck.parent), "honshu"):
        assert open_any_deck(given).components
        for more in ({"size": "40x60"}, {"picture_bleed": 0.0}):
            with pytest.raises(InputError, match="is not a folder of pictures"):
                open_any_deck(given, **more)  # type: ignore[arg-type]
    table = tmp_path / "cards.CSV"
    table.write_text("name\nfox\nowl\n", encoding="utf-8")
    assert len(open_any_deck(str(table)).components[0].cards) == 2


def test_a_corrected_sheet_says_what_to_do_with_it_and_replaces_no_file(tmp_path: Path) -> None:
    asked, profiles = [], tmp_path / "printers.toml"

    def explain(profile: object) -> Instructions:
        asked.append(getattr(profile, "printer", None))
        return BY_NAME

    with pytest.raises(InputError):
        print_calibration(A4, "duplex-long", "en", tmp_path, explain, "office", profiles=profiles)
    keep_readings("office", "", A4, Readings(5.3), profiles=profiles)
    print_calibration(A4, "duplex-long", "en", tmp_path / "a", explain, "office", profiles=profiles)
    print_calibration(A4, "duplex-long", "en", tmp_path / "a", explain)
    assert asked == ["office", None]
    (tmp_path / "a.pdf").write_bytes(b"mine")
    for file in ("a.pdf", "none/a.pdf"):  # the folder of a file that is named is not made
        with pytest.raises(CompanionError):
            print_calibration(A4, "duplex-long", "en", tmp_path / file, explain)
