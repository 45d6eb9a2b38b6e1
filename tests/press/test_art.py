"""The art of the games: every group of every file stands on a sheet; nobody edits what is not printed."""

from collections.abc import Iterator

import pytest

from companion.data.deck import open_deck
from companion.data.papers import parse_paper
from companion.paths import assets
from companion.press.composition import compose
from companion.press.face.drawing.svg_file import read_art
from companion.press.frame.drawing import Drawing, NestedDrawing
from companion.press.frame.frame import Frame, Use
from companion.press.impose.gang import Edition


def drawings(frame: Frame, met: dict[int, Frame]) -> Iterator[str]:
    """File and group of every drawing that stands on a frame, each once."""
    if id(frame) in met:
        return
    met[id(frame)] = frame
    within = [item.frame for item in frame.items if isinstance(item, Use)]
    if isinstance(frame, Drawing):
        yield frame.name
        within += [each.drawing for each in frame.traces if isinstance(each, NestedDrawing)]
    for each in within:
        yield from drawings(each, met)


@pytest.mark.deep
@pytest.mark.parametrize("game", ["honshu", "hogen", "shogun"])
def test_every_group_of_every_art_file_is_printed(game: str) -> None:
    deck = open_deck(game)
    every = tuple(component.name for component in deck.components)
    met: dict[int, Frame] = {}
    printed = {
        name
        for seals in ("printed", "none")
        for document in compose(Edition(deck, "en", parse_paper("a4"), only=every, seals=seals)).documents
        for page in document.pages
        for name in drawings(page.frame, met)
    }
    files = sorted((assets() / "games" / game / "art").iterdir())
    arts = [read_art(file, f"art/{file.name}") for file in files]
    groups = {f"{art.name} {name}" for art in arts for name, node in art.named.items() if node.tag == "g"}
    assert groups - printed == set()
