"""A map that is filmed: frames come one by one, and what each shows is put together with the others.

Of a frame nothing is kept but what it tells, and of many frames those that tell what few others do.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from companion.errors import InputError
from companion.sentences import Sentence, say, say_count
from companion.vision.eyes import Eyes, Photo
from companion.vision.honshu.map_reading import is_mirrored, read_views, seen_in
from companion.vision.honshu.reading import How, Reading
from companion.vision.honshu.recovery.merging import motions_of
from companion.vision.honshu.recovery.seals import Seal, detect
from companion.vision.honshu.telling import View
from companion.vision.matrices import Quad

PROOFS = 3  # frames that must agree: in one a finger may cover a place as a cube does, and a seal be misread
_MOST = 24  # frames kept
_LONGEST = 2000  # pixels of the longer side a frame is looked at in at most; below that in its own size
_ANOTHER = 5  # cards that are not of a map, and too many for it, that make another


@dataclass(frozen=True, slots=True)
class Watched:
    """What is known of a map after a frame."""

    seals: tuple[Quad, ...]  # that were found in this frame, by their corners
    reading: Reading | None  # of all frames together; ``None`` as long as none has shown a map
    frames: tuple[int, ...]  # the frames, from 1, in which that has the outlines of squares
    cards: int
    remark: Sentence | None  # what is amiss with this frame; it has done no harm

    @property
    def complete(self) -> bool:
        """True when nothing is left to be seen."""
        return self.reading is not None and self.reading.complete

    @property
    def counted(self) -> Sentence:
        """The cards known, such as ``11 of 13 cards``."""
        known = len(self.reading.cards) if self.reading else 0
        return say_count("{known} of {count} card[|s]", self.cards, known=known)


class Watch:
    """The frames of one film, and the map they show; a map has 13 cards when a game is over."""

    def __init__(self, eyes: Eyes, cards: int = 13) -> None:
        self._eyes, self._cards = eyes, cards
        self._count = 0
        self._views = dict[int, View]()  # what was kept, by the numbers of frames
        self._main = list[int]()  # the frames that show most of one map

    def look(self, photo: Photo) -> Watched:
        """Look at the next frame; tells what is known now."""
        size, grey, seals = self._eyes.size(photo), self._eyes.grey(photo), list[Seal]()
        looks = [min(max(size), _LONGEST)]
        try:
            seals = detect(self._eyes, grey, size, looks)
            view = seen_in(self._eyes, grey, size, seals, self._cards)
        except InputError as problem:
            self._count += 1
            two = say("Two maps are in sight; film one.")
            return self._told(seals, self._nothing(photo, looks) if problem.remedy else two)
        finally:
            self._eyes.forget(grey)
        return self.add(view, seals)

    def _nothing(self, photo: Photo, looks: Sequence[int]) -> Sentence:
        """Why a frame shows no map; a camera that mirrors is thought of until some cards are known."""
        if len(self._known()) < _ANOTHER and is_mirrored(self._eyes, photo, looks):
            return say("This camera mirrors what it shows; have it not mirror, or take another.")
        return say("No map can be read here; hold the phone still, nearer and in even light.")

    def _known(self) -> Set[int]:
        """The faces that frames of the map show."""
        return {face for number in self._main for face in self._views[number].seen.poses}

    def add(self, view: View, seals: Sequence[Seal] = ()) -> Watched:
        """Put what the next frame shows to what others do; tells what is known now."""
        self._count += 1
        self._views[self._count] = view
        self._main, *apart = _parts(self._views)
        remark = None if self._count in self._main else self._apart(view.seen.poses.keys())
        if len(self._views) > _MOST:
            del self._views[apart[-1][0] if apart else _least(self._views)]
        self._main = [number for number in self._main if number in self._views]
        return self._told(seals, remark)

    def _apart(self, poses: Set[int]) -> Sentence:
        """Why a frame with these faces is not put to the others."""
        known = self._known()
        more = len(poses - known)
        if more >= _ANOTHER and more + len(known) > self._cards:
            return say("This is another map than before; film one.")
        return say("This hangs together with nothing known yet; show what lies between.")

    def _told(self, seals: Sequence[Seal], remark: Sentence | None) -> Watched:
        views = [self._views[number] for number in self._main]
        reading = read_views(views, self._cards, PROOFS) if views else None
        return Watched(tuple(each.corners for each in seals), reading, tuple(self._main), self._cards, remark)


def _parts(views: Mapping[int, View]) -> list[list[int]]:
    """The numbers of views that hang together; those first that show most cards."""
    parts, left = list[list[int]](), list(views)
    while left:
        joined = motions_of([views[number].seen for number in left])
        parts.append([left[at] for at in sorted(joined)])
        left = [number for at, number in enumerate(left) if at not in joined]

    def shown(part: list[int]) -> tuple[int, int]:
        return len({face for number in part for face in views[number].seen.poses}), len(part)

    return sorted(parts, key=shown, reverse=True)


def _facts(view: View) -> Iterator[Hashable]:
    """What a view tells of the squares that it reads, and of cubes on them."""
    for top in view.seen.layers.tops.values():
        if top.how is How.READ:
            yield top[:2], view.lights[top[:2]].stands


def _least(views: Mapping[int, View]) -> int:
    """The view that tells least that few others do, and without which these still hang together."""
    told = Counter(fact for view in views.values() for fact in _facts(view))
    by_worth = sorted(views, key=lambda number: sum(1 / told[fact] for fact in _facts(views[number])))
    rest = ({other: views[other] for other in views if other != number} for number in by_worth)
    return next(number for number, each in zip(by_worth, rest, strict=True) if len(_parts(each)) == 1)
