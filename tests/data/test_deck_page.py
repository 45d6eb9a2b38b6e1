"""The small deck of docs/own-decks.md, written down as the page shows it, prints."""

import re
from pathlib import Path

from companion.data.games import open_deck
from companion.press.layout import lay_out
from companion.service.press.check import preflight

PAGE = (Path(__file__).parent.parent.parent / "docs/own-decks.md").read_text(encoding="utf-8")
SHOWN = re.compile(r"^`([\w./-]+)`[^\n]*\n```\w*\n(.*?)^```", re.M | re.S)


def written(folder: Path, **changes: str) -> Path:
    """The files of the page in a folder; parts of the table may be replaced."""
    files = SHOWN.findall(PAGE.partition("## A whole small deck")[2].partition("\n## ")[0])
    for name, text in files:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(
            text.replace(",", changes.get("comma", ",")) if name == "cards.csv" else text, encoding="utf-8"
        )
    assert [name for name, _ in files] == [
        "deck.toml", "cards.csv", "words.en.toml", "faces/animal.toml", "faces/back.toml",
    ]  # fmt: skip
    return folder


def test_the_deck_of_the_page_prints(tmp_path: Path) -> None:
    deck = open_deck(str(written(tmp_path)))
    assert preflight(deck, "en") == []
    assert [piece.card for piece in lay_out(deck, "en")] == ["1", "2", "3"]
    assert "'Crane'" in str(next(piece.front for piece in lay_out(deck, "en") if piece.card == "2"))


def test_a_table_from_a_french_spreadsheet_is_read_too(tmp_path: Path) -> None:
    deck = open_deck(str(written(tmp_path, comma=";") / "deck.toml"))
    assert [card.fields["colour"] for card in deck.components[0].cards] == [
        "indigo",
        "vermilion",
        "forest-ink",
    ]


def test_a_game_is_known_by_its_name_however_written() -> None:
    assert open_deck("Honshu").name == "honshu"
