"""Finds cubes on production squares by the print that they hide, and distinguishes them from other things.

Pictures of bare squares are in ``assets/games/honshu/places.pgm``, made from the faces by
``.ci/places.py``: one below the other in the order of ``Colour``, each in full ink and in low ink, grey,
``FINE`` pixels a mm.
"""

from collections.abc import Callable, Collection, Mapping, Sequence, Set
from colorsys import rgb_to_hsv
from enum import Enum
from math import cos, dist, hypot, log, pi, sin
from typing import NamedTuple

from companion.data.honshu.cards import Colour
from companion.paths import assets
from companion.vision.eyes import Eyes, GreyPhoto, Patch, Surface
from companion.vision.honshu.geometry import CUBE_PLACE, SIDE, build_patch, compute_lean, square_corners
from companion.vision.matrices import Homography, Point, middle

Pixel = tuple[int, int]  # across and down


def list_neighbours(spot: Pixel) -> tuple[Pixel, ...]:
    """The cells that share an edge with a cell."""
    x, y = spot
    return (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)


def remove_thin_parts(cells: Set[Pixel], least: int = 3) -> set[Pixel]:
    """The cells without parts thinner than ``least`` cells, such as edges of shadows."""
    side = range(least)
    blocks = ({(x + right, y + low) for right in side for low in side} for x, y in cells)
    return {spot for block in blocks if block <= cells for spot in block}


def split_connected(cells: Collection[Pixel]) -> list[list[Pixel]]:
    left, parts = set(cells), list[list[Pixel]]()
    while left:
        part = [left.pop()]
        for spot in part:  # ``part`` grows meanwhile
            neighbours = left.intersection(list_neighbours(spot))
            part += neighbours
            left -= neighbours
        parts.append(part)
    return parts


def select_in_hull(cells: Collection[Pixel], among: Collection[Pixel]) -> list[Pixel]:
    """The cells of ``among`` within the convex hull of ``cells``, a polygon with sixteen sides."""
    directions = [(cos(index * pi / 8), sin(index * pi / 8)) for index in range(16)]
    bounds = [(right, down, max(right * x + down * y for x, y in cells) + 1e-6) for right, down in directions]
    return [(x, y) for x, y in among if all(right * x + down * y <= end for right, down, end in bounds)]


def middle_of(cells: Collection[Pixel]) -> tuple[float, float]:
    """The mean position of some cells."""
    return sum(x for x, _ in cells) / len(cells) + 0.5, sum(y for _, y in cells) / len(cells) + 0.5


def widths(cells: Collection[Pixel], lean: tuple[float, float]) -> tuple[float, float]:
    """The edges of a cube that covers some cells, mm: across the direction in which it leans, and along it.

    The spread of a square is the same whatever its turn, and a lean makes it longer in one direction only.
    """
    tall = hypot(*lean)
    right, down = (lean[0] / tall, lean[1] / tall) if tall else (1.0, 0.0)
    x, y = middle_of(cells)
    offsets = [(left + 0.5 - x, top + 0.5 - y) for left, top in cells]
    along = sum((right * dx + down * dy) ** 2 for dx, dy in offsets) / len(offsets)
    across = sum((right * dy - down * dx) ** 2 for dx, dy in offsets) / len(offsets)
    return (12 * across + 1) ** 0.5, (12 * along + 1) ** 0.5 / (1 + tall)


def compute_fill(cells: Collection[Pixel], lean: tuple[float, float]) -> float:
    """The share of a cube's outline, as ``widths`` computes it, that some cells fill: about 1 for a cube."""
    across, along = widths(cells, lean)
    return len(cells) / (across * along * (1 + hypot(*lean)))


PLACES_FILE = assets() / "games/honshu/places.pgm"
FINE = 3  # pixels a mm
BLURS = (0.0, 0.8, 1.6)  # blurs of the printed picture that are tried, pixels; the best is used
REACH = 2.0  # mm around a square that are compared too, since cards lie a little off
_INKS = 2

