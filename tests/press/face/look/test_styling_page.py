"""Each example of the page on looks prints as it stands, and with little ink."""

import io
import re
from pathlib import Path

import pytest
from PIL import Image

from companion.data.deck import open_deck
from companion.press.frame.low_ink import LowInk
from companion.press.ink.raster import render_png
from companion.press.ink.svg import render_svg
from companion.press.layout import lay_out
from tests.press.decks import DECK, examine, write_deck

DOCS = Path(__file__).parents[4] / "docs"
ALONE = DECK.replace('back = "back"\n', "")
FACE = "size = [63, 88]\nbleed = 2\nsafe = 3\n"


EXAMPLES = re.findall(r"^```toml\n(.*?)^```$", (DOCS / "styling.md").read_text("utf-8"), re.M | re.S)


@pytest.mark.parametrize("number", range(5))
def test_an_example_prints_as_it_stands(tmp_path: Path, number: int) -> None:
    goal, face = io.BytesIO(), FACE + EXAMPLES[number]
    Image.radial_gradient("L").resize((400, 400)).save(goal, "PNG")
    (tmp_path / "fox.png").write_bytes(goal.getvalue())
    (piece, *_) = pieces = list(lay_out(open_deck(str(write_deck(tmp_path, ALONE, front=face))), "en"))
    assert examine(pieces) == []
    frame, low = piece.front, LowInk().rewrite(piece.front)
    shown = [Image.open(io.BytesIO(render_png(each, True, 72))).convert("L") for each in (frame, low)]
    assert all(each.getextrema()[0] < 128 for each in shown)
    assert "<svg" in render_svg(frame)
    assert len(EXAMPLES) == 5
