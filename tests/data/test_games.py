"""Every table of a game is held against its box, whatever of the game is printed."""

import csv
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.data import deck, papers
from companion.data.catalogue import LANGUAGES
from companion.data.deck import check_box, open_deck
from companion.errors import DeckError
from companion.paths import assets, templates

SHIPPED = assets() / "games"


def change_cell(file: Path, row: int, column: str, value: str) -> None:
    """Put another value into one cell; rows count as an editor does, the heading is row 1."""
    with file.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.reader(stream))
    rows[row - 1][rows[0].index(column)] = value
    with file.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows(rows)


@pytest.mark.parametrize("game", deck.list_games())
def test_a_shipped_game_has_every_language_and_its_copy_is_an_own_deck(tmp_path: Path, game: str) -> None:
    assert open_deck(game.upper()).shipped
    assert open_deck(game).languages[: len(LANGUAGES)] == LANGUAGES
    copy = shutil.copytree(SHIPPED / game, tmp_path / game)
    (copy / "game.toml").rename(copy / "deck.toml")
    shutil.copytree(templates() / "faces" / game, copy / "faces")
    assert not open_deck(str(copy)).shipped


@pytest.mark.parametrize(
    ("game", "table", "row", "column", "value", "said"),
    [
        ("shogun", "chest_cards.csv", 4, "chests", "3", "row 4, column chests: expected one of 2, not '3'."),
        ("shogun", "chest_cards.csv", 4, "card", "black-1", "row 4, column card: 'black-1' is already in row 3"),
        ("hogen", "cards.csv", 7, "card", "Taira3", "row 7, column rank: expected one of 3, not '2'"),
        ("hogen", "clans.csv", 3, "colour", "red", "row 3, column colour: 'red' is not a colour; write it as #rrggbb"),
        ("hogen", "clans.csv", 3, "kanji", "", "row 3, column kanji: the cell is empty"),
    ],
)
def test_a_wrong_cell_in_a_game_table_is_refused(
    tmp_path: Path, game: str, table: str, row: int, column: str, value: str, said: str
) -> None:
    folder = Path(shutil.copytree(SHIPPED / game, tmp_path / game))
    change_cell(folder / table, row, column, value)
    with pytest.raises(DeckError, match=re.escape(said)):
        check_box(game, folder)


def test_a_missing_samurai_and_a_missing_code_are_named(tmp_path: Path) -> None:
    hogen = Path(shutil.copytree(SHIPPED / "hogen", tmp_path / "hogen"))
    lines = (hogen / "cards.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    for rows, said in (
        (lines[:-1], "'Tachibana4' is missing"),
        ([*lines, lines[-1]], "'Tachibana4' is already in row 17"),
    ):
        (hogen / "cards.csv").write_text("".join(rows), encoding="utf-8")
        with pytest.raises(DeckError, match=said):
            check_box("hogen", hogen)
    honshu = Path(shutil.copytree(SHIPPED / "honshu", tmp_path / "honshu"))
    codes = json.loads((honshu / "codes4x4.json").read_text(encoding="utf-8"))["codes"]
    for wrong, said in (
        (codes[:431], "the code book must have 432 codes, not 431"),
        ([*codes[:-1], codes[0]], "code 432 must be a whole number"),
    ):
        (honshu / "codes4x4.json").write_text(json.dumps({"codes": wrong}), encoding="utf-8")
        with pytest.raises(DeckError, match=said):
            check_box("honshu", honshu)


def test_a_game_with_a_wrong_cell_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So not even those of its cards are printed that the cell is not about."""
    copied = Path(shutil.copytree(assets(), tmp_path / "assets"))
    change_cell(copied / "games/shogun/provinces.csv", 2, "chests", "5")
    monkeypatch.setattr(deck, "assets", lambda: copied)
    with pytest.raises(DeckError, match="must add up to 220"):
        open_deck("shogun")


@pytest.mark.parametrize(
    ("read", "content", "said"),
    [
        (papers.palette, '[colours]\nink = "black"\n', "the colour ink must be written #rrggbb, not 'black'"),
        (papers.palette, "colours = 3\n", "'colours' of a palette must be a table"),
        (papers.hatching, "[hatch]\nred = { angles = [0], step = 0 }\n", "must be a number from 0.1 to 100"),
        (papers.hatching, "[hatch]\nred = { step = 1 }\n", "a hatching needs 'hatch.red.angles'"),
    ],
)
def test_a_faulty_palette_or_pattern_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read: Callable[[], object], content: str, said: str
) -> None:
    (tmp_path / f"{read.__name__}.toml").write_text(content, encoding="utf-8")
    monkeypatch.setattr(papers, "assets", lambda: tmp_path)
    with pytest.raises(DeckError) as caught:
        read.__wrapped__()  # type: ignore[attr-defined]
    assert said in str(caught.value)
    assert str(caught.value).startswith((f"{read.__name__}.toml: ", f"{read.__name__}.toml, row "))