_MM = round(SIDE)  # cells along a side of a surface, each of one mm
_RIM = 1  # mm along the edges of a square that neighbours may cover
_SEAL = 11  # mm from the upper left in which only the seal is printed
_NUMBERS = {0: (0, 10, 10, 17), 1: (17, 29, 0, 9)}
"""Where a card's number may be printed, by square: from and to across, then down, mm."""
_HIDDEN = 0.5  # likeness to the print below which a cell counts as hidden
_NOTHING, _SOMETHING, _STANDING = 16, 30, 50
"""Hidden area, mm²: less than the first is nothing, from the second something; a sure cube has the third."""
_MOST, _STRIP = 300, 3.2
"""A cube with its shadow hides less, mm², and is fewer times as long as wide; misplaced print can be longer."""
_SEEN = 60  # least mm² of visible print from which the colour of paper is measured
_PAPER = (200.0, 190.0, 170.0)  # colour assumed where it is hidden: red, green and blue
_SOME = 40  # about how many cells are compared to find the commonest colour
_OWN = 1.5  # weight of a square's own colour against others
_NEAR = 0.245  # distance of colours' logarithms below which they count as one
_LIKE = 0.99  # cosine between colours above which they are one paint in different light
_ALIKE, _LIGHT = 0.995, 0.7  # likewise on one side of a thing, with the least share of its light
_SOLID, _NARROW, _FULL, _OFF = 5, 6.5, 0.88, 6.0
"""A whole cube: cells below which a part is too thin, least edge, mm, least share of its outline, and how far
from the middle of what is hidden its own may be, mm."""
_RING = 7.0  # mm from the middle of a cube's place to the outside of its printed ring
_GREY = 0.22  # tint below which paint counts as grey, as shadows on paper do
_GLARING = 0.92  # if all shares of paper are above it, it is light, not paint
_SHOWN = 4  # a cube shows its paint on at least one in so many cells that it hides
_WIDE, _LARGEST, _LONGEST = 11.1, 11.6, 14.8
"""Largest edges of a cube, mm, by the spread of its paint: mean of both ways; the longer way; and that way for
a cube of its square's colour, since in its shadow print looks like paint."""
_PALE, _FAINT, _FADED = 0.75, 0.36, 0.4  # brown lighter than this is print below the first tint, maybe below the second
_TOKEN, _REACHED, _AROUND = (85, 165), (9.0, 11.5), 16  # tokens: mm², radii of inside and around, mm² hidden around
_RESTLESS, _MIXED = 0.065, (0.3, 0.78)  # tokens: steps of light from mm to mm; shares of paper in paint
_EDGE = 2  # mm from an edge within which a blob counts as touching it
_SIDE_OF_CARD, _CARD_OVER = 13, 5  # mm hidden along an edge by a card over it, and its most mm inward
_CUBE_OVER, _CUBE_TALL = 2.5, 5.0  # mm inward of a neighbour's cube, and more for each mm that it leans in
_ACROSS, _CORNER = 3.0, 5.0
"""If the middle of its foot is nearer to an edge, mm, a thing may be a neighbour's cube; the second is for two
edges, or if its colour is not its square's."""


class Standing(Enum):
    BARE = "bare"
    CUBE = "cube"
    THING = "thing"  # something that is no cube
    UNSURE = "unsure"


def load_bare_squares() -> list[list[bytes]]:
    """Load the pictures of bare squares by colour, in each of two inks, in rows of grey."""
    size = round(SIDE * FINE) ** 2
    pixels = PLACES_FILE.read_bytes()[-size * _INKS * len(Colour) :]  # after a header of a few words
    each = [pixels[index * size : (index + 1) * size] for index in range(_INKS * len(Colour))]
    return [each[index : index + _INKS] for index in range(0, len(each), _INKS)]


class CubeSpot(NamedTuple):
    """A production square of a card in a photo, where a cube may stand."""

    plane: Homography  # from mm of the card to pixels
    square: int
    colour: Colour
    neighbours: Sequence[Colour | None]  # cube colours of the squares at its left, above, at its right and below


