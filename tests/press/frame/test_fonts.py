import csv
import tomllib
from pathlib import Path

import polib
import pytest
from fontTools.ttLib import TTFont

from companion.press.frame import fonts

ROOT = Path(__file__).parents[3]
ON_PAPER = [ROOT / "templates/locales/fr" / f"{name}.po" for name in ("press", "board", "ground")]


def flat(table: dict) -> list[str]:
    return [
        text
        for value in table.values()
        for text in (flat(value) if isinstance(value, dict) else [str(value)])
    ]


@pytest.mark.parametrize("weight", fonts.WEIGHTS)
@pytest.mark.parametrize(
    "file", sorted((ROOT / "assets/games").rglob("words.*.toml")), ids=lambda f: str(f.relative_to(ROOT))
)
def test_every_character_of_every_word_file_is_in_the_font(file: Path, weight: str) -> None:
    words = flat(tomllib.loads(file.read_text(encoding="utf-8")))
    assert fonts.missing("".join(words).replace("\n", ""), weight) == ""


def test_every_character_said_on_sheets_is_in_the_font() -> None:
    said = [entry.msgid + entry.msgstr for file in ON_PAPER for entry in polib.pofile(str(file))]
    assert fonts.missing("".join(said).replace("\n", "")) == ""


def test_every_character_on_the_faces_is_in_the_font() -> None:
    for file in (ROOT / "templates/faces").rglob("*.toml"):
        for element in tomllib.loads(file.read_text(encoding="utf-8")).get("element", []):
            assert fonts.missing(str(element.get("text", "")).replace("\n", "")) == "", file.name


def test_every_kanji_of_the_tables_is_in_the_font() -> None:
    for file in (ROOT / "assets/games").rglob("*.csv"):
        rows = csv.reader(file.read_text(encoding="utf-8").splitlines())
        assert fonts.missing("".join(cell for row in rows for cell in row)) == "", file.name


def test_weights_have_names_of_their_own_and_the_licence_is_there() -> None:
    names = [TTFont(fonts.file(weight))["name"].getDebugName(6) for weight in fonts.WEIGHTS]
    assert names == list(fonts.WEIGHTS.values())
    assert "SIL OPEN FONT LICENSE" in (ROOT / "assets/fonts/OFL.txt").read_text(encoding="utf-8")


def test_missing_characters_are_found() -> None:
    assert fonts.missing("ōū é \u202f") == "\u202f"
    assert fonts.width("ii", "regular", 10) < fonts.width("MM", "regular", 10)
