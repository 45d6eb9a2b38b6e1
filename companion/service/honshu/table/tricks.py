"""The tricks of a table of Honshu: played, judged, taken back, and the round that is played now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.answers import GAP, Answer, Told, answering
from companion.data.honshu.plays import Play
from companion.play.honshu.requests import PlayTrick, TakeTrickBack
from companion.play.honshu.views import View, view
from companion.rules.honshu.tricks.rounds import PLAYERS, ROUNDS
from companion.sentences import say
from companion.service.honshu.table.opening import HonshuSession, told
from companion.service.honshu.tricks import judge_pairs, judge_trick, tell_round


@answering
def play_trick(here: HonshuSession, plays: Sequence[str], order: Sequence[str] | None = None) -> Answer:
    """Play a trick: who chooses first, and the round that follows.

    Args:
        here: The table.
        plays: In player order, such as ``29+b``; with two players the pair from the draw pile may follow.
        order: With the first trick, the seats in the order of their order cards.
    """
    first = not here.state.order
    step = here.do(PlayTrick(tuple(plays), tuple(order) if first and order is not None else None))
    seen = view(step.after)
    judged = last_trick(seen)
    return replace(judged, lines=(*judged.lines, GAP, *round_now(seen).lines))


@answering
def take_trick_back(here: HonshuSession) -> Answer:
    """Take the last trick back."""
    return told(here, here.do(TakeTrickBack()))


def last_trick(seen: View) -> Answer:
    """What came of the trick played last; there must be one."""
    *_, trick = seen.tricks
    return _judged(trick, seen.names, len(seen.order))


def _judged(trick: Sequence[Play], names: Mapping[str, str], players: int) -> Answer:
    plays = [replace(play, name=names.get(play.name, play.name)) for play in trick]
    hands = plays[:players]
    if len(hands) != 2:
        return judge_trick(hands)
    pile = (plays[2].card, plays[3].card) if len(plays) == 4 else None
    return judge_pairs((hands[0], hands[1]), pile)


def round_now(seen: View) -> Answer:
    """What happens in the round that is played now."""
    if seen.round not in ROUNDS:
        lines: tuple[Told, ...] = (say("All twelve rounds are played: now the maps are scored."),)
        return Answer({"round": None}, lines)
    if len(seen.order) not in PLAYERS:
        return Answer({"round": seen.round}, (say("Tricks are for 2 to 5 players."),))
    return tell_round(seen.round, len(seen.order))
