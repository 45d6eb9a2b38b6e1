"""``companion hogen play``: the whole game on one screen that is passed from hand to hand."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.hogen.drawing import own_lines, public_lines, said_heard
from companion.cli.hogen.pages import Stopped, ask, hand_over, page, pages, show_lines, tell, wait
from companion.cli.hogen.tables import HogenTable, do, joined, seat_named, table_options
from companion.cli.lazy import SpokenCommand
from companion.cli.voice import translated
from companion.data.hogen.calls import call_named
from companion.data.hogen.cards import card_named
from companion.errors import InputError
from companion.sentences import Sentence, say
from companion.table.hogen.views import OVER, RALLYING, View, view

__all__ = ["play"]


@click.command(cls=SpokenCommand)
@table_options
def play(table: str, store: Path | None) -> None:
    """Play on one screen: it says whom to pass it to, and shows each player what only he may see.

    What a player types on his page, also a call that is not open to him, is wiped before the screen goes
    on; the others see only what the whole table may hear. Stop with q, and go on later with the same
    command.

    \b
    companion hogen play heike
    """
    with joined(table, store) as here:
        try:
            with pages():
                _play(here)
        except Stopped:
            tell(say("The game is kept; go on with: companion hogen play {table}", table=here.name))
            return
        show_lines(_common(here, 1))


def _play(here: HogenTable) -> None:
    heard = len(here.state.heard)
    while (now := view(here.state)).phase != OVER:
        page(_common(here, len(here.state.heard) - heard))
        heard = len(here.state.heard)
        if now.phase == RALLYING:
            _rally(here, next(seat for seat in now.names if seat not in now.laid))
        elif now.asked is None:
            assert now.active is not None
            _call(here, now.active)
        elif now.real:
            _answer_aloud(here)
        else:
            _answer(here, now.asked)


def _common(here: HogenTable, new: int) -> list[Sentence | None]:
    """What all may see: what was heard since the last page, at least the last thing, then the table."""
    now = view(here.state)
    heard = here.state.heard[-max(new, 1) :]
    return [*(said_heard(event, now) for event in heard), *([None] if heard else []), *public_lines(now)]


def _own_page(here: HogenTable, seat: str) -> View:
    """Pass the screen on, then show a seat its own page."""
    now = view(here.state, seat)
    hand_over(now.names[seat])
    heard = [said_heard(event, now) for event in here.state.heard[-6:]]
    page([*heard, *([None] if heard else []), *public_lines(now), None, *own_lines(now), None])
    return now


def _tell(problem: Sentence | InputError) -> None:
    tell(problem.sentence if isinstance(problem, InputError) else problem)


def _samurai(question: Sentence, only: tuple[str, ...] = (), alone: str | None = None) -> str:
    """Ask for a samurai until one is named: a slip is told at once, and the same question asked again.

    Args:
        question: What is asked.
        only: The samurai that can be meant here, where not all can.
        alone: What Enter alone means; the question again when it means nothing.
    """
    while True:
        typed = ask(question)
        if not typed and alone is not None:
            return alone
        try:
            card = str(card_named(typed)) if typed else None
        except InputError as error:
            _tell(error)
            continue
        if card is None:
            tell(say("Type a samurai, such as Taira2."))
        elif only and card not in only:
            tell(
                say("{card} cannot be laid now; it must be one of {cards}.", card=card, cards=", ".join(only))
            )
        else:
            return card


def _rally(here: HogenTable, seat: str) -> None:
    now = _own_page(here, seat)
    question = say("{name}, which samurai do you lay face down?", name=now.names[seat])
    while True:
        done = do(here, "rally", seat=seat, card=_samurai(question))
        if not isinstance(done, Sentence):
            return
        _tell(done)


def _call(here: HogenTable, seat: str) -> None:
    now = _own_page(here, seat)
    question = say("{name}, your call (clan Taira, rank 2, Taira 2), or 'accuse':", name=now.names[seat])
    while True:
        typed = ask(question)
        if typed.lower() in ("accuse", translated("accuse")):
            if _accuse(here, seat):
                return
            continue
        try:
            done = do(here, "call", seat=seat, call=str(call_named([typed])))
        except InputError as error:
            done = error.sentence
        if not isinstance(done, Sentence):
            return
        _tell(done)


def _accuse(here: HogenTable, seat: str) -> bool:
    """Ask for the names until they make an accusation; an empty line goes back to the call, and says so."""
    now = view(here.state, seat)
    while True:
        named = {}
        for other, name in now.names.items():
            if other != seat:
                question = say("What has {name} rallied? (Enter alone: no accusation)", name=name)
                card = _samurai(question, alone="")
                if not card:
                    tell(say("No accusation was made. What you type now is a call, and all will hear it."))
                    return False
                named[other] = card
        done = do(here, "accuse", seat=seat, named=named)
        if not isinstance(done, Sentence):
            break
        _tell(done)
        tell(say("No accusation was made; name them again from the first."))
    after = view(here.state, seat)
    if not done.result["right"]:
        page([said_heard(here.state.heard[-1], after), None, *own_lines(after), None])
        wait(say("Press Enter to wipe this page."))
    return True


def _answer(here: HogenTable, seat: str) -> None:
    now = _own_page(here, seat)
    assert now.own is not None
    question = say("{name}, which samurai do you lay?", name=now.names[seat])
    options = now.own.may_lay
    only = options[0] if len(options) == 1 else None
    if only is not None:
        question = say("{question} (Enter: {card})", question=question, card=only)
    while True:
        lays = _samurai(question, options, alone=only)
        done = do(here, "answer", seat=seat, lays=lays, takes=_samurai(say("Which do you take?")))
        if not isinstance(done, Sentence):
            return
        _tell(done)


def _answer_aloud(here: HogenTable) -> None:
    """With real cards everybody hears who answers; nothing on this page is a secret."""
    now = view(here.state)
    while True:
        typed = ask(say("Who answers? (a name; Enter alone: everybody passes)"))
        try:
            seat = seat_named(now.names, typed) if typed else None
        except InputError as error:
            _tell(error)
            continue
        lays = takes = None
        if seat is not None and now.palace is not None:
            lays = _samurai(say("Which samurai is laid?"))
            takes = _samurai(say("Which is taken?"))
        done = do(here, "pass") if seat is None else do(here, "answer", seat=seat, lays=lays, takes=takes)
        if not isinstance(done, Sentence):
            return
        _tell(done)
