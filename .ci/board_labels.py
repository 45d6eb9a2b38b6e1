"""Find places for the labels of the board on wide screens, where they are large, and lines that lead to them.

Run ``python .ci/board_labels.py`` whenever the map, or the size of a label in ``board.css`` or ``screen.css``,
changes; it takes two minutes. It writes how far each label stands aside into ``board-aside.html`` and
``board.css``: once for a laptop, where a label has all of its parts, and once for the big screen, where it has
only name and armies.

No label lies on another. The nearer a label is to the middle of its province, the better, and on a laptop the less
of it lies in the sea, where building sites look lost; from one that stands far aside with its name on other land or
in the sea, a line leads to its province. Chance is the same each time.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random

from shapely import Point, Polygon, box, prepare

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from companion.data.shogun.facts import Side, facts  # noqa: E402
from companion.data.shogun.landmap import land_map  # noqa: E402
from companion.paths import assets, templates  # noqa: E402
from companion.press.frame import fonts  # noqa: E402

TEMPLATE, STYLES = templates() / "web/shogun/board-aside.html", assets() / "web/board.css"
BEGIN, END = "/* labels aside, by .ci/board_labels.py */\n", "/* up to here */\n"
PHONE = {
    "Bitchu": (3, 1),
    "Hoki": (-8, -6),
    "Kai": (-6, -6),
    "Mikawa": (2, 4),
    "Owari": (0, -4),
    "Tosa": (8, 6),
    "Totomi": (0, 2),
}
"""How far labels stand aside on phones, where they are small, in units."""
WIDE, HIGH, MM = 1188, 840, 2  # the map's units, and how many a mm has
CREST = 13.0  # width of a crest beside the name, in units
GAP = 3.0  # between two labels, in units
STEPS = 160_000
PITCH = 4  # of the grid on which it is known whose land lies where, in units
NEAR = 34.0  # a label that stands farther aside has a line that leads to it, in units

Box = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True)
class Look:
    """How labels look on a kind of screen."""

    where: str  # the rule of CSS around its labels
    scope: str  # what is before the selector of a label
    scale: float
    letters: float  # the size of names, in units before they are scaled
    row: float  # half the width of armies and what is beside them
    has_sites: bool


PLAIN = Look("", "", 1.0, 12.0, 30.0, has_sites=True)  # on phones
LOOKS = {
    "laptop": Look("(min-width: 60rem)", "body:not(.afar)", 1.36, 12.0, 30.0, has_sites=True),
    "screen": Look("(min-width: 75rem)", ".led", 1.5, 16.4, 18.0, has_sites=False),
}


def measure_name(name: str, size: float = 12.0) -> float:
    """The width of a name, in units; letters of screens are a little wider than those of paper."""
    return 1.05 * fonts.measure_width(name, "bold", size)


def list_boxes(name: str, sites: int, look: Look) -> list[Box]:
    """Where the parts of a label lie around its place, in units of the map: name and crest, armies, sites."""
    half = measure_name(name, look.letters) / 2
    boxes = [(-half - CREST, -9.5 - 0.95 * look.letters, half, -8.0), (-look.row, -8.5, look.row, 11.5)]
    if look.has_sites:
        boxes.append((-6.5 * sites, 13.0, 6.5 * sites, 25.0))
    left, top, right, bottom = zip(*boxes, strict=True)
    assert max(map(abs, (*left, *top, *right, *bottom))) < 120
    return [tuple(look.scale * each for each in part) for part in boxes]  # type: ignore[misc]


class Crowd:
    """All labels of a kind of screen, and what it costs where they are."""

    def __init__(self, look: Look) -> None:
        self.look, outlines = look, land_map().outlines
        self.names = sorted(outlines)
        provinces = facts().board(Side.SUN).provinces
        self.homes = [tuple(MM * each for each in outlines[name].label) for name in self.names]
        self.boxes = [list_boxes(name, provinces[name].sites, look) for name in self.names]
        self.places = list(self.homes)

    @cached_property
    def owners(self) -> list[list[int]]:
        """Whose land lies where: the number of a province, -1 on the sea, -2 on other land."""
        grid = [[-1] * (WIDE // PITCH + 1) for _ in range(HIGH // PITCH + 1)]
        areas = [land_map().outlines[name].polygons for name in self.names]
        others = [each.polygons for each in land_map().context if each.kind == "land"]
        for number, pieces in [*enumerate(areas), *((-2, each) for each in others)]:
            for rings in pieces:
                land = Polygon([(MM * x, MM * y) for x, y in rings[0]])
                prepare(land)
                left, top, right, bottom = (round(each / PITCH) for each in land.bounds)
                for row in range(max(0, top), min(len(grid), bottom + 1)):
                    for column in range(max(0, left), min(len(grid[0]), right + 1)):
                        if land.contains(Point(column * PITCH, row * PITCH)):
                            grid[row][column] = number
        return grid

    def find_owner(self, x: float, y: float) -> int:
        """Whose land a point is."""
        row, column = round(y / PITCH), round(x / PITCH)
        return self.owners[row][column] if 0 <= row < len(self.owners) and 0 <= column < len(self.owners[0]) else -3

    def cost_of_place(self, number: int, place: tuple[float, float]) -> float:
        """What it costs that a label is where it is, whatever is beside it."""
        x, y = place
        away = math.dist(place, self.homes[number])
        cost = away * away / 260 + (away / 9 if away > NEAR else 0)
        for part, (left, top, right, bottom) in enumerate(self.boxes[number]):
            if x + left < 6 or y + top < 6 or x + right > WIDE - 6 or y + bottom > HIGH - 6:
                cost += 500
            middle = (top + bottom) / 2
            for across, weight in ((left * 0.8, 4.0), (0.0, 60.0 if part == 1 else 12.0), (right * 0.8, 4.0)):
                owner = self.find_owner(x + across, y + middle)
                if owner == -1:
                    cost += weight / 3 * self.look.has_sites
                elif owner != number:
                    cost += weight
        return cost

    def cost_of_pair(self, one: int, other: int, place: tuple[float, float]) -> float:
        """What it costs that a label lies on another one, or on the line that leads to it."""
        x, y = place
        u, v = self.places[other]
        if abs(x - u) > 260 or abs(y - v) > 160:
            return 0.0
        cost = 0.0
        for left, top, right, bottom in self.boxes[one]:
            for west, north, east, south in self.boxes[other]:
                across = min(x + right, u + east) - max(x + left, u + west) + GAP
                down = min(y + bottom, v + south) - max(y + top, v + north) + GAP
                if across > 0 and down > 0:
                    cost += 12 + 3 * min(across, down)
            cost += 30 * (self._is_on_line((x + left, y + top, x + right, y + bottom), other, (u, v)))
        for west, north, east, south in self.boxes[other]:
            cost += 30 * self._is_on_line((u + west, v + north, u + east, v + south), one, place)
        return cost

    def _is_on_line(self, part: Box, number: int, place: tuple[float, float]) -> bool:
        home = self.homes[number]
        if math.dist(home, place) <= NEAR:
            return False
        left, top, right, bottom = part
        for step in range(9):
            x = home[0] + (place[0] - home[0]) * step / 8
            y = home[1] + (place[1] - home[1]) * step / 8
            if left < x < right and top < y < bottom:
                return True
        return False

    def has_line(self, name: str) -> bool:
        """True where a label stands so far aside that its name is not on its own land."""
        number = self.names.index(name)
        x, y = self.places[number]
        _, top, _, bottom = self.boxes[number][0]
        on_land = self.find_owner(x, y + (top + bottom) / 2) == number
        return math.dist(self.homes[number], (x, y)) > NEAR and not on_land

    def spread(self) -> float:
        """Move labels aside until none lies on another; return the cost that is left."""
        chance = Random(7)
        count = len(self.names)
        for step in range(STEPS):
            heat = 26 * (1 - step / STEPS) ** 2 + 0.02
            number = chance.randrange(count)
            x, y = self.places[number]
            reach = 40 * (1 - step / STEPS) + 2
            if chance.random() < 0.05:
                place = (self.homes[number][0] + chance.gauss(0, 50), self.homes[number][1] + chance.gauss(0, 50))
            else:
                place = (x + chance.gauss(0, reach), y + chance.gauss(0, reach))
            place = (round(place[0]), round(place[1]))
            more = self._cost_at(number, place) - self._cost_at(number, (x, y))
            if more <= 0 or chance.random() < math.exp(-more / heat):
                self.places[number] = place
        return sum(self._cost_at(number, self.places[number]) for number in range(count))

    def _cost_at(self, number: int, place: tuple[float, float]) -> float:
        others = range(len(self.names))
        return self.cost_of_place(number, place) + sum(
            self.cost_of_pair(number, other, place) for other in others if other != number
        )

    def list_overlaps(self) -> list[tuple[str, str]]:
        """The labels that lie on each other."""
        shapes = [
            [box(x + a, y + b, x + c, y + d) for a, b, c, d in parts]
            for (x, y), parts in zip(self.places, self.boxes, strict=True)
        ]
        return [
            (self.names[one], self.names[other])
            for one in range(len(shapes))
            for other in range(one)
            if any(a.intersects(b) for a in shapes[one] for b in shapes[other])
        ]


def format_styles(places: Mapping[str, Mapping[str, tuple[int, int]]]) -> str:
    """Rules that move labels aside, a line for each kind of screen."""
    lines = []
    for kind, look in LOOKS.items():
        rules = [
            f'{look.scope} [data-at="{name}"] > g {{ translate: {x}px {y}px; }}'
            for name, (x, y) in places[kind].items()
            if (x, y) != (0, 0)
        ]
        lines.append(f"@media {look.where} {{ {look.scope} .of-{kind} {{ display: inline; }} {' '.join(rules)} }}\n")
    return "".join(lines)


def format_template(crowds: Mapping[str, Crowd], places: Mapping[str, Mapping[str, tuple[int, int]]]) -> str:
    """Half the width of each name, where its label stands on phones, and on other screens if a line leads to it."""
    lines = []
    for name in sorted(land_map().outlines):
        right, down = PHONE.get(name, (0, 0))
        lines_to = {kind: places[kind][name] for kind, crowd in crowds.items() if crowd.has_line(name)}
        lines.append(f'  "{name}": ({measure_name(name) / 2:.0f}, {(right, down)}, {lines_to}),\n')
    head = "{#- Made by .ci/board_labels.py: of each label half the width of its name, how far it stands aside on"
    head += "\n    phones, and on screens where a line leads to it. -#}"
    return f"{head}\n{{% set LABELS = {{\n{''.join(lines)}}} %}}\n"


def read_places(kind: str) -> Crowd:
    """The labels of a kind of screen, where template and styles have them; "phone" is a kind, too."""
    look = LOOKS.get(kind, PLAIN)
    crowd = Crowd(look)
    on_phones = re.findall(r'"([^"]+)": \(\d+, \((-?\d+), (-?\d+)\)', TEMPLATE.read_text(encoding="utf-8"))
    rule = re.escape(look.scope) + r' \[data-at="([^"]+)"\] > g { translate: (\S+)px (\S+)px; }'
    aside = re.findall(rule, STYLES.read_text(encoding="utf-8")) if look.scope else []
    for name, right, down in (*on_phones, *aside):
        number = crowd.names.index(name)
        x, y = crowd.places[number]
        crowd.places[number] = (x + int(right), y + int(down))
    return crowd


def write_places(crowds: Mapping[str, Crowd]) -> None:
    """Write where all labels are; raise an error if some overlap."""
    places: dict[str, dict[str, tuple[int, int]]] = {}
    for kind, crowd in crowds.items():
        if crowd.list_overlaps():
            raise ValueError(f"on a {kind}, labels overlap: {crowd.list_overlaps()}")
        places[kind] = {}
        for name, home, place in zip(crowd.names, crowd.homes, crowd.places, strict=True):
            right, down = PHONE.get(name, (0, 0))
            places[kind][name] = (round(place[0] - home[0]) - right, round(place[1] - home[1]) - down)
    TEMPLATE.write_text(format_template(crowds, places), encoding="utf-8")
    styles = STYLES.read_text(encoding="utf-8")
    before, rest = styles.split(BEGIN)
    STYLES.write_text(before + BEGIN + format_styles(places) + END + rest.split(END)[1], encoding="utf-8")


if __name__ == "__main__":
    found = {kind: Crowd(look) for kind, look in LOOKS.items()}
    for each in found.values():
        each.spread()
    write_places(found)
