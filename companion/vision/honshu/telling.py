"""A map found in photos, put into rows and columns, with its cubes and with what a person should look at."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from typing import NamedTuple

from companion.data.honshu.cards import Colour, Square, Terrain, load_cards
from companion.sentences import Sentence, say, say_count
from companion.vision.eyes import Eyes, Patch, Picture
from companion.vision.honshu.reading import How, Outline, Reading, SeenCard, SeenSquare
from companion.vision.honshu.recovery.cubes import emptiness, stands
from companion.vision.honshu.recovery.geometry import CUBE_PLACE, SIDE, Cell, patch_of, square_corners
from companion.vision.honshu.recovery.layers import Top
from companion.vision.honshu.recovery.merging import Merged, moved
from companion.vision.honshu.recovery.poses import CardPlane
from companion.vision.honshu.recovery.sighting import Sighting
from companion.vision.matrices import Matrix, inverse, mapped, middle, quad_under

_GLARE = 0.15  # share of a square's pixels that are white where light blinds it
_WHITE = 225  # of 255, from where a place for a cube is blinded
_CUBE = 7.0  # mm that a cube hides of its place at least
_SMALL = 2.5  # pixels of a mm below which seals run together
_WHERE = (
    (say("at the upper left"), say("at the upper edge"), say("at the upper right")),
    (say("at the left"), say("in the middle"), say("at the right")),
    (say("at the lower left"), say("at the lower edge"), say("at the lower right")),
)


class View(NamedTuple):
    """A photo and what it shows."""

    grey: Picture
    size: tuple[int, int]  # width and height, pixels
    seen: Sighting


class _Lights(NamedTuple):
    """What the light does to a square in one photo."""

    glare: float  # share of it that is white
    blinded: float  # likewise of its place for a cube; no cube is white
    empty: float | None  # likeness of that place to an empty one; ``None`` where the square has none


def tell(eyes: Eyes, views: Sequence[View], found: Merged, cards: int) -> Reading:
    """The reading of a map that its photos show together, and that ought to have so many cards."""
    tops = found.layers.tops
    first = (min(row for row, _ in tops), min(column for _, column in tops))
    more = len(found.poses) > cards or any(view.seen.more for view in views)
    lit = [_lights(eyes, view, found, number) for number, view in enumerate(views)]
    blind = set[Cell]()
    squares = list[SeenSquare]()
    for cell in sorted(tops):
        planes = [_card_plane(view, found, number, tops[cell].face) for number, view in enumerate(views)]
        lights = [each[cell] for each in lit if cell in each]
        uncounted = more or len(found.poses) < cards
        square = _square(cell, tops[cell], views, planes, lights, found, uncounted, first)
        squares.append(square)
        if square.doubt and lights and all(each.glare > _GLARE for each in lights):
            blind.add((square.row, square.column))
    names = [card.name for card in load_cards()]
    lying = tuple(
        SeenCard(names[face], pose.row - first[0], pose.column - first[1], pose.turn * 90)
        for face, pose in sorted(found.poses.items())
    )
    over = tuple(
        (names[one], names[other])
        for (one, other), strength in sorted(found.layers.above.items())
        if strength > found.layers.above.get((other, one), 0.0)
    )
    doubts = tuple(_doubts(views, squares, blind, len(lying), cards, more))
    return Reading(tuple(squares), lying, over, doubts)


def _card_plane(view: View, found: Merged, number: int, face: int) -> CardPlane | None:
    """The plane of a card in a photo; ``None`` when it is not known there, or known otherwise."""
    poses = view.seen.poses
    known = face in poses and moved(poses[face], found.motions[number]) == found.poses[face]
    return view.seen.card_planes[face] if known else None


def _lights(eyes: Eyes, view: View, found: Merged, number: int) -> Mapping[Cell, _Lights]:
    """What the light does to the squares of which a photo shows the cards."""
    squares, wholes, cubes = list[Cell](), list[Patch](), list[Patch]()
    bearing = dict[Cell, tuple[Matrix, int, Colour]]()
    for cell, top in found.layers.tops.items():
        if card := _card_plane(view, found, number, top.face):
            left, up, edge = top.square % 2 * SIDE, top.square // 2 * SIDE, CUBE_PLACE - _CUBE / 2
            squares.append(cell)
            wholes.append(patch_of(card.plane, left, up, SIDE, 1))
            cubes.append(patch_of(card.plane, left + edge, up + edge, _CUBE, 2))
            kind = _kind(top)
            if kind.terrain is Terrain.PRODUCTION and kind.colour is not None:
                bearing[cell] = (card.plane, top.square, kind.colour)
    empty = dict(zip(bearing, emptiness(eyes, view.grey, bearing.values()), strict=True))
    glare, blinded = eyes.brighter(view.grey, wholes, 250), eyes.brighter(view.grey, cubes, _WHITE)
    return {cell: _Lights(glare[at], blinded[at], empty.get(cell)) for at, cell in enumerate(squares)}


def _kind(top: Top) -> Square:
    return load_cards()[top.face].squares[top.square // 2][top.square % 2]


def _square(
    cell: Cell,
    top: Top,
    views: Sequence[View],
    planes: Sequence[CardPlane | None],
    lights: Sequence[_Lights],
    found: Merged,
    uncounted: bool,
    first: Cell,
) -> SeenSquare:
    turn = found.poses[top.face].turn
    outlines = tuple(_outline(top.square, turn, card) for card in planes)
    cut_off = all(
        outline is None or _outside(outline, view) for outline, view in zip(outlines, views, strict=True)
    )
    doubt = top.how is How.UNKNOWN or (top.how is not How.READ and (uncounted or cut_off))
    cube: bool | None = False
    if _kind(top).terrain is Terrain.PRODUCTION:
        looks = [each.empty for each in lights if each.empty is not None]
        cube = stands(max(looks)) if looks and not (doubt or cut_off) else None
        # What was not read lies in glare, shadow or blur, which hide a place as a cube does.
        hidden = top.how is not How.READ or all(each.blinded > _GLARE for each in lights)
        cube = None if cube and hidden else cube
    row, column, name = cell[0] - first[0], cell[1] - first[1], load_cards()[top.face].name
    return SeenSquare(row, column, name, top.square, top.how, doubt or cube is None, cube, outlines)


def _outline(square: int, turn: int, card: CardPlane | None) -> Outline | None:
    if card is None:
        return None
    corners = quad_under(card.plane, square_corners(square))
    one, two, three, four = corners[4 - turn :] + corners[: 4 - turn]
    return one, two, three, four


def _outside(outline: Outline, view: View) -> bool:
    (x, y), (wide, high) = middle(outline), view.size
    return not (0 <= x < wide and 0 <= y < high)


def _doubts(
    views: Sequence[View], squares: Sequence[SeenSquare], blind: set[Cell], found: int, cards: int, more: bool
) -> Iterator[Sentence]:
    if found < cards:
        yield say_count(
            "{count} of {cards} cards was found; photograph the map again from above, or enter the rest.",
            "{count} of {cards} cards were found; photograph the map again from above, or enter the rest.",
            found,
            cards=cards,
        )
    if more:
        yield say_count(
            "More than {count} card lies there; look whether all of them belong to the map.",
            "More than {count} cards lie there; look whether all of them belong to the map.",
            cards,
        )
    high, wide = (1 + max(each) for each in zip(*((one.row, one.column) for one in squares), strict=True))
    groups = Counter[tuple[int, int, str]]()
    for one in squares:
        if one.doubt:
            reason = "cube" if one.how is How.READ else "square"
            reason = "glare" if (one.row, one.column) in blind else reason
            groups[3 * one.row // high, 3 * one.column // wide, reason] += 1
    for (row, column, reason), count in sorted(groups.items()):
        where = _WHERE[row][column]
        if reason == "glare":
            yield say_count(
                "{count} square {where} is in glare; photograph the map again, or enter it.",
                "{count} squares {where} are in glare; photograph the map again, or enter them.",
                count,
                where=where,
            )
        elif reason == "cube":
            yield say_count(
                "Whether a cube stands on {count} square {where} cannot be told; look there.",
                "Whether cubes stand on {count} squares {where} cannot be told; look there.",
                count,
                where=where,
            )
        else:
            yield say_count(
                "{count} square {where} cannot be told; photograph the map again, or enter it.",
                "{count} squares {where} cannot be told; photograph the map again, or enter them.",
                count,
                where=where,
            )
    if (groups or found < cards) and min(_scale(view.seen) for view in views) < _SMALL:
        yield say(
            "The map is small in the photo: go nearer, or send the photo itself and not a messenger's copy."
        )


def _scale(seen: Sighting) -> float:
    """Pixels of a mm about the middle of a map, in the direction in which they are fewest."""
    about = middle([middle(mapped(card.plane, square_corners(2))) for card in seen.card_planes.values()])
    ((x, y),) = mapped(inverse(seen.plane), [about])
    (x0, y0), (x1, y1), (x2, y2) = mapped(seen.plane, [(x, y), (x + 1, y), (x, y + 1)])
    a, b, c, d = x1 - x0, y1 - y0, x2 - x0, y2 - y0
    return (hypot(a + d, b - c) - hypot(a - d, b + c)) / 2 if a * d > b * c else 0.0
