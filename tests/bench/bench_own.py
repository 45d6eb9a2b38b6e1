"""A deck of one's own measured: from its files to PDF and pictures, against the floor of its pages."""

import tempfile
from pathlib import Path

from companion.data.deck import open_deck
from companion.data.papers import paper
from companion.press.impose.edition import Edition
from tests.bench.bench_press import ratio
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


def told(arguments: list[str], aim: float | None = None) -> str:
    """What a fresh command takes, in words."""
    seconds, peak = fresh(arguments)
    return f"fresh command {seconds:.2f} s CPU, {peak:.0f} MB" + (f" (aim {aim})" if aim else "")
