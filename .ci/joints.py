"""Make a picture of all ways in which squares of Honshu meet, to check the drawings: ``make gallery``.

At the top, squares of the same land on different cards, every turn next to every turn; in the middle, each
kind next to each other kind on another card, at every turn; at the bottom, cards on which all kinds meet,
with the brush line between them.
"""

import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pypdfium2
from picture_sources import note_sources
from pictures import reduce_colours
from PIL import Image

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from companion.paths import templates  # noqa: E402
from companion.press.face.context import FaceShelf  # noqa: E402
from companion.press.face.kinds import KINDS  # noqa: E402
from companion.press.frame.frame import Frame, Item, Page, Shape, Use  # noqa: E402
from companion.press.frame.outlines import Matrix, rect  # noqa: E402
from companion.press.ink.pdf import render_pdf  # noqa: E402

SIDE, GAP, TABLE, PIXELS = 29.0, 5.0, "#5b4636", 1.6
TURNS = (0, 0, 1, 0, 2, 0, 3, 1, 1, 2, 1, 3, 2, 2, 3, 3, 0)
"""Quarter turns in an order in which each follows each, also itself."""
SAME = {"forest": 5, "town": 6, "lake": 5, "fallow": 6}
KIND = ("forest", "town", "lake", "fallow", "prod:yellow", "fact:blue:3")
CARDS = (
    "prod:blue fact:blue:2 forest town lake fallow",
    "lake town prod:brown fact:brown:3 fallow forest",
    "forest fact:grey:4 town fallow prod:grey lake",
    "fallow prod:yellow town fact:yellow:2 lake forest",
    "town fallow fact:blue:3 lake forest prod:grey",
    "town prod:blue fallow fact:grey:4 forest lake",
)
"""Six squares each; on all of them, every kind is beside and below every other."""

SHELF = FaceShelf({"mark.map": "{number}"}, templates() / "faces/honshu", templates() / "faces/shared", kinds=KINDS)


def build_square(kind: str, variant: int, turn: int, x: float, y: float) -> Use:
    """A square as on a card of its own, turned by some quarters; lengths in mm."""
    name, colour, value = (*kind.split(":"), "", "")[:3]
    fields = {"colour": colour, "value": value, "variant": str(variant), "seals": "none"}
    about = Matrix.translate(-SIDE / 2, -SIDE / 2).then(Matrix.rotate(90 * turn))
    place = about.then(Matrix.translate(x + SIDE / 2, y + SIDE / 2))
    return Use(SHELF.lay_out_face(f"land-{name}", kind, fields), place, rect(x, y, SIDE + 0.05, SIDE + 0.05))


def build_card(number: int, kinds: str, x: float, y: float) -> Use:
    """A card printed without seals; lengths in mm."""
    fields = {"set": "map", "number": str(number), "seals": "none"}
    for index, kind in enumerate(kinds.split()):
        place = f"r{index // 2 + 1}c{index % 2 + 1}"
        parts = (*kind.split(":"), "", "")[:3]
        fields |= {f"{place}.{part}": text for part, text in enumerate(parts)}
        fields[f"{place}.variant"] = str(1 + (index + number) % 5)
    return Use(SHELF.lay_out_face("map-card", f"card {number}", fields), Matrix.translate(x, y), rect(x, y, 58, 87))


def list_items() -> Iterator[Item]:
    """All squares and cards of the picture."""
    y = GAP
    for kind, count in SAME.items():
        for row, column in product(range(2), range(len(TURNS))):
            turn = TURNS[(column + 5 * row) % (len(TURNS) - 1)] if row else TURNS[column]
            yield build_square(kind, 1 + (column + 2 * row) % count, turn, GAP + column * SIDE, y + row * SIDE)
        y += 2 * SIDE + GAP
    across = 15 * SIDE / 7
    pairs = [each for each in product(KIND, KIND, range(4)) if each[0] != each[1]]
    for index, (one, other, turn) in enumerate(pairs):
        row, column = divmod(index, 8)
        x, top = GAP + column * across, y + row * (SIDE + GAP)
        yield build_square(one, 1 + index % 5, 0, x, top)
        yield build_square(other, 1 + (index + 2) % 5, turn, x + SIDE, top)
    y += 15 * (SIDE + GAP)
    for number, kinds in enumerate(CARDS, 1):
        yield build_card(number, kinds, GAP + (number - 1) * 3 * SIDE, y)


def main() -> None:
    width, height = 2 * GAP + 17 * SIDE, GAP + 4 * (2 * SIDE + GAP) + 15 * (SIDE + GAP) + 87 + GAP
    table = Shape(rect(0, 0, width, height), fill=TABLE)
    page = Page(Frame("joints", width, height, (table, *list_items())))
    document = pypdfium2.PdfDocument(render_pdf([page], "joints", "en"))
    large = document[0].render(scale=2 * PIXELS * 25.4 / 72).to_pil().convert("RGB")
    picture = large.resize((large.width // 2, large.height // 2), Image.Resampling.LANCZOS)
    file = ROOT / "docs/pictures/honshu-joints.png"
    reduce_colours(picture).save(file, optimize=True)
    note_sources(file)
    print(f"{file.relative_to(ROOT)}: {picture.size}, {file.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
