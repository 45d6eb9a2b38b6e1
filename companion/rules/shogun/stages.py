"""The course of a game: laying the cards, the event, the bids, the actions, and so on to winter; bids and plans.

Spring, summer and autumn go through the same stages; winter follows; after two years the game ends. The
calendar holds year, season, and the cards laid for the round. Plans are secret, so a turn nobody reports
counts as a blank; the turns to be skipped are shown first, since one slip could cost everybody their
turns. Shuffles are drawn by one function and applied by another, so that a log can repeat them.

A special card gives a small advantage for a round, and its space sets a place in turn order. Bids: chest
cards of 1 to 4 come first, the highest leading, and are paid; then province cards, which cost nothing
(before all others under the ruling ``province-bids``); then chest card 0; then players without a card. The
order of equal bids is drawn. A plan has a card on each of the ten action spaces, as far as there are cards,
and one for turn order: a province card, or one of the five chest cards as a blank.

Source: Shogun booklet, Course of the game; Planning one's actions; Laying the special cards; Determining
turn order (a province card ranks before chest 0: its remark); Carrying out the actions; annex, event cards
(with the misprints corrected: 'at least 4 rice').
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import reduce
from typing import NamedTuple

from companion.data.shogun.facts import EventCard, ProvinceCard
from companion.data.vocabulary import is_game_word, load_phrases, vocabulary
from companion.errors import InputError, Refused
from companion.rules.rulings import Rulings
from companion.rules.shogun.realm import (
    BUILDINGS,
    COST,
    DEFAULTS,
    Draws,
    build_turn_error,
    describe_chests,
    name_player,
    shuffle_items,
)
from companion.sentences import Sentence, join_with_commas, say

YIELDS = {"rice": "rice", "tax": "chests"}  # the two actions that collect something, and what
RECRUITING = {"five": (5, 3), "three": (3, 2), "one": (1, 1)}
"""The recruiting actions: armies, and chests they cost; ``one`` may move as well."""

COMBATS = ("combat-a", "combat-b")  # the two actions that may attack
ACTIONS = (*BUILDINGS, *YIELDS, *RECRUITING, *COMBATS)  # the ten actions
SPACES = len(ACTIONS) + 1  # spaces on a player's mat: ten actions and the bid
SPECIALS = ("chest", "rice", "six", "attack", "defence")
"""The special cards: +1 chest, +1 rice, 6 armies, +1 attack, +1 defence."""


def parse_action(typed: str) -> str:
    """Parse an action by its short name or its name on screen, in any language."""
    return vocabulary("shogun", "action").get(typed)


def format_action(action: str) -> Sentence:
    """The short name of an action, as it is typed."""
    return vocabulary("shogun", "action").word(action)


def name_action(action: str) -> Sentence:
    """The name of an action, for the players."""
    return load_phrases("shogun", "action")[action]


def parse_special(typed: str) -> str:
    """Parse a special card, in any language, with or without ``+1``."""
    return vocabulary("shogun", "special").get(typed.strip().removeprefix("+1"))


def name_special(special: str) -> Sentence:
    return load_phrases("shogun", "special")[special]


OPEN_EVENTS = 4  # event cards open at the beginning of a year: three for the rounds, one for the winter
NO_EVENT = ""  # no event in force, as in winter
THEATRE_EVENT = "revolt_marker=-1"
LESS_RECRUITING = "recruit=3/2"


def format_rule(event: EventCard) -> str:
    """The rule of an event card, as ``events.csv`` writes it: ``max_chests=5``."""
    return f"{event.parameter}={event.value}"


def parse_event(typed: str, events: tuple[EventCard, ...]) -> str:
    """The rule of an event, parsed from a card's number or a name such as ``max-chests``."""
    if not typed.strip() or is_game_word("shogun", "nothing", typed):
        return NO_EVENT
    for event in events:
        if typed.strip() == str(event.number):
            return format_rule(event)
    parameter = vocabulary("shogun", "event").get(typed)
    return next(format_rule(event) for event in events if event.parameter == parameter)


