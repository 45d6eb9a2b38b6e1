"""Small decks of their own for the tests of the press, so that no game's faces matter."""

import json
from collections.abc import Iterable
from pathlib import Path

from companion.press.face.pieces import Piece
from companion.press.preflight import Examination, PrintFault


def format_element(kind: str, **keys: object) -> str:
    lines = [f"{key} = {json.dumps(value)}" for key, value in keys.items()]
    return "\n".join(["[[element]]", f'kind = "{kind}"', *lines, ""])


GROUND = {"x": -3, "y": -3, "width": 64, "height": 93}
TITLE = {"x": 5, "y": 30, "width": 48, "height": 20, "size": 14, "least": 8, "align": "center"}
FACE = (
    "size = [58, 87]\nbleed = 3\nsafe = 3\n"
    + format_element("rect", **GROUND, fill="{colour}", role="ground", group="{colour}")
    + format_element("text", name="title", text="$card", **TITLE)
)
BACK = "size = [58, 87]\nbleed = 3\n" + format_element("rect", **GROUND, fill="indigo", role="ground")
DECK = """name = "tiny"
[[component]]
name = "cards"
face = "front"
back = "back"
range = 5
fields = { colour = "forest" }
"""
COPIES = DECK.replace("range = 5", "range = 5\ncopies = 2")
POKER = {"size = [58, 87]": "size = [63.5, 88.9]", "width = 64": "width = 69.5", "height = 93": "height = 94.9"}
WORDS = {
    "en": 'title = "Tiny"\ncard = "Card {number}"\n[component]\ncards = "cards"\n',
    "fr": 'title = "Minuscule"\ncard = "Carte {number}"\n[component]\ncards = "cartes"\n',
}


def replace_text(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def write_deck(folder: Path, deck: str = DECK, words: dict[str, str] = WORDS, **faces: str) -> Path:
    """Write a deck into a folder; faces may be replaced or added by name. Returns the deck file."""
    (folder / "faces").mkdir(parents=True, exist_ok=True)
    for name, text in {"front": FACE, "back": BACK, **faces}.items():
        (folder / "faces" / f"{name}.toml").write_text(text, encoding="utf-8")
    for code, text in words.items():
        (folder / f"words.{code}.toml").write_text(text, encoding="utf-8")
    file = folder / "deck.toml"
    file.write_text(deck, encoding="utf-8")
    return file


def scale_to_poker(text: str) -> str:
    for old, new in POKER.items():
        text = text.replace(old, new)
    return text


def find_face_faults(pieces: Iterable[Piece]) -> list[PrintFault]:
    examination = Examination()
    list(examination.examine(pieces))
    return list(examination.list_face_faults())
