"""Reads a photo of a Honshu map: its squares, cards and cubes, and what is in doubt. Also one of a hand."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import dist, hypot
from typing import NamedTuple, cast

from companion.data.honshu.cards import Colour, Terrain, load_cards
from companion.errors import InputError
from companion.sentences import Sentence, say, say_count
from companion.vision.eyes import BrowserEyes, Eyes, GreyPhoto, Patch, Photo
from companion.vision.honshu import geometry, lattice
from companion.vision.honshu.cubes import BLURS, CubeSpot, Standing, classify_spots, load_bare_squares
from companion.vision.honshu.geometry import Sight
from companion.vision.honshu.reading import MAP_CARDS, Evidence, Reading, SeenCard, SeenSquare
from companion.vision.honshu.sighting import CardSquare, Sighting, recover_map, turn_upright
from companion.vision.matrices import Point, inverse, map_points, map_quad, middle


@cache
def get_local_eyes() -> Eyes:
    """Eyes that use OpenCV on this computer."""
    from companion.vision.eyes.opencv import OpenCv

    return OpenCv(geometry.load_code_book(), load_bare_squares(), BLURS)


def build_browser_eyes(ask: Callable[[str], str]) -> Eyes:
    """Eyes that use a browser's OpenCV; ``ask`` passes it a question; photos have numbers there."""
    pictures = [[list(each) for each in inks] for inks in load_bare_squares()]
    return cast(Eyes, BrowserEyes(ask, geometry.load_code_book(), pictures, BLURS))


_CUBES: Mapping[Standing | None, bool] = {Standing.BARE: False, Standing.CUBE: True}
_GLARE = 0.15  # share of white pixels above which a square is in glare
_SMALL = 2.5  # pixels per mm below which the cells of seals merge
_TOO_SMALL = say("The map is small in the photo: go nearer, or send the photo itself and not a messenger's copy.")


class Lights(NamedTuple):
    """The glare on a square, and what stands on it."""

    glare: float  # the share of white pixels
    standing: Standing | None  # what stands on it; ``None`` if no cube can


class Clues(NamedTuple):
    """What was found in a photo; its pixels are not needed any more."""

    size: tuple[int, int]  # width and height, pixels
    sighting: Sighting
    lights: Mapping[CardSquare, Lights]  # of all squares of the cards that were found
    lens: lattice.Lens = lattice.Lens()  # of the camera


def build_reading(
    clues: Clues, sighting: Sighting, cards: int, vague: Collection[geometry.Cell] = (), notes: Sequence[Sentence] = ()
) -> Reading:
    """Build the reading of an upright map that should have so many cards.

    Cells in ``unsure`` are in doubt anyway; ``notes`` are doubts about the map as a whole.
    """
    tops = sighting.layers.tops
    first = (min(row for row, _ in tops), min(column for _, column in tops))
    # While a card is missing, squares that were not read are not inferred.
    is_incomplete = bool(notes) or len(sighting.poses) < cards
    squares = list[SeenSquare]()
    for cell in sorted(tops):
        square = _build_square(cell, clues, sighting, is_incomplete, first)
        square = replace(square, doubt=True, only_cube=False, thing=False) if cell in vague else square
        squares.append(replace(square, has_glare=square.doubt and clues.lights[tops[cell][:2]].glare > _GLARE))
    names = [card.name for card in load_cards()]
    faces = tuple(
        SeenCard(names[face], pose.row - first[0], pose.column - first[1], pose.turn * 90)
        for face, pose in sorted(sighting.poses.items())
    )
    overlaps = tuple(
        (names[one], names[other])
        for (one, other), strength in sorted(sighting.layers.strengths.items())
        if strength > sighting.layers.strengths.get((other, one), 0.0)
    )
    missing = say_count(
        "{count} of {cards} cards [was|were] found; photograph the map again from above, or enter the rest.",
        len(faces),
        cards=cards,
    )
    remarks = (missing, *notes) if len(faces) < cards else tuple(notes)
    doubtful = len(faces) < cards or any(each.doubt for each in squares)
    small = doubtful and _compute_scale(clues.sighting) < _SMALL
    return Reading(tuple(squares), faces, overlaps, remarks, (_TOO_SMALL,) if small else ())


