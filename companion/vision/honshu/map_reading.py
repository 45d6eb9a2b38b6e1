"""A photo of a finished Honshu map becomes its squares, with what is not sure of them."""

from collections.abc import Collection, Sequence

from companion.data.honshu.cards import load_cards
from companion.errors import InputError
from companion.vision.eyes import Eyes, Photo, Picture
from companion.vision.honshu.eyes_here import eyes_here
from companion.vision.honshu.reading import MAP_CARDS, Reading
from companion.vision.honshu.recovery.evidence import Sight
from companion.vision.honshu.recovery.lattice import Lattice, find_lattice
from companion.vision.honshu.recovery.lens import lens_of, through
from companion.vision.honshu.recovery.seals import Seal, detect
from companion.vision.honshu.recovery.sighting import recover
from companion.vision.honshu.rivals import choose
from companion.vision.honshu.telling import View, lights

_ANOTHER = (5, 12)
"""Cards that overlap, and seals on them, that make another map; cards that lie beside it do not."""

_FALSE = 5  # seals that seem to fit together in a photo that is mirrored though it should not be


def read_map(
    photo: Photo, cards: int = MAP_CARDS, eyes: Eyes | None = None, without: Collection[str] = ()
) -> Reading:
    """Read a map from an upright photo; it has 13 cards when a game is over.

    Some cards may be left out by their names: they lie there and are not of the map. Where those found make
    no map, those are left out without which they do; where that may be done in several ways, all are told.
    """
    out = {face for face, card in enumerate(load_cards()) if card.name in without}
    return choose(view_of(eyes or eyes_here(), photo, cards), cards, out)


def view_of(eyes: Eyes, photo: Photo, cards: int = MAP_CARDS) -> View:
    """What a photo shows of a map."""
    size, grey = eyes.size(photo), eyes.grey(photo)
    try:
        return _seen_in(eyes, grey, size, cards)
    except InputError as problem:
        if problem.remedy and is_mirrored(eyes, photo):
            raise InputError(
                "The photo is mirrored; have the camera not mirror it, or flip it and give it again."
            ) from None
        raise
    finally:
        eyes.forget(grey)


def _seen_in(eyes: Eyes, grey: Picture, size: tuple[int, int], cards: int) -> View:
    seals = detect(eyes, grey, size)
    found = _lattice(eyes, seals, cards)
    lens = lens_of(eyes, size, found)
    if lens.bend:
        seals = lens.seals(seals)
        found = _lattice(eyes, seals, cards)
    eyes = through(eyes, lens)
    seen = recover(Sight(eyes, grey, size), seals, found, cards)
    if not seen.poses:  # the seals of a mirrored photo are false ones, and hold no map
        raise no_seal()
    return View(size, seen, lights(eyes, grey, size, seen), lens)


def _lattice(eyes: Eyes, seals: Sequence[Seal], cards: int) -> Lattice:
    found = find_lattice(eyes, seals, cards) if seals else None
    if found is None:
        raise no_seal()
    if _another_map(eyes, seals, found):
        raise InputError("The photo shows two maps; photograph one at a time.")
    return found


def is_mirrored(eyes: Eyes, photo: Photo) -> bool:
    """True for a photo that shows a map only when mirrored."""
    grey = eyes.grey(photo, True)
    try:
        found = find_lattice(eyes, detect(eyes, grey, eyes.size(photo)), 0)
        return found is not None and len(found.seals) > _FALSE
    finally:
        eyes.forget(grey)


def no_seal() -> InputError:
    """The refusal of a photo in which no seal was read."""
    return InputError(
        "No Companion seal can be read in the photo; photograph cards printed with seals from above, near "
        "and in even light.",
        remedy="no seals",
    )


def _another_map(eyes: Eyes, seals: Sequence[Seal], found: Lattice) -> bool:
    """True when seals of other cards make a map of their own."""
    apart = [seal for seal in seals if seal.face not in found.poses]
    other = find_lattice(eyes, apart, 0) if len(apart) >= _ANOTHER[1] else None
    return other is not None and len(other.poses) >= _ANOTHER[0] and len(other.seals) >= _ANOTHER[1]
