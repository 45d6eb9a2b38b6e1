"""What changed in a deck between two prints: the cards that look otherwise, old beside new."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.data.catalogue import LANGUAGES
from companion.data.deck import Deck
from companion.data.decks.handed import Handed, given_in
from companion.errors import InputError
from companion.press.check.manifest import Known, look
from companion.press.frame.frame import Frame
from companion.press.ink.raster import cut, png_file, rasters
from companion.press.layout import lay_out
from companion.sentences import Sentence, say
from companion.service.press.deck_opening import open_given
from companion.service.press.printing import KEPT
from companion.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

PIXELS, SIGHT = 420.0, 24  # of a card's longer side; the least difference of a colour that is shown, of 255
MARK, FADED = (179, 52, 31), 0.25  # the colour of what moved; how much of the rest is left


@dataclass(slots=True)
class Change:
    """A face that looks otherwise now, with every card that shows it."""

    old: Frame | None  # `None` where the card is new
    new: Frame | None  # `None` where it is gone
    cards: list[str | Sentence] = field(default_factory=list)
    pictures: Sequence[bytes | None] = ()  # PNG: before, now, and what moved


def changes(old: Deck, new: Deck, language: str) -> list[Change]:
    """The faces that look otherwise, in the order of the new deck, then what is gone.

    What changed alike is one; a new card's back that others had before is no change, nor that of one gone.
    """
    known: Known = {}
    before, after = _faces(old, language), _faces(new, language)
    had = [{look(face, known, anywhere=True) for face in faces.values()} for faces in (before, after)]
    titles = new.words(new.readable(language))
    found: dict[tuple[str, str], Change] = {}
    for key in dict.fromkeys((*after, *before)):
        was, now = before.get(key), after.get(key)
        looks = (known[id(was)] if was else "", known[id(now)] if now else "")
        component, card, back = key
        known_back = back and ((not looks[0] and looks[1] in had[0]) or (not looks[1] and looks[0] in had[1]))
        if looks[0] == looks[1] or known_back:
            continue
        name = f"{titles.get(f'component.{component}', component)} {card}"
        change = found.setdefault(looks, Change(was, now))
        change.cards.append(say("{card}, back", card=name) if back else name)
    return list(found.values())


def _faces(deck: Deck, language: str) -> Mapping[tuple[str, str, bool], Frame]:
    """Every side of every card, by component, card and whether it is the back."""
    found: dict[tuple[str, str, bool], Frame] = {}
    for piece in lay_out(deck, deck.readable(language), found=[]):
        for back, frame in enumerate((piece.front, piece.back)):
            if frame is not None:
                found[piece.component, piece.card, bool(back)] = frame
    return found


def differences(new: Deck, old: str | None, language: str, folders: Sequence[Path]) -> Iterator[Change]:
    """What looks otherwise in a deck than in the old one, each with its pictures.

    The old deck is what was printed last into the first of the folders that has any, unless another is given:
    a folder, a deck's file, a table or a zip of one.
    """
    with tempfile.TemporaryDirectory() as temporary:
        before = _opened(old or _last(new, folders), Path(temporary))
        for change in changes(before, new, new.readable(language)):
            yield replace(change, pictures=tuple(_pictures(change)))


def _last(deck: Deck, folders: Sequence[Path]) -> str:
    if deck.shipped:
        raise InputError("{deck} comes with Companion; name the deck to hold it against.", deck=deck.name)
    begins = tuple(f"{deck.name}-{code}-" for code in {*LANGUAGES, *deck.languages})
    for folder in folders:
        kept = [each for each in folder.glob(f"*{KEPT}") if each.name.startswith(begins)]
        if kept:
            return str(max(kept, key=lambda each: each.stat().st_mtime))
    raise InputError(
        "nothing of {deck} is kept in {folder}: print it there once, or name the old deck.",
        deck=deck.name,
        folder=str(folders[0]),
    )


def _opened(given: str, folder: Path) -> Deck:
    if Path(given).suffix.lower() != ".zip":
        return open_given(given)
    Handed(folder).unpack(Path(given))
    return open_given(str(given_in(folder)))


def _pictures(change: Change) -> Iterator[bytes | None]:
    sides = [None if side is None else _raster(side) for side in (change.old, change.new)]
    yield from (None if side is None else png_file(side) for side in sides)
    old, new = sides
    yield None if old is None or new is None else png_file(_moved(old, new))


def _raster(frame: Frame) -> Image:
    dpi = PIXELS / max(frame.width, frame.height) * MM_PER_INCH
    return next(rasters([cut(frame)], dpi)).convert("RGBA")


def _moved(old: Image, new: Image) -> Image:
    """The new look, faded, with everything that differs from the old in the colour of marks."""
    from PIL import Image, ImageChops

    ground = Image.new("RGBA", new.size, "white")
    was, now = (Image.alpha_composite(ground, side.resize(new.size)).convert("RGB") for side in (old, new))
    bands = ImageChops.difference(was, now).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    shown = Image.blend(Image.new("RGB", new.size, "white"), now.convert("L").convert("RGB"), FADED)
    shown.paste(MARK, mask=most.point(lambda value: 255 if value > SIGHT else 0))
    return shown
