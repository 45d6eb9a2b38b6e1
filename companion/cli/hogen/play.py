"""``companion hogen play``: the whole game on one screen that is passed from hand to hand."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from companion.cli.hogen.accuse import read_accusation
from companion.cli.hogen.drawing import own_lines, public_lines, said_heard
from companion.cli.hogen.pages import Stopped, ask, hand_over, page, pages, show_lines, wait
from companion.cli.hogen.tables import HogenTable, do, joined, seat_named, table_options
from companion.cli.lazy import SpokenCommand
from companion.cli.voice import speak, translated
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
    companion hogen play friday
    """
    with joined(table, store) as here:
        try:
            with pages():
                _play(here)
        except Stopped:
            speak("The game is kept; go on with: companion hogen play {table}", table=here.name)
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
    speak(problem.sentence if isinstance(problem, InputError) else problem)


def _rally(here: HogenTable, seat: str) -> None:
    now = _own_page(here, seat)
    question = say("{name}, which samurai do you lay face down?", name=now.names[seat])
    while True:
        try:
            done = do(here, "rally", seat=seat, card=str(card_named(ask(question))))
        except InputError as error:
            done = error.sentence
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
    """Ask for the names; whether the accusation was made. An empty line goes back to the call."""
    now = view(here.state, seat)
    typed = []
    for other, name in now.names.items():
        if other != seat:
            card = ask(say("What has {name} rallied? (Enter alone: no accusation)", name=name))
            if not card:
                return False
            typed.append(f"{other}={card}")
    try:
        done = do(here, "accuse", seat=seat, named=read_accusation(now, tuple(typed)))
    except InputError as error:
        done = error.sentence
    if isinstance(done, Sentence):
        _tell(done)
        return False
    after = view(here.state, seat)
    if not done.result["right"]:
        page([said_heard(here.state.heard[-1], after), None, *own_lines(after), None])
        wait(say("Press Enter to wipe this page."))
    return True


def _answer(here: HogenTable, seat: str) -> None:
    now = _own_page(here, seat)
    assert now.own is not None
    while True:
        lays = _choice(say("{name}, which samurai do you lay?", name=now.names[seat]), now.own.may_lay)
        takes = _choice(say("Which do you take?"), ())
        try:
            done = do(here, "answer", seat=seat, lays=str(card_named(lays)), takes=str(card_named(takes)))
        except InputError as error:
            done = error.sentence
        if not isinstance(done, Sentence):
            return
        _tell(done)


def _choice(question: Sentence, only: Iterable[str]) -> str:
    """Ask for a samurai; where only one can be meant, Enter alone takes it."""
    options = tuple(only)
    if len(options) == 1:
        return ask(say("{question} (Enter: {card})", question=question, card=options[0])) or options[0]
    return ask(question)


def _answer_aloud(here: HogenTable) -> None:
    """With real cards everybody hears who answers; nothing on this page is a secret."""
    now = view(here.state)
    while True:
        try:
            typed = ask(say("Who answers? (a name; Enter alone: everybody passes)"))
            if not typed:
                done = do(here, "pass")
            else:
                seat = seat_named(now.names, typed)
                lays = takes = None
                if now.palace is not None:
                    lays = str(card_named(ask(say("Which samurai is laid?"))))
                    takes = str(card_named(ask(say("Which is taken?"))))
                done = do(here, "answer", seat=seat, lays=lays, takes=takes)
        except InputError as error:
            done = error.sentence
        if not isinstance(done, Sentence):
            return
        _tell(done)
