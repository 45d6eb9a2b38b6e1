"""``companion hogen play``: the whole game on one screen that is passed from hand to hand."""

import sys
from collections.abc import Collection
from pathlib import Path

import click

from companion.answers import Answer
from companion.cli.hogen import pages
from companion.cli.hogen.dealt_table import joined, names_of
from companion.cli.lazy import SpokenCommand
from companion.cli.menu.remembering import ask_at_end
from companion.cli.table_commands import as_typed, begun_table, last_table_argument, store_option
from companion.data.hogen.cards import CARDS, Card, call_named, card_named
from companion.data.hogen.log import in_words
from companion.data.vocabulary import typed_as
from companion.errors import InputError, Refused
from companion.play.hogen.moves import Accuse, AnswerCall, CallCards, LayRallied, PassAll, check_laid
from companion.play.hogen.telling import seat_named
from companion.play.hogen.views import Own, View
from companion.sentences import Sentence, say
from companion.service.hogen.beginning import HogenSession, begin
from companion.service.hogen.looking import accuser_page, common_page, own_page, seen, waits_for
from companion.service.playing import play as play_request


@click.command(cls=SpokenCommand)
@last_table_argument
@store_option
def play(table: str | None, store: Path | None) -> None:
    """Play on one screen: it says whom to pass it to, and shows each player what only they may see."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):  # nothing could be wiped
        raise InputError(
            "A screen to pass on needs a terminal; in a script, give the seat and what it does as arguments."
        )
    table = table or begun_table(
        store,
        "hogen",
        say("Who plays? (names going left, such as Aya Bo Chen)"),
        lambda name, line: begin(store, name, names_of(line), {}),
    )
    if table is None:
        return
    with joined(table, store) as here:
        try:
            with pages.pages():
                _play(here)
        except pages.Stopped:
            here.check_file()
            pages.tell(
                say("The game is kept; go on with: companion hogen play {table}", table=as_typed(here.name))
            )
            return
        pages.show_lines(common_page(here, 1))
        ask_at_end(here)


def _play(here: HogenSession) -> None:
    unshown = here.pending_replies()
    told = len((unshown[0].before or here.state).heard if unshown else here.state.heard)
    while (awaited := waits_for(here)) is not None:
        heard = len(seen(here).heard)
        pages.page(common_page(here, heard - told))
        here.acknowledge()
        told = heard
        phase, seat = awaited
        {"rally": _rally, "call": _call, "answer": _answer}[phase](here, seat)


def _hand_over(here: HogenSession, seat: str) -> tuple[View, Own]:
    """Pass the screen on, then show a seat its own page; what it sees, and what of that is its own."""
    pages.hand_over(seen(here).names[seat])
    pages.page(own_page(here, seat))
    now = seen(here, seat)
    assert now.own is not None
    return now, now.own


def _done(answer: Answer) -> bool:
    """True when a wish was granted; the reason is told where it was not."""
    if answer.refused is not None:
        pages.tell(answer.refused)
    return answer.refused is None


def _asked_samurai(question: Sentence, cards: Collection[object]) -> Card | None:
    """Ask until a samurai is named, a slip being told at once; ``None`` for Enter alone."""
    while True:
        typed = pages.ask(question, cards)
        try:
            return card_named(typed) if typed else None
        except InputError as error:
            pages.tell(error.sentence)


def _samurai(question: Sentence, cards: Collection[object], only: Card | None = None) -> Card:
    """Ask for a samurai until one is named; where it can be only one, Enter alone is enough."""
    while (card := _asked_samurai(question, cards) or only) is None:
        pages.tell(say("Type a samurai, such as Taira2."))
    return card


def _rally(here: HogenSession, seat: str) -> None:
    now, own = _hand_over(here, seat)
    question = say("{name}, which samurai do you lay face down?", name=now.names[seat])
    while not _done(play_request(here, LayRallied(seat, str(_samurai(question, own.hand or CARDS))))):
        pass


def _call(here: HogenSession, seat: str) -> None:
    now, own = _hand_over(here, seat)
    question = say("{name}, your call (clan Taira, rank 2, Taira 2), or 'accuse':", name=now.names[seat])
    words = [*map(in_words, own.may_call), say("accuse")]
    while True:
        typed = pages.ask(question, words)
        if typed_as("hogen", "accuse", typed):
            if _accuse(here, seat):
                return
            continue
        try:
            wanted = call_named([typed])
        except InputError as error:
            pages.tell(error.sentence)
            continue
        if _done(play_request(here, CallCards(seat, str(wanted)))):
            return


def _accuse(here: HogenSession, seat: str) -> bool:
    """Ask for the names until they make an accusation; an empty line goes back to the call, and says so."""
    while True:
        named = {}
        for other, name in seen(here).names.items():
            if other != seat:
                asked = say("What has {name} rallied? (Enter alone: no accusation)", name=name)
                card = _asked_samurai(asked, CARDS)
                if card is None:
                    pages.tell(
                        say("No accusation was made. What you type now is a call, and all will hear it.")
                    )
                    return False
                named[other] = str(card)
        answer = play_request(here, Accuse(seat, named))
        if _done(answer):
            break
        pages.tell(say("No accusation was made; name them again from the first."))
    if answer.negative:
        pages.page(accuser_page(here, seat))
        pages.wait(say("Press Enter to wipe this page."))
    return True


def _answer(here: HogenSession, seat: str) -> None:
    if seen(here).real:
        _answer_aloud(here)
        return
    now, own = _hand_over(here, seat)
    question = say("{name}, which samurai do you lay?", name=now.names[seat])
    only = card_named(own.may_lay[0]) if len(own.may_lay) == 1 else None
    if only is not None:
        question = say("{question} (Enter: {card})", question=question, card=only)
    while True:
        lays = _samurai(question, own.may_lay, only)
        try:
            check_laid(now, lays)
        except Refused as no:
            pages.tell(no.sentence)
            continue
        takes = _samurai(say("Which do you take?"), own.may_take + (str(lays),) * now.take_back)
        if _done(play_request(here, AnswerCall(seat, str(lays), str(takes)))):
            return


def _answer_aloud(here: HogenSession) -> None:
    """With real cards everybody hears who answers; nothing on this page is a secret."""
    now = seen(here)
    while True:
        typed = pages.ask(say("Who answers? (a name; Enter alone: everybody passes)"), now.names.values())
        if not typed:
            answer = play_request(here, PassAll())
        else:
            try:
                seat = seat_named(now.names, typed)
            except InputError as error:
                pages.tell(error.sentence)
                continue
            lays = takes = None
            if now.palace is not None:
                lays = str(_samurai(say("Which samurai is laid?"), CARDS))
                takes = str(_samurai(say("Which is taken?"), now.palace))
            answer = play_request(here, AnswerCall(seat, lays, takes))
        if _done(answer):
            return
