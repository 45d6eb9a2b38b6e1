"""A map found in photos, put into rows and columns, with its cubes and with what a person should look at."""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from companion.data.honshu.cards import Terrain, load_cards
from companion.sentences import Sentence, say, say_count
from companion.vision.honshu.reading import How, Outline, Reading, SeenCard, SeenSquare
from companion.vision.honshu.recovery.cubes import emptiness, stands
from companion.vision.honshu.recovery.evidence import patch
from companion.vision.honshu.recovery.geometry import CUBE_PLACE, SIDE, Cell, Floats, mapped, square_corners
from companion.vision.honshu.recovery.layers import Top
from companion.vision.honshu.recovery.merging import Merged, moved
from companion.vision.honshu.recovery.poses import CardPlane
from companion.vision.honshu.recovery.seals import Grey
from companion.vision.honshu.recovery.sighting import Sighting

_GLARE = 0.15  # share of a square's pixels that are white where light blinds it
_WHITE = 225  # of 255, from where a place for a cube is blinded
_CUBE = 7.0  # mm that a cube hides of its place at least
_SMALL = 2.5  # pixels of a mm below which seals run together
_WHERE = (
    (say("at the upper left"), say("at the upper edge"), say("at the upper right")),
    (say("at the left"), say("in the middle"), say("at the right")),
    (say("at the lower left"), say("at the lower edge"), say("at the lower right")),
)

View = tuple[Grey, Sighting]  # a photo and what it shows


def tell(views: Sequence[View], found: Merged, cards: int) -> Reading:
    """The reading of a map that its photos show together, and that ought to have so many cards."""
    tops = found.layers.tops
    first = (min(row for row, _ in tops), min(column for _, column in tops))
    more = len(found.poses) > cards or any(seen.more for _, seen in views)
    blind = set[Cell]()
    squares = list[SeenSquare]()
    for cell in sorted(tops):
        planes = [_card_plane(view, found, number, tops[cell].face) for number, view in enumerate(views)]
        square = _square(cell, tops[cell], views, planes, found, more or len(found.poses) < cards, first)
        squares.append(square)
        shown = [(grey, card) for (grey, _), card in zip(views, planes, strict=True) if card]
        if square.doubt and shown and all(_in_glare(grey, card, square.square) for grey, card in shown):
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
    _, seen = view
    known = face in seen.poses and moved(seen.poses[face], found.motions[number]) == found.poses[face]
    return seen.card_planes[face] if known else None


def _square(
    cell: Cell,
    top: Top,
    views: Sequence[View],
    planes: Sequence[CardPlane | None],
    found: Merged,
    uncounted: bool,
    first: Cell,
) -> SeenSquare:
    card = load_cards()[top.face]
    kind = card.squares[top.square // 2][top.square % 2]
    shown = [(grey, seen) for (grey, _), seen in zip(views, planes, strict=True) if seen]
    corners, turn = square_corners(top.square), found.poses[top.face].turn
    outlines = [np.roll(mapped(seen.plane, corners), turn, 0) if seen else None for seen in planes]
    cut_off = all(
        outline is None or _outside(outline, grey) for outline, (grey, _) in zip(outlines, views, strict=True)
    )
    doubt = top.how is How.UNKNOWN or (top.how is not How.READ and (uncounted or cut_off))
    cube: bool | None = False
    if kind.terrain is Terrain.PRODUCTION and kind.colour is not None:
        colour = kind.colour
        looks = [emptiness(grey, seen.plane, top.square, colour) for grey, seen in shown]
        cube = stands(max(looks)) if looks and not (doubt or cut_off) else None
        # What was not read lies in glare, shadow or blur, which hide a place as a cube does.
        hidden = top.how is not How.READ or all(_blinded(grey, seen, top.square) for grey, seen in shown)
        cube = None if cube and hidden else cube
    row, column, drawn = cell[0] - first[0], cell[1] - first[1], tuple(map(_outline, outlines))
    return SeenSquare(row, column, card.name, top.square, top.how, doubt or cube is None, cube, drawn)


def _outline(corners: Floats | None) -> Outline | None:
    if corners is None:
        return None
    one, two, three, four = ((float(x), float(y)) for x, y in corners)
    return one, two, three, four


def _outside(outline: Floats, grey: Grey) -> bool:
    x, y = outline.mean(0)
    return not (0 <= x < grey.shape[1] and 0 <= y < grey.shape[0])


def _upper_left(square: int) -> tuple[float, float]:
    return square % 2 * SIDE, square // 2 * SIDE


def _in_glare(grey: Grey, card: CardPlane, square: int) -> bool:
    seen = patch(grey, card.plane, *_upper_left(square), SIDE, 1)
    return bool((seen > 250).mean() > _GLARE)


def _blinded(grey: Grey, card: CardPlane, square: int) -> bool:
    """True when light blinds the place for a cube; no cube is white."""
    left, top = (at + CUBE_PLACE - _CUBE / 2 for at in _upper_left(square))
    return bool((patch(grey, card.plane, left, top, _CUBE, 2) > _WHITE).mean() > _GLARE)


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
    if (groups or found < cards) and min(_scale(seen) for _, seen in views) < _SMALL:
        yield say(
            "The map is small in the photo: go nearer, or send the photo itself and not a messenger's copy."
        )


def _scale(seen: Sighting) -> float:
    """Pixels of a mm about the middle of a map, in the direction in which they are fewest."""
    middle = np.mean([mapped(card.plane, square_corners(2)).mean(0) for card in seen.card_planes.values()], 0)
    there = mapped(np.linalg.inv(seen.plane), [middle])[0]
    steps = mapped(seen.plane, there + np.array([[0, 0], [1, 0], [0, 1]]))
    return float(np.linalg.svd(steps[1:] - steps[0])[1].min())
