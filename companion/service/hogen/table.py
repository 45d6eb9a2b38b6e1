"""Hogen's use cases: begin a table, look at it, and deduce what a seat can know."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.answers import GAP, Answer, Figure, Told, answering
from companion.data.hogen.cards import Call, Card, in_order
from companion.data.hogen.log import SEATS, Log, read_log
from companion.errors import Refused
from companion.play.hogen import GAME
from companion.play.hogen.moves import BeginTable
from companion.play.hogen.telling import heard_words, seat_named, with_names
from companion.play.hogen.views import OVER, HogenState, View, noted_by, phase_of, view
from companion.rules.hogen.deduction import Deduction, Split, deduce
from companion.rules.hogen.game import said_call
from companion.rules.hogen.rulings import RULINGS
from companion.rules.rulings import Rulings
from companion.sentences import Sentence, listed, say, say_count
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


_BEST = 3  # the number of best calls that are listed


@dataclass(frozen=True, slots=True)
class Shares(Figure):
    """The cards another seat may have rallied, beside those it may hold, as shares of the worlds left."""

    seat: str
    now: Deduction


@dataclass(frozen=True, slots=True)
class Known:
    """All that a seat can know; shares are of the worlds left, all of them equally likely."""

    worlds: int
    rallied: Mapping[str, Mapping[Card, float]]
    certain: Mapping[str, Card]
    hand: Mapping[str, Mapping[Card, float]]
    certain_hand: Mapping[str, Sequence[Card]]
    best_call: Call | None
    calls: Sequence[Split]
    active: str | None
    own_hand: Sequence[Card]


def deduce_log(log: Log, rulings: Mapping[str, str]) -> Answer:
    """All that the keeper of a log can know; the rulings given stand above those noted in it."""
    now = deduce(log, rulings)
    lines: list[Told] = [say_count("{count} [possibility is|possibilities are] left.", len(now.worlds))]
    for seat in now.others:
        lines += [GAP, Shares(seat, now)]
    splits = now.best_calls()
    return Answer(_known(now, splits), (*lines, GAP, *_certain(now), *_best(now, splits)))


@answering
def deduction_sheet(here: HogenSession, seat: str) -> Answer:
    """All that a seat can know now, from exactly what it saw; for its player's eyes only.

    Refused to everybody at a table that has agreed to deduce without help.
    """
    names = here.state.players
    if not here.state.deduction:
        raise Refused("This table deduces without help.")
    answer = _from_text(noted_by(here.state, seat_named(names, seat)))
    named = [with_names(line, names) for line in answer.lines if isinstance(line, Sentence)]
    return replace(answer, lines=tuple(named))


@lru_cache(maxsize=64)
def _from_text(log: str) -> Answer:
    """Reckoned once for all that look at one moment of one seat, and for the looks that come back to it."""
    return deduce_log(read_log(log, ""), {})


def percent(share: float) -> Sentence:
    """A share, never rounded to what it is not: 100% is certain, nothing is shown as 0%."""
    if share < 0.005:
        return say("<{share}", share=say("{value}%", value=1))
    if 0.995 <= share < 1:
        return say(">{share}", share=say("{value}%", value=99))
    return say("{value}%", value=int(share * 100 + 0.5))


def _certain(now: Deduction) -> Iterator[Sentence]:
    rallied, held = now.certain_rallied(), now.certain_hand()
    for seat, card in rallied.items():
        yield say("Certain: {seat} has rallied {card}.", seat=seat, card=card.read)
    for seat, cards in held.items():
        named = listed(card.read for card in in_order(cards))
        yield say("Certain: {seat} holds {cards}.", seat=seat, cards=named)
    if not rallied and not held:
        yield say("Nothing is certain yet.")


def _best(now: Deduction, splits: Sequence[Split]) -> Iterator[Told]:
    if not splits:
        return
    yield GAP
    if now.turn.active == now.me and now.turn.call is None:
        yield say("Your best calls, by the possibilities they leave on average:")
    else:
        yield say(
            "If it were your turn to call, your best calls, by the possibilities they leave on average:"
        )
    for split in splits[:_BEST]:
        yield say(
            "  {call}: {expected} of {worlds}; nobody answers in {nobody} of the possibilities",
            call=said_call(split.call),
            expected=round(float(split.expected_worlds), 1),
            worlds=len(now.worlds),
            nobody=percent(float(split.nobody)) if split.nobody else say("{value}%", value=0),
        )
    yield say(
        "All possibilities are held equally likely; the others are taken to choose evenly among the samurai"
        " they can lay and take."
    )


def _known(now: Deduction, splits: Sequence[Split]) -> Known:
    return Known(
        len(now.worlds),
        {seat: now.rallied(seat) for seat in now.others},
        now.certain_rallied(),
        {seat: now.hand(seat) for seat in now.others},
        now.certain_hand(),
        splits[0].call if splits else None,
        splits,
        now.turn.active,
        now.own_hand(),
    )
