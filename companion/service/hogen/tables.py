"""A table of Hogen begun, opened, looked at, and its last event taken back."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from companion.answers import Answer, Figure, answering, written
from companion.data.files import write_text
from companion.data.hogen.cards import Card
from companion.data.hogen.events import SEATS
from companion.data.outputs import MADE_TEXT
from companion.errors import InputError, Refused
from companion.play.hogen.game import HOGEN
from companion.play.hogen.requests import BeginTable, LookAtCards
from companion.play.hogen.state import HogenState
from companion.play.hogen.views import OVER, RALLYING, View, noted_by, view
from companion.rules.hogen.rulings import RULINGS
from companion.rules.rulings import Rulings
from companion.sentences import Sentence, say
from companion.service.hogen.words import (
    event_words,
    heard_words,
    looked_lines,
    looks_of,
    own_lines,
    public_lines,
    step_lines,
    whose_move,
)
from companion.service.session import Session
from companion.service.shelves import Keeping
from companion.table.history import History, Step

HogenSession = Session[HogenState]
"""A table of Hogen, opened."""

_NEXT = "next game"

Page = list[Sentence | None]
"""The lines of a page of a screen that is passed on; ``None`` is an empty one."""


@dataclass(frozen=True, slots=True)
class KeptLog(Figure):
    """The log a player could have kept, in the notation that is deduced from."""

    text: str


def open_table(store: Keeping, name: str) -> HogenSession:
    """Open a table that exists."""
    return Session(store, name, HOGEN)


def begin(
    store: Keeping,
    name: str,
    players: Sequence[str],
    rulings: Mapping[str, str],
    *,
    seed: str | None = None,
    real: bool = False,
    palace: Sequence[Card] | None = None,
    starts: str | None = None,
    deduction: bool = True,
) -> HogenSession:
    """Begin a table: shuffle, open the palace and deal, or judge real cards; ``begun`` tells what is open.

    Args:
        store: Where the tables are kept.
        name: The players' name for the table.
        players: Their names, going left.
        rulings: What the table plays by, where not as usual.
        seed: What the shuffles follow from: who knows it knows all cards. Drawn by default.
        real: Whether the players hold real cards, and only calls and accusations are judged.
        palace: With real cards: the four that lie open; none to keep no account of them.
        starts: With real cards: the seat that begins, by letter or name; drawn by default.
        deduction: Whether players may see what can be deduced from their seat.
    """
    asked = BeginTable(
        tuple(players),
        seed or secrets.token_hex(16),
        real,
        None if palace is None else tuple(map(str, palace)),
        None if starts is None else seat_named(dict(zip(SEATS, players, strict=False)), starts),
        dict(Rulings(RULINGS, rulings)),
        deduction,
    )
    return Session(store, name, HOGEN, asked, () if seed else ("seed",))


def again(here: HogenSession) -> str:
    """Deal the next game to the same players, by the same rulings; the name of its table.

    Whoever asks second is told the table that whoever asked first has begun.

    Raises:
        Refused: Before the game is over, and with real cards, where a new palace lies open.
    """
    if seen(here).phase != OVER or not here.state.dealt:
        raise Refused("The next game is dealt when this one is over.")
    names = {header.name.casefold() for header in here.store.headers()}
    begun_already = next_table(here)
    if begun_already is not None:
        return begun_already
    asked = here.history.step(1).request
    stem, _, number = here.name.rpartition(" ")
    count = int(number) if stem and number.isdecimal() and len(number) < 5 else 1
    stem = stem if count > 1 else here.name
    proposed = (f"{stem} {at}" for at in range(count + 1, count + 2 + len(names)))
    new = next(name for name in proposed if name.casefold() not in names)
    with here.store.writing():
        begin(here.store, new, asked.players, asked.rulings, deduction=asked.deduction)
        here.store.write_note(here.name, _NEXT, new)
    return new


def next_table(here: HogenSession) -> str | None:
    """The table of the game that the same players went on to, if they did."""
    new = here.store.read_note(here.name, _NEXT)
    return new if any(header.name == new for header in here.store.headers()) else None


def begun(here: HogenSession) -> Answer:
    """What lies open at a table that has just begun, and who will start."""
    now = seen(here)
    return Answer(
        {"table": here.name, "players": now.names, "palace": now.palace, "starts": now.active},
        (
            *public_lines(now),
            *([] if here.state.deduction else [say("This table deduces without help.")]),
            say("{name} will begin.", name=now.names[now.active or "A"]),
        ),
    )


def seen(here: HogenSession, seat: str | None = None) -> View:
    """What lies open to all, or what a seat may see, given by its letter or its player's name."""
    state = here.state
    everyone = view(state)
    return everyone if seat is None else view(state, seat_named(everyone.names, seat))


def show(here: HogenSession, seat: str | None = None, history: bool = False) -> Answer:
    """What lies open to all, or what one seat may see; with everything that was done before it.

    Whoever sits at the keyboard can ask for any seat, so all are told that somebody did.
    """
    with here.held():
        note_look(here, seat)
        now = seen(here, seat)
        done = [_event_data(here, step) for step in here.history] if history else []
    told = (line for event in done for line in event["lines"])
    open_ = asdict(now)
    data = {
        "table": here.name,
        "players": open_.pop("names"),
        **open_,
        "looked": looks_of(here.history),
        **({"history": done} if history else {}),
    }
    looked = looked_lines(here.history, now)
    return Answer(data, (*told, *looked, *public_lines(now), *own_lines(now)))


