"""Measure the drawings of our own games, read and check their faces, and keep that beside them: ``make commands``."""

import json
from collections.abc import Callable
from itertools import product

from companion.data.catalogue import LANGUAGES
from companion.data.deck import open_deck
from companion.data.files import read_toml
from companion.data.papers import parse_paper
from companion.data.schema import check_document, load_schema
from companion.errors import Place
from companion.paths import assets, templates
from companion.play.games import GAMES
from companion.press.composition import compose
from companion.press.frame import measures
from companion.press.sheets.gang import Edition


def measure_drawings() -> dict[str, object]:
    """Whatever is measured when the games are composed: all their parts, in full and in low ink."""
    found = dict[str, object]()

    def find_again(kind: str, text: str, measure: Callable[[str], object]) -> object:
        key = measures.hash_measured(kind, text)
        if key not in found:
            found[key] = measure(text)
        return found[key]

    measures.find_measure = find_again
    for game, language, ink in product(GAMES, LANGUAGES, ("full", "low")):
        deck = open_deck(game)
        parts = tuple(part.name for part in deck.components)
        compose(Edition(deck, language, parse_paper("a4"), ink=ink, only=parts))
    return found


def read_faces() -> dict[str, object]:
    """The documents of all face files, checked."""
    found = dict[str, object]()
    for file in (templates() / "faces").glob("*/*.toml"):
        document = read_toml(file)
        check_document(document, load_schema("face"), Place(file.name), "a face")
        found[measures.hash_measured("face", document.text)] = document
    return found


if __name__ == "__main__":
    for name, find in ((measures.FACES_FILE, read_faces), (measures.MEASURES_FILE, measure_drawings)):
        lines = [f"{json.dumps(key)}: {json.dumps(each)}" for key, each in sorted(find().items())]
        (assets() / name).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
