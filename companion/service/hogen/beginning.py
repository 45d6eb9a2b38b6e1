"""A table of Hogen begun, opened, and looked at: all that lies open, or what a seat may see."""

import secrets
from collections.abc import Mapping, Sequence

from companion.data.hogen.cards import Card
from companion.data.hogen.events import SEATS
from companion.errors import Refused
from companion.play.hogen import GAME
from companion.play.hogen.moves import BeginTable
from companion.play.hogen.state import HogenState
from companion.play.hogen.telling import heard_words, seat_named
from companion.play.hogen.views import OVER, View, phase_of, view
from companion.rules.hogen.rulings import RULINGS
from companion.rules.rulings import Rulings
from companion.sentences import Sentence
from companion.service.session import Keeping, Session

HogenSession = Session[HogenState]  # a table of Hogen, opened
_NEXT = "next game"


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
    """Begin a table; see ``BeginTable``. Whoever starts is given by letter or name."""
    asked = BeginTable(
        tuple(players),
        seed or secrets.token_hex(16),
        real,
        None if palace is None else tuple(map(str, palace)),
        None if starts is None else seat_named(dict(zip(SEATS, players, strict=False)), starts),
        dict(Rulings(RULINGS, rulings)),
        deduction,
    )
    return Session(store, name, GAME, asked)


def again(here: HogenSession) -> str:
    """Deal the next game to the same players, by the same rulings; the name of its table.

    Whoever asks second is told the table that whoever asked first has begun. It is refused before the game
    is over, and with real cards, where a new palace lies open.
    """
    if phase_of(here.state) != OVER or not here.state.dealt:
        raise Refused("The next game is dealt when this one is over.")
    begun_already = next_table(here)
    if begun_already is not None:
        return begun_already
    names = {header.name.casefold() for header in here.store.headers()}
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


def seen(here: HogenSession, seat: str | None = None) -> View:
    """The part of a table that lies open to all, or that a seat may see, by its letter or player's name."""
    state = here.state
    return view(state, None if seat is None else seat_named(state.players, seat))


def heard(here: HogenSession, last: int | None = None) -> list[Sentence]:
    """Everything the whole table has heard, in order, or the last so many things."""
    state = here.state
    return [heard_words(event, state.players) for event in state.heard[-last if last else None :]]
