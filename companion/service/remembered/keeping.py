"""What is kept of evenings besides their tables: whether it may be, the day of an end, and scores taken.

A score that was taken without a table is one record, a note of the house; all else follows from the tables.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from companion.answers import Answer
from companion.codec import decode, encode
from companion.errors import TableError
from companion.play.game import game_of
from companion.sentences import say, say_count
from companion.service.session import Keeping, Session, shelf_of
from companion.table.log import canonical, hash_of
from companion.table.shelf import Shelf

DAY = "ended"  # the note beside a table: the day on which its game ended
_SCORE = "score taken "  # what the key of a score's note begins with
_WHETHER = "remember results"  # the note of the house: ``yes`` or ``no``


@dataclass(frozen=True, slots=True)
class ScoredPlayer:
    """A player of a score that was taken without a table; 1 is the best rank."""

    name: str
    rank: int
    points: int
    parts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class TakenScore:
    """A score that was taken without a table, as it is remembered."""

    game: str
    day: str  # such as ``2026-11-26``
    players: tuple[ScoredPlayer, ...]  # best first


def remembers(shelf: Shelf) -> bool | None:
    """True when results may be remembered, false when they may not; ``None`` as long as nobody was asked."""
    return {"yes": True, "no": False}.get(shelf.read_note("", _WHETHER) or "")


def agreed(store: Keeping) -> bool | None:
    """The same for a file too, which nobody makes for the question alone."""
    if store is None or isinstance(store, Path):
        from companion.table.store import named  # only now is SQLite needed

        if not named(store).exists():
            return None
    with shelf_of(store, create=False) as shelf:
        return remembers(shelf)


def remember(store: Keeping, yes: bool) -> Answer:
    """Agree that results are remembered; or that they are not: then what was is struck out."""
    with shelf_of(store) as shelf, shelf.writing():
        shelf.write_note("", _WHETHER, "yes" if yes else "no")
        scores = [] if yes else [key for key in shelf.notes("") if key.startswith(_SCORE)]
        for key in scores:
            shelf.write_note("", key, None)
        for header in () if yes else shelf.headers():
            shelf.write_note(header.name, DAY, None)
    if yes:
        line = say("From now on results are remembered here.")
    else:
        line = say_count(
            "Results are not remembered here; {count} score and the days of all evenings are struck out.",
            "Results are not remembered here; {count} scores and the days of all evenings are struck out.",
            len(scores),
        )
    return Answer({"remember": yes, "struck_out": len(scores)}, (line,))


def remember_score(shelf: Shelf, taken: TakenScore) -> bool:
    """Write a score down if results are remembered; the same one of a day only once."""
    if not remembers(shelf):
        return False
    text = canonical(encode(taken))
    key = _SCORE + hash_of(text)[:16]
    if shelf.read_note("", key) is None:  # else it is there, perhaps without a name that was taken out
        shelf.write_note("", key, text)
    return True


def taken_scores(shelf: Shelf) -> dict[str, TakenScore]:
    """The scores that are remembered, by the keys of their notes."""
    kept = {key: text for key, text in shelf.notes("").items() if key.startswith(_SCORE)}
    try:
        return {key: decode(TakenScore, json.loads(text)) for key, text in kept.items()}
    except (RecursionError, TableError, ValueError):
        raise shelf.damaged() from None


def note_end(here: Session[Any], today: Callable[[], date] = date.today) -> None:
    """Note the day on which a game ends if results are remembered; strike it out when the game goes on."""
    over, shelf = bool(game_of(here).final_ranks(here)), here.store
    noted = shelf.read_note(here.name, DAY) is not None
    # An earlier tap that is sent once more meets the table as it was then.
    if over != noted and (not over or remembers(shelf)) and here.head == shelf.head(here.name):
        shelf.write_note(here.name, DAY, today().isoformat() if over else None)
