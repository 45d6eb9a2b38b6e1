"""The commands with which a player of Hogen does something: rally, call, answer, accuse."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from companion.cli.answers import draw
from companion.cli.hogen.dealt_table import at_table, joined
from companion.cli.lazy import SpokenCommand
from companion.cli.table_commands import as_typed, store_option, tell_at
from companion.cli.voice import json_option, said
from companion.data.hogen.cards import Card, call_named, card_named, joined_names
from companion.errors import InputError
from companion.play.hogen.moves import Accuse, AnswerCall, CallCards, LayRallied, PassAll, SeenByAccuser
from companion.play.hogen.telling import seat_named
from companion.sentences import say
from companion.service.hogen.beginning import HogenSession
from companion.service.playing import play


@click.command(cls=SpokenCommand)
@store_option
@click.argument("words", nargs=-1, required=True, metavar="[TABLE] CARD")
@click.option("--seat", required=True, metavar="NAME")
@json_option
def rally(store: Path | None, words: tuple[str, ...], seat: str, as_json: bool) -> None:
    """Lay a seat's rallied samurai face down: the one the others must find."""
    table, samurai = at_table(words, lambda words: card_named(" ".join(words)))
    with joined(table, store) as here:
        tell_at(here, play(here, LayRallied(seat_named(here.state.players, seat), str(samurai))), as_json)


@click.command("call", cls=SpokenCommand)
@store_option
@click.argument("words", nargs=-1, required=True, metavar="[TABLE] CALL")
@click.option("--seat", metavar="NAME")
@json_option
def call_command(store: Path | None, words: tuple[str, ...], seat: str | None, as_json: bool) -> None:
    """Call a clan, a rank, or one samurai by both; hear who passes and who must answer."""
    table, wanted = at_table(words, call_named)
    with joined(table, store) as here:
        tell_at(here, play(here, CallCards(active_seat(here, seat), str(wanted))), as_json)


@click.command(cls=SpokenCommand)
@store_option
@click.argument("words", nargs=-1, metavar="[TABLE] [LAYS TAKES]")
@click.option("--seat", metavar="NAME")
@click.option("--nobody", is_flag=True)
@json_option
def answer(store: Path | None, words: tuple[str, ...], seat: str | None, nobody: bool, as_json: bool) -> None:
    """Answer a call: lay a matching samurai from the hand into the palace, take another from it."""
    table, (laid, taken) = at_table(words, _exchanged)
    if nobody and (laid is not None or seat is not None):
        raise InputError("Either somebody answers or nobody does.")
    with joined(table, store) as here:
        request = PassAll() if nobody else answer_by(here, laid, taken, seat)
        tell_at(here, play(here, request), as_json)


def _exchanged(words: Sequence[str]) -> tuple[Card, Card] | tuple[None, None]:
    """The samurai laid and the one taken; neither where they are not named."""
    named = [card_named(word) for word in joined_names(" ".join(words)).split()]
    if not named:
        return None, None
    if len(named) != 2:
        raise InputError("Name both samurai: the one laid, then the one taken.")
    return named[0], named[1]


@click.command(cls=SpokenCommand)
@store_option
@click.argument("words", nargs=-1, required=True, metavar="[TABLE] NAME=CARD...")
@click.option("--seat", metavar="NAME")
@json_option
def accuse(store: Path | None, words: tuple[str, ...], seat: str | None, as_json: bool) -> None:
    """Name the rallied samurai of all others: right in everything wins, anything wrong is out."""
    table, accused = at_table(words, _all_accused)
    with joined(table, store) as here:
        tell_at(here, play(here, accusation(here, accused, active_seat(here, seat))), as_json)


def active_seat(here: HogenSession, seat: str | None) -> str:
    """The seat that is given, or that may call and accuse now."""
    return here.state.game.turn.active or "A" if seat is None else seat_named(here.state.players, seat)


def answer_by(here: HogenSession, lays: Card | None, takes: Card | None, seat: str | None) -> AnswerCall:
    """An answer by the seat that is given, or asked; with real cards it must be given."""
    state = here.state
    if state.dealt and (lays is None or takes is None):
        raise InputError("Name both samurai: the one laid, then the one taken.")
    if seat is not None:
        who = seat_named(state.players, seat)
    elif state.dealt:
        who = state.game.turn.asked or "A"
    else:
        raise InputError("With real cards, say who answers, or that nobody does.", remedy="who answers")
    return AnswerCall(who) if lays is None else AnswerCall(who, str(lays), str(takes))


def accusation(here: HogenSession, named: Sequence[tuple[str, Card]], seat: str) -> Accuse:
    """An accusation by a seat; the others are given by letter or name."""
    players = here.state.players
    by_seat: dict[str, str] = {}
    for name, card in named:
        other = seat_named(players, name)
        if other in by_seat:
            raise InputError("{name} is named twice.", name=players[other])
        by_seat[other] = str(card)
    return Accuse(seat, by_seat)


def _all_accused(words: Sequence[str]) -> list[tuple[str, Card]]:
    """Everybody who is accused, with the samurai named for them."""
    joined: list[str] = []
    for text in words:
        if joined and text.isdecimal():  # the rank of the samurai before it
            joined[-1] += text
        else:
            joined.append(text)
    if not joined:
        raise InputError("Nobody is accused; write NAME=CARD, such as Bo=Taira2.")
    accused = []
    for text in joined:
        name, equals, card = text.partition("=")
        if not equals:
            raise InputError("'{text}' accuses nobody; write NAME=CARD, such as Bo=Taira2.", text=text)
        accused.append((name, card_named(card.strip())))
    return accused


@draw.register
def _where_to_look(seen: SeenByAccuser) -> Iterator[str]:
    told = {"name": seen.name, "table": as_typed(seen.table), "seat": seen.seat}
    yield said(say("What {name} has seen: companion hogen show {table} --seat {seat}", **told))
