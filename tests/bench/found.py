"""A deck of a hundred SVG files as strangers draw them: long paths, gradients, patterns, words, filters.

``COMPANION_FOUND`` names a folder of real ones that are taken in their place, a hundred at random.
"""

import math
import os
import random
import shutil
from pathlib import Path

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="400" viewBox="0 0 300 400">\n<defs>'
STOPS = (
    '<stop offset="0" style="stop-color:#fce94f"/>'
    '<stop offset="1" style="stop-color:#{:06x};stop-opacity:{}"/>'
)
FILTER = '<filter id="f"><feGaussianBlur stdDeviation="{:.2f}"/></filter>'
PATTERN = (
    '<pattern id="p" width="12" height="12" patternUnits="userSpaceOnUse">'
    '<circle cx="6" cy="6" r="4"/></pattern>'
)
STYLE = "fill:{};fill-opacity:1.0000000;stroke:#000000;stroke-width:{:.6f}px;stroke-linejoin:round"
DECK = 'name = "found"\n[[component]]\nname = "cards"\nface = "card"\ntable = "cards.csv"\n'
FACE = (
    'size = [63, 88]\nbleed = 2\n[[element]]\nkind = "picture"\nfile = "{picture}"\nx = 4\ny = 4\n'
    'width = 55\nheight = 80\nfit = "fit"\n'
)


def found(folder: Path) -> Path:
    """Write the deck, or take real files into it; the same ones each time."""
    chance = random.Random(29)
    real = sorted(Path(os.environ.get("COMPANION_FOUND", "nowhere")).rglob("*.svg"))
    (folder / "faces").mkdir(parents=True, exist_ok=True)
    (folder / "faces/card.toml").write_text(FACE, encoding="utf-8")
    (folder / "deck.toml").write_text(DECK, encoding="utf-8")
    (folder / "words.en.toml").write_text('title = "Found"\n[component]\ncards = "cards"\n', encoding="utf-8")
    rows = ["picture"]
    for number, file in enumerate(chance.sample(real, min(100, len(real))) or [None] * 100):
        rows.append(f"a{number}.svg")
        if file is not None:
            shutil.copy(file, folder / rows[-1])
        else:
            (folder / rows[-1]).write_text(drawn(chance, number), encoding="utf-8")
    (folder / "cards.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return folder / "deck.toml"


def drawn(chance: random.Random, number: int) -> str:
    """A file of about 20 kB; each eighth one has a filter, each tenth words, each fifth a pattern."""
    colour = chance.randrange(1 << 24)
    lines = [HEAD, PATTERN, f'<linearGradient id="g">{STOPS.format(colour, 1)}</linearGradient>']
    lines.append(
        f'<radialGradient id="h" r=".4" spreadMethod="reflect">{STOPS.format(colour, 0.8)}</radialGradient>'
    )
    lines.append(f"{FILTER.format(chance.uniform(1, 5))}</defs>")
    for each in range(40):
        x, y, turn = chance.uniform(50, 250), chance.uniform(50, 350), chance.uniform(0, 6)
        curve = f"M {x + 30:.5f},{y:.5f} "
        for step in range(1, 8):
            at = [
                (x + away * math.cos(turn + step), y + away * math.sin(turn + step)) for away in (20, 35, 30)
            ]
            curve += "C " + " ".join(f"{across:.5f},{down:.5f}" for across, down in at) + " "
        plain = f"#{chance.randrange(1 << 24):06x}"
        fill = (plain, "none", "url(#g)", "none", plain, "none", plain, "url(#h)")[each % 8]
        fill = "url(#p)" if each == 3 and not number % 5 else fill
        blurred = ' filter="url(#f)"' if each == 5 and not number % 8 else ""
        style = STYLE.format(fill, chance.uniform(0.5, 3))
        lines.append(f'<path id="path{each}" d="{curve}z" style="{style}"{blurred}/>')
    if not number % 10:
        lines.append('<text x="150" y="380" text-anchor="middle" font-size="32">Honshu bay</text>')
    return "\n".join(lines) + "\n</svg>\n"
