"""An evening of Honshu in a file, trick by trick: who chooses first, and what each round does.

The file is the table: it is read for every line that is typed and written whole for every trick, so that
nothing is lost when the program ends, however it ends, and two prompts agree.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from companion.answers import GAP, Answer, Told, answering
from companion.data.files import read_text, write_text
from companion.data.honshu.evening import WORDS, Evening, read_evening, read_trick
from companion.data.honshu.map import HonshuMap
from companion.data.vocabulary import vocabulary
from companion.errors import InputError, Place, Refused
from companion.rules.honshu.rulings import DEFAULT_RULINGS
from companion.rules.honshu.tricks.rounds import ROUNDS
from companion.rules.honshu.tricks.trick import named, with_trick
from companion.rules.rulings import Rulings
from companion.sentences import ENGLISH, Language, Sentence, listed, say
from companion.service.honshu.scoring import score
from companion.service.honshu.tricks import judge_played, tell_round


@dataclass(frozen=True, slots=True)
class Awaited:
    """An evening, and its players in the order in which they play now."""

    evening: Evening
    order: tuple[str, ...]

    @property
    def round(self) -> int:
        """The round that is played now; 13 when all are."""
        return len(self.evening.tricks) + 1

    @property
    def is_over(self) -> bool:
        """True when only the maps are to be scored."""
        return self.round not in ROUNDS

    @property
    def words(self) -> Sentence:
        """The round and its players, or the maps, in a few words."""
        if self.is_over:
            return say("the maps")
        return say("round {round}: {players}", round=self.round, players=" ".join(self.order))


def begin(file: Path, players: Sequence[str], card: int | None, language: Language = ENGLISH) -> None:
    """Begin an evening in a new file, in the words of a language."""
    if os.path.lexists(file):
        raise InputError(
            "this file is there already; an evening goes on without naming the players again.",
            place=Place(str(file)),
        )
    first, second = (vocabulary("honshu", "evening").word(word).said(language) for word in WORDS)
    write_text(file, str(Evening(tuple(players), card, words=(first, second))))


def awaited(file: Path) -> Awaited:
    """Read an evening, and hold every trick of it against the rules."""
    told = read_evening(read_text(file), str(file))
    found, order = replace(told, tricks=()), told.players
    for number, trick in enumerate(told.tricks, start=1):
        try:
            found, order = with_trick(found, trick)
        except Refused as no:
            raise InputError(
                "trick {number} cannot have been played so: {why}",
                place=Place(str(file)),
                number=number,
                why=no.sentence,
            ) from None
    return Awaited(found, order)


def tell_evening(file: Path) -> Answer:
    """Tell the round that is played now, and who plays in which order."""
    return Answer(lines=_standing(awaited(file)))


def _standing(now: Awaited) -> tuple[Told, ...]:
    if now.is_over:
        return (say("All twelve rounds are played: type the files of the maps to score them."),)
    names = listed(now.order)
    if len(now.order) == 2:
        asked = say("Type both hand cards: {names}.", names=names)
    else:
        asked = say("Player order: {names}.", names=names)
    return (*tell_round(now.round, len(now.order)).lines, asked)


@answering
def play_trick(file: Path, text: str) -> Answer:
    """Play a trick: tell who chooses first, and the round that follows; it is in the file by then."""
    now = awaited(file)
    plays = read_trick(text)
    told = named(now.order, plays)
    evening, order = with_trick(now.evening, plays)
    lines = judge_played(told, len(now.order)).lines
    if len(now.order) != 2:
        cards = ", ".join(str(play.card) for play in plays)
        lines = (*lines, say("{name} takes the first of {cards}.", name=order[0], cards=cards))
    _keep(file, evening)
    return Answer(lines=(*lines, GAP, *_standing(Awaited(evening, order))))


def _keep(file: Path, evening: Evening) -> None:
    """Write an evening over its own file; a link is followed, not replaced."""
    path = Path(os.path.realpath(file))
    write_text(path, str(evening), kept=(path,))


@answering
def undo_trick(file: Path) -> Answer:
    """Take the last trick back, and tell which it was."""
    now = awaited(file)
    if not now.evening.tricks:
        raise Refused("No trick has been played yet.")
    *tricks, last = now.evening.tricks
    _keep(file, replace(now.evening, tricks=tuple(tricks)))
    cards = " ".join(str(play.card) for play in last)
    undone = say("Undone: the trick of round {round}, {cards}.", round=now.round - 1, cards=cards)
    return Answer(lines=(undone, *_standing(awaited(file))))


@answering
def score_evening(
    file: Path, maps: Sequence[tuple[str, HonshuMap]], rulings: Rulings = DEFAULT_RULINGS
) -> Answer:
    """Score the maps of an evening with its scoring card and rank them."""
    return score(maps, awaited(file).evening.card, rulings)
