"""What can be typed at the prompt of Shogun now, in a few lines."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.shogun.round.actions import COMBATS
from companion.rules.shogun.round.calendar import Stage
from companion.sentences import Sentence, say
from companion.service.shogun.table.awaited import DRAFT, Awaited

__all__ = ["help_lines"]

_AT = {
    DRAFT: (say("koz 5: take Kozuke, place a group of 5; 'pile 5' takes the top of the pile."),),
    Stage.LAY: (say("Enter: lay the cards; or 'lay --actions ...' if you shuffle your own."),),
    Stage.EVENT: (say("Enter: draw the event; or the number of the card you drew."),),
    Stage.BIDS: (say("b3 y0 rkoz: bids of chests, a province, or 'none' after the colour."),),
    Stage.CHOICE: (say("six: the special card that is taken."),),
    Stage.OVER: (say("Enter: tell the end of the game once more."),),
}
_FIGHTS = (
    say("b4 y3: 4 blue armies attack 3 yellow ones; 'b4 neutral' attacks a neutral province."),
    say("After it: a province, m2 (revolt markers), castle, temple, e7 (event)."),
    say("revolt b4 m2: 4 blue armies against a revolt, 2 markers; w3 in winter."),
    say("throw b3 r2: cubes nobody fights with."),
    say("odds b6 y3: the odds of 1 to 6 armies."),
)
_ALWAYS = (
    say("out b3 y1, after a throw: what came out of a real tower."),
    say("tray g2, tray b+1, tray empty: put the tray right."),
    say("u: undo; redo; show, round, log, luck, score; word b=tea; q leaves."),
    say("Any command of 'companion shogun' can be typed, without the table."),
)


def help_lines(now: Awaited) -> Iterator[Sentence]:
    """What can be typed at a table that waits for something."""
    yield from _AT.get(now.stage, ())
    if now.board and now.stage == Stage.ACTIONS:
        yield say("Enter: a blank.")
        if now.action in COMBATS:
            yield say("4 shi koz: 4 armies from Shinano to Kozuke; the beginnings of names are enough.")
            yield say("odds koz, odds shi koz: the odds of every number of armies.")
        elif now.action == "one":
            yield say("aki: 1 army to Aki; '2 aki bin' then moves 2 from there to Bingo.")
        else:
            yield say("omi: the province of the card that is turned over.")
        yield say("late b tax omi: a turn of this round that was passed over.")
    elif now.stage == Stage.WINTER:
        yield say("Enter: winter begins.") if now.board else say("b9/6 y7/8: provinces and rice of each.")
    elif now.stage == Stage.REVOLTS:
        yield say("Enter: the next revolt, or the points; or the province that revolts.")
    if not now.board:
        yield from _FIGHTS
    yield from _ALWAYS