def describe_event_rule(rule: str) -> Sentence:
    """What an event changes, for the players."""
    return load_phrases("shogun", "event")[rule]


def limit_yield(rule: str, parameter: str, amount: int) -> int:
    """An amount of ``chests`` or ``rice`` under an event that may set its maximum or minimum."""
    name, _, value = rule.partition("=")
    if name == f"max_{parameter}":
        return min(amount, int(value))
    if name == f"min_{parameter}":
        return max(amount, int(value))
    return amount


CHEST_CARDS = (0, 1, 2, 3, 4)  # the values of a player's five chest cards


@dataclass(frozen=True, slots=True)
class Bid:
    """A card on the bid space: a chest card by its value, or a province card; neither for no card."""

    chests: int | None = None
    province: str | None = None

    @property
    def cost(self) -> int:
        return self.chests or 0

    def compute_strength(self, rulings: Rulings = DEFAULTS) -> int:
        """The strength of a bid: chests 1 to 4 are 3 to 6, a province 2 or 7, chest 0 is 1, none 0."""
        if self.chests:
            return self.chests + 2
        if self.province is not None:
            return 7 if rulings["province-bids"] == "all" else 2
        return 1 if self.chests == 0 else 0

    def describe(self) -> Sentence:
        if self.province is not None:
            return say("the card of {province}", province=self.province)
        if self.chests is None:
            return say("no card")
        return describe_chests(self.chests)

    def __str__(self) -> str:
        """The bid as it is typed: a number, a province, or ``none``."""
        return self.province or ("none" if self.chests is None else str(self.chests))


NO_BID = Bid()  # nothing on the bid space: only when the province cards did not suffice


@dataclass(frozen=True, slots=True)
class RankedBid:
    """A player's bid in the ranking."""

    rank: int
    player: str
    bid: Bid
    pays: int
    drawn: bool  # true when it is one of equal bids whose order was drawn

    def describe(self) -> Sentence:
        told = {"place": self.rank, "player": name_player(self.player), "bid": self.bid.describe(), "cost": self.pays}
        if self.drawn:
            return say("{place}. {player}: {bid} (drawn); pays {cost}.", **told)
        return say("{place}. {player}: {bid}; pays {cost}.", **told)


@dataclass(frozen=True, slots=True)
class Ranking:
    """The order in which players choose, the first to choose first."""

    order: Sequence[str]
    drawn: Sequence[Sequence[str]]  # groups of equal bids whose order was drawn, as drawn
    laid: Mapping[str, Bid]

    json_fields = ("order", "bids")

    @property
    def bids(self) -> tuple[RankedBid, ...]:
        """Every bid, in the order in which players choose."""
        equal = {player for group in self.drawn for player in group}
        ranked = enumerate(((player, self.laid[player]) for player in self.order), start=1)
        return tuple(RankedBid(rank, each, bid, bid.cost, each in equal) for rank, (each, bid) in ranked)

    @property
    def lines(self) -> tuple[Sentence, ...]:
        """The ranking in words, one line a player."""
        return tuple(each.describe() for each in self.bids)


def parse_bid(typed: str, provinces: Collection[str]) -> Bid:
    """Parse a bid: 0 to 4, the name of one of the provinces, or none."""
    text = typed.strip()
    if text in {str(value) for value in CHEST_CARDS}:
        return Bid(chests=int(text))
    if is_game_word("shogun", "nothing", text):
        return NO_BID
    if not text or any(character.isdigit() for character in text):
        raise InputError("'{typed}' is not a bid; write 0 to 4 for a chest card, a province, or none.", typed=typed)
    try:
        return Bid(province=vocabulary("shogun", "province", tuple(provinces)).get(typed))
    except InputError as error:
        raise InputError(
            "{sentence} A bid is 0 to 4 for a chest card, a province, or none.", sentence=error.sentence
        ) from None


def check_cards(player: str, bid: Bid, provinces: int) -> None:
    """Refuse to bid no card where a player's province and chest cards fill the whole mat."""
    if bid == NO_BID and provinces + len(CHEST_CARDS) >= SPACES:
        raise Refused(
            "{player} has {count} provinces, cards enough to bid with one.", player=name_player(player), count=provinces
        )


