"""A deck with a table that somebody works at, for the tests of what follows its saves."""

from pathlib import Path

from tests.press.decks import write_deck

TABLE = """name = "tiny"
[[component]]
name = "cards"
face = "front"
back = "back"
table = "cards.csv"
"""
BROKEN = TABLE.replace('face = "front"', 'face = "front')


def write_watched_deck(folder: Path, cards: int = 3) -> Path:
    rows = [f"{number},{'forest' if number % 2 else 'indigo'}\n" for number in range(1, cards + 1)]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cards.csv").write_text("number,colour\n" + "".join(rows), encoding="utf-8")
    return write_deck(folder, TABLE).parent
