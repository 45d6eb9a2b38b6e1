"""A whole game kept by Companion: the calendar, the realm, and what may be done now.

Each move gives a new campaign, or is refused. Battles and revolts are handed to a thrower: the seeded
tower, a real one, or what a log remembers.
Source: Shogun booklet, Course of the game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.errors import Refused
from companion.rules.rulings import Rulings
from companion.rules.shogun.action.collecting import ActionResult
from companion.rules.shogun.cubes import daimyo
from companion.rules.shogun.game.fight import Fought, Thrower, carry_out, fight
from companion.rules.shogun.realm import Realm
from companion.rules.shogun.round.bids import Bid, check_cards, check_purse
from companion.rules.shogun.round.calendar import Calendar, Turn, turns_until
from companion.rules.shogun.round.stages import close_round, rank_choosers
from companion.rules.shogun.tower.tower import Tower
from companion.sentences import Sentence


class Revolts(NamedTuple):
    """The provinces of a player that are still to revolt, and the green armies added to each."""

    provinces: tuple[str, ...]
    green: int


@dataclass(frozen=True, slots=True)
class Campaign:
    """A game in full."""

    calendar: Calendar
    realm: Realm
    cards: frozenset[str] = frozenset()
    """Provinces whose card can still be played this round, by whoever planned with it."""
    told: frozenset[Turn] = frozenset()  # the turns of this round in which a card was turned over
    pending: Mapping[str, Revolts] | None = None  # in winter, what is still to revolt of each player

    @property
    def blanks(self) -> tuple[Turn, ...]:
        """The turns of this round that went by without a card: each may still be told, late."""
        gone = turns_until(replace(self.calendar, turn=0), self.calendar.turn)
        return tuple(turn for turn in gone if turn not in self.told)

    @property
    def revolting(self) -> str | None:
        """The player whose winter revolts come next, in autumn's turn order."""
        for player in self.calendar.order:
            revolts = (self.pending or {}).get(player)
            if revolts is not None and revolts.provinces:
                return player
        return None


@dataclass(frozen=True, slots=True)
class TurnResult:
    """The game and the tower after a turn or a winter revolt."""

    campaign: Campaign
    tower: Tower
    action: ActionResult  # before the tower was asked
    fought: Fought | None = None
    aftermath: tuple[Sentence, ...] = ()

    @property
    def lines(self) -> tuple[Sentence, ...]:
        """All that happened, in order."""
        return (*self.action.lines, *self.aftermath)


def begin_planning(campaign: Campaign, laid: Calendar) -> Campaign:
    """The cards are laid; every province a player owns now may be planned with this round."""
    owned = frozenset(name for name, land in campaign.realm.lands.items() if land.owner is not None)
    return replace(campaign, calendar=laid, cards=owned, told=frozenset())


def take_bids(campaign: Campaign, bids: Mapping[str, Bid], order: Sequence[str]) -> Campaign:
    """Reveal the bids: they are paid, and province cards among them act no more this round."""
    realm = campaign.realm
    calendar = rank_choosers(campaign.calendar, order)
    _check_bids(campaign, bids)
    for player, bid in bids.items():
        realm = realm.paying(player, bid.cost)
    laid = {bid.province for bid in bids.values() if bid.province is not None}
    return replace(campaign, calendar=calendar, realm=realm, cards=campaign.cards - laid)


def _check_bids(campaign: Campaign, bids: Mapping[str, Bid]) -> None:
    for player in campaign.realm.players:
        bid = bids[player]
        own = campaign.realm.owned(player)
        check_purse(player, bid, campaign.realm.seats[player].chests)
        if bid.province is not None and bid.province not in own:
            raise Refused("{province} is not {player}'s.", province=bid.province, player=daimyo(player))
        check_cards(player, bid, len(own))


def fight_over(
    campaign: Campaign, tower: Tower, action: ActionResult, rulings: Rulings, thrower: Thrower
) -> TurnResult:
    """Let the tower decide; the card of a province that is lost acts no more this round."""
    clash = action.clash
    if clash is None:
        return TurnResult(campaign, tower, action)
    fought = fight(tower, clash.muster, clash.judged, rulings, thrower)
    assert fought.verdict is not None  # battles and revolts are judged
    after = carry_out(campaign.realm, clash, fought.verdict)
    lost = fought.verdict.province != "held"
    cards = frozenset(campaign.cards - {clash.province}) if lost else campaign.cards
    settled = replace(campaign, realm=after.realm, cards=cards)
    return TurnResult(settled, fought.tower, action, fought, after.lines)


def put_right(campaign: Campaign, realm: Realm) -> Campaign:
    """The game with its board put right; cards of provinces that changed hands act no more this round."""
    before = campaign.realm.lands
    lost = {name for name, land in realm.lands.items() if land.owner != before[name].owner}
    pending = campaign.pending and {
        player: Revolts(tuple(name for name in provinces if name not in lost), greens)
        for player, (provinces, greens) in campaign.pending.items()
    }
    return replace(campaign, realm=realm, cards=frozenset(campaign.cards - lost), pending=pending)


def end_round(campaign: Campaign) -> Campaign:
    """End a round: all turns that are left were blanks."""
    return replace(campaign, calendar=close_round(campaign.calendar))
