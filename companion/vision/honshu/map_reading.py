"""Photos of a finished Honshu map become its squares, with what is not sure of them."""

from collections.abc import Collection, Iterable, Sequence

from companion.data.honshu.cards import load_cards
from companion.errors import InputError
from companion.vision.eyes import Eyes, Photo, Picture
from companion.vision.honshu.eyes_here import eyes_here
from companion.vision.honshu.reading import Reading
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
    photos: Iterable[Photo], cards: int = 13, eyes: Eyes | None = None, without: Collection[str] = ()
) -> Reading:
    """Read a map from upright photos of it, one after the other; it has 13 cards when a game is over.

    Some cards may be left out by their names: they lie there and are not of the map.
    """
    eyes = eyes or eyes_here()
    views = [view_of(eyes, photo, cards, number) for number, photo in enumerate(photos, 1)]
    return read_views(views, cards, without=without)


def view_of(eyes: Eyes, photo: Photo, cards: int = 13, number: int = 1) -> View:
    """What one photo shows of a map."""
    size, grey = eyes.size(photo), eyes.grey(photo)
    try:
        return seen_in(eyes, grey, size, detect(eyes, grey, size), cards, number)
    except InputError as problem:
        if problem.remedy and is_mirrored(eyes, photo):
            raise InputError(
                "Photo {number} is mirrored; have the camera not mirror it, or flip it and give it again.",
                number=number,
            ) from None
        raise
    finally:
        eyes.forget(grey)


def read_views(
    views: Sequence[View], cards: int = 13, proofs: int = 1, without: Collection[str] = ()
) -> Reading:
    """The one map of several views, put together square by square: what one does not show, another may.

    So many views must agree on what is told without a doubt. Where the cards found make no map, those are
    left out without which they do; where that may be done in several ways, all are told.
    """
    out = {face for face, card in enumerate(load_cards()) if card.name in without}
    return choose(views, cards, proofs, out)


def seen_in(
    eyes: Eyes, grey: Picture, size: tuple[int, int], seals: list[Seal], cards: int, number: int = 1
) -> View:
    """What a picture in grey shows of a map, by its seals."""
    found = _lattice(eyes, seals, cards, number)
    lens = lens_of(eyes, size, found)
    if lens.bend:
        seals = lens.seals(seals)
        found = _lattice(eyes, seals, cards, number)
    eyes = through(eyes, lens)
    seen = recover(Sight(eyes, grey, size), seals, found, cards)
    if not seen.poses:  # the seals of a mirrored photo are false ones, and hold no map
        raise no_seal(number)
    return View(size, seen, lights(eyes, grey, size, seen), lens)


def _lattice(eyes: Eyes, seals: Sequence[Seal], cards: int, number: int) -> Lattice:
    found = find_lattice(eyes, seals, cards) if seals else None
    if found is None:
        raise no_seal(number)
    if _another_map(eyes, seals, found):
        raise InputError("Photo {number} shows two maps; photograph one at a time.", number=number)
    return found


def is_mirrored(eyes: Eyes, photo: Photo, looks: Sequence[int] = ()) -> bool:
    """True for a photo that shows a map only when mirrored; the sizes it is looked at in may be told."""
    grey = eyes.grey(photo, True)
    try:
        found = find_lattice(eyes, detect(eyes, grey, eyes.size(photo), looks), 0)
        return found is not None and len(found.seals) > _FALSE
    finally:
        eyes.forget(grey)


def no_seal(number: int) -> InputError:
    """The refusal of a photo in which no seal was read."""
    return InputError(
        "No Companion seal can be read in photo {number}; photograph cards printed with seals from "
        "above, near and in even light.",
        number=number,
        remedy="no seals",
    )


def _another_map(eyes: Eyes, seals: Sequence[Seal], found: Lattice) -> bool:
    """True when seals of other cards make a map of their own."""
    apart = [seal for seal in seals if seal.face not in found.poses]
    other = find_lattice(eyes, apart, 0) if len(apart) >= _ANOTHER[1] else None
    return other is not None and len(other.poses) >= _ANOTHER[0] and len(other.seals) >= _ANOTHER[1]
