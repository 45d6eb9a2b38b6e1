"""``companion export``: single faces as SVG and PNG, true to size."""

import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from companion.cli.main import companion
from companion.errors import CompanionError
from tests.press.decks import write_deck

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    return write_deck(tmp_path / "tiny")


def export(deck: Path, *arguments: object, folder: Path, language: str = "en") -> Result:
    words = ["--ui-lang", language, "export", str(deck), *map(str, arguments), "-o", str(folder)]
    return CliRunner().invoke(companion, words)


@pytest.mark.parametrize(
    ("more", "size", "box"), [((), (58, 87), [0, 0, 58, 87]), (("--with-bleed",), (64, 93), [-3, -3, 64, 93])]
)
def test_svg_has_the_size_of_the_card(
    tmp_path: Path, deck: Path, more: tuple[str, ...], size: tuple[int, int], box: list[int]
) -> None:
    done = export(deck, "--to", "svg", *more, folder=tmp_path)
    assert done.exit_code == 0, done.output
    folder = tmp_path / "tiny-en-svg" / "cards"
    assert sorted(file.name for file in folder.iterdir()) == [*(f"{n}.svg" for n in range(1, 6)), "back.svg"]
    root = ElementTree.parse(folder / "2.svg").getroot()
    assert (root.get("width"), root.get("height")) == tuple(f"{side}mm" for side in size)
    assert list(map(float, (root.get("viewBox") or "").split())) == box
    assert "Card 2" in "".join(root.itertext())


@pytest.mark.parametrize("dpi", [100, 300])
def test_png_has_the_pixels_of_its_resolution(tmp_path: Path, deck: Path, dpi: int) -> None:
    done = export(deck, "--to", "png", "--dpi", dpi, "--with-bleed", "--json", folder=tmp_path)
    answer = json.loads(done.output)
    assert len(answer["files"]) == 6
    for name in answer["files"]:
        picture = Image.open(io.BytesIO((Path(answer["folder"]) / name).read_bytes()))
        for pixels, side in zip(picture.size, (64, 93), strict=True):
            assert pixels == pytest.approx(side / 25.4 * dpi, abs=1)
        assert picture.info["dpi"] == pytest.approx((dpi, dpi), abs=0.1)


def test_faces_speak_the_player_s_language_or_the_one_asked_for(tmp_path: Path, deck: Path) -> None:
    export(deck, "--to", "svg", folder=tmp_path, language="fr")
    assert "Carte 2" in (tmp_path / "tiny-fr-svg/cards/2.svg").read_text(encoding="utf-8")
    german = {"de": 'title = "Klein"\ncard = "Karte {number}"\n'}
    alone = write_deck(tmp_path / "alone", words=german)
    assert export(alone, "--to", "svg", folder=tmp_path).exit_code == 0
    assert "Karte 2" in (tmp_path / "tiny-de-svg/cards/2.svg").read_text(encoding="utf-8")


def test_a_folded_box_cannot_be_exported_as_faces(tmp_path: Path, deck: Path) -> None:
    done = export(deck, "--to", "svg", "--only", "tuckbox", folder=tmp_path / "out")
    assert isinstance(done.exception, CompanionError)
    assert "tuckbox is folded from a net" in str(done.exception)
    assert not (tmp_path / "out").exists()


def test_a_named_picture_is_that_file(tmp_path: Path, deck: Path) -> None:
    goal = tmp_path / "back.svg"
    one = write_deck(tmp_path / "one", deck.read_text().replace("range = 5", "range = 1"))
    done = export(one, "--to", "svg", folder=goal)
    assert isinstance(done.exception, CompanionError)
    assert "is one file, and several are made; name a folder" in str(done.exception)
    one.write_text(one.read_text().replace('back = "back"\n', ""))
    assert export(one, "--to", "svg", folder=goal).exit_code == 0
    assert goal.read_text(encoding="utf-8").startswith("<")


def test_no_card_is_written_outside_its_folder(tmp_path: Path, deck: Path) -> None:
    text = deck.read_text().replace("range = 5", 'cards = [{ number = "../../../out" }]')
    assert export(write_deck(tmp_path / "tiny", text), "--to", "svg", folder=tmp_path / "a/b").exit_code == 0
    folder = tmp_path / "a/b/tiny-en-svg/cards"
    assert sorted(file.name for file in folder.iterdir()) == ["..-..-..-out.svg", "back.svg"]
