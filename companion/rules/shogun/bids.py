"""Actions, special cards, bids and plans of a round.

A special card gives a small advantage for a round, and its space sets a place in turn order.

Chest cards of 1 to 4 come first, the highest leading, and are paid; then province cards, which cost
nothing (before all others under the ruling ``province-bids``); then chest card 0; then players without a
card. The order of equal bids is drawn.

A plan has a card on each of the ten action spaces, as far as there are cards, and one for turn order: a
province card, or one of the five chest cards as a blank. Source: Shogun booklet, Planning one's actions;
Laying the special cards; Determining turn order (a province card ranks before chest 0: its remark).
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from companion.data.shogun.facts import ProvinceCard
from companion.data.vocabulary import is_game_word, load_phrases, vocabulary
from companion.errors import InputError, Refused
from companion.rules.rulings import Rulings
from companion.rules.shogun.realm import BUILDINGS, COST, DEFAULTS, Draws, describe_chests, name_player, shuffle_items
from companion.sentences import Sentence, say

YIELDS = {"rice": "rice", "tax": "chests"}  # the two actions that collect something, and what they collect
RECRUITING = {"five": (5, 3), "three": (3, 2), "one": (1, 1)}
"""The recruiting actions: how many armies, and their price in chests; ``one`` may move armies as well."""

COMBATS = ("combat-a", "combat-b")  # the two actions that may attack
ACTIONS = (*BUILDINGS, *YIELDS, *RECRUITING, *COMBATS)  # the ten actions
SPACES = len(ACTIONS) + 1  # spaces on a player's mat: ten actions and the bid
SPECIALS = ("chest", "rice", "six", "attack", "defence")
"""The special cards: +1 chest, +1 rice, 6 armies, +1 attack, +1 defence."""


def parse_action(text: str) -> str:
    """Parse an action by its short name or its name on screen, in any language."""
    return vocabulary("shogun", "action").get(text)


def format_action(action: str) -> Sentence:
    """The short name of an action, as it is typed."""
    return vocabulary("shogun", "action").word(action)


def name_action(action: str) -> Sentence:
    """The name of an action, for the players."""
    return load_phrases("shogun", "action")[action]


def parse_special(text: str) -> str:
    """Parse a special card, in any language, with or without ``+1``."""
    return vocabulary("shogun", "special").get(text.strip().removeprefix("+1"))


def name_special(special: str) -> Sentence:
    return load_phrases("shogun", "special")[special]


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


NO_BID = Bid()  # no card on the bid space, allowed only when the cards are too few for all spaces


@dataclass(frozen=True, slots=True)
class RankedBid:
    """A player's bid in the ranking."""

    rank: int
    player: str
    bid: Bid
    pays: int
    drawn: bool  # true for one of several equal bids, whose order was drawn

    def describe(self) -> Sentence:
        fields = {"place": self.rank, "player": name_player(self.player), "bid": self.bid.describe(), "cost": self.pays}
        if self.drawn:
            return say("{place}. {player}: {bid} (drawn); pays {cost}.", **fields)
        return say("{place}. {player}: {bid}; pays {cost}.", **fields)


@dataclass(frozen=True, slots=True)
class Ranking:
    """The order in which players choose special cards."""

    order: Sequence[str]
    drawn: Sequence[Sequence[str]]  # groups of equal bids, each in the order that was drawn
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


def parse_bid(word: str, provinces: Collection[str]) -> Bid:
    """Parse a bid: 0 to 4, the name of one of the provinces, or none."""
    text = word.strip()
    if text in {str(value) for value in CHEST_CARDS}:
        return Bid(chests=int(text))
    if is_game_word("shogun", "nothing", text):
        return NO_BID
    if not text or any(character.isdigit() for character in text):
        raise InputError("'{typed}' is not a bid; write 0 to 4 for a chest card, a province, or none.", typed=word)
    try:
        return Bid(province=vocabulary("shogun", "province", tuple(provinces)).get(word))
    except InputError as error:
        raise InputError(
            "{sentence} A bid is 0 to 4 for a chest card, a province, or none.", sentence=error.sentence
        ) from None


