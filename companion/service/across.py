"""A table carried to another phone without a network: looked at there, or gone on with.

Whoever looks on is told what lies open to all, or what a seat sees, made from ``view`` alone. A game that is
handed over is its whole log, without what follows of itself from the rest: its numbers and hashes.
"""

import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from secrets import token_hex
from typing import Any

from companion.codec import encode, read_sentences, write_sentences
from companion.errors import CompanionError, InputError, Refused, TableError
from companion.play.game import Game, game_of
from companion.play.games import game_played
from companion.sentences import Sentence, visible
from companion.service.history import told_events
from companion.service.kept_tables import Carried, keep_copy, read_copy, unused_name, whole_copy
from companion.service.session import Session
from companion.table.archive import archive
from companion.table.log import GENESIS, NO_SEED, canonical, link
from companion.table.shelf import Header, Shelf, table_name

_ID = "across"  # the note by which phones that look on know a table again, wherever it goes
_HANDED = "handed over"  # the note of a table that goes on elsewhere
_LOOKED = "looked at "  # the house's note of a table that was shown to it: this and its id
_LATELY = 12  # events that whoever looks on is told
_MOST_LOOKED = 30  # tables that were shown here and are kept
_MOST_UNPACKED = 8_000_000  # bytes
_KINDS = ("shown", "offer", "answer")  # of what is carried; else it is a log
_STRANGE = (AttributeError, LookupError, RecursionError, TypeError, ValueError, zlib.error)


@dataclass(frozen=True, slots=True)
class Shown:
    """A table as it was shown to a phone that has no log of it."""

    id: str
    header: Header
    names: dict[str, str]  # of who sits there, by seat
    stands: Sentence
    lines: Sequence[Sentence]
    lately: Sequence[Sentence]  # the last events, the newest first
    drawn: Any  # what its game draws, as JSON values
    seat: str = ""  # whose own view it is; empty for what lies open to all

    @property
    def key(self) -> str:
        """The word under which it is kept: what a seat alone may see lies apart from what is shown to all."""
        return f"{self.id}-{self.seat}" if self.seat else self.id

    @property
    def game(self) -> Game[Any]:
        """The game it plays."""
        return game_played(self.header)


@dataclass(frozen=True, slots=True)
class Knock:
    """What two phones in one network tell each other before a channel is open between them."""

    kind: str  # ``offer``, or ``answer`` to one
    mark: str  # by which offer and answer are known to belong together
    words: str  # the browser's own, of where it is to be found and how it enciphers

    def packed(self) -> bytes:
        """The same as it is carried; ``read`` gives it again."""
        return _packed(self.kind, [self.mark, self.words])


@dataclass(frozen=True, slots=True)
class Handed:
    """A table that is to go on where it was read."""

    id: str
    names: dict[str, str]
    carried: Carried


def show(
    here: Session[Any], names: dict[str, str], named: Callable[[Sentence], Sentence], seat: str = ""
) -> bytes:
    """A table for those who look on, or for one seat; ``named`` puts names where a sentence has colours."""
    game = game_of(here)
    drawn, lines = game.shown(game.view(here.state, seat or None))
    lately = [named(each.text) for each in told_events(here, None, _LATELY) if not each.undone]
    told = [named(game.stands(here)), [*map(named, lines)], lately[::-1]]
    return _packed("shown", [_id(here), here.header(), names, *told, drawn, *([seat] if seat else [])])


def hand(here: Session[Any], names: dict[str, str]) -> bytes:
    """A table for the phone where it goes on; refused before the log has told that it is let out."""
    answer, events = whole_copy(here), [step.event for step in here.history]
    if answer.refused is not None:
        raise Refused(answer.refused)
    if events[0].seedless:
        raise Refused(NO_SEED.template)
    rows = [[each.kind, each.asked, each.result, each.salt] for each in events]
    return _packed("log", [_id(here), here.header(), names, rows])


def _id(here: Session[Any]) -> str:
    known = here.store.read_note(here.name, _ID)
    if known is None:
        here.store.write_note(here.name, _ID, known := token_hex(6))
    return known


def _packed(what: str, whole: object) -> bytes:
    written = write_sentences(whole) if what == "shown" else encode(whole)
    return zlib.compress(canonical({what: written}).encode(), 9)


