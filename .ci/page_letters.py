"""Make the letters of pages from the serif of the games: paper and page are one hand (``make web-pictures``).

Latin whole, for people have names of every kind, and of the kanji those that a page writes. WOFF is packed by
zlib, which every machine has; run it again when a page writes another kanji (a test finds it).
"""

import io
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parent.parent
GOAL = ROOT / "assets/web/fonts"
WEIGHTS = ("Regular", "Bold")
KANJI = 0x2E80  # where Latin and signs end, and what is written in Japan begins


def list_page_kanji() -> set[int]:
    """The kanji that pages write themselves."""
    pages = (ROOT / "templates/web").rglob("*.html")
    return {ord(letter) for page in pages for letter in page.read_text("utf-8") if ord(letter) >= KANJI}


def build_font(weight: str) -> bytes:
    """A weight as pages are given it."""
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
