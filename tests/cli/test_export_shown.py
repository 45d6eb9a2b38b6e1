"""``companion export`` of cards to be shown: a hand, a showcase, a sheet."""

import io
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner, Result
from PIL import Image, ImageChops

from companion.cli.main import companion
from companion.errors import CompanionError
from tests.press.decks import COPIES, element, write_deck

UNPAINTED = "size = [58, 87]\n" + element("rect", x="{number * 9}", y=9, width=5, height=5, fill="teal")


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    return write_deck(tmp_path / "tiny", COPIES)


def export(deck: Path, *more: object) -> Result:
    return CliRunner().invoke(companion, ["--ui-lang", "en", "export", str(deck), *map(str, more)])


@pytest.mark.parametrize("kind", ["hand", "showcase", "sheet"])
def test_hand_showcase_and_sheet_show_each_front_once(tmp_path: Path, deck: Path, kind: str) -> None:
    done = export(deck, "--to", kind, "--dpi", 72, "-o", tmp_path, "--json")
    assert done.exit_code == 0, done.output
    assert '"cards": 5' in done.output
    picture = Image.open(io.BytesIO((tmp_path / f"tiny-en-{kind}.png").read_bytes()))
    assert min(picture.size) > 150
    fewer = export(deck, "--to", kind, "--dpi", 72, "-o", tmp_path / "two.png", "--cards", "1,3")
    assert fewer.exit_code == 0, fewer.output
    assert Image.open(io.BytesIO((tmp_path / "two.png").read_bytes())).width < picture.width


@pytest.mark.parametrize("kind", ["hand", "sheet"])
def test_a_hand_and_a_sheet_are_drawings_where_such_a_file_is_named(tmp_path: Path, deck: Path, kind: str) -> None:
    assert export(deck, "--to", kind, "-o", tmp_path / "a.svg").exit_code == 0
    assert (tmp_path / "a.svg").read_text("utf-8").count("Card ") == 5
    assert export(deck, "--to", kind, "-o", tmp_path / "a.pdf").exit_code == 0
    words = pypdfium2.PdfDocument(tmp_path / "a.pdf")[0].get_textpage().get_text_bounded()
    assert words.count("Card") == 5


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (("--to", "hand", "--columns", 2), "--columns does not go with --to hand; it is for sheet."),
        (("--to", "sheet", "--angle", 0), "--angle does not go with --to sheet; it is for hand."),
        (("--to", "png", "--reflection", 0), "--reflection does not go with --to png; it is for showcase."),
        (("--to", "showcase", "-o", "a.svg"), "A showcase is a PNG picture; 'a.svg' is none."),
        (("--to", "hand", "--cards", "99"), "there is no card '99' here"),
        (("--to", "sheet", "--dpi", 1200, "--columns", 1, "--cards", "1-5"), "million are the most"),
    ],
)
def test_impossible_hand_and_sheet_options_give_one_sentence(
    deck: Path, more: tuple[object, ...], sentence: str
) -> None:
    if "--dpi" in more:
        deck.with_name("deck.toml").write_text(COPIES.replace("range = 5", "range = 60"), encoding="utf-8")
        more = more[:-2]
    done = export(deck, *more)
    assert isinstance(done.exception, CompanionError)
    assert sentence in str(done.exception)


@pytest.mark.parametrize(
    ("kind", "option"),
    [
        ("hand", "--angle"),
        ("hand", "--radius"),
        ("showcase", "--scale"),
        ("showcase", "--offset"),
        ("showcase", "--reflection"),
    ],
)
def test_nan_is_refused_for_hand_and_sheet_options(deck: Path, kind: str, option: str) -> None:
    done = export(deck, "--to", kind, option, "nan")
    assert "'nan' is not a number" in done.output


def test_cards_of_a_hand_do_not_show_through_one_another(tmp_path: Path) -> None:
    clear = write_deck(tmp_path / "clear", COPIES.replace("range = 5", "range = 2"), front=UNPAINTED)
    given = "--to", "hand", "--dpi", 72, "--angle", 0, "-o"
    for cards, file in (("1,2", "both.png"), ("2", "upper.png")):
        assert export(clear, *given, tmp_path / file, "--cards", cards).exit_code == 0
    both, upper = (Image.open(tmp_path / file).convert("RGB") for file in ("both.png", "upper.png"))
    assert not ImageChops.difference(both, upper).point(lambda each: 255 * (each > 64)).getbbox()
