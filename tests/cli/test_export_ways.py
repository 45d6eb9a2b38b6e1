"""``companion export`` for printing services, for a table on the screen, and as an overview."""

import io
import json
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from companion.cli.main import companion
from companion.errors import CompanionError
from tests.press.decks import BACK, COPIES, FACE, poker, write_deck


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    return write_deck(tmp_path / "tiny", COPIES, front=poker(FACE), back=poker(BACK))


def export(deck: Path, kind: str, *more: object, folder: Path) -> Result:
    words = ["--ui-lang", "en", "export", str(deck), "--to", kind, *map(str, more), "-o", str(folder)]
    return CliRunner().invoke(companion, words)


def list_files(folder: Path) -> list[str]:
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file())


def picture(file: Path) -> Image.Image:
    return Image.open(io.BytesIO(file.read_bytes()))


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


@pytest.mark.parametrize(
    ("kind", "more", "said"),
    [
        (
            "gamecrafter",
            ("--dpi", 150),
            "--dpi does not go with --to gamecrafter; it is for png, contact, playingcards, hand",
        ),
        ("png", ("--fit",), "--fit does not go with --to"),
        ("svg", ("--dpi", 300), "--dpi does not go with --to"),
        ("contact", ("--url", "https://a.b/"), "--url does not go with --to"),
        ("tts", ("--url", "cards"), "'cards' is not the address"),
        ("tts", ("--url", "https://["), "is not the address"),
        ("tts", ("--url", "javascript:alert(1)"), "is not the address"),
        ("contact", ("--paper", "napkin"), "napkin"),
        ("tts", ("--product", "MintTin"), "--product does not go with --to"),
        ("gamecrafter", ("--product", "Mint"), "The Game Crafter does not sell 'Mint'; it sells MintTin"),
        ("gamecrafter", ("--product", "HexDeck"), "the nearest is HexDeck"),
    ],
)
def test_an_option_without_effect_is_refused_and_nothing_is_written(
    tmp_path: Path, deck: Path, kind: str, more: tuple[object, ...], said: str
) -> None:
    done = export(deck, kind, *more, folder=tmp_path / "out")
    assert isinstance(done.exception, CompanionError)
    assert said in str(done.exception)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("kind", "name", "told"),
    [
        ("svg", "", "Wrote 6 pictures to {folder}/tiny-en-svg."),
        ("gamecrafter", "", "Wrote 11 pictures to {folder}/tiny-en-gamecrafter."),
        ("drivethrucards", "", "Wrote {folder}/tiny-en-drivethrucards-poker.pdf."),
        ("tts", "", "Wrote 2 pictures to {folder}/tiny-en-tts."),
        ("contact", "", "Wrote {folder}/tiny-en-contact.pdf."),
        ("playingcards", "", "Wrote {folder}/tiny-en-playingcards.pcio."),
        ("playingcards", "a.pcio", "Wrote {folder}/a.pcio."),
        ("screentop", "", "Wrote 2 pictures to {folder}/tiny-en-screentop."),
        ("contact", "all.png", "Wrote {folder}/all.png."),
    ],
)
def test_each_export_says_what_it_wrote(tmp_path: Path, deck: Path, kind: str, name: str, told: str) -> None:
    done = export(deck, kind, folder=tmp_path / name)
    assert done.output.replace("\n", " ").startswith(told.format(folder=tmp_path)), done.output


def test_a_picture_of_too_many_pixels_is_refused(tmp_path: Path) -> None:
    wall = write_deck(
        tmp_path / "wall", front=FACE.replace("[58, 87]", "[4000, 4000]"), back=BACK.replace("[58, 87]", "[4000, 4000]")
    )
    done = export(wall, "png", "--dpi", "300", folder=tmp_path / "out")
    assert isinstance(done.exception, CompanionError)
    assert "47244 x 47244 pixels" in str(done.exception)
    assert not (tmp_path / "out").exists()


def test_url_sets_the_address_of_the_pictures_in_a_saved_object(tmp_path: Path, deck: Path) -> None:
    assert export(deck, "tts", "--url", "https://example.org/cards", folder=tmp_path).exit_code == 0
    saved = (tmp_path / "tiny-en-tts/tiny.json").read_text()
    assert "https://example.org/cards/cards-1.png" in saved
