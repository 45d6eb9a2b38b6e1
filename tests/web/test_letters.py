"""The letters of pages are those of the games: made of the same files, and small."""

import importlib.util
import io
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from companion.data.catalogue import LANGUAGES
from companion.paths import assets
from tests.web.conftest import Browser

_SOURCE = importlib.util.spec_from_file_location(
    "page_letters", Path(__file__).parents[2] / ".ci/page_letters.py"
)
assert _SOURCE is not None
assert _SOURCE.loader is not None
MAKER = importlib.util.module_from_spec(_SOURCE)
_SOURCE.loader.exec_module(MAKER)
FOLDER = assets() / "web" / "fonts"
MOST_BYTES = 60_000  # both weights


def outlines(content: bytes) -> dict[int, object]:
    """Every letter by its character: what is drawn, and how wide it is."""
    font = TTFont(io.BytesIO(content))
    glyphs, wide = font["glyf"], font["hmtx"]
    return {
        code: (glyphs[name].getCoordinates(glyphs)[0].array.tolist(), wide[name])
        for code, name in font.getBestCmap().items()
    }


@pytest.mark.parametrize("weight", MAKER.WEIGHTS)
def test_the_letters_are_those_that_are_made_now(weight: str) -> None:
    """Else run ``make web-pictures``."""
    file = FOLDER / f"companion-serif-{weight.lower()}.woff"
    assert outlines(file.read_bytes()) == outlines(MAKER.letters(weight))


def test_they_are_small_enough_for_a_phone() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) <= MOST_BYTES


def test_a_page_has_its_letters_of_the_laptop_and_keeps_them(browser: Browser) -> None:
    """Under their own kind, for good; and every letter of a language is among them."""
    answer = browser().get("/static/x/fonts/companion-serif-bold.woff")
    assert answer.headers["content-type"] == "font/woff"
    assert "immutable" in answer.headers["cache-control"]
    spoken = "".join(LANGUAGES) + "ÀÂÇÉÈÊËÎÏÔŒÙÛÜàâçéèêëîïôœùûüÄÖÜäöüßŌōŪū«»„“”’–—…"
    assert {ord(letter) for letter in spoken} <= TTFont(io.BytesIO(answer.content)).getBestCmap().keys()
