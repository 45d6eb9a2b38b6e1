"""The course of a game: laying the cards, the event, the bids, the actions, and so on to winter.

Spring, summer and autumn go through the same stages; winter follows; after two years the game ends. The
calendar holds year, season, and the cards laid for the round. Plans are secret, so a turn nobody reports
counts as a blank; the turns to be skipped are shown first, since one slip could cost everybody their
turns. Shuffles are drawn by one function and applied by another, so that a log can repeat them. Source:
Shogun booklet, Course of the game; Carrying out the actions; annex, event cards (with the misprints
corrected: 'at least 4 rice').
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import reduce
from typing import NamedTuple

from companion.data.shogun.facts import EventCard
from companion.data.vocabulary import is_game_word, load_phrases, vocabulary
from companion.errors import InputError, Refused
from companion.rules.shogun.bids import ACTIONS, SPECIALS, name_action, name_special
from companion.rules.shogun.realm import Draws, build_turn_error, name_player, shuffle_items
from companion.sentences import Sentence, join_with_commas, say

OPEN_EVENTS = 4  # event cards open at the beginning of a year: three for the rounds, one for the winter
NO_EVENT = ""  # no event in force, as in winter
THEATRE_EVENT = "revolt_marker=-1"
LESS_RECRUITING = "recruit=3/2"


def format_rule(event: EventCard) -> str:
    """The rule of an event card, as ``events.csv`` writes it: ``max_chests=5``."""
    return f"{event.parameter}={event.value}"


def parse_event(text: str, events: tuple[EventCard, ...]) -> str:
    """The rule of an event, parsed from a card's number or a name such as ``max-chests``."""
    if not text.strip() or is_game_word("shogun", "nothing", text):
        return NO_EVENT
    for event in events:
        if text.strip() == str(event.number):
            return format_rule(event)
    parameter = vocabulary("shogun", "event").get(text)
    return next(format_rule(event) for event in events if event.parameter == parameter)


def describe_event_rule(rule: str) -> Sentence:
    """What an event changes, in a sentence."""
    return load_phrases("shogun", "event")[rule]


def limit_yield(rule: str, parameter: str, amount: int) -> int:
    """An amount of ``chests`` or ``rice`` under an event that may set its maximum or minimum."""
    name, _, value = rule.partition("=")
    if name == f"max_{parameter}":
        return min(amount, int(value))
    if name == f"min_{parameter}":
        return max(amount, int(value))
    return amount


FACE_UP = 5  # action cards that are face up from the beginning
YEARS = 2  # years of a game


