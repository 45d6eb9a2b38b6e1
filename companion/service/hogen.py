"""Hogen's use cases: begin a table, look at it, and deduce what a seat can know."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.answers import GAP, Answer, AnswerLine, Figure, catch_refusals
from companion.data.hogen import SEATS, Call, Log, Samurai, parse_log, sort_cards
from companion.errors import Refused
from companion.play.hogen import GAME, views
from companion.play.hogen.moves import BeginTable
from companion.play.hogen.state import HogenState
from companion.rules.hogen.deduction import Deduction, Split, deduce
from companion.rules.hogen.game import RULINGS, describe_call
from companion.rules.rulings import Rulings
from companion.sentences import Sentence, join_with_commas, say, say_count
from companion.service.session import Session, StoreOrShelf
from companion.table.shelf import fold_name

HogenSession = Session[HogenState]  # an open table of Hogen
_NEXT = "next game"


def begin(
    store: StoreOrShelf,
    name: str,
    players: Sequence[str],
    rulings: Mapping[str, str],
    *,
    seed: str | None = None,
    real: bool = False,
    palace: Sequence[Samurai] | None = None,
    starts: str | None = None,
    deduction: bool = True,
) -> HogenSession:
    """Begin a table with the options of ``BeginTable``; ``starts`` is a seat's letter or a player's name."""
    request = BeginTable(
        tuple(players),
        seed or secrets.token_hex(16),
        real,
        None if palace is None else tuple(map(str, palace)),
        None if starts is None else views.parse_seat(dict(zip(SEATS, players, strict=False)), starts),
        dict(Rulings(RULINGS, rulings)),
        deduction,
    )
    return Session(store, name, GAME, request)


def deal_next_game(table: HogenSession) -> str:
    """Deal the next game to the same players, by the same rulings, and return the name of its table.

    A second call returns the table that the first one began. Refused before this game is over, and with real
    cards, for which a new palace must be entered.
    """
    if views.phase_of(table.state) != views.OVER or not table.state.is_dealt:
        raise Refused("The next game is dealt when this one is over.")
    if (next_table := find_next_table(table)) is not None:
        return next_table
    names = {fold_name(header.name) for header in table.store.list_tables()}
    request = table.history.get_transition(1).request
    stem, _, number = table.name.rpartition(" ")
    count = int(number) if stem and number.isdecimal() and len(number) < 5 else 1
    stem = stem if count > 1 else table.name
    names_tried = (f"{stem} {n}" for n in range(count + 1, count + 2 + len(names)))
    new = next(name for name in names_tried if fold_name(name) not in names)
    with table.store.transaction():
        begin(table.store, new, request.players, request.rulings, deduction=request.deduction)
        table.store.write_note(table.name, _NEXT, new)
    return new


def find_next_table(table: HogenSession) -> str | None:
    """The name of the table of the next game, if it was dealt and still exists; otherwise ``None``."""
    new = table.store.read_note(table.name, _NEXT)
    return new if any(header.name == new for header in table.store.list_tables()) else None


def view_table(table: HogenSession, seat: str | None = None) -> views.View:
    """The public view of a table, or that of a seat, given by its letter or its player's name."""
    state = table.state
    return views.view(state, None if seat is None else views.parse_seat(state.players, seat))


def describe_heard_events(table: HogenSession, last: int | None = None) -> list[Sentence]:
    """Describe the public events of a table, in order: all, or only the last ``last``."""
    state = table.state
    return [views.describe_public_event(event, state.players) for event in state.events[-last if last else None :]]


_BEST = 3  # how many of the best calls are listed


@dataclass(frozen=True, slots=True)
class Shares(Figure):
    """How likely each card is rallied or held by another seat, as shares of the possible worlds."""

    seat: str
    deduction: Deduction


