"""A folder of pictures is a deck: each picture is a card, and its name says how many there are of it.

``dragon.png`` is a front and ``dragon-back.png`` its back; ``back.png`` is the back of all fronts without one
of their own. ``3x dragon.png`` or ``dragon x3.png`` stands for three of a card.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from companion.data.files import inside
from companion.data.schema import MOST_CARDS
from companion.errors import DeckError, InputError, Place

KINDS = (".png", ".jpg", ".jpeg")
OTHERS = (".avif", ".bmp", ".gif", ".heic", ".heif", ".pdf", ".psd", ".svg", ".tif", ".tiff", ".webp", ".xcf")
"""Pictures of kinds that are not printed, which is told; any other file is not looked at."""
SIDE = re.compile(r"(?:(.*?)[-_ ]+)?(back|front)", re.IGNORECASE)
COUNTED = re.compile(r"(\d{1,6})[x×][-_ ]+(.+)|(.+?)[-_ ]+[x×](\d{1,6})", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Pictured:
    """A card that is a picture, or two; ``copies`` of it are printed."""

    name: str
    copies: int
    front: Path
    back: Path | None


def has_pictures(folder: Path) -> bool:
    """True for a folder with a picture that could be printed."""
    return any(_kind(file) in KINDS for file in _listed(folder))


def pictures_of(folder: Path) -> tuple[list[Pictured], list[str]]:
    """The cards that the pictures of a folder make, as a person sorts them: 2 before 10.

    With them the names of pictures that are of no kind that is printed.
    """
    fronts: dict[str, tuple[Path, int]] = {}
    backs: dict[str, Path] = {}
    others = []
    for file in sorted(_listed(folder)):
        if _kind(file) in OTHERS:
            others.append(file.name)
        if _kind(file) not in KINDS:
            continue
        name, copies, behind = _read(file.stem)
        earlier = backs.get(name) if behind else fronts.get(name, (None,))[0]
        if earlier is not None:
            raise DeckError(
                "this picture and {other} are the same side of one card, '{name}'.",
                place=Place(file.name),
                other=earlier.name,
                name=name,
            )
        if behind:
            backs[name] = inside(folder, file)
        else:
            fronts[name] = inside(folder, file), copies
    common = backs.pop("", None)
    for name, file in backs.items():
        if name not in fronts:
            raise DeckError("this back has no front '{name}'.", place=Place(file.name), name=name)
    if sum(copies for _, copies in fronts.values()) > MOST_CARDS:
        raise DeckError("the deck has more than {most} cards.", place=Place(folder.name), most=MOST_CARDS)
    cards = [
        Pictured(name, *fronts[name][::-1], backs.get(name, common))
        for name in sorted(fronts, key=_as_sorted)
    ]
    return cards, others


def _read(stem: str) -> tuple[str, int, bool]:
    """The card that the name of a picture says, how many of it, and true for its back.

    The common back has no name; a picture that is called nothing but ``front`` is a card of that name.
    """
    side = SIDE.fullmatch(stem)
    behind = side is not None and side[2].lower() == "back"
    name = (side[1] or "") if side is not None and (behind or side[1]) else stem
    counted = COUNTED.fullmatch(name)
    if counted is None:
        return name, 1, behind
    return counted[2] or counted[3], int(counted[1] or counted[4]), behind


def _kind(file: Path) -> str:
    return "" if file.name.startswith(".") else file.suffix.lower()


def _listed(folder: Path) -> Iterable[Path]:
    try:
        return [file for file in folder.iterdir() if not file.is_dir()]
    except OSError as error:
        raise InputError(
            "the folder cannot be read ({reason}).", place=Place(str(folder)), reason=error.strerror
        ) from None


def _as_sorted(name: str) -> list[tuple[int, int, str]]:
    parts = re.split(r"(\d{1,18})", name.casefold())
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts if part]
