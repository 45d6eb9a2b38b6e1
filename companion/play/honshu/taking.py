"""A player takes a whole map in, in the place of their own: squares, cards as they were laid, or counts."""

import re
from dataclasses import dataclass, replace

from companion.answers import Answer
from companion.data.honshu.counts import Counts
from companion.data.honshu.map import SQUARES, read_map
from companion.data.honshu.placements import read_placements, read_stack
from companion.errors import Refused
from companion.play.game import tell_line
from companion.play.honshu.laying import LayCard, placement_of
from companion.play.honshu.state import HonshuState, PlayerMap
from companion.play.honshu.working import map_kind
from companion.rules.honshu.placing.laying import Pile, judge, order_of_laying
from companion.rules.honshu.placing.typed import with_squares
from companion.rules.honshu.score.counted import check_counts
from companion.rules.rulings import Rulings
from companion.sentences import Sentence, joined, say
from companion.table.history import Moment, Played, Step

_LAID = re.compile(r"\s*(#.*\n\s*)*([AaBb]?\d+( -?\d+){3}|\{)")
"""Begins a text that tells how cards were laid, no map."""


@dataclass(frozen=True, slots=True)
class TakeMap:
    """Take a whole map in its notation, a row a text, in the place of one's own."""

    seat: str
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TakeCards:
    """Take a map laid card by card, a line of placements a text, in the place of one's own."""

    seat: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TellCounts:
    """Tell what was counted on one's own map, in the place of its squares."""

    seat: str
    counts: Counts


@dataclass(frozen=True, slots=True)
class TakeText:
    """Take a map in either notation, which its text shows; written as ``TakeMap`` or ``TakeCards``."""

    seat: str
    text: str


def _after_map(pile: Pile, asked: TakeMap, rulings: Rulings) -> Pile:
    typed = read_map("\n".join(asked.rows))
    return with_squares(Pile(), {place: SQUARES[symbol] for place, symbol in typed.symbols.items()})


def _after_cards(pile: Pile, asked: TakeCards, rulings: Rulings) -> Pile:
    judged = judge(read_placements("\n".join(asked.cards)), rulings)
    why = joined((sentence for step in judged.outcomes for sentence in step.reasons), "\n")
    if why is not None:
        raise Refused(why)
    return judged.pile


def _after_counts(pile: Pile, asked: TellCounts, rulings: Rulings) -> Pile:
    check_counts(asked.counts)
    return Pile(counts=asked.counts)


def _words(asked: TakeMap | TakeCards) -> Sentence:
    return say("the map taken in")


def _tell(here: Moment[HonshuState], step: Step[HonshuState]) -> Answer:
    """The line of the event, and what is odd about the text that was typed."""
    answer = tell_line(here, step)
    return replace(answer, lines=(*answer.lines, *(step.report or ())))


MAP = map_kind("map", TakeMap, _after_map, _words, _tell)
CARDS = map_kind("cards", TakeCards, _after_cards, _words)
COUNTS = map_kind("counts", TellCounts, _after_counts, lambda asked: say("the map counted"))


def _play_text(state: HonshuState, wish: TakeText) -> Played[HonshuState]:
    if not _LAID.match(wish.text):
        read = read_map(wish.text)
        asked = TakeMap(wish.seat, tuple(read.grid))
        return replace(MAP.play(state, asked, None), report=read.odd, written=asked)
    if wish.text.lstrip().startswith("{"):
        laid = order_of_laying(read_stack(wish.text), state.rulings)
    else:
        laid = read_placements(wish.text)
    cards = TakeCards(wish.seat, tuple(map(str, laid)))
    return replace(CARDS.play(state, cards, None), written=cards)


WISHES = ((TakeText, _play_text),)


def cards_text(own: PlayerMap) -> str | None:
    """The lines of placements of a map that was laid by cards alone; ``None`` for any other."""
    lines: list[str] | None = []
    for done in own.done:
        match done.asked:
            case TakeCards(cards=cards):
                lines = [*cards]
            case LayCard() as asked if lines is not None:
                lines.append(str(placement_of(asked)))
            case _:
                lines = None
    return None if lines is None else "".join(f"{line}\n" for line in lines)
