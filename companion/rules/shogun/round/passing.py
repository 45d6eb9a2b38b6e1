"""Turns that a table passes over: whose they are, told before they become blanks.

Plans are secret, so a turn nobody tells counts as a blank; one slip could take turns from everybody.
Source: Shogun booklet, Carrying out the actions.
"""

from __future__ import annotations

from functools import reduce

from companion.rules.shogun.cubes import daimyo
from companion.rules.shogun.round.actions import action_words
from companion.rules.shogun.round.calendar import Calendar
from companion.sentences import Sentence, say

__all__ = ["Turn", "passed_words", "turns_until"]

Turn = tuple[str, str]
"""A player and an action."""


def turns_until(calendar: Calendar, end: int | None = None) -> tuple[Turn, ...]:
    """The turns that have not been taken yet, in order.

    Args:
        calendar: A round in its actions.
        end: The turn before which to stop, from 0; ``None`` is the end of the round.
    """
    players = len(calendar.players)
    stop = len(calendar.actions) * players if end is None else end
    return tuple(
        (calendar.order[turn % players], calendar.actions[turn // players])
        for turn in range(calendar.turn, stop)
    )


def passed_words(calendar: Calendar, turns: tuple[Turn, ...], until: str | None = None) -> Sentence:
    """Turns by action, with their players; cards that are still face down are not named.

    Args:
        calendar: A round in its actions.
        turns: The turns.
        until: The action whose turn comes after them, if it is not the end of the round. Where its card
            is face down, which cards lie before it is not told.
    """
    words: list[Sentence] = []
    actions = tuple(dict.fromkeys(action for _, action in turns))
    face_up = calendar.actions[: calendar.face_up]
    for action in actions:
        if action not in face_up:
            break
        whose = [daimyo(player) for player, taken in turns if taken == action]
        players = reduce(lambda before, word: say("{before}, {word}", before=before, word=word), whose)
        if len(whose) == len(calendar.players):
            players = say("all")
        words.append(say("{action} ({players})", action=action_words(action), players=players))
    if not {*actions, until or actions[-1]} <= {*face_up}:
        words.append(say("actions still face down"))
    return reduce(lambda before, word: say("{before}; {word}", before=before, word=word), words)