def check_purse(player: str, bid: Bid, chests: int) -> None:
    """Refuse a bid that costs more chests than its player has."""
    if bid.cost > chests:
        raise Refused(
            "{player} cannot bid {bid}; chests available: {chests}.",
            player=name_player(player),
            bid=bid.cost,
            chests=chests,
        )


def rank_bids(
    bids: Mapping[str, Bid],
    draws: Draws,
    label: str,
    chests: Mapping[str, int] | None = None,
    rulings: Rulings = DEFAULTS,
) -> Ranking:
    """Rank the revealed bids; ``chests`` are those of each player, where known."""
    laid = [bid.province for bid in bids.values() if bid.province is not None]
    for province in laid:
        if laid.count(province) > 1:
            raise Refused("Two players bid the card of {province}; there is only one.", province=province)
    for player, bid in bids.items():
        if chests is not None and player in chests:
            check_purse(player, bid, chests[player])
    order: list[str] = []
    drawn: list[tuple[str, ...]] = []
    strengths = {player: bid.compute_strength(rulings) for player, bid in bids.items()}
    for strength in sorted({*strengths.values()}, reverse=True):
        equal: Sequence[str] = sorted(player for player in bids if strengths[player] == strength)
        if len(equal) > 1:
            equal = shuffle_items(equal, draws, f"{label} {strength}")
            drawn.append(tuple(equal))
        order += equal
    return Ranking(tuple(order), tuple(drawn), bids)


@dataclass(frozen=True, slots=True)
class Plan:
    """The cards a player lays face down."""

    cards: Mapping[str, str] = field(default_factory=dict)
    """The province on each action space; a space that is not named is a blank."""
    bid: str = "0"  # as it is typed: a number, a province, or ``none``


@dataclass(frozen=True, slots=True)
class Holding:
    """A player's possessions apart from what stands on the board."""

    provinces: tuple[str, ...]
    chests: int
    rice: int = 0


def check_plan(player: str, plan: Plan, provinces: Collection[str], chests: int | None) -> Bid:
    """Check a plan against its player's cards, and chests where they are known; return its bid."""
    unknown = [action for action in plan.cards if action not in ACTIONS]
    if unknown:
        raise InputError("'{action}' is none of the ten actions.", action=unknown[0])
    bid = parse_bid(plan.bid, provinces)
    laid = [*plan.cards.values(), *([bid.province] if bid.province is not None else [])]
    for province, count in Counter(laid).items():
        if province not in provinces:
            raise Refused("{province} is not {player}'s.", province=province, player=name_player(player))
        if count > 1:
            raise Refused("The card of {province} is laid twice; there is only one.", province=province)
    if chests is not None:
        check_purse(player, bid, chests)
    blanks = len(ACTIONS) - len(plan.cards) + (bid.province is None)
    more = min(blanks - len(CHEST_CARDS), len(provinces) - len(laid))
    check_cards(player, bid, len(provinces))
    if more > 0:
        raise Refused(
            "Only five chest cards are there for blanks and bid; province cards still to be laid: {count}.", count=more
        )
    return bid


def copy_plan(plan: Plan, provinces: Collection[str], chests: int | None) -> Plan:
    """A plan repeated without cards no longer owned; a bid that cannot be paid becomes 0."""
    cards = {action: name for action, name in plan.cards.items() if name in provinces}
    if plan.bid in ("none", *map(str, CHEST_CARDS)):
        dear = chests is not None and plan.bid != "none" and int(plan.bid) > chests
        return Plan(cards, "0" if dear else plan.bid)
    return Plan(cards, plan.bid if plan.bid in provinces else "0")


