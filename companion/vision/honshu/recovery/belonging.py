"""Cards that make a map together: what lies there besides is left out, if need be by a person."""

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import combinations

from companion.vision.honshu.recovery.geometry import FIRST_START, Cell, Pose, cells_of

Faces = frozenset[int]
_MOST = 3  # cards that may be too many: of more nobody would be asked
_MOST_APART = 6  # parts that lie apart, of which some may belong to a map
_BESIDE = ((-1, 0), (0, -1), (0, 1), (1, 0))
_LARGEST = 24  # cards that hang together, among which those are sought


def parts(poses: Mapping[int, Pose]) -> list[Faces]:
    """The faces that hang together: each card covers a square of another of its part, or is covered there."""
    cells = {face: set(cells_of(pose)) for face, pose in poses.items()}
    found = list[Faces]()
    for face in cells:
        touching = [part for part in found if any(cells[face] & cells[other] for other in part)]
        found = [part for part in found if part not in touching] + [Faces({face}).union(*touching)]
    return found


def main_part(poses: Mapping[int, Pose], cards: int) -> Faces:
    """Those of most cards that hang together; if no start province is there, fewer that are a whole map."""
    most, *others = sorted(parts(poses), key=_size, reverse=True)
    whole = (part for part in others if (len(part), starts(part)) == (cards, 1))
    return most if starts(most) else next(whole, most)


def _size(part: Set[int]) -> tuple[int, int]:
    return len(part), starts(part)


def starts(faces: Set[int]) -> int:
    """How many of the faces are start provinces."""
    return sum(face >= FIRST_START for face in faces)


def ways(poses: Mapping[int, Pose], cards: int) -> list[Faces]:
    """The faces that may be left out so that the rest makes a map of so many cards, the likeliest first.

    In a map each card overlaps another, and one of them is a start province; what is missing yet may join
    parts and be that. No more is left out than need be, but then all that lies apart, unless parts of several
    cards close round a hole in which the only card that is missing lies; none of these when nothing makes a
    map.
    """
    main, together = main_part(poses, cards), sorted(parts(poses), key=_size, reverse=True)
    apart = [part for part in together if part != main]
    loose = Faces(poses.keys() - main)
    whole_but_one = len(poses) == cards - 1 and starts(poses.keys()) == 1
    if whole_but_one and apart and len(apart[-1]) > 1 and _around_hole(poses, together):
        return [Faces()]
    if _makes_map(poses, main, cards):
        some = (loose.difference(*each) for each in _some(apart))
        left = [out for out in some if _makes_map(poses, poses.keys() - out, cards)]
        least = [out for out in left if not any(other < out for other in left)]
        return list(dict.fromkeys([*sorted(least, key=len), loose]))
    cells = {face: set(cells_of(pose)) for face, pose in poses.items()}

    def held(out: Faces) -> int:
        """How many squares those left out have in common with others."""
        return sum(len(cells[one] & cells[other]) for one in out - loose for other in main - out)

    for count in range(1, _MOST + 1 if len(main) <= _LARGEST else 0):
        chosen = [loose.union(each) for each in combinations(sorted(main), count)]
        if found := [out for out in chosen if _makes_map(poses, main - out, cards, joined=True)]:
            return sorted(found, key=held)
    return []


def _some(apart: Sequence[Faces]) -> Iterator[Sequence[Faces]]:
    """Some of the parts that lie apart, or none of them."""
    for count in range(len(apart) + 1 if len(apart) <= _MOST_APART else 1):
        yield from combinations(apart, count)


def _makes_map(poses: Mapping[int, Pose], faces: Set[int], cards: int, joined: bool = False) -> bool:
    missing, together = cards - len(faces), parts({face: poses[face] for face in faces})
    apart = len(together) - 1
    if missing < apart > 1 and not joined:  # one card may join several parts, each further one joins one
        apart -= max((len(each) for _, each in _joints(poses, together)), default=2) - 2
    return 0 <= apart <= (0 if joined else missing) <= missing and (
        starts(faces) == 1 or (starts(faces) == 0 and missing > 0)
    )


def _joints(poses: Mapping[int, Pose], together: Sequence[Faces]) -> Iterator[tuple[Set[Cell], Set[Faces]]]:
    """Wherever one more card may lie: its cells, and the parts that it would join."""
    cells = {part: {cell for face in part for cell in cells_of(poses[face])} for part in together}
    for row, column in set().union(*cells.values()):
        for turn in (0, 1):  # half a turn is on the same cells
            for r, c in cells_of(Pose(0, 0, turn)):
                lying = set(cells_of(Pose(row - r, column - c, turn)))
                yield lying, {part for part in together if not lying.isdisjoint(cells[part])}


def _around_hole(poses: Mapping[int, Pose], together: Sequence[Faces]) -> bool:
    """True where all parts lie about a cell that they leave bare, on which a card lies that joins them."""
    whose = {cell: part for part in together for face in part for cell in cells_of(poses[face])}
    holes = {
        (row, column)
        for row, column in {(row + 1, column) for row, column in whose} - whose.keys()
        if {whose.get((row + down, column + across)) for down, across in _BESIDE} == set(together)
    }
    return any(holes & lying and len(joined) == len(together) for lying, joined in _joints(poses, together))
