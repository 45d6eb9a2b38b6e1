"""The measures of our own drawings that are kept are those that would be taken, and so are our faces."""

from collections.abc import Callable

import pytest

from companion.data import files, schema
from companion.data.deck import open_deck
from companion.paths import assets, templates
from companion.play.games import GAMES
from companion.press.face.drawing import parts, svg_file
from companion.press.frame import drawing, measures
from companion.press.layout import lay_out


@pytest.mark.parametrize("game", GAMES)
def test_our_own_drawings_are_measured_when_they_are_made(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = list[str]()

    def compare(kind: str, text: str, measure: Callable[[str], object]) -> object:
        compared.append(kind)
        found, kept = measure(text), schema.find_kept(measures.MEASURES_FILE, kind, text)
        assert found == (kept if isinstance(kept, str) else tuple(kept or ())), "make commands"
        return found

    monkeypatch.setattr(measures, "find_measure", compare)
    for cache in (svg_file.parse_art, parts.get_parts, drawing._compute_notation_bounds):
        cache.cache_clear()
    assert len([*lay_out(open_deck(game), "en")]) < len(compared)


def test_our_own_documents_are_kept_as_they_are_read() -> None:
    for file in (assets() / "papers/papers.toml", assets() / "palette.toml", *(templates() / "faces").glob("*/*.toml")):
        assert schema.find_document(file) == files.read_toml(file), "make commands"
