"""The calendar of a game: year, season, and the cards that lie for the round.

It moves from one stage to the next in ``stages``. Plans are secret, so a turn nobody tells counts as a
blank; turns passed over are told before, for one slip could take turns from everybody.
Source: Shogun booklet, Course of the game; Carrying out the actions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import reduce
from typing import NamedTuple

from companion.data.shogun import EventCard
from companion.rules.shogun.realm import daimyo
from companion.rules.shogun.round.actions import action_words
from companion.rules.shogun.round.events import NO_EVENT, rule_of
from companion.sentences import Sentence, listed, say

FACE_UP = 5  # action cards that lie face up from the beginning
YEARS = 2  # years of a game


class Turn(NamedTuple):
    """A player and an action."""

    player: str
    action: str


class Season(StrEnum):
    """The four rounds of a year."""

    SPRING = "spring"
    SUMMER = "summer"
    AUTUMN = "autumn"
    WINTER = "winter"


ROUNDS = (Season.SPRING, Season.SUMMER, Season.AUTUMN)  # the rounds in which players act


class Stage(StrEnum):
    """The next thing to happen."""

    LAY = "lay"
    EVENT = "event"
    BIDS = "bids"
    CHOICE = "choice"
    ACTIONS = "actions"
    WINTER = "winter"
    REVOLTS = "revolts"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Calendar:
    """The moment of a game in its two years."""

    players: tuple[str, ...]  # in seating order
    pile: tuple[int, ...]  # event cards face down, the top one first
    open_events: tuple[int, ...]  # of this year
    year: int = 1
    season: Season = Season.SPRING
    stage: Stage = Stage.LAY
    event: int | None = None  # the event card in force; ``None`` before it is drawn and in winter
    actions: tuple[str, ...] = ()
    """In the order of their spaces: all ten, or those that players of their own cards have turned up; empty
    before they are laid."""
    specials: tuple[str, ...] = ()  # the five in the order of their spaces
    choosers: tuple[str, ...] = ()
    taken: Mapping[str, str] = field(default_factory=dict)  # the special card of each player this round
    turn: int = 0  # turns of the actions that are over: ten actions of every player
    order: tuple[str, ...] = ()  # the turn order of the last round, which holds in winter

    for_programs = (
        *("year", "season", "stage", "player", "action", "actions", "specials"),
        *("event", "open_events", "choosers", "taken", "order"),
    )

    @property
    def label(self) -> str:
        """The label of draws of this round, such as ``1 spring``."""
        return f"{self.year} {self.season}"

    @property
    def action(self) -> str | None:
        """The action under way; nothing when it is not the stage of actions."""
        if self.stage != Stage.ACTIONS:
            return None
        return next(iter(self.actions[self.turn // len(self.players) :]), None)

    @property
    def player(self) -> str | None:
        """The one in turn in an action, or to choose a special card."""
        if self.stage == Stage.CHOICE:
            return self.choosers[len(self.taken)]
        if self.stage == Stage.ACTIONS:
            return self.order[self.turn % len(self.players)]
        return None

    @property
    def face_up(self) -> int:
        """The number of action cards face up: five, and one more for each action that is over."""
        if not self.actions:
            return 0
        return min(FACE_UP + self.turn // len(self.players), len(self.actions))

    def rule(self, events: Sequence[EventCard]) -> str:
        """The rule of the event in force."""
        return NO_EVENT if self.event is None else rule_of(events[self.event - 1])

    def position(self, player: str, action: str) -> int:
        """The turn at which a player has an action, from 0."""
        return self.actions.index(action) * len(self.players) + self.order.index(player)


def season_words(season: Season) -> Sentence:
    """A season by name."""
    names: Mapping[Season, Sentence] = {
        Season.SPRING: say("spring"),
        Season.SUMMER: say("summer"),
        Season.AUTUMN: say("autumn"),
        Season.WINTER: say("winter"),
    }
    return names[season]


def next_words(calendar: Calendar) -> Sentence:
    """The next thing to happen, for the players."""
    if calendar.stage == Stage.CHOICE:
        return say("{player} takes a special card.", player=daimyo(str(calendar.player)))
    return {
        Stage.LAY: say("the action and special cards are laid."),
        Stage.EVENT: say("the event is drawn, once all have planned."),
        Stage.BIDS: say("the bids are revealed."),
        Stage.ACTIONS: say("the actions are carried out."),
        Stage.WINTER: say("winter begins."),
        Stage.REVOLTS: say("the revolts of winter."),
        Stage.OVER: say("the game is over."),
    }[calendar.stage]


def turns_until(calendar: Calendar, end: int | None = None) -> tuple[Turn, ...]:
    """The turns not taken yet, in order, before the turn ``end``; ``None`` is the end of the round."""
    players = len(calendar.players)
    stop = len(calendar.actions) * players if end is None else end
    return tuple(
        Turn(calendar.order[turn % players], calendar.actions[turn // players])
        for turn in range(calendar.turn, stop)
    )


def passed_words(calendar: Calendar, turns: tuple[Turn, ...], until: str | None = None) -> Sentence:
    """Turns by action, with their players; cards that are still face down are not named.

    ``until`` is the action whose turn comes after them, ``None`` at the end of the round. Where its card is
    face down, which cards lie before it is not told.
    """
    words: list[Sentence] = []
    actions = tuple(dict.fromkeys(action for _, action in turns))
    face_up = calendar.actions[: calendar.face_up]
    for action in actions:
        if action not in face_up:
            break
        whose = [daimyo(player) for player, taken in turns if taken == action]
        players = listed(whose)
        if len(whose) == len(calendar.players):
            players = say("all")
        words.append(say("{action} ({players})", action=action_words(action), players=players))
    if not {*actions, until or actions[-1]} <= {*face_up}:
        words.append(say("actions still face down"))
    return reduce(lambda before, word: say("{before}; {word}", before=before, word=word), words)
