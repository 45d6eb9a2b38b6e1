"""A deck of one's own measured: from its files to PDF and pictures, against the floor of its pages."""

import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from xml.parsers.expat import ParserCreate

import resvg_py

from companion.data.deck import open_deck
from companion.data.papers import paper
from companion.press.impose.edition import Edition
from tests.bench.bench_press import ratio
from tests.bench.found import found
from tests.bench.fresh import fresh
from tests.bench.plain import plain


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for count in (60, 600, 3000):
            file = plain(Path(folder), count)
            seconds = ratio(f"{count} cards", Edition(open_deck(str(file)), "en", paper("a4")), 1.5)
            aim = 0.3 if count == 60 else None
            print(
                f"  a card: {seconds / count * 1000:.2f} ms;", told(["print", str(file), "-o", folder], aim)
            )
        file = plain(Path(folder), 60)
        seasons = str(Path(__file__).parent.parent.parent / "docs/examples/seasons")
        print("60 cards with icons, wreaths and derived fields:", told(["print", seasons, "-o", folder], 0.3))
        print("60 cards as SVG:", told(["export", str(file), "--to", "svg", "-o", folder]))
        print("60 cards as PNG at 300 dpi:", told(["export", str(file), "--to", "png", "-o", folder], 3.0))
        deck = found(Path(folder) / "found")
        start = time.perf_counter()
        print("100 SVG files:", told(["print", str(deck), "--force", "-o", folder], 3.0), end="")
        print(f", {time.perf_counter() - start:.2f} s by the clock; reading alone", alone(read, deck), end="")
        print(", resvg alone, 650 dots across", alone(drawn_by_resvg, deck))


def alone(work: Callable[[str], object], deck: Path) -> str:
    """What a work takes over all drawings of a deck, in words."""
    files = [file.read_text("utf-8", "replace") for file in sorted(deck.parent.glob("*.svg"))]
    start = time.process_time()
    for each in files:
        work(each)
    return f"{time.process_time() - start:.2f} s"


def read(text: str) -> None:
    """Read a file as XML, and nothing more."""
    ParserCreate().Parse(text.encode())


def drawn_by_resvg(text: str) -> None:
    """Draw a file as another program does."""
    with suppress(ValueError):
        resvg_py.svg_to_bytes(text, width=650, dpi=96, skip_system_fonts=True)


def told(arguments: list[str], aim: float | None = None) -> str:
    """What a fresh command takes, in words."""
    seconds, peak = fresh(arguments)
    return f"fresh command {seconds:.2f} s CPU, {peak:.0f} MB" + (f" (aim {aim})" if aim else "")