def note_look(here: HogenSession, seat: str | None) -> None:
    """Write down that somebody looks at what one seat may see, while that is a secret.

    Whoever sits there looks at their own cards all the time, on their phone or behind the curtain of a
    screen that is passed on: that is no look. This is for everybody who may be another.
    """
    now = seen(here)
    if seat is not None and now.phase != OVER:
        here.do(LookAtCards(seat_named(now.names, seat)))


def note_looks(here: HogenSession) -> None:
    """Write down that all cards may be seen by whoever has the whole log."""
    for seat in seen(here).names:
        note_look(here, seat)


def all_looked_at(history: History[HogenState]) -> bool:
    """Whether the log tells that somebody may know all cards, or the game is over and they lie open."""
    looks, now = looks_of(history), view(history.steps[-1].after)
    return now.phase == OVER or all(looks[seat] for seat in now.names)


def retold(here: HogenSession, step: Step[HogenState]) -> Answer:
    """What the whole table may know of an event, told as when it was made."""
    if step.before is None:
        return begun(here.just_made(step))
    data = _event_data(here, step)
    return Answer(data, (*data["lines"], whose_move(view(step.after))))


def _event_data(here: HogenSession, step: Step[HogenState]) -> dict[str, Any]:
    lines = list(step_lines(here.history, step, view(step.after)))
    return {"event": step.event.number, "kind": step.event.kind, "lines": lines}


@answering
def seat_log(here: HogenSession, seat: str, output: Path | None = None, overwrite: bool = False) -> Answer:
    """The log a player could have kept: their cards, and all they heard and saw.

    It is refused before all have rallied, where Companion does not hold the cards, and at a table that
    has agreed to deduce without help, until the game is over.

    Args:
        here: The table.
        seat: Whose log, by letter or name.
        output: The file to write it to.
        overwrite: Whether it may replace a file that Companion did not make.
    """
    now = seen(here)
    who = seat_named(now.names, seat)
    if not here.state.deduction and now.phase != OVER:
        raise Refused("This table deduces without help; its logs are told when the game is over.")
    log = f"{MADE_TEXT}{here.name}, {who}\n{noted_by(here.state, who)}"
    note_look(here, who)
    data = {"seat": who, "log": log}
    if output is None:
        return Answer(data, (KeptLog(log),))
    write_text(output, log, overwrite=overwrite, private=True)
    return Answer(data, written((output,)), files=(output,))


def waits_for(here: HogenSession) -> tuple[str, str] | None:
    """The phase of the game, and the seat that has to act or is asked first; none when all is over."""
    now = seen(here)
    if now.phase == OVER:
        return None
    seat = now.active if now.asked is None else now.asked
    if now.phase == RALLYING:
        seat = next(seat for seat in now.names if seat not in now.laid)
    assert seat is not None
    return now.phase, seat


def common_page(here: HogenSession, new: int) -> Page:
    """What all may see: what was heard since the last page, at least the last thing, then the table."""
    with here.held():
        now = seen(here)
        return [*_heard(here, max(new, 1)), *looked_lines(here.history, now), *public_lines(now)]


def own_page(here: HogenSession, seat: str) -> Page:
    """What one seat may see; only for its player's eyes."""
    with here.held():
        now = seen(here, seat)
        return [*_heard(here, 6), *public_lines(now), None, *own_lines(now), None]


def accuser_page(here: HogenSession, seat: str) -> Page:
    """What a player sees who has just accused wrongly."""
    with here.held():
        now = seen(here, seat)
        return [*_heard(here, 1), *own_lines(now), None]


def shown_to(here: HogenSession, seat: str, who: str) -> View:
    """What a seat may see, for the screen that it is shown on now.

    The first that shows it belongs to whoever sits there; any other may be somebody else's, so all are told
    as of a look.

    Args:
        here: The table.
        seat: The letter of the seat.
        who: What tells this screen from all others.
    """
    key = f"shown {seat}"
    known = (here.store.read_note(here.name, key) or "").split()
    if who not in known:
        if known:
            note_look(here, seat)
        here.store.write_note(here.name, key, " ".join([*known, who]))
    return seen(here, seat)


def heard(here: HogenSession, last: int | None = None) -> list[Sentence]:
    """What the whole table has heard, the last so many things or all, in order."""
    now = seen(here)
    return [heard_words(event, now) for event in here.state.heard[-last if last else None :]]


def _heard(here: HogenSession, last: int) -> Page:
    said = heard(here, last)
    return [*said, *([None] if said else [])]


@answering
def undo(here: HogenSession, redo: bool = False) -> Answer:
    """Take the last event back, or the last undo."""
    done, about = here.redo() if redo else here.undo()
    now = view(done.after)
    what = event_words(about.event, now)
    return Answer(
        {"redone" if redo else "undone": about.event.kind, "active": now.active, "phase": now.phase},
        (
            say("Done again: {what}", what=what) if redo else say("Taken back: {what}", what=what),
            whose_move(now),
        ),
    )


def seat_named(names: Mapping[str, str], given: str) -> str:
    """The letter of a seat, from its letter or its player's name.

    Raises:
        InputError: For neither; those there are, are named.
    """
    word = given.strip().casefold()
    for seat, name in names.items():
        if word in (seat.casefold(), name.casefold()):
            return seat
    raise InputError(
        "'{value}' sits at no seat of this table; there sit {names}.",
        value=given,
        names=", ".join(seat if seat == name else f"{seat} {name}" for seat, name in names.items()),
    )
