"""Bids for turn order: who chooses first, who pays what.

Chest cards of 1 to 4 come first, the highest leading, and are paid; then province cards, which cost
nothing (before all under the ruling ``province-bids``); then chest card 0; then those who laid no card.
Equal bids are drawn.
Source: Shogun booklet, Determining turn order (a province card ranks before chest 0: its remark).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from companion.data.vocabulary import typed_as, vocabulary
from companion.errors import InputError, Refused
from companion.rules.rulings import Rulings
from companion.rules.shogun.chance import Draws, shuffled
from companion.rules.shogun.components import chest_words
from companion.rules.shogun.realm import daimyo
from companion.rules.shogun.round.actions import SPACES
from companion.rules.shogun.rulings import DEFAULTS
from companion.sentences import Sentence, say

CHEST_CARDS = (0, 1, 2, 3, 4)  # the values of a player's five chest cards


@dataclass(frozen=True, slots=True)
class Bid:
    """A card on the bid space: a chest card by its value, or a province card; neither for none."""

    chests: int | None = None
    province: str | None = None

    @property
    def cost(self) -> int:
        """Chests to be paid."""
        return self.chests or 0

    def strength(self, rulings: Rulings = DEFAULTS) -> int:
        """The strength of a bid: chests 1 to 4 are 3 to 6, a province 2 or 7, chest 0 is 1, none 0."""
        if self.chests:
            return self.chests + 2
        if self.province is not None:
            return 7 if rulings["province-bids"] == "all" else 2
        return 1 if self.chests == 0 else 0

    def words(self) -> Sentence:
        """The bid in words."""
        if self.province is not None:
            return say("the card of {province}", province=self.province)
        if self.chests is None:
            return say("no card")
        return chest_words(self.chests)

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

    def words(self) -> Sentence:
        """The bid and its rank in words."""
        told = {"place": self.rank, "player": daimyo(self.player), "bid": self.bid.words(), "cost": self.pays}
        if self.drawn:
            return say("{place}. {player}: {bid} (drawn); pays {cost}.", **told)
        return say("{place}. {player}: {bid}; pays {cost}.", **told)


@dataclass(frozen=True, slots=True)
class Ranking:
    """The order in which players choose, the first to choose first."""

    order: Sequence[str]
    drawn: Sequence[Sequence[str]]  # groups of equal bids whose order was drawn, as drawn
    laid: Mapping[str, Bid]

    for_programs = ("order", "bids")

    @property
    def bids(self) -> tuple[RankedBid, ...]:
        """Every bid, in the order in which players choose."""
        equal = {player for group in self.drawn for player in group}
        ranked = enumerate(((player, self.laid[player]) for player in self.order), start=1)
        return tuple(RankedBid(rank, each, bid, bid.cost, each in equal) for rank, (each, bid) in ranked)

    @property
    def lines(self) -> tuple[Sentence, ...]:
        """The ranking in words, a line a player."""
        return tuple(each.words() for each in self.bids)


def bid_named(typed: str, provinces: Collection[str]) -> Bid:
    """Read a bid: 0 to 4, the name of one of the provinces there are, or none."""
    text = typed.strip()
    if text in {str(value) for value in CHEST_CARDS}:
        return Bid(chests=int(text))
    if typed_as("shogun", "nothing", text):
        return NO_BID
    if not text or any(character.isdigit() for character in text):
        raise InputError(
            "'{typed}' is not a bid; write 0 to 4 for a chest card, a province, or none.", typed=typed
        )
    try:
        return Bid(province=vocabulary("shogun", "province", tuple(provinces)).named(typed))
    except InputError as error:
        raise InputError(
            "{sentence} A bid is 0 to 4 for a chest card, a province, or none.", sentence=error.sentence
        ) from None


def check_cards(player: str, bid: Bid, provinces: int) -> None:
    """Refuse to lay no card for the bid where a player's province and chest cards fill the whole mat."""
    if bid == NO_BID and provinces + len(CHEST_CARDS) >= SPACES:
        raise Refused(
            "{player} has {count} provinces, cards enough to bid with one.",
            player=daimyo(player),
            count=provinces,
        )


def check_purse(player: str, bid: Bid, chests: int) -> None:
    """Hold a bid against its player's chests."""
    if bid.cost > chests:
        raise Refused(
            "{player} cannot bid {bid}: only {chests} are there.",
            player=daimyo(player),
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
            raise Refused("The card of {province} is bid twice; there is only one.", province=province)
    for player, bid in bids.items():
        if chests is not None and player in chests:
            check_purse(player, bid, chests[player])
    order: list[str] = []
    drawn: list[tuple[str, ...]] = []
    strengths = {player: bid.strength(rulings) for player, bid in bids.items()}
    for strength in sorted({*strengths.values()}, reverse=True):
        equal: Sequence[str] = sorted(player for player in bids if strengths[player] == strength)
        if len(equal) > 1:
            equal = shuffled(equal, draws, f"{label} {strength}")
            drawn.append(tuple(equal))
        order += equal
    return Ranking(tuple(order), tuple(drawn), bids)