def check_bid_is_needed(player: str, bid: Bid, provinces: int) -> None:
    """Refuse to bid no card if a player's province and chest cards are enough for all spaces."""
    if bid == NO_BID and provinces + len(CHEST_CARDS) >= SPACES:
        raise Refused(
            "{player} has {count} provinces, cards enough to bid with one.", player=name_player(player), count=provinces
        )


def check_bid_is_paid(player: str, bid: Bid, chests: int) -> None:
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
    """Rank the revealed bids; ``chests`` are those of each player, if known."""
    provinces = [bid.province for bid in bids.values() if bid.province is not None]
    for province in provinces:
        if provinces.count(province) > 1:
            raise Refused("Two players bid the card of {province}; there is only one.", province=province)
    for player, bid in bids.items():
        if chests is not None and player in chests:
            check_bid_is_paid(player, bid, chests[player])
    order: list[str] = []
    groups: list[tuple[str, ...]] = []
    strengths = {player: bid.compute_strength(rulings) for player, bid in bids.items()}
    for strength in sorted({*strengths.values()}, reverse=True):
        equal: Sequence[str] = sorted(player for player in bids if strengths[player] == strength)
        if len(equal) > 1:
            equal = shuffle_items(equal, draws, f"{label} {strength}")
            groups.append(tuple(equal))
        order += equal
    return Ranking(tuple(order), tuple(groups), bids)


@dataclass(frozen=True, slots=True)
class Plan:
    """The cards a player lays face down."""

    cards: Mapping[str, str] = field(default_factory=dict)
    """The province on each action space; a space that is not named is a blank."""
    bid: str = "0"  # as it is typed: a number, a province, or ``none``


@dataclass(frozen=True, slots=True)
class Holding:
    """What a player has apart from the pieces on the board."""

    provinces: tuple[str, ...]
    chests: int
    rice: int = 0


def check_plan(player: str, plan: Plan, provinces: Collection[str], chests: int | None) -> Bid:
    """Check a plan against its player's cards, and chests if they are known; return its bid."""
    unknown = [action for action in plan.cards if action not in ACTIONS]
    if unknown:
        raise InputError("'{action}' is none of the ten actions.", action=unknown[0])
    bid = parse_bid(plan.bid, provinces)
    cards = [*plan.cards.values(), *([bid.province] if bid.province is not None else [])]
    for province, count in Counter(cards).items():
        if province not in provinces:
            raise Refused("{province} is not {player}'s.", province=province, player=name_player(player))
        if count > 1:
            raise Refused("The card of {province} is laid twice; there is only one.", province=province)
    if chests is not None:
        check_bid_is_paid(player, bid, chests)
    blanks = len(ACTIONS) - len(plan.cards) + (bid.province is None)
    spare = min(blanks - len(CHEST_CARDS), len(provinces) - len(cards))
    check_bid_is_needed(player, bid, len(provinces))
    if spare > 0:
        raise Refused(
            "There are only five chest cards for blanks and bid; province cards still to be laid: {count}.", count=spare
        )
    return bid


def copy_plan(plan: Plan, provinces: Collection[str], chests: int | None) -> Plan:
    """A copy of an earlier plan without cards no longer owned; a bid that cannot be paid becomes 0."""
    cards = {action: name for action, name in plan.cards.items() if name in provinces}
    if plan.bid in ("none", *map(str, CHEST_CARDS)):
        too_dear = chests is not None and plan.bid != "none" and int(plan.bid) > chests
        return Plan(cards, "0" if too_dear else plan.bid)
    return Plan(cards, plan.bid if plan.bid in provinces else "0")


def propose_plan(provinces: Sequence[ProvinceCard]) -> Plan:
    """A plan for a player to start from: all province cards are laid, as far as there are spaces; the bid is 0.

    The richest province pays taxes, the most fertile gives rice, those with most building sites build; the
    rest recruit and fight.
    """
    left = sorted(provinces, key=lambda each: each.province)
    cards: dict[str, str] = {}
    for action in ("tax", "rice", *COST, *RECRUITING, *COMBATS):
        if not left:
            break
        value_key = {"tax": "chests", "rice": "rice"}.get(action, "sites" if action in COST else "province")
        best = left[0] if value_key == "province" else max(left, key=lambda each: getattr(each, value_key))
        left.remove(best)
        cards[action] = best.province
    return Plan({action: cards[action] for action in ACTIONS if action in cards})
