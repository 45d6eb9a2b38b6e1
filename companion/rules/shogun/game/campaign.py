"""A whole game kept by the companion: the calendar, the realm, and what may be done now.

Each step answers a new campaign or why it is illegal. Battles and revolts are handed to a thrower: the
seeded tower, a real one, or what a log remembers.
Source: Shogun booklet, Course of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.rules.rulings import Rulings
from companion.rules.shogun.action.aftermath import carry_out
from companion.rules.shogun.action.result import Clash, Illegal
from companion.rules.shogun.battle.battle import Battle, resolve_battle
from companion.rules.shogun.battle.revolt import resolve_revolt
from companion.rules.shogun.battle.verdict import Verdict, settle
from companion.rules.shogun.cubes import Cube, counted, daimyo
from companion.rules.shogun.realm import Realm
from companion.rules.shogun.round.bids import CHEST_CARDS, NO_BID, Bid
from companion.rules.shogun.round.calendar import Calendar, Stage, next_words
from companion.rules.shogun.round.planning import SPACES
from companion.rules.shogun.round.stages import close_round, rank_choosers
from companion.rules.shogun.tower.tower import Throw, Tower
from companion.sentences import Sentence, say

__all__ = [
    "Campaign",
    "Done",
    "Fought",
    "Thrower",
    "begin_planning",
    "end_round",
    "fight",
    "settle_clash",
    "take_bids",
]

Thrower = Callable[[Tower, Sequence[Cube]], Throw]
"""What throws cubes into a tower and says what came out."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """A game in full.

    Attributes:
        calendar: Year, season, cards.
        realm: The board and all possessions.
        cards: Provinces whose card can still be played this round, by whoever planned with it.
        pending: In winter, the provinces of each player that are still to revolt, and the green armies added.
    """

    calendar: Calendar
    realm: Realm
    cards: frozenset[str] = frozenset()
    pending: Mapping[str, tuple[tuple[str, ...], int]] | None = None

    @property
    def revolting(self) -> str | None:
        """The player whose winter revolts come next, in autumn's turn order."""
        for player in self.calendar.order:
            if (self.pending or {}).get(player, ((), 0))[0]:
                return player
        return None


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle or revolt that was decided.

    Attributes:
        clash: What was thrown and fought over.
        throw: The throw.
        verdict: The verdict.
    """

    clash: Clash
    throw: Throw
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a step.

    Attributes:
        campaign: The game afterwards.
        tower: The tower afterwards.
        lines: What happened, in order.
        lost: Whether the action was lost.
        fought: The battle or revolt, if there was one.
    """

    campaign: Campaign
    tower: Tower
    lines: tuple[Sentence, ...]
    lost: bool = False
    fought: Fought | None = None


def begin_planning(campaign: Campaign, laid: Calendar) -> Campaign:
    """The cards are laid; every province a player owns now may be planned with this round."""
    owned = frozenset(name for name, land in campaign.realm.lands.items() if land.owner is not None)
    return replace(campaign, calendar=laid, cards=owned)


def take_bids(campaign: Campaign, bids: Mapping[str, Bid], order: Sequence[str]) -> Campaign | Illegal:
    """Reveal the bids: they are paid, and province cards on the bid space act no more this round.

    Args:
        campaign: The game before.
        bids: Every player's bid.
        order: The ranking, ties drawn.
    """
    realm = campaign.realm
    illegal = _illegal_bid(campaign, bids)
    if illegal is not None:
        return illegal
    calendar = rank_choosers(campaign.calendar, order)
    if isinstance(calendar, Illegal):
        return calendar
    for player, bid in bids.items():
        realm = realm.paying(player, bid.cost)
    laid = {bid.province for bid in bids.values() if bid.province is not None}
    return replace(campaign, calendar=calendar, realm=realm, cards=campaign.cards - laid)


def _illegal_bid(campaign: Campaign, bids: Mapping[str, Bid]) -> Illegal | None:
    for player in campaign.realm.players:
        if player not in bids:
            return Illegal(say("The bid of {player} is missing.", player=daimyo(player)))
        bid = bids[player]
        own = campaign.realm.owned(player)
        chests = campaign.realm.seats[player].chests
        if bid.cost > chests:
            return Illegal(
                say(
                    "{player} cannot bid {bid}: only {chests} are there.",
                    player=daimyo(player),
                    bid=bid.cost,
                    chests=chests,
                )
            )
        if bid.province is not None and bid.province not in own:
            return Illegal(say("{province} is not {player}'s.", province=bid.province, player=daimyo(player)))
        if bid == NO_BID and len(own) + len(CHEST_CARDS) >= SPACES:
            return Illegal(
                say(
                    "{player} has {count} provinces, cards enough to bid with one.",
                    player=daimyo(player),
                    count=len(own),
                )
            )
    return None


def fight(done: Done, clash: Clash, rulings: Rulings, thrower: Thrower) -> Done:
    """Let the tower decide a battle or revolt, and carry the verdict out.

    Args:
        done: What happened so far.
        clash: What is thrown.
        rulings: What the table plays by.
        thrower: What throws.
    """
    unlimited = rulings["green-short"] == "unlimited"
    cubes = done.tower.take(clash.muster.cubes, unlimited)
    throw = thrower(done.tower, cubes)
    tray = counted(throw.tower.tray)
    if isinstance(clash.judged, Battle):
        verdict = resolve_battle(tray, clash.judged, rulings)
    else:
        verdict = resolve_revolt(tray, clash.judged)
    campaign, lines = settle_clash(done.campaign, clash, verdict)
    return Done(
        campaign,
        settle(throw.tower, verdict).tower,
        (*done.lines, *lines),
        done.lost,
        Fought(clash, throw, verdict),
    )


def settle_clash(campaign: Campaign, clash: Clash, verdict: Verdict) -> tuple[Campaign, tuple[Sentence, ...]]:
    """Carry a verdict out on the board; the card of a province that is lost acts no more this round."""
    outcome = carry_out(campaign.realm, clash, verdict)
    lost = verdict.province != "held"
    cards = frozenset(campaign.cards - {clash.province}) if lost else campaign.cards
    return replace(campaign, realm=outcome.realm, cards=cards), outcome.lines


def end_round(campaign: Campaign) -> Campaign | Illegal:
    """End a round: all turns that are left were blanks."""
    if campaign.calendar.stage != Stage.ACTIONS:
        return Illegal(
            say(
                "This is not the moment to end the round. Next: {next}",
                next=next_words(campaign.calendar),
            )
        )
    return replace(campaign, calendar=close_round(campaign.calendar))