def measure_lights(
    eyes: Eyes, grey: GreyPhoto, size: tuple[int, int], sighting: Sighting
) -> Mapping[CardSquare, Lights]:
    """Measure glare and find what stands on the squares of all cards in a photo."""
    patches = list[Patch]()
    neighbours = dict[CardSquare, CubeSpot]()
    squares = [(face, square) for face in sighting.poses for square in range(geometry.SQUARES)]
    for face, square in squares:
        plane = sighting.card_planes[face].plane
        patches.append(geometry.build_patch(plane, *geometry.square_corners(square)[0], geometry.SIDE, 1))
        if (colour := _get_cube_colour(face, square)) is not None:
            neighbours[face, square] = CubeSpot(plane, square, colour, _list_neighbour_colours(sighting, face, square))
    standing_by_square = dict(zip(neighbours, classify_spots(eyes, grey, size, neighbours.values()), strict=True))
    glare = eyes.measure_glare(grey, patches, 250)
    return {each: Lights(share, standing_by_square.get(each)) for each, share in zip(squares, glare, strict=True)}


def _get_cube_colour(face: int, square: int) -> Colour | None:
    """The colour of the cube a square takes; ``None`` if it takes none."""
    kind = load_cards()[face].squares[square // 2][square % 2]
    return kind.colour if kind.terrain is Terrain.PRODUCTION else None


def _list_neighbour_colours(sighting: Sighting, face: int, square: int) -> list[Colour | None]:
    """Cube colours of the squares at the left of one, above, at its right and below, seen from its upright card."""
    pose = sighting.poses[face]
    row, column = geometry.list_cells(pose)[square]
    neighbours = [(row, column - 1), (row - 1, column), (row, column + 1), (row + 1, column)]
    tops = [sighting.layers.tops.get(cell) for cell in neighbours[pose.turn :] + neighbours[: pose.turn]]
    return [top and _get_cube_colour(top.face, top.square) for top in tops]


def _build_square(
    cell: geometry.Cell, clues: Clues, sighting: Sighting, is_incomplete: bool, first: geometry.Cell
) -> SeenSquare:
    top = sighting.layers.tops[cell]
    plane, turn = sighting.card_planes[top.face].plane, sighting.poses[top.face].turn
    corners = clues.lens.bend_quad(map_quad(plane, geometry.square_corners(top.square)))
    cut_off = _is_outside(middle(corners), clues)
    doubt = top.evidence is Evidence.UNKNOWN or (top.evidence is not Evidence.READ and (is_incomplete or cut_off))
    cube: bool | None = False
    is_thing = False
    if _get_cube_colour(top.face, top.square) is not None:
        # Something may stand on it beyond the photo's edge.
        is_in_view = not any(_is_outside(corner, clues) for corner in corners)
        standing = clues.lights[top[:2]].standing if is_in_view else None
        is_thing = standing is Standing.THING
        cube = None if doubt else _CUBES.get(standing)
    row, column, name = cell[0] - first[0], cell[1] - first[1], load_cards()[top.face].name
    only_cube = cube is None and not doubt
    one, two, three, four = corners[4 - turn :] + corners[: 4 - turn]
    return SeenSquare(
        *(row, column, name, top.square, top.evidence, doubt or only_cube, cube, (one, two, three, four)),
        only_cube=only_cube,
        thing=only_cube and is_thing,
    )


def _is_outside(point: Point, clues: Clues) -> bool:
    (x, y), (wide, high) = point, clues.size
    return not (0 <= x < wide and 0 <= y < high)


def _compute_scale(scene: Sighting) -> float:
    """Pixels per mm near the middle of a map, in the direction in which there are fewest."""
    side = middle([middle(map_points(card.plane, geometry.square_corners(2))) for card in scene.card_planes.values()])
    ((x, y),) = map_points(inverse(scene.plane), [side])
    (x0, y0), (x1, y1), (x2, y2) = map_points(scene.plane, [(x, y), (x + 1, y), (x, y + 1)])
    a, b, c, d = x1 - x0, y1 - y0, x2 - x0, y2 - y0
    return (hypot(a + d, b - c) - hypot(a - d, b + c)) / 2 if a * d > b * c else 0.0


def choose_reading(clues: Clues, cards: int, omitted: Collection[int]) -> Reading:
    """The likeliest reading of a map of so many cards, with its rivals; ``omitted`` leaves faces out.

    Cards beside the map are only mentioned. Squares that rivals show differently are in doubt.
    """
    sighting = turn_upright(clues.sighting, omitted)
    if not sighting.poses:
        raise InputError("Without the cards to be left out, no map cards remain.")
    main = lattice.find_main_part(sighting.poses, cards)
    exclusions = lattice.list_exclusions(sighting.poses, cards) or [lattice.Faces()]
    first, *others = sightings = [turn_upright(clues.sighting, {*omitted, *out}) for out in exclusions]
    unsure_cells = {
        cell
        for cell, top in first.layers.tops.items()
        for each in (*others, sighting)
        if (other := each.layers.tops.get(cell)) is None or other[:2] != top[:2]
    }
    reading = build_reading(clues, first, cards, unsure_cells, tuple(_describe_faults(main, exclusions, cards)))
    rivals = [build_reading(clues, each, cards) for each in sightings if len(sightings) > 1]
    faces = exclusions[0].intersection(*exclusions) - main
    extra_faces = faces.union(clues.sighting.faces_beside).difference(omitted)
    absent = lattice.Faces(omitted).difference(clues.sighting.poses, clues.sighting.faces_beside)
    remarks = (say("Card {card} should be left out, but it was not found.", card=name) for name in _list_names(absent))
    return replace(
        reading,
        notes=(*_describe_left_out(extra_faces, sighting.poses.keys() - faces), *remarks, *reading.notes),
        excluded=_list_names(exclusions[0]),
        rivals=tuple(replace(each, excluded=_list_names(out)) for each, out in zip(rivals, exclusions, strict=False)),
    )


def _list_names(faces: Collection[int]) -> tuple[str, ...]:
    return tuple(load_cards()[face].name for face in sorted(faces))


def _describe_faults(main: lattice.Faces, exclusions: Sequence[lattice.Faces], cards: int) -> Iterator[Sentence]:
    """Say what is wrong with the set of cards found."""
    starts = lattice.count_starts(main)
    is_faulty = len(main) > cards or starts > 1 or (not starts and len(main) == cards)
    if len(main) > cards:
        yield say_count(
            ("There [is|are] more than {count} card[;|s;] check whether all of them belong to the map."), cards
        )
    if starts > 1:
        yield say("The photo shows two start provinces; a map has one.")
    if not starts and len(main) == cards:
        yield say("No start province is among the cards found; a map has one.")
    if len(exclusions) > 1 and not is_faulty:
        yield say_count(
            "Nothing seen joins card[|s] {cards} to the map; say whether [it belongs|they belong] to it.",
            len(exclusions[-1]),
            cards=", ".join(_list_names(exclusions[-1])),
        )


def _describe_left_out(loose_faces: lattice.Faces, faces: Set[int]) -> Iterator[Sentence]:
    """Say what lies beside the map: other cards, and second copies of its own."""
    if others := _list_names(loose_faces - faces):
        yield say_count(
            "Card[|s] {cards} lie[s|] beside the map and [is|are] left out.", len(others), cards=", ".join(others)
        )
    for name in _list_names(loose_faces & faces):
        yield say("The photo shows card {card} twice; the one beside the map is left out.", card=name)


_ANOTHER = (5, 12)
"""The fewest overlapping cards, and seals on them, that make another map; fewer are just beside this one."""

_FALSE = 5  # most false seals that fit together in a photo mirrored by mistake


def read_map_photo(
    photo: Photo, cards: int = MAP_CARDS, eyes: Eyes | None = None, without: Collection[str] = ()
) -> Reading:
    """Read a map from an upright photo; it has 13 cards when a game is over.

    ``without`` names cards that do not belong to the map. If the cards found make no map, some are
    left out so that the others do; if there are several ways, the reading has rivals.
    """
    out = {face for face, card in enumerate(load_cards()) if card.name in without}
    return choose_reading(gather_clues(eyes or get_local_eyes(), photo, cards), cards, out)


def gather_clues(eyes: Eyes, photo: Photo, cards: int = MAP_CARDS) -> Clues:
    """Find all that a photo shows of a map; an ``InputError`` if it shows none, or two."""
    size, grey = eyes.size(photo), eyes.grey(photo)
    try:
        return _find_clues(eyes, grey, size, cards)
    except InputError as problem:
        if problem.remedy and is_mirrored(eyes, photo):
            raise InputError(
                "The photo is mirrored; turn off mirroring in the camera, or flip the photo and try again."
            ) from None
        raise
    finally:
        eyes.forget(grey)


def _find_clues(eyes: Eyes, grey: GreyPhoto, size: tuple[int, int], cards: int) -> Clues:
    seals = geometry.detect_seals(eyes, grey, size)
    view_lattice = _get_lattice(eyes, seals, cards)
    lens = lattice.fit_lens(eyes, size, view_lattice)
    if lens.bend:
        seals = lens.straighten_seals(seals)
        view_lattice = _get_lattice(eyes, seals, cards)
    eyes = lattice.look_through(eyes, lens)
    sighting = recover_map(Sight(eyes, grey, size), seals, view_lattice, cards)
    if not sighting.poses:  # such as for the false seals of a mirrored photo
        raise build_no_seal_error()
    return Clues(size, sighting, measure_lights(eyes, grey, size, sighting), lens)


def _get_lattice(eyes: Eyes, seals: Sequence[geometry.Seal], cards: int) -> lattice.Lattice:
    best_lattice = lattice.find_lattice(eyes, seals, cards) if seals else None
    if best_lattice is None:
        raise build_no_seal_error()
    if _has_second_map(eyes, seals, best_lattice):
        raise InputError("The photo shows two maps; photograph one at a time.")
    return best_lattice


def is_mirrored(eyes: Eyes, photo: Photo) -> bool:
    """True for a photo that shows a map only when it is mirrored."""
    grey = eyes.grey(photo, True)
    try:
        mirrored_lattice = lattice.find_lattice(eyes, geometry.detect_seals(eyes, grey, eyes.size(photo)), 0)
        return mirrored_lattice is not None and len(mirrored_lattice.seals) > _FALSE
    finally:
        eyes.forget(grey)


def build_no_seal_error() -> InputError:
    return InputError(
        "No Companion seal can be read in the photo; photograph cards printed with seals from above, near "
        "and in even light.",
        remedy="no seals",
    )


def _has_second_map(eyes: Eyes, seals: Sequence[geometry.Seal], reading_lattice: lattice.Lattice) -> bool:
    """True when seals of other cards make a map of their own."""
    other_seals = [seal for seal in seals if seal.face not in reading_lattice.poses]
    other = lattice.find_lattice(eyes, other_seals, 0) if len(other_seals) >= _ANOTHER[1] else None
    return other is not None and len(other.poses) >= _ANOTHER[0] and len(other.seals) >= _ANOTHER[1]


_OFF = geometry.SIDE / 3  # most mm between a seal and where another seal of its card puts it


class SeenHand(NamedTuple):
    """The numbers of the cards in a photo of a hand."""

    cards: tuple[int, ...]  # with two seals that fit together on the card
    doubts: tuple[int, ...]  # without two such seals


def read_hand(photo: Photo, eyes: Eyes | None = None) -> SeenHand:
    """Read the map cards that a photo shows; they may lie apart, overlap, and be turned in any way."""
    eyes = eyes or get_local_eyes()
    grey = eyes.grey(photo)
    try:
        seals = geometry.detect_seals(eyes, grey, eyes.size(photo))
    finally:
        eyes.forget(grey)
    faces, cards = {seal.face for seal in seals if seal.face < geometry.FIRST_START}, load_cards()
    if not faces:
        raise build_no_seal_error()
    sure_faces = {one.face for one, other in combinations(seals, 2) if one.face == other.face and _agree(one, other)}
    return SeenHand(
        tuple(int(cards[face].name) for face in sorted(faces & sure_faces)),
        tuple(int(cards[face].name) for face in sorted(faces - sure_faces)),
    )


def _agree(one: geometry.Seal, other: geometry.Seal) -> bool:
    """True if two seals are placed as on their card, by the turn and size of both."""
    if one.square == other.square:
        return False
    (x, y), (other_x, other_y) = (middle(geometry.seal_corners(seal.square)) for seal in (one, other))
    a, b, c, d = ((first + second) / 2 for first, second in zip(_axes(one), _axes(other), strict=True))
    right, down = other_x - x, other_y - y
    point = one.middle[0] + a * right + c * down, one.middle[1] + b * right + d * down
    return dist(point, other.middle) < _OFF * max(hypot(a, b), hypot(c, d))


def _axes(seal: geometry.Seal) -> tuple[float, float, float, float]:
    """One mm to the right on a seal's card, in pixels across and down; then one mm downward."""
    one, two, three, four = seal.corners
    edges = (two, one, three, four), (four, one, three, two)
    a, b, c, d = (
        (cells[axis] - start[axis] + end[axis] - back[axis]) / 2 / geometry.SEAL
        for cells, start, end, back in edges
        for axis in (0, 1)
    )
    return a, b, c, d
