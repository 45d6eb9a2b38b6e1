"""Where a game stands: year, season, and the cards that lie for the round.

Spring, summer and autumn go through the same stages; winter follows; after two years the game ends.
The shuffles come from ``chance``; what they gave is handed in, so that a log can tell it again.
Source: Shogun booklet, Course of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.data.shogun import Event
from companion.rules.shogun.actions import ACTIONS
from companion.rules.shogun.chance import Draws, shuffled
from companion.rules.shogun.cubes import daimyo
from companion.rules.shogun.events import NO_EVENT, OPEN_EVENTS, rule_of
from companion.rules.shogun.outcome import Illegal
from companion.rules.shogun.special_cards import SPECIALS, special_words
from companion.sentences import Sentence, say

__all__ = [
    "FACE_UP",
    "ROUNDS",
    "YEARS",
    "Calendar",
    "Season",
    "Stage",
    "choose_special",
    "close_round",
    "close_winter",
    "draw_event",
    "lay_cards",
    "open_game",
    "rank_choosers",
    "season_words",
    "shuffle_actions",
    "shuffle_events",
    "shuffle_specials",
    "skip_to",
    "take_event",
]

FACE_UP = 5
"""Action cards that lie face up from the beginning."""

YEARS = 2
"""Years of a game."""


class Season(StrEnum):
    """The four rounds of a year."""

    SPRING = "spring"
    SUMMER = "summer"
    AUTUMN = "autumn"
    WINTER = "winter"


ROUNDS = (Season.SPRING, Season.SUMMER, Season.AUTUMN)
"""The rounds in which players act."""


class Stage(StrEnum):
    """What happens next."""

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
    """A game's place in its two years.

    Attributes:
        players: The colours in seating order.
        pile: Numbers of the event cards face down, the top one first.
        open: Numbers of the open event cards of this year.
        year: 1 or 2.
        season: The round.
        stage: What happens next.
        event: The number of the event card in force; ``None`` before it is drawn and in winter.
        actions: The ten actions in the order of their spaces; empty before they are laid.
        specials: The five special cards in the order of their spaces.
        choosers: The players in the order they choose a special card.
        taken: The special card of each player.
        turn: How many turns of the actions are over: ten actions of every player.
        order: The turn order of the last round, which holds in winter.
    """

    players: tuple[str, ...]
    pile: tuple[int, ...]
    open: tuple[int, ...]
    year: int = 1
    season: Season = Season.SPRING
    stage: Stage = Stage.LAY
    event: int | None = None
    actions: tuple[str, ...] = ()
    specials: tuple[str, ...] = ()
    choosers: tuple[str, ...] = ()
    taken: tuple[tuple[str, str], ...] = ()
    turn: int = 0
    order: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """What draws of this round are labelled with, such as ``1 spring``."""
        return f"{self.year} {self.season}"

    @property
    def special_of(self) -> dict[str, str]:
        """The special card of each player this round."""
        return dict(self.taken)

    @property
    def action(self) -> str | None:
        """The action under way; nothing when it is not the stage of actions."""
        if self.stage != Stage.ACTIONS:
            return None
        return self.actions[self.turn // len(self.players)]

    @property
    def player(self) -> str | None:
        """Whose turn it is in an action, or to choose a special card."""
        if self.stage == Stage.CHOICE:
            return self.choosers[len(self.taken)]
        if self.stage == Stage.ACTIONS:
            return self.order[self.turn % len(self.players)]
        return None

    @property
    def face_up(self) -> int:
        """How many action cards are face up: five, and one more for each action that is over."""
        if not self.actions:
            return 0
        return min(FACE_UP + self.turn // len(self.players), len(self.actions))

    def rule(self, events: Sequence[Event]) -> str:
        """The rule of the event in force."""
        return NO_EVENT if self.event is None else rule_of(events[self.event - 1])

    def position(self, player: str, action: str) -> int:
        """The turn at which a player has an action, from 0."""
        return self.actions.index(action) * len(self.players) + self.order.index(player)


def shuffle_events(events: Sequence[Event], draws: Draws) -> tuple[int, ...]:
    """Shuffle the twelve event cards; the first four are opened."""
    return shuffled([event.number for event in events], draws, "events")


def open_game(players: Sequence[str], pile: Sequence[int]) -> Calendar:
    """The first spring, with four event cards open.

    Args:
        players: The colours in seating order.
        pile: The shuffled event cards.
    """
    return Calendar(tuple(players), tuple(pile[OPEN_EVENTS:]), tuple(pile[:OPEN_EVENTS]))


def shuffle_actions(calendar: Calendar, draws: Draws) -> tuple[str, ...]:
    """Shuffle the ten action cards for this round."""
    return shuffled(ACTIONS, draws, f"{calendar.label} actions")


def shuffle_specials(calendar: Calendar, draws: Draws) -> tuple[str, ...]:
    """Shuffle the five special cards for this round."""
    return shuffled(SPECIALS, draws, f"{calendar.label} specials")


def lay_cards(calendar: Calendar, actions: Sequence[str], specials: Sequence[str]) -> Calendar | Illegal:
    """Lay the action cards and the special cards on their spaces."""
    if calendar.stage != Stage.LAY:
        return Illegal(say("This is not the moment to lay cards. Next: {next}", next=next_words(calendar)))
    return replace(
        calendar,
        stage=Stage.EVENT,
        actions=tuple(actions),
        specials=tuple(specials),
        choosers=(),
        taken=(),
        turn=0,
    )


def draw_event(calendar: Calendar, draws: Draws) -> int:
    """Shuffle the open event cards and draw one."""
    return calendar.open[draws.below(f"{calendar.label} event", len(calendar.open))]


def take_event(calendar: Calendar, event: int) -> Calendar | Illegal:
    """Put an open event card in force; it leaves the game after the round."""
    if calendar.stage != Stage.EVENT:
        return Illegal(
            say("This is not the moment to draw an event. Next: {next}", next=next_words(calendar))
        )
    return replace(
        calendar,
        stage=Stage.BIDS,
        event=event,
        open=tuple(number for number in calendar.open if number != event),
    )


def rank_choosers(calendar: Calendar, order: Sequence[str]) -> Calendar | Illegal:
    """Take the ranking of the bids: in this order special cards are chosen."""
    if calendar.stage != Stage.BIDS:
        return Illegal(say("This is not the moment for bids. Next: {next}", next=next_words(calendar)))
    return replace(calendar, stage=Stage.CHOICE, choosers=tuple(order))


def choose_special(calendar: Calendar, player: str, special: str) -> Calendar | Illegal:
    """Take a special card and with it its place in turn order; empty spaces are skipped."""
    if calendar.stage != Stage.CHOICE:
        return Illegal(
            say("This is not the moment to take a special card. Next: {next}", next=next_words(calendar))
        )
    if player != calendar.player:
        return Illegal(
            say(
                "It is {turn}'s turn, not {player}'s.",
                turn=daimyo(str(calendar.player)),
                player=daimyo(player),
            )
        )
    if special not in calendar.specials:
        return Illegal(say("The special cards of this round were not laid here."))
    if special in calendar.special_of.values():
        return Illegal(say("The card {special} is taken.", special=special_words(special)))
    taken = (*calendar.taken, (player, special))
    chosen = replace(calendar, taken=taken)
    if len(taken) < len(calendar.players):
        return chosen
    by_space = sorted(taken, key=lambda each: calendar.specials.index(each[1]))
    return replace(chosen, stage=Stage.ACTIONS, order=tuple(player for player, _ in by_space))


def close_round(calendar: Calendar) -> Calendar:
    """End a round: event and cards are put away; the turn order is kept for winter."""
    position = ROUNDS.index(calendar.season)
    last = position == len(ROUNDS) - 1
    return replace(
        calendar,
        season=Season.WINTER if last else ROUNDS[position + 1],
        stage=Stage.WINTER if last else Stage.LAY,
        event=None,
        actions=(),
        specials=(),
        choosers=(),
        taken=(),
        turn=0,
    )


def close_winter(calendar: Calendar) -> Calendar:
    """End a year: four new event cards are opened; after the second winter the game is over."""
    if calendar.year == YEARS:
        return replace(calendar, stage=Stage.OVER, open=())
    return replace(
        calendar,
        year=calendar.year + 1,
        season=Season.SPRING,
        stage=Stage.LAY,
        open=calendar.pile[:OPEN_EVENTS],
        pile=calendar.pile[OPEN_EVENTS:],
    )


def skip_to(calendar: Calendar, stage: Stage) -> Calendar:
    """Pass over what players did without telling, where only the calendar is kept.

    Args:
        calendar: Where the game stood when they last told.
        stage: What they tell now: ``LAY``, ``BIDS``, ``ACTIONS`` (to end them) or ``WINTER``.

    Returns:
        The calendar at that stage; where it cannot be reached the calendar as it is.
    """
    if stage == Stage.WINTER:
        if calendar.stage in (Stage.WINTER, Stage.REVOLTS, Stage.OVER):
            return calendar
        return close_round(replace(calendar, season=ROUNDS[-1]))
    if stage == Stage.ACTIONS:
        if calendar.stage in (Stage.LAY, Stage.EVENT, Stage.BIDS, Stage.CHOICE):
            return replace(calendar, stage=Stage.ACTIONS)
        return calendar
    if calendar.stage == Stage.REVOLTS:
        calendar = close_winter(calendar)
    if calendar.stage in (Stage.CHOICE, Stage.ACTIONS):
        calendar = close_round(calendar)
    if stage == Stage.BIDS and calendar.stage in (Stage.LAY, Stage.EVENT):
        return replace(calendar, stage=Stage.BIDS)
    return calendar


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
    """What happens next, for the players."""
    match calendar.stage:
        case Stage.LAY:
            return say("the action and special cards are laid.")
        case Stage.EVENT:
            return say("the event is drawn, once all have planned.")
        case Stage.BIDS:
            return say("the bids are revealed.")
        case Stage.CHOICE:
            return say("{player} takes a special card.", player=daimyo(str(calendar.player)))
        case Stage.ACTIONS:
            return say("the actions are carried out.")
        case Stage.WINTER:
            return say("winter begins.")
        case Stage.REVOLTS:
            return say("the revolts of winter.")
        case _:
            return say("the game is over.")