@dataclass(frozen=True, slots=True)
class Known:
    """Everything that a seat can know; shares are fractions of the possible worlds, all equally likely."""

    worlds: int
    rallied: Mapping[str, Mapping[Samurai, float]]
    certain: Mapping[str, Samurai]
    hand: Mapping[str, Mapping[Samurai, float]]
    certain_hand: Mapping[str, Sequence[Samurai]]
    best_call: Call | None
    calls: Sequence[Split]
    active: str | None
    own_hand: Sequence[Samurai]


def deduce_log(log: Log, rulings: Mapping[str, str]) -> Answer:
    """Deduce what the player who wrote a log can know; ``rulings`` override those in the log."""
    deduction = deduce(log, rulings)
    lines: list[AnswerLine] = [say_count("{count} [possibility is|possibilities are] left.", len(deduction.worlds))]
    for seat in deduction.other_seats:
        lines += [GAP, Shares(seat, deduction)]
    splits = deduction.rank_calls()
    lines += [GAP, *_describe_certain(deduction), *_describe_best_calls(deduction, splits)]
    return Answer(_build_known(deduction, splits), tuple(lines))


@catch_refusals
def deduce_for_seat(table: HogenSession, seat: str) -> Answer:
    """Deduce what a seat can know now, for its player only; refused at a table that plays without deduction."""
    names = table.state.players
    if not table.state.deduction:
        raise Refused("At this table everybody deduces without help.")
    answer = _deduce_text(views.format_seat_log(table.state, views.parse_seat(names, seat)))
    lines = [views.with_names(line, names) for line in answer.lines if isinstance(line, Sentence)]
    return replace(answer, lines=tuple(lines))


@lru_cache(maxsize=64)
def _deduce_text(log: str) -> Answer:
    """`deduce_log` for a log's text, cached: several phones may show the same state again and again."""
    return deduce_log(parse_log(log, ""), {})


def format_percent(share: float) -> Sentence:
    """A share as whole percents; 100% means certain, and small shares are "<1%", never 0%."""
    if share < 0.005:
        return say("<{share}", share=say("{value}%", value=1))
    if 0.995 <= share < 1:
        return say(">{share}", share=say("{value}%", value=99))
    return say("{value}%", value=int(share * 100 + 0.5))


def _describe_certain(deduction: Deduction) -> Iterator[Sentence]:
    rallied, hands = deduction.find_certain_rallied(), deduction.find_certain_hands()
    for seat, card in rallied.items():
        yield say("Certain: {seat} has rallied {card}.", seat=seat, card=card.title)
    for seat, cards in hands.items():
        names_of_cards = join_with_commas(card.title for card in sort_cards(cards))
        yield say("Certain: {seat} holds {cards}.", seat=seat, cards=names_of_cards)
    if not rallied and not hands:
        yield say("Nothing is certain yet.")


def _describe_best_calls(deduction: Deduction, splits: Sequence[Split]) -> Iterator[AnswerLine]:
    if not splits:
        return
    yield GAP
    if deduction.turn.active == deduction.own_seat and deduction.turn.call is None:
        yield say("Your best calls, by the possibilities they leave on average:")
    else:
        yield say("If it were your turn to call, your best calls, by the possibilities they leave on average:")
    for split in splits[:_BEST]:
        yield say(
            "  {call}: {expected} of {worlds}; nobody answers in {nobody} of the possibilities",
            call=describe_call(split.call),
            expected=round(float(split.expected_worlds), 1),
            worlds=len(deduction.worlds),
            nobody=format_percent(float(split.nobody)) if split.nobody else say("{value}%", value=0),
        )
    yield say(
        "All possibilities count as equally likely; the others are assumed to choose at random among the samurai they "
        "can lay and take."
    )


def _build_known(deduction: Deduction, splits: Sequence[Split]) -> Known:
    return Known(
        len(deduction.worlds),
        {seat: deduction.compute_rallied_shares(seat) for seat in deduction.other_seats},
        deduction.find_certain_rallied(),
        {seat: deduction.compute_hand_shares(seat) for seat in deduction.other_seats},
        deduction.find_certain_hands(),
        splits[0].call if splits else None,
        splits,
        deduction.turn.active,
        deduction.find_own_hand(),
    )
