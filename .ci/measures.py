"""Measure the drawings of our own games, read their faces, papers and colours, and keep that: ``make commands``."""

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path

from companion.data.catalogue import LANGUAGES
from companion.data.deck import open_deck
from companion.data.files import read_toml
from companion.data.papers import parse_paper
from companion.data.schema import DOCUMENTS_FILE, check_document, hash_kept, load_schema
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
        key = hash_kept(kind, text)
        if key not in found:
            found[key] = measure(text)
        return found[key]

    measures.find_measure = find_again
    for game, language, ink in product(GAMES, LANGUAGES, ("full", "low")):
        deck = open_deck(game)
        parts = tuple(part.name for part in deck.components)
        compose(Edition(deck, language, parse_paper("a4"), ink=ink, only=parts))
    return found


def read_documents() -> dict[str, object]:
    """The documents of all face files, of the papers and of the palette, checked."""
    found = dict[str, object]()
    files = [(file, "face") for file in (templates() / "faces").glob("*/*.toml")]
    files += [(assets() / file, Path(file).stem) for file in ("papers/papers.toml", "palette.toml", "hatching.toml")]
    for file, schema in files:
        document = read_toml(file)
        check_document(document, load_schema(schema), Place(file.name), schema)
        found[hash_kept("document", document.text)] = document
    return found


if __name__ == "__main__":
    for name, find in ((DOCUMENTS_FILE, read_documents), (measures.MEASURES_FILE, measure_drawings)):
        lines = [f"{json.dumps(key)}: {json.dumps(each)}" for key, each in sorted(find().items())]
        (assets() / name).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
