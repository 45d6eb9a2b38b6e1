"""Names as people type them: capitals and accents do not matter, and a slip is met with a guess."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable

from companion.errors import InputError, Place

__all__ = ["folded", "guesses", "province_named"]


def folded(text: str) -> str:
    """A word in small letters, without accents, with hyphens for blanks."""
    plain = unicodedata.normalize("NFD", text.strip().casefold())
    return "-".join("".join(sign for sign in plain if not unicodedata.combining(sign)).split())


def guesses(text: str, known: Iterable[str], most: int = 4) -> list[str]:
    """The words that a folded slip may have meant: those it begins, then those that look like it."""
    words = list(known)
    close = [word for word in words if text and word.startswith(text)]
    close += [word for word in difflib.get_close_matches(text, words, n=3, cutoff=0.6) if word not in close]
    return close[:most]


def province_named(typed: str, names: Iterable[str], place: Place | None = None) -> str:
    """The province a person means.

    Args:
        typed: What was typed.
        names: The provinces there are.
        place: Where it stands, if in a file.

    Raises:
        InputError: When there is none of that name; those that look like it are named.
    """
    known = {folded(name): name for name in sorted(names)}
    text = folded(typed)
    if text in known:
        return known[text]
    close = guesses(text, known)
    if close:
        raise InputError(
            "'{name}' is no province; did you mean {names}?",
            place=place,
            name=typed.strip(),
            names=", ".join(known[each] for each in close),
        )
    raise InputError("'{name}' is no province of Shogun.", place=place, name=typed.strip())
