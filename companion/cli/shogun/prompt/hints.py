"""Help at the prompt of Shogun: what can be typed now for ``?``, and the next word for Tab."""

from collections.abc import Iterable, Iterator

from companion.cli.shogun.prompt.naming import fits
from companion.cli.shogun.prompt.typed import COMMANDS
from companion.cli.voice import said
from companion.data.shogun import facts
from companion.data.vocabulary import vocabulary
from companion.play.shogun.telling.awaited import DRAFT, Awaited
from companion.rules.shogun.cubes import GREEN
from companion.rules.shogun.round.actions import ACTIONS, COMBATS, SPECIALS
from companion.rules.shogun.round.calendar import Stage
from companion.sentences import Sentence, say

_AT = {
    DRAFT: (say("koz 5: take Kozuke, place a group of 5; 'pile 5' takes the top of the pile."),),
    Stage.LAY: (
        say("Enter: lay the cards."),
        say("lay tax five ...: your own as they lie; all actions, or without the board the five face up."),
        say("After them the five special cards."),
    ),
    Stage.EVENT: (say("Enter: draw the event; or the number of the card you drew."),),
    Stage.BIDS: (say("b3 y0 rkoz: bids of chests, a province, or 'none' after the colour."),),
    Stage.CHOICE: (say("six: the special card that is taken."),),
    Stage.OVER: (say("Enter: tell the end of the game once more."),),
}
_FIGHTS = (
    say("b4 y3: 4 blue armies attack 3 yellow ones; 'b4 neutral' attacks a neutral province."),
    say("After it: a province, m2 (revolt markers), castle, temple, no (neither), e7 (event)."),
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
    """The lines of help at a table that waits for something."""
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
    elif now.face_down:
        yield say("tax: the action card that was turned up; the next action begins.")
    elif now.stage == Stage.ACTIONS:
        yield say("Enter: the next action, and the next card is turned up.")
    elif now.stage == Stage.WINTER:
        yield (
            say("Enter: winter begins.")
            if now.board
            else say("b9/6 y7/8 or b=Kai,Aki/6 ...: provinces and rice of each; e7: the event card left.")
        )
    elif now.stage == Stage.REVOLTS and not now.board:
        yield say("b4 kai m1: a revolt in Kai; b21 y25 r18: the points of all, and winter is over.")
    elif now.stage == Stage.REVOLTS:
        yield say("Enter: the next revolt, or the points; or the province that revolts.")
    if not now.board:
        yield from _FIGHTS
    if not now.board and now.stage == Stage.ACTIONS:
        yield say("end: the round is over, its other actions too.")
    yield from _ALWAYS


def completed(before: str, now: Awaited) -> Iterator[str]:
    """The words that may follow a line, for Tab."""
    words = before.split()
    first = vocabulary("shogun", "command").find(words[0]) if words else None
    going = now.marches and (first == "odds" or (words and words[0].isdigit()))
    if not words:
        yield from now.provinces
        yield from _shown("action", now.face_down)
        yield from _shown("special", SPECIALS if now.stage == Stage.CHOICE else ())
        yield from _shown("command", COMMANDS)
    elif going:
        names = words[1:] if first == "odds" else words
        ways = [way for way in now.marches if any(fits(name, way[0]) for name in names)]
        yield from (target for _, target, _ in ways or now.marches)
        yield from (source for source, _, _ in now.marches if not ways)
        return
    elif first in ("lay", "next"):
        yield from _shown("action", now.face_down or ACTIONS)
        yield from _shown("special", SPECIALS if first == "lay" else ())
        return
    yield from _shown("colour", (*now.players, GREEN))
    if words:
        yield from now.provinces
        yield from sorted({card.province for card in facts().cards})


def _shown(sort: str, things: Iterable[str]) -> Iterator[str]:
    """Names as the player's language types them."""
    yield from (said(vocabulary("shogun", sort).word(thing)) for thing in things)