def classify_spots(eyes: Eyes, grey: GreyPhoto, size: tuple[int, int], spots: Collection[CubeSpot]) -> list[Standing]:
    """Find what stands on squares of a photo of a size in pixels."""
    colours, centre = list(Colour), (SIDE / 2, SIDE / 2)

    def build_query(spot: CubeSpot, point: Point) -> tuple[Patch, int]:
        """A patch as large as a square around one of its points, with its colour's number."""
        (x, y), *_ = square_corners(spot.square)
        left, top = x + point[0] - SIDE / 2, y + point[1] - SIDE / 2
        patch = build_patch(spot.plane, left - REACH, top - REACH, SIDE + 2 * REACH, 2 * FINE)
        return patch, colours.index(spot.colour)

    def classify(surface: Surface, spot: CubeSpot) -> Standing:
        lean = compute_lean(spot.plane, size, middle(square_corners(spot.square)))
        return classify_spot(surface, spot, lean, lambda point: eyes.surfaces(grey, [build_query(spot, point)])[0])

    surfaces = eyes.surfaces(grey, [build_query(spot, centre) for spot in spots])
    return [classify(*each) for each in zip(surfaces, spots, strict=True)]


def classify_spot(surface: Surface, spot: CubeSpot, lean: Point, neighbours: Callable[[Point], Surface]) -> Standing:
    """Find what stands on a square; ``lean`` is how far it leans for each mm of its height.

    If that is unclear, it calls ``neighbours`` for the surface around a point, which may reach beyond the edges.
    """
    _, square, colour, rivals = spot
    printed_cells = _list_printed_cells(square)
    visible_spots = [at for at in printed_cells if surface.cells[at[1]][at[0]][0] >= _HIDDEN]
    shadow, paper = _remove_cards(printed_cells.difference(visible_spots)), _measure_paper(surface, visible_spots)
    if (token := _classify_token(surface, spot, shadow, paper)) is Standing.CUBE:
        return token
    blob = max(
        (part for part in split_connected(remove_thin_parts(shadow)) if not _leans_in(part, lean)), key=len, default=[]
    )
    if len(blob) < _NOTHING:
        return token
    paint, alike = _find_paint(surface, blob, printed_cells, paper, colour)
    # If a cube's place is in sight, what lies beside it is a cube only if it looks like one.
    is_empty = all(hypot(x + 0.5 - CUBE_PLACE, y + 0.5 - CUBE_PLACE) > _RING for x, y in shadow)
    paints, (least, most) = _match_colours(paint), sorted(widths(alike, lean))
    has_paint, wide = colour in paints, (least * most) ** 0.5
    edges = _find_near_edges(alike, lean, most, has_paint)
    # Misplaced print can look like paint of its colour, if that is pale.
    tint = _compute_tint(paint) if has_paint and colour is Colour.BROWN and max(paint) > _PALE else 1.0
    is_sure = False
    if len(blob) >= _SOMETHING:
        if is_empty and (not paints or tint < _FAINT or most > _LONGEST or (edges and not has_paint)):
            return Standing.BARE
        if not paints or most > _LONGEST:
            return Standing.UNSURE if min(paint) > _GLARING else Standing.THING
        narrow, long = sorted(widths(blob, (0, 0)))
        strip = len(blob) > _MOST or long > _STRIP * narrow
        if strip or (most > _LARGEST and not (has_paint and compute_fill(alike, lean) > _FULL)):
            return Standing.UNSURE
        plain = len(blob) >= _STANDING and (len(alike) >= _SOMETHING or narrow > _RING)
        is_sure = wide <= _WIDE and _SHOWN * len(alike) >= len(blob) and not edges and tint > _FADED and plain
    if is_sure and has_paint:
        return Standing.CUBE
    # What hides little, crosses an edge or has another colour is a cube if all of it looks like one.
    if is_sure or (has_paint and tint > _FADED and len(edges) < 2 and not any(rivals[i] in paints for i in edges)):
        patch = _find_whole_patch(_compute_shares(neighbours(middle_of(blob)), paper), paint)
        least, most = sorted(widths(patch, lean)) if 2 * len(patch) >= len(blob) else (0.0, 0.0)
        if _NARROW <= (least * most) ** 0.5 <= _WIDE and most <= _LONGEST and compute_fill(patch, lean) > _FULL:
            return Standing.CUBE
    return Standing.UNSURE


