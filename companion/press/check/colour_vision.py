"""No kinds told apart by colour alone: tagged variants compared as grey and colour-blind eyes see them.

Faces tag shapes with a role and a group: ``icon`` of ``forest``. Two groups of one role are fine when
the frames that carry them differ in their drawing. Where only the colours differ, these must stay
apart in a grey copy and to red- and green-blind eyes.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from companion.press.frame.colour import SIGHTS, difference
from companion.press.frame.drawing import Drawing
from companion.press.frame.frame import Frame, Shape, Text, Use
from companion.press.frame.matrix import IDENTITY, Matrix

LEAST_DIFFERENCE = 12.0  # ΔE below which two flat colours are not plainly different at a glance

Pattern = frozenset[tuple[object, ...]]  # what is drawn


class Variant(NamedTuple):
    """One kind, as one frame draws it."""

    group: str  # the kind
    frame: str  # name of the face it was found on
    drawing: Pattern  # without colours; of several groups in a frame, the own pattern
    colour: str  # of the tagged shape


class Variants:
    """The variants of every role on the faces of a deck, gathered face by face."""

    def __init__(self) -> None:
        self._roles: dict[str, dict[str, Variant]] = {}
        self._seen: dict[int, Pattern | None] = {}

    def gather(self, frame: Frame) -> None:
        """Add those of a face, which lives on: it is known by its identity."""
        self._collect(frame, frame.name)

    def alike(self) -> Iterator[tuple[Variant, Variant, str, str]]:
        """Pairs of variants of one role that look alike to some sight, once each, with role and sight."""
        for role, variants in sorted(self._roles.items()):
            for one, other in combinations(variants.values(), 2):
                if one.drawing != other.drawing:
                    continue
                for sight in SIGHTS:
                    if difference(one.colour, other.colour, sight) < LEAST_DIFFERENCE:
                        yield one, other, role, sight
                        break

    def _collect(self, frame: Frame, face: str) -> None:
        """Gather the variants of a frame and those nested in it."""
        if id(frame) in self._seen:
            return
        self._seen[id(frame)] = None
        tagged = {(item.role, item.group) for item in frame.items if isinstance(item, Shape) and item.group}
        shared = {role for role, _ in tagged if sum(1 for each, _ in tagged if each == role) > 1}
        whole = frozenset(_drawing(frame)) if {role for role, _ in tagged if role} - shared else frozenset()
        for item in frame.items:
            if isinstance(item, Use):
                self._collect(item.frame, face)
                if isinstance(item.frame, Drawing) and item.role and item.group:
                    drawn = Variant(item.group, face, frozenset({(item.frame.form,)}), item.frame.colour)
                    self._roles.setdefault(item.role, {}).setdefault(item.group, drawn)
            elif isinstance(item, Shape) and item.role and item.group:
                colour = item.fill or item.stroke or "#000000"
                variants = self._roles.setdefault(item.role, {})
                drawing = self._filling(frame, item) if item.role in shared else whole
                variant = Variant(item.group, face, drawing, colour)
                # The smallest frame that carries the tag says best what the kind itself looks like.
                known = variants.get(item.group)
                if known is None or not known.drawing or 0 < len(variant.drawing) < len(known.drawing):
                    variants[item.group] = variant

    def _filling(self, frame: Frame, shape: Shape) -> Pattern:
        """The patterns that are clipped to a shape; each is drawn once and kept."""
        found: Pattern = frozenset()
        for item in frame.items:
            if isinstance(item, Use) and item.clip and set(shape.outline) <= set(item.clip):
                drawing = self._seen.get(id(item.frame))
                if drawing is None:
                    drawing = self._seen[id(item.frame)] = frozenset(_drawing(item.frame))
                found |= drawing
        return found


def _drawing(frame: Frame, matrix: Matrix = IDENTITY) -> Iterator[tuple[object, ...]]:
    placed = tuple(round(part, 2) for part in matrix)
    for item in frame.items:
        match item:
            case Shape():
                yield (item.role, item.outline, placed, item.fill is None, item.dash)
            case Text():
                yield (item.text,)
            case Use(frame=Drawing() as drawing):
                yield (drawing.form, *(round(part, 2) for part in item.matrix.then(matrix)))
            case Use():
                yield from _drawing(item.frame, item.matrix.then(matrix))
