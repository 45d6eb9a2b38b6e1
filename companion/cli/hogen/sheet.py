"""The deduction sheet in a terminal: for each other seat a grid of clans and ranks, then what follows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.cli.voice import current, said
from companion.data.hogen.cards import CLANS, RANKS, Card, cards_text
from companion.rules.hogen.calls import said_call
from companion.rules.hogen.deduction import Deduction
from companion.sentences import say, say_count

__all__ = ["sheet_lines"]

_CELL = 6
_BEST = 3
"""How many of the best calls are listed."""


def sheet_lines(now: Deduction) -> Iterator[str]:
    """The whole sheet, in the player's language."""
    yield said(say_count("{count} world is left.", "{count} worlds are left.", len(now.worlds)))
    for seat in now.others:
        yield ""
        yield from _grids(now, seat)
    yield ""
    for seat, card in now.certain_rallied().items():
        yield said(say("Certain: {seat} has rallied {card}.", seat=seat, card=card))
    for seat, cards in now.certain_hand().items():
        yield said(say("Certain: {seat} holds {cards}.", seat=seat, cards=cards_text(cards)))
    if not now.certain_rallied() and not now.certain_hand():
        yield said(say("Nothing is certain yet."))
    yield from _best(now)


def _grids(now: Deduction, seat: str) -> Iterator[str]:
    """What a seat may have rallied, and beside it what it may hold."""
    width = max(map(len, CLANS)) + 1
    wide = width + _CELL * len(RANKS)
    rallied = said(say("{seat}, rallied", seat=seat))
    hand = said(say("{seat}, in hand", seat=seat))
    yield f"{rallied:<{wide}}   {hand}"
    head = " " * width + "".join(f"{rank:>{_CELL}}" for rank in RANKS)
    yield f"{head}   {head}"
    for clan in CLANS:
        left, right = (_row(shares, clan, width) for shares in (now.rallied(seat), now.hand(seat)))
        yield f"{left}   {right}"


def _row(shares: Mapping[Card, float], clan: str, width: int) -> str:
    cells = (shares.get(Card(clan, rank)) for rank in RANKS)
    return f"{clan:<{width}}" + "".join(f"{_percent(share):>{_CELL}}" for share in cells)


def _percent(share: float | None) -> str:
    """A share, never rounded to what it is not: 100% is certain, nothing is shown as 0%."""
    if share is None:
        return "·"
    sign = "\u00a0%" if current().code == "fr" else "%"
    if share < 0.005:
        return f"<1{sign}"
    if 0.995 <= share < 1:
        return f">99{sign}"
    return f"{int(share * 100 + 0.5)}{sign}"


def _best(now: Deduction) -> Iterator[str]:
    splits = now.best_calls()
    if not splits:
        return
    yield ""
    if now.turn.active == now.me and now.turn.call is None:
        yield said(say("Your best calls, by the worlds they leave on average:"))
    else:
        yield said(say("If it were your turn to call, your best calls, by the worlds they leave on average:"))
    for split in splits[:_BEST]:
        yield said(
            say(
                "  {call}: {expected} of {worlds}; nobody answers in {nobody} of the worlds",
                call=said_call(split.call),
                expected=round(float(split.expected), 1),
                worlds=len(now.worlds),
                nobody=_percent(float(split.nobody) or None).replace("·", "0"),
            )
        )
    yield said(
        say(
            "All worlds are held equally likely; the others are taken to choose evenly among the samurai they"
            " can lay and take."
        )
    )