def _classify_token(surface: Surface, spot: CubeSpot, spots: Set[Pixel], paper: Sequence[float]) -> Standing:
    """``CUBE`` or ``UNSURE`` for what may be a printed token, whose rings resemble the spot's; else ``BARE``."""
    distances = {(x, y): hypot(x + 0.5 - CUBE_PLACE, y + 0.5 - CUBE_PLACE) for x, y in spots}
    near, prints = ({at for at, gap in distances.items() if gap < _REACHED[0]}, _list_printed_cells(spot.square))
    hull = select_in_hull(near, prints) if len(near) >= _SOMETHING else []
    is_token = sum(gap < _REACHED[1] for gap in distances.values()) <= len(near) + _AROUND
    if not (is_token and _TOKEN[0] <= len(hull) <= min(_TOKEN[1], 3 * len(near))):
        return Standing.BARE
    lights = {at: log(sum(shares)) for at, shares in _compute_shares(surface, paper).items() if at in near}
    steps = sorted(abs(lights[one] - lights[twin]) for one in near for twin in list_neighbours(one) if twin in near)
    paint, _ = _find_paint(surface, [*near], prints, paper, spot.colour)
    is_mixed = _MIXED[0] < min(paint) < _MIXED[1] and steps[len(steps) // 2] > _RESTLESS
    return Standing.CUBE if is_mixed and 2 * len(near) >= len(hull) else Standing.UNSURE


def _find_whole_patch(colours: Mapping[Pixel, Sequence[float]], paint: Sequence[float]) -> Sequence[Pixel]:
    """All cells in the middle of a surface with one paint in similar light; none if it is cut off."""
    centre = SIDE / 2, SIDE / 2
    parts = split_connected(remove_thin_parts(_find_alike(colours, paint, _ALIKE, _LIGHT), _SOLID))
    patch = min(parts, key=lambda part: dist(middle_of(part), centre), default=[])
    is_centred = patch and dist(middle_of(patch), centre) < _OFF
    return patch if is_centred and all(0 < number < _MM - 1 for spot in patch for number in spot) else []


def _list_printed_cells(square: int) -> set[Pixel]:
    """The cells of a square that look alike on every card of its colour."""
    across, to_across, down, to_down = _NUMBERS.get(square, (0, 0, 0, 0))
    return {
        (x, y)
        for x in range(_RIM, _MM - _RIM)
        for y in range(_RIM, _MM - _RIM)
        if (x >= _SEAL or y >= _SEAL) and not (across <= x < to_across and down <= y < to_down)
    }


def _remove_cards(spots: Collection[Pixel]) -> set[Pixel]:
    """The hidden cells, except those that a neighbour's card hides along an edge."""
    left = set(spots)
    for axis, edge, step in ((0, _RIM, 1), (1, _RIM, 1), (0, _MM - 1 - _RIM, -1), (1, _MM - 1 - _RIM, -1)):
        for depth in range(_CARD_OVER):
            row = {spot for spot in left if spot[axis] == edge + step * depth}
            if len(row) <= _SIDE_OF_CARD:
                break
            left -= row
    return left


def _leans_in(blob: Sequence[Pixel], lean: Point) -> bool:
    """True for a blob that reaches in from an edge no farther than a neighbour's cube can lean."""
    for side, direction in enumerate(lean):
        numbers = [spot[side] for spot in blob]
        low, high = min(numbers), max(numbers) + 1
        for gap, depth, leans in ((low, high, direction), (_MM - high, _MM - low, -direction)):
            if gap <= _EDGE and depth <= _CUBE_OVER + _CUBE_TALL * max(leans, 0.0):
                return True
    return False


def _find_near_edges(spots: Collection[Pixel], lean: Point, edge: float, has_paint: bool) -> list[int]:
    """The edges of a square that a thing is so near to that it may be a neighbour's cube.

    A larger distance counts near two edges and for another colour (not ``own``), as of a coin.
    """
    foot = [number - away * edge / 2 for number, away in zip(middle_of(spots), lean, strict=True)]
    away = [*foot, *(SIDE - number for number in foot)]
    corner = [side for side, far in enumerate(away) if far < _CORNER]
    return corner if len(corner) > 1 or not has_paint else [side for side in corner if away[side] < _ACROSS]


def _measure_paper(surface: Surface, visible_spots: Sequence[Pixel]) -> Sequence[float]:
    """The colour of paper in this light: the brightest of what is in sight."""
    if len(visible_spots) < _SEEN:
        return _PAPER
    cells = [surface.cells[y][x] for x, y in visible_spots]
    return [sorted(cell[channel] for cell in cells)[len(cells) * 95 // 100] for channel in (1, 2, 3)]


def _find_paint(
    surface: Surface, blob: Sequence[Pixel], printed_cells: Set[Pixel], paper: Sequence[float], mean: Colour
) -> tuple[Sequence[float], Sequence[Pixel]]:
    """The paint of most of a blob, as shares of paper, and the cells that show it, in any light.

    Cells beside the print that show it, as on the seal, count too.
    """
    blob_cells = set(blob)
    shares = _compute_shares(surface, paper)
    colours = {spot: shares[spot] for spot in shares if spot in blob_cells or spot not in printed_cells}
    inner = sorted(spot for spot in blob if blob_cells.issuperset(list_neighbours(spot))) or sorted(blob)
    samples = [colours[spot] for spot in inner[:: max(1, len(inner) // _SOME)]]
    logs = [[log(value + 0.03) for value in colour] for colour in samples]
    groups = ([samples[index] for index, other in enumerate(logs) if dist(one, other) < _NEAR] for one in logs)
    means = [([sum(values) / len(each) for values in zip(*each, strict=True)], len(each)) for each in groups]
    paint, _ = max(means, key=lambda each: each[1] * (_OWN if mean in _match_colours(each[0]) else 1))
    alike = _find_alike(colours, paint, _LIKE, 0.7 if _compute_tint(paint) < _GREY else 0.55)
    return paint, max(
        split_connected(remove_thin_parts(alike)), key=lambda part: len(blob_cells.intersection(part)), default=blob
    )


def _compute_shares(surface: Surface, paper: Sequence[float]) -> dict[Pixel, Sequence[float]]:
    """The colours of the cells of a surface, as shares of paper."""
    return {
        (x, y): [max(value, 2.0) / white for value, white in zip(cell[1:], paper, strict=True)]
        for y, row in enumerate(surface.cells)
        for x, cell in enumerate(row)
    }


def _find_alike(
    cells: Mapping[Pixel, Sequence[float]], mean: Sequence[float], limit: float, least: float
) -> set[Pixel]:
    """The cells that show a paint in light of at least a share ``least`` of its own, or the reverse."""
    lightness = {spot: sum(colour) / sum(mean) for spot, colour in cells.items() if _cosine(colour, mean) > limit}
    return {spot for spot, light in lightness.items() if least < light < 1 / least}


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    dot = one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
    return dot / hypot(*one) / hypot(*other)


def _compute_tint(paint: Sequence[float]) -> float:
    return 1 - min(paint) / max(paint)


def _match_colours(paint: Sequence[float]) -> set[Colour]:
    """The colours of cubes that a paint may be; bare wood is brown."""
    hue, tint, light = rgb_to_hsv(*(min(value, 1.0) for value in paint))
    degrees = (360 * hue + 30) % 360  # red is 30
    if light < 0.17 or (light > 0.9 and tint < 0.3) or (light > 0.77 and tint < 0.15):
        return set()  # black, or white as dice and glare are
    colours = {Colour.GREY} if tint < _GREY or (tint < 0.35 and degrees > 100) else set[Colour]()
    if degrees < 72 and tint > 0.1 and (tint < 0.72 or light < 0.55):
        colours.add(Colour.BROWN)  # neither red nor orange
    if 64 < degrees < 102 and tint > 0.22:
        colours.add(Colour.YELLOW)
    if 225 < degrees < 280 and tint > 0.3:
        colours.add(Colour.BLUE)
    return colours
