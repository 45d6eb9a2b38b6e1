"""A map found in a photo, put into rows and columns, with its cubes and with what a person should look at."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from math import hypot
from typing import NamedTuple

from companion.data.honshu.cards import Colour, Terrain, load_cards
from companion.sentences import Sentence, say, say_count
from companion.vision.eyes import Eyes, Patch, Picture
from companion.vision.honshu.reading import How, Reading, SeenCard, SeenSquare
from companion.vision.honshu.recovery.cubes import Place, Standing, standings
from companion.vision.honshu.recovery.geometry import SIDE, SQUARES, Cell, cells_of, patch_of, square_corners
from companion.vision.honshu.recovery.layers import CardSquare
from companion.vision.honshu.recovery.lens import Lens
from companion.vision.honshu.recovery.sighting import Sighting
from companion.vision.matrices import Point, inverse, mapped, middle, quad_under

_CUBES: Mapping[Standing | None, bool] = {Standing.BARE: False, Standing.CUBE: True}
_GLARE = 0.15  # share of a square's pixels that are white where light blinds it
_SMALL = 2.5  # pixels of a mm below which seals run together
_TOO_SMALL = say(
    "The map is small in the photo: go nearer, or send the photo itself and not a messenger's copy."
)


class Lights(NamedTuple):
    """What the light does to a square."""

    glare: float  # share of it that is white
    stands: Standing | None  # what stands on it; ``None`` where no cube can


class View(NamedTuple):
    """What a photo shows; of its pixels no more is needed."""

    size: tuple[int, int]  # width and height, pixels
    seen: Sighting
    lights: Mapping[CardSquare, Lights]  # of all squares of the cards that were found
    lens: Lens = Lens()  # through which it was seen


def tell(
    view: View, found: Sighting, cards: int, unsure: Collection[Cell] = (), said: Sequence[Sentence] = ()
) -> Reading:
    """The reading of a map as it was found in its photo, upright, and that ought to have so many cards.

    Some cells may be in doubt for reasons that are said.
    """
    tops = found.layers.tops
    first = (min(row for row, _ in tops), min(column for _, column in tops))
    # As long as a card is missing nothing is inferred of the rest.
    uncounted = bool(said) or len(found.poses) < cards
    squares = list[SeenSquare]()
    for cell in sorted(tops):
        square = _square(cell, view, found, uncounted, first)
        square = replace(square, doubt=True, only_cube=False, thing=False) if cell in unsure else square
        squares.append(replace(square, blind=square.doubt and view.lights[tops[cell][:2]].glare > _GLARE))
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
    missing = say_count(
        "{count} of {cards} cards [was|were] found; photograph the map again from above, or enter the rest.",
        len(lying),
        cards=cards,
    )
    amiss = (missing, *said) if len(lying) < cards else tuple(said)
    doubtful = len(lying) < cards or any(each.doubt for each in squares)
    small = doubtful and _scale(view.seen) < _SMALL
    return Reading(tuple(squares), lying, over, amiss, (_TOO_SMALL,) if small else ())


def lights(eyes: Eyes, grey: Picture, size: tuple[int, int], seen: Sighting) -> Mapping[CardSquare, Lights]:
    """What the light does to the squares of the cards that a photo shows."""
    wholes = list[Patch]()
    bearing = dict[CardSquare, Place]()
    squares = [(face, square) for face in seen.poses for square in range(SQUARES)]
    for face, square in squares:
        plane = seen.card_planes[face].plane
        wholes.append(patch_of(plane, *square_corners(square)[0], SIDE, 1))
        if (colour := _bears(face, square)) is not None:
            bearing[face, square] = Place(plane, square, colour, _beside(seen, face, square))
    stands = dict(zip(bearing, standings(eyes, grey, size, bearing.values()), strict=True))
    glare = eyes.brighter(grey, wholes, 250)
    return {each: Lights(share, stands.get(each)) for each, share in zip(squares, glare, strict=True)}


def _bears(face: int, square: int) -> Colour | None:
    """The colour of the cube that stands on a square when a map is laid; ``None`` where none does."""
    kind = load_cards()[face].squares[square // 2][square % 2]
    return kind.colour if kind.terrain is Terrain.PRODUCTION else None


def _beside(seen: Sighting, face: int, square: int) -> list[Colour | None]:
    """What the squares at the left of one, above, at its right and below bear, by its upright card."""
    pose = seen.poses[face]
    row, column = cells_of(pose)[square]
    around = [(row, column - 1), (row - 1, column), (row, column + 1), (row + 1, column)]
    tops = [seen.layers.tops.get(cell) for cell in around[pose.turn :] + around[: pose.turn]]
    return [top and _bears(top.face, top.square) for top in tops]


def _square(cell: Cell, view: View, found: Sighting, uncounted: bool, first: Cell) -> SeenSquare:
    top = found.layers.tops[cell]
    plane, turn = found.card_planes[top.face].plane, found.poses[top.face].turn
    corners = view.lens.bent_quad(quad_under(plane, square_corners(top.square)))
    cut_off = _beyond(middle(corners), view)
    doubt = top.how is How.UNKNOWN or (top.how is not How.READ and (uncounted or cut_off))
    cube: bool | None = False
    thing = False
    if _bears(top.face, top.square) is not None:
        # Something may stand on it beyond the photo's edge.
        whole = not any(_beyond(corner, view) for corner in corners)
        stands = view.lights[top[:2]].stands if whole else None
        thing = stands is Standing.THING
        cube = None if doubt else _CUBES.get(stands)
    row, column, name = cell[0] - first[0], cell[1] - first[1], load_cards()[top.face].name
    only_cube = cube is None and not doubt
    one, two, three, four = corners[4 - turn :] + corners[: 4 - turn]
    return SeenSquare(
        *(row, column, name, top.square, top.how, doubt or only_cube, cube, (one, two, three, four)),
        only_cube=only_cube,
        thing=only_cube and thing,
    )


def _beyond(point: Point, view: View) -> bool:
    (x, y), (wide, high) = point, view.size
    return not (0 <= x < wide and 0 <= y < high)


def _scale(seen: Sighting) -> float:
    """Pixels of a mm about the middle of a map, in the direction in which they are fewest."""
    about = middle([middle(mapped(card.plane, square_corners(2))) for card in seen.card_planes.values()])
    ((x, y),) = mapped(inverse(seen.plane), [about])
    (x0, y0), (x1, y1), (x2, y2) = mapped(seen.plane, [(x, y), (x + 1, y), (x, y + 1)])
    a, b, c, d = x1 - x0, y1 - y0, x2 - x0, y2 - y0
    return (hypot(a + d, b - c) - hypot(a - d, b + c)) / 2 if a * d > b * c else 0.0