def propose_plan(provinces: Sequence[ProvinceCard]) -> Plan:
    """A plan to start from: the cards of the provinces are laid, the bid is chest card 0.

    The richest province pays taxes, the most fertile gives rice, those with most building sites build; the
    rest recruit and fight.
    """
    left = sorted(provinces, key=lambda each: each.province)
    cards: dict[str, str] = {}
    for action in ("tax", "rice", *COST, *RECRUITING, *COMBATS):
        if not left:
            break
        worth = {"tax": "chests", "rice": "rice"}.get(action, "sites" if action in COST else "province")
        best = left[0] if worth == "province" else max(left, key=lambda each: getattr(each, worth))
        left.remove(best)
        cards[action] = best.province
    return Plan({action: cards[action] for action in ACTIONS if action in cards})


FACE_UP = 5  # action cards that lie face up from the beginning
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
    """Where a game stands in its two years."""

    players: tuple[str, ...]  # in seating order
    pile: tuple[int, ...]  # event cards face down, the top one first
    open_events: tuple[int, ...]  # of this year
    year: int = 1
    season: Season = Season.SPRING
    stage: Stage = Stage.LAY
    event: int | None = None  # the event card in force; ``None`` before it is drawn and in winter
    actions: tuple[str, ...] = ()
    """In the order of their spaces, all ten; empty before they are laid."""
    specials: tuple[str, ...] = ()  # the five in the order of their spaces
    choosers: tuple[str, ...] = ()
    taken: Mapping[str, str] = field(default_factory=dict)  # the special card of each player this round
    turn: int = 0  # turns of the actions that are over: ten actions of every player
    order: tuple[str, ...] = ()  # the turn order of the last round, which holds in winter

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
    """The next thing to happen, for the players."""
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
    """Turns by action, with their players; cards still face down are not named.

    ``until`` is the action whose turn comes after them, ``None`` at the end of the round. Where its card is
    face down, the actions before it are not revealed either.
    """
    words: list[Sentence] = []
    actions = tuple(dict.fromkeys(action for _, action in turns))
    face_up = calendar.actions[: calendar.face_up]
    for action in actions:
        if action not in face_up:
            break
        whose = [name_player(player) for player, taken in turns if taken == action]
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


def put_events_on_top(pile: Sequence[int], opened: Sequence[int], count: int) -> tuple[int, ...]:
    """The pile with the event cards that players have opened moved to the top."""
    if len(set(opened)) != count or len(opened) != count or not set(opened) <= set(pile):
        raise InputError(
            "{count} different event cards are open, out of these: {numbers}.",
            count=count,
            numbers=" ".join(map(str, sorted(pile))),
        )
    return (*opened, *(number for number in pile if number not in opened))


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
    """Set the order of the bids, in which players choose special cards."""
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
        raise Refused("The card {special} is taken.", special=name_special(special))
    taken = {**calendar.taken, player: special}
    chosen = replace(calendar, taken=taken)
    if len(taken) < len(calendar.players):
        return chosen
    by_space = sorted(taken, key=lambda each: calendar.specials.index(taken[each]))
    return replace(chosen, stage=Stage.ACTIONS, order=tuple(by_space))


def close_round(calendar: Calendar) -> Calendar:
    """End a round: turns not taken count as blanks, and the turn order is kept for winter."""
    if calendar.stage != Stage.ACTIONS:
        raise Refused("This is not the moment to end the round. Next: {next}", next=describe_next_stage(calendar))
    cleared = replace(calendar, event=None, actions=(), specials=(), choosers=(), taken={}, turn=0)
    following = ROUNDS[ROUNDS.index(calendar.season) + 1 :]
    if not following:
        return replace(cleared, season=Season.WINTER, stage=Stage.WINTER)
    return replace(cleared, season=following[0], stage=Stage.LAY)


def close_winter(calendar: Calendar) -> Calendar:
    """End a year: four new event cards are opened, or after the second winter the game is over."""
    if calendar.stage != Stage.REVOLTS:
        raise Refused("This is not the moment to count. Next: {next}", next=describe_next_stage(calendar))
    if calendar.year == YEARS:
        return replace(calendar, stage=Stage.OVER, open_events=())
    opened, pile = calendar.pile[:OPEN_EVENTS], calendar.pile[OPEN_EVENTS:]
    year = calendar.year + 1
    return replace(calendar, year=year, season=Season.SPRING, stage=Stage.LAY, open_events=opened, pile=pile)