class Turn(NamedTuple):
    """One player's turn in one action."""

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
    """What happens next in a game."""

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
    """Where a game stands in its two years."""

    players: tuple[str, ...]  # in seating order
    pile: tuple[int, ...]  # event cards face down, the top one first
    open_events: tuple[int, ...]  # event cards left for this year
    year: int = 1
    season: Season = Season.SPRING
    stage: Stage = Stage.LAY
    event: int | None = None  # the event card in force; ``None`` before it is drawn and in winter
    actions: tuple[str, ...] = ()
    """In the order of their spaces, all ten; empty before they are laid."""
    specials: tuple[str, ...] = ()  # the five in the order of their spaces
    choosers: tuple[str, ...] = ()
    taken: Mapping[str, str] = field(default_factory=dict)  # the special card of each player this round
    turn: int = 0  # how many turns are over, of ten actions with a turn of each player
    order: tuple[str, ...] = ()  # the turn order of the last round, also used in winter

    json_fields = (
        *("year", "season", "stage", "player", "action", "actions", "specials"),
        *("event", "open_events", "choosers", "taken", "order"),
    )

    @property
    def label(self) -> str:
        """The label of draws of this round, such as ``1 spring``."""
        return f"{self.year} {self.season}"

    @property
    def action(self) -> str | None:
        """The current action; ``None`` outside the stage of actions."""
        if self.stage != Stage.ACTIONS:
            return None
        return next(iter(self.actions[self.turn // len(self.players) :]), None)

    @property
    def player(self) -> str | None:
        """The player on turn in an action or to choose a special card; ``None`` in other stages."""
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

    def get_rule(self, events: Sequence[EventCard]) -> str:
        return NO_EVENT if self.event is None else format_rule(events[self.event - 1])

    def get_turn_number(self, player: str, action: str) -> int:
        """The number of a player's turn in an action, from 0."""
        return self.actions.index(action) * len(self.players) + self.order.index(player)


def name_season(season: Season) -> Sentence:
    return load_phrases("shogun", "season")[season]


def describe_season(calendar: Calendar) -> Sentence:
    return say("Year {year}, {season}.", year=calendar.year, season=name_season(calendar.season))


def describe_next_stage(calendar: Calendar) -> Sentence:
    """What happens next, in a sentence."""
    if calendar.stage == Stage.CHOICE:
        return say("{player} takes a special card.", player=name_player(str(calendar.player)))
    return load_phrases("shogun", "next")[calendar.stage]


def list_turns_until(calendar: Calendar, end: int | None = None) -> tuple[Turn, ...]:
    """The turns not taken yet, in order, before turn number ``end``; ``None`` is the end of the round."""
    players = len(calendar.players)
    stop = len(calendar.actions) * players if end is None else end
    return tuple(
        Turn(calendar.order[turn % players], calendar.actions[turn // players]) for turn in range(calendar.turn, stop)
    )


def describe_passed_turns(calendar: Calendar, turns: tuple[Turn, ...], until: str | None = None) -> Sentence:
    """Describe turns by action, with their players; cards still face down are not named.

    ``until`` is the action whose turn comes after them, ``None`` at the end of the round. Where its card is
    face down, the actions before it are not revealed either.
    """
    words: list[Sentence] = []
    actions = tuple(dict.fromkeys(action for _, action in turns))
    face_up = calendar.actions[: calendar.face_up]
    for action in actions:
        if action not in face_up:
            break
        whose = [name_player(player) for player, each in turns if each == action]
        players = join_with_commas(whose)
        if len(whose) == len(calendar.players):
            players = say("all")
        words.append(say("{action} ({players})", action=name_action(action), players=players))
    if not {*actions, until or actions[-1]} <= {*face_up}:
        words.append(say("actions still face down"))
    return reduce(lambda before, word: say("{before}; {word}", before=before, word=word), words)


def shuffle_events(events: Sequence[EventCard], draws: Draws) -> tuple[int, ...]:
    """Shuffle the twelve event cards; the first four are opened."""
    return shuffle_items([event.number for event in events], draws, "events")


def count_open_events(year: int, season: Season) -> int:
    """The number of event cards open when a round begins: each earlier round of the year has used one."""
    if not 1 <= year <= YEARS or season not in ROUNDS:
        raise InputError("A game begins in spring, summer or autumn of year 1 or 2.")
    return OPEN_EVENTS - ROUNDS.index(season)


def put_events_on_top(pile: Sequence[int], events: Sequence[int], count: int) -> tuple[int, ...]:
    """The pile with the event cards that players have opened moved to the top."""
    if len(set(events)) != count or len(events) != count or not set(events) <= set(pile):
        raise InputError(
            "{count} different event cards are open, out of these: {numbers}.",
            count=count,
            numbers=" ".join(map(str, sorted(pile))),
        )
    return (*events, *(number for number in pile if number not in events))


def begin_calendar(
    players: Sequence[str], pile: Sequence[int], year: int = 1, season: Season = Season.SPRING
) -> Calendar:
    """The calendar when a table begins to keep its game, by default in the first spring."""
    count = count_open_events(year, season)
    return Calendar(tuple(players), tuple(pile[count:]), tuple(pile[:count]), year, season)


def shuffle_actions(calendar: Calendar, draws: Draws) -> tuple[str, ...]:
    """Shuffle the ten action cards for this round."""
    return shuffle_items(ACTIONS, draws, f"{calendar.label} actions")


def shuffle_specials(calendar: Calendar, draws: Draws) -> tuple[str, ...]:
    """Shuffle the five special cards for this round."""
    return shuffle_items(SPECIALS, draws, f"{calendar.label} specials")


def lay_cards(calendar: Calendar, actions: Sequence[str], specials: Sequence[str]) -> Calendar:
    if calendar.stage != Stage.LAY:
        raise Refused("This is not the moment to lay cards. Next: {next}", next=describe_next_stage(calendar))
    return replace(calendar, stage=Stage.EVENT, actions=tuple(actions), specials=tuple(specials))


def draw_event(calendar: Calendar, draws: Draws) -> int:
    """Shuffle the open event cards and draw one."""
    return calendar.open_events[draws.draw_number(f"{calendar.label} event", len(calendar.open_events))]


def take_event(calendar: Calendar, event: int) -> Calendar:
    """Put an open event card in force; it leaves the game after the round."""
    if calendar.stage != Stage.EVENT:
        raise Refused("This is not the moment to draw an event. Next: {next}", next=describe_next_stage(calendar))
    if event not in calendar.open_events:
        numbers = " ".join(map(str, calendar.open_events))
        raise Refused("The event card {number} is not open; open are {numbers}.", number=event, numbers=numbers)
    left = tuple(number for number in calendar.open_events if number != event)
    return replace(calendar, stage=Stage.BIDS, event=event, open_events=left)


def rank_choosers(calendar: Calendar, order: Sequence[str]) -> Calendar:
    """Record the ranking of the bids, the order in which players choose special cards."""
    if calendar.stage != Stage.BIDS:
        raise Refused("This is not the moment for bids. Next: {next}", next=describe_next_stage(calendar))
    for player in calendar.players:
        if player not in order:
            raise Refused("The bid of {player} is missing.", player=name_player(player))
    return replace(calendar, stage=Stage.CHOICE, choosers=tuple(order))


def choose_special(calendar: Calendar, player: str, special: str) -> Calendar:
    """Take a special card and with it a place in turn order; empty spaces are skipped."""
    if calendar.stage != Stage.CHOICE:
        raise Refused("This is not the moment to take a special card. Next: {next}", next=describe_next_stage(calendar))
    if player != calendar.player:
        raise build_turn_error(player, calendar.player)
    if special not in calendar.specials:
        raise Refused("The special cards of this round were not laid here.")
    if special in calendar.taken.values():
        raise Refused("The card “{special}” is already taken.", special=name_special(special))
    specials = {**calendar.taken, player: special}
    calendar_after = replace(calendar, taken=specials)
    if len(specials) < len(calendar.players):
        return calendar_after
    by_space = sorted(specials, key=lambda each: calendar.specials.index(specials[each]))
    return replace(calendar_after, stage=Stage.ACTIONS, order=tuple(by_space))


def close_round(calendar: Calendar) -> Calendar:
    """End a round: turns not taken count as blanks, and the turn order is kept for winter."""
    if calendar.stage != Stage.ACTIONS:
        raise Refused("This is not the moment to end the round. Next: {next}", next=describe_next_stage(calendar))
    calendar_after = replace(calendar, event=None, actions=(), specials=(), choosers=(), taken={}, turn=0)
    later_rounds = ROUNDS[ROUNDS.index(calendar.season) + 1 :]
    if not later_rounds:
        return replace(calendar_after, season=Season.WINTER, stage=Stage.WINTER)
    return replace(calendar_after, season=later_rounds[0], stage=Stage.LAY)


def close_winter(calendar: Calendar) -> Calendar:
    """End a year: four new event cards are opened, or after the second winter the game is over."""
    if calendar.stage != Stage.REVOLTS:
        raise Refused("This is not the moment to count. Next: {next}", next=describe_next_stage(calendar))
    if calendar.year == YEARS:
        return replace(calendar, stage=Stage.OVER, open_events=())
    events, pile = calendar.pile[:OPEN_EVENTS], calendar.pile[OPEN_EVENTS:]
    year = calendar.year + 1
    return replace(calendar, year=year, season=Season.SPRING, stage=Stage.LAY, open_events=events, pile=pile)