def read(content: bytes) -> Shown | Handed | Knock:
    """What was carried, known to be what it says; a log is played again from its beginning."""
    try:
        whole = json.loads(zlib.decompressobj().decompress(content, _MOST_UNPACKED).decode())
        kind = next(filter(whole.__contains__, _KINDS), "log")
        if kind in _KINDS[1:]:
            mark, words = whole[kind]
            return Knock(kind, _letters(mark), "".join(words))
        id, header, names, *rest = whole[kind]
        names, named = {_word(seat): _word(name) for seat, name in names.items()}, _header(header)
        _letters(id)
        if kind == "shown":
            (*told, drawn), seat = rest[:4], _letters(rest[4]) if rest[4:] else ""
            stands, lines, lately = map(read_sentences, told)
            if not all(isinstance(each, Sentence) for each in (stands, *lines, *lately)):
                raise ValueError("no sentence")
            return Shown(id, named, names, stands, lines, lately, drawn, seat)
        events, head = [], GENESIS
        for number, (kind, asked, result, salt) in enumerate(rest[0], start=1):
            events.append(link(number, kind, asked, result, head, salt))
            head = events[-1].hash
        text = json.dumps(archive(named, events))
    except _STRANGE:
        raise InputError("What was shown cannot be read; show it anew from the newest Companion.") from None
    return Handed(id, names, read_copy(text, named.name))


def _header(written: dict[str, Any]) -> Header:
    header = Header(**written)
    if not type(header.version) is type(header.events) is int:
        raise ValueError("no number")
    table_name(_word(header.name))
    if header.version > game_played(header).version:
        raise TableError("That was shown by a newer Companion; install the newest one.")
    return header


def _word(text: Any) -> str:
    if not isinstance(text, str) or not visible(text) or len(text) > 200:
        raise ValueError("no word")
    return text


def _letters(text: Any) -> str:
    if not _word(text).isalnum():
        raise ValueError("no mark")
    return str(text)


def keep_shown(shelf: Shelf, content: bytes, shown: Shown) -> bool:
    """Keep what was shown in the place of what was shown before; where that was newer nothing changes."""
    known = dict(looked_at(shelf))
    before = known.pop(shown.key, None)
    if before is not None and before.header.events > shown.header.events:
        return False
    for each in [*known][: max(0, len(known) + 1 - _MOST_LOOKED)]:
        forget(shelf, each)
    shelf.write_note("", _LOOKED + shown.key, content.hex())
    return True


def looked_at(shelf: Shelf) -> Iterator[tuple[str, Shown]]:
    """The tables that were shown here, by their keys."""
    for key, text in shelf.notes("").items():
        with suppress(CompanionError):  # one of another version of this program is not told
            if key.startswith(_LOOKED) and isinstance(shown := read(bytes.fromhex(text)), Shown):
                yield shown.key, shown


def forget(shelf: Shelf, key: str) -> None:
    """Forget a table that was shown here."""
    shelf.write_note("", _LOOKED + key, None)


def handed_over(here: Session[Any]) -> bool:
    """True while a table goes on elsewhere."""
    return here.store.read_note(here.name, _HANDED) is not None


def note_handed(shelf: Shelf, table: str, handed: bool) -> None:
    """Note that a table goes on elsewhere, or here again."""
    shelf.write_note(table, _HANDED, "1" if handed else None)


def same_table(shelf: Shelf, handed: Handed) -> str | None:
    """The name of this very table here, whatever has come of it; ``None`` for a new one."""
    first = handed.carried.events[0]
    for header in shelf.headers():
        with suppress(CompanionError, IndexError):  # of a damaged one nothing is known
            if shelf.events(header.name)[0] == first:  # one without its seed differs
                return header.name
    return None


def keep_handed(shelf: Shelf, handed: Handed) -> str:
    """Keep a table that was handed over, in the place of its older state if it is here; its name here.

    Refused where it went on both here and there: one of the two would be lost, and nobody would know.
    """
    carried, name = handed.carried, same_table(shelf, handed)
    there, here = carried.events, [] if name is None else shelf.events(name)
    for one, other in zip(here, there, strict=False):
        if one.hash != other.hash:
            raise Refused(
                "{table} went on both here and there from event {number} on; only one of the two can stay.",
                table=name,
                number=one.number,
            )
    name = name or unused_name(shelf, carried.header.name)
    if len(here) < len(there):
        keep_copy(shelf, replace(carried, header=replace(carried.header, name=name)), name)
    shelf.write_note(name, _ID, handed.id)
    note_handed(shelf, name, handed=False)
    for key, shown in [*looked_at(shelf)]:
        if shown.id == handed.id:
            forget(shelf, key)
    return name
