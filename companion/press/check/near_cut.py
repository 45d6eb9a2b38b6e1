"""What is drawn near the cut: ink that neither keeps to the safe zone nor runs on into the bleed."""

from collections.abc import Collection, Iterator

from companion.press.frame.drawing import Drawing, common
from companion.press.frame.frame import Bounds, Frame, Item, Picture, Shape, Text, Use
from companion.press.frame.matrix import IDENTITY, Matrix
from companion.press.frame.outlines import bounds, bounds_moved, moved, tight
from companion.press.frame.trims import clearance
from companion.sentences import Sentence, say

SEEN = 0.01  # a distance that nobody sees, mm
ANYWHERE = {"mark", "pattern", "texture"}  # roles of lines of a proof, and of what is cut through as cloth is


def near_cut(frame: Frame, free: Collection[str]) -> Iterator[tuple[str, Sentence]]:
    """The drawings, pictures and shapes of a face that end too near its cut; those of the roles `free` may.

    What runs as far as the bleed is a ground, and ends nowhere near.
    """
    told: dict[str, float] = {}
    for item, matrix in _inked(frame, IDENTITY, ANYWHERE.union(free)):
        box = _box(item, matrix, exact=False)  # found at once, and a little wide: that will do for a ground
        if min(_within(frame, box)) < frame.safe and getattr(item, "role", "") != "ground":
            box = _box(item, matrix, exact=True)
        for end in _ends(frame, box):
            told[_name(item)] = min(told.get(_name(item), end), end)
    for name, end in told.items():
        fields: dict[str, object] = {"name": name, "distance": abs(end), "safe": frame.safe}
        if end < -SEEN:
            yield "safe-zone", say("'{name}' ends {distance} mm beyond the cut, short of the bleed", **fields)
        else:
            yield "safe-zone", say("'{name}' ends {distance} mm from the cut; {safe} mm are safe", **fields)


def _within(frame: Frame, box: Bounds) -> tuple[float, ...]:
    """How far within the cut each side of a box lies, mm; below 0 beyond it."""
    return box[0], box[1], frame.width - box[2], frame.height - box[3]


def _ends(frame: Frame, box: Bounds) -> list[float]:
    """How far from the cut the sides of a box lie that are too near it, mm; below 0 beyond it."""
    ends = _within(frame, box)
    if frame.trim is not None:  # what an outline cuts through is meant to be cut
        ends = (max(clearance(frame.trim, box, frame.safe + 1), -frame.bleed),)
    return [end for end in ends if SEEN - frame.bleed < end < frame.safe - SEEN]


def _inked(frame: Frame, matrix: Matrix, free: Collection[str]) -> Iterator[tuple[Item, Matrix]]:
    """The items that leave ink, with the matrix that brings them onto the face; those of faces within too."""
    for item in frame.items:
        if isinstance(item, Use) and item.clip is None and not isinstance(item.frame, Drawing):
            yield from _inked(item.frame, item.matrix.then(matrix), free)
        elif not isinstance(item, Text) and (isinstance(item, Picture) or item.role not in free):
            yield item, matrix


def _box(item: Item, matrix: Matrix, exact: bool) -> Bounds:
    """The box round the ink of an item on the face, mm.

    A window of a map or a pattern is as large as its clip: what lies within is cropped as any picture is.
    """
    match item:
        case Use(frame=Drawing() as drawing):
            box = bounds_moved(drawing.seen if exact else drawing.extent, item.matrix.then(matrix))
            return common(box, bounds(moved(item.clip, matrix))) if item.clip else box
        case Use(clip=clip) if clip:
            return bounds(moved(clip, matrix))
        case Picture(_, x, y, width, height):
            return bounds_moved((x, y, x + width, y + height), matrix)
        case Shape(outline):
            box = tight(moved(outline, matrix)) if exact else bounds_moved(bounds(outline), matrix)
            edge = item.width * matrix.scale / 2 if item.stroke else 0.0
            return box[0] - edge, box[1] - edge, box[2] + edge, box[3] + edge
    raise AssertionError(item)


def _name(item: Item) -> str:
    """What an item is called: the part of its file, or its role."""
    match item:
        case Use(frame=frame):
            return frame.name.rpartition("/")[2] if isinstance(frame, Drawing) else frame.name
        case Shape(role=role, group=group) if role or group:
            return f"{role} {group}".strip()
        case _:
            return type(item).__name__.lower()
