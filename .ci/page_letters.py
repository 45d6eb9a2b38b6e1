"""Make the fonts of pages from the games' serif, so that screen and paper look alike (``make web-pictures``).

They have all Latin letters, for people's names, but only kanji that are on pages; run this again when a page
has another kanji (a test fails otherwise). WOFF is compressed by zlib, which every Python has.
"""

import io
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parent.parent
GOAL = ROOT / "assets/web/fonts"
WEIGHTS = ("Regular", "Bold")
KANJI = 0x2E80  # the first code point of East Asian characters


def list_page_kanji() -> set[int]:
    """The code points of kanji in templates of pages."""
    pages = (ROOT / "templates/web").rglob("*.html")
    return {ord(letter) for page in pages for letter in page.read_text("utf-8") if ord(letter) >= KANJI}


def build_font(weight: str) -> bytes:
    """The WOFF file of a weight for pages."""
    font = TTFont(ROOT / f"assets/fonts/CompanionSerif-{weight}.ttf")
    kept = {code for code in font.getBestCmap() if code < KANJI} | list_page_kanji()
    subsetter = subset.Subsetter(subset.Options(hinting=False, notdef_outline=True, layout_features=["kern"]))
    subsetter.populate(unicodes=kept)
    subsetter.subset(font)
    font.recalcTimestamp = False
    font.flavor = "woff"
    goal = io.BytesIO()
    font.save(goal)
    return goal.getvalue()


def main() -> None:
    GOAL.mkdir(exist_ok=True)
    for weight in WEIGHTS:
        file = GOAL / f"companion-serif-{weight.lower()}.woff"
        file.write_bytes(build_font(weight))
        sys.stdout.write(f"{file.name}: {file.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
