"""A whole game kept by Companion: the calendar, the realm, what may be done now, and what comes of a turn.

Each move gives a new campaign, or is refused. Battles and revolts are handed to a thrower: the seeded
tower, a real one, or what a log remembers. Cubes go into it with the tray, what comes out is judged, and
cubes and tiles are put away.
Source: Shogun booklet, Course of the game; Carrying out the actions; Battle rules; Result and consequences;
Components.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any, NamedTuple

from companion.data.shogun import EventCard
from companion.errors import Refused
from companion.rules.rulings import Rulings
from companion.rules.shogun.action import (
    ActionResult,
    Clash,
    March,
    build,
    collect,
    lay_marker,
    march,
    recruit,
)
from companion.rules.shogun.battle import (
    Battle,
    Muster,
    Revolt,
    Verdict,
    resolve_battle,
    resolve_revolt,
    settle,
)
from companion.rules.shogun.realm import (
    ARMIES,
    BUILDINGS,
    CHESTS,
    COST,
    GREEN,
    GREENS,
    MARKERS,
    TILES,
    Cube,
    Land,
    Realm,
    building_name,
    counted,
    daimyo,
)
from companion.rules.shogun.round.bids import (
    ACTIONS,
    RECRUITING,
    YIELDS,
    Bid,
    action_words,
    check_cards,
    check_purse,
)
from companion.rules.shogun.round.stages import Calendar, Stage, close_round, next_words, rank_choosers
from companion.rules.shogun.tower import Throw, Tower
from companion.sentences import Sentence, say, say_count

Thrower = Callable[[Tower, Sequence[Cube], "Battle | Revolt | None"], Throw]
"""Throws cubes into a tower for a fight, or for none: the seeded tower, a real one, or a log."""


@dataclass(frozen=True, slots=True)
class Fought:
    """Cubes that were thrown, and where they went."""

    muster: Muster
    judged: Battle | Revolt | None
    throw: Throw
    verdict: Verdict | None
    survivors: tuple[Cube, ...]  # from the tray into the province
    to_supply: tuple[Cube, ...]  # from the tray to their supplies
    tower: Tower


def fight(
    tower: Tower, muster: Muster, judged: Battle | Revolt | None, rulings: Rulings, thrower: Thrower
) -> Fought:
    """Throw what was mustered, and judge the tray where anybody fights."""
    cubes = tower.take(muster.cubes, rulings["green-short"] == "unlimited")
    throw = thrower(tower, cubes, judged)
    tray = counted(throw.out)
    if judged is None:
        return Fought(muster, None, throw, None, (), (), throw.tower)
    if isinstance(judged, Battle):
        verdict = resolve_battle(tray, judged, rulings)
    else:
        verdict = resolve_revolt(tray, judged, rulings)
    survivors, to_supply, after = settle(throw.tower, verdict)
    return Fought(muster, judged, throw, verdict, survivors, to_supply, after)


def carry_out(realm: Realm, clash: Clash, verdict: Verdict) -> ActionResult:
    """Carry out a verdict on the board, while the cubes are in the tower."""
    province = clash.province
    after = realm.returning(verdict.to_supply)
    land = after.lands[province]
    lines = list(verdict.lines.values())
    if verdict.province == "neutral":
        after = make_neutral(after, province)
    elif verdict.province == "conquered":
        if land.owner is not None:
            after = after.returning({land.owner: land.armies})
        assert verdict.owner is not None  # a conquered province has its conqueror
        survivors = verdict.survivors[verdict.owner]
        after = after.with_land(province, replace(land, owner=verdict.owner, armies=survivors))
    else:
        assert land.owner is not None  # only an owner can hold a province
        armies = land.armies + verdict.survivors.get(land.owner, 0)
        after = after.with_land(province, replace(land, armies=armies))
    for _ in range(verdict.added_markers):
        after, said = lay_marker(after, province)
        lines += said
    return ActionResult(after, tuple(lines))


def make_neutral(realm: Realm, province: str) -> Realm:
    """Empty a province: armies to the supply, tiles and markers to the stock."""
    land = realm.lands[province]
    after = realm if land.owner is None else realm.returning({land.owner: land.armies})
    stock = after.stock.without("markers", -land.markers)
    for kind in land.buildings:
        stock = stock.with_tile(kind, 1)
    return replace(after.with_land(province, Land()), stock=stock)


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
    pending: Mapping[str, Revolts] | None = None  # in winter, what is still to revolt of each player

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
    return replace(campaign, calendar=laid, cards=owned)


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


@dataclass(frozen=True, slots=True)
class Order:
    """One player's turn in one action."""

    player: str
    action: str
    province: str | None = None  # of the card that is turned over; ``None`` for a blank
    target: str | None = None
    armies: int = 0
    thrown_by_defender: int | None = None  # with the ruling ``defender-throws-all=chooses``

    @property
    def said(self) -> dict[str, Any]:
        """The fields of a sentence about it: ``{player}`` and ``{action}``."""
        return {"player": daimyo(self.player), "action": action_words(self.action)}


def declare(campaign: Campaign, order: Order, events: Sequence[EventCard], rulings: Rulings) -> ActionResult:
    """The result of a player's turn, as far as the tower is not asked."""
    _check_order(campaign, order)
    if order.province is not None:
        return _carry(campaign, order, order.province, events, rulings)
    return ActionResult(campaign.realm, (say("{player} passes: {action}.", **order.said),))


def act(
    campaign: Campaign,
    tower: Tower,
    order: Order,
    events: Sequence[EventCard],
    rulings: Rulings,
    thrower: Thrower,
) -> TurnResult:
    """Carry out a player's turn to its end."""
    action = declare(campaign, order, events, rulings)
    calendar = campaign.calendar
    position = calendar.position(order.player, order.action)
    calendar = replace(calendar, turn=position + 1)  # turns before this one that nobody took were blanks
    cards = frozenset(campaign.cards - {order.province})
    taken = replace(campaign, calendar=calendar, realm=action.realm, cards=cards)
    came = fight_over(taken, tower, action, rulings, thrower)
    if calendar.turn == len(ACTIONS) * len(calendar.players):
        return replace(came, campaign=replace(came.campaign, calendar=close_round(calendar)))
    return came


def _check_order(campaign: Campaign, order: Order) -> None:
    calendar, player = campaign.calendar, order.player
    if calendar.stage != Stage.ACTIONS:
        raise Refused("This is not the moment for actions. Next: {next}", next=next_words(calendar))
    if player not in calendar.order:
        raise Refused("{player} does not play at this table.", player=daimyo(player))
    if calendar.position(player, order.action) < calendar.turn:
        raise Refused("{player}'s turn for this action is over: {action}.", **order.said)
    if order.province is None:
        return
    land = campaign.realm.lands.get(order.province)
    if land is None:
        raise Refused("{province} is out with three players and may not be entered.", province=order.province)
    if land.owner != player:
        raise Refused("{province} is not {player}'s.", province=order.province, player=daimyo(player))
    if order.province not in campaign.cards:
        raise Refused(
            "The card of {province} has been played this round, or came to {player} after planning.",
            province=order.province,
            player=daimyo(player),
        )


def _carry(
    campaign: Campaign, order: Order, province: str, events: Sequence[EventCard], rulings: Rulings
) -> ActionResult:
    realm, calendar = campaign.realm, campaign.calendar
    player, action = order.player, order.action
    event, specials = calendar.rule(events), calendar.taken
    special = specials.get(player)
    if action in COST:
        return build(realm, player, province, action, event)
    if action in YIELDS:
        return collect(realm, player, province, action, event, special, rulings)
    moving = order.target is not None
    if action in RECRUITING:
        placed = recruit(realm, player, province, action, event, special, rulings)
        # 'partial' lets a player do what can be done of '1 army and move'.
        may_move = not placed.lost or rulings["short-action"] == "partial"
        if action != "one" or not moving or not may_move:
            return placed
        realm, lines = placed.realm, placed.lines
    else:
        lines = ()
        if not moving:
            return ActionResult(realm, (say("{player} moves no army.", player=daimyo(player)),))
    orders = March(province, str(order.target), order.armies, order.thrown_by_defender)
    marched = march(realm, player, orders, event, specials, rulings, may_attack=action != "one")
    return replace(marched, lines=(*lines, *marched.lines))


def faults(realm: Realm, tower: Tower) -> Iterator[Sentence]:
    """The sentences on all that cannot be at a table between two actions; none when all is accounted for."""
    inside = counted((*tower.inside, *tower.tray))
    for player in realm.players:
        total = realm.seats[player].supply + realm.armies(player) + inside.get(player, 0)
        if total != ARMIES:
            who = daimyo(player)
            yield say_count(
                "{player} has {count} [army|armies] instead of {all}.", total, player=who, all=ARMIES
            )
    stock, lands = realm.stock, realm.lands.values()
    green = stock.green + inside.get(GREEN, 0)
    if green != GREENS + stock.more_green:
        yield say_count("There [is|are] {count} green [army|armies] instead of {all}.", green, all=GREENS)
    chests = stock.chests + sum(seat.chests for seat in realm.seats.values())
    if chests != CHESTS + stock.more_chests:
        yield say_count("There [is|are] {count} chest[|s] instead of {all}.", chests, all=CHESTS)
    markers = stock.markers + sum(land.markers for land in lands)
    if markers != MARKERS + stock.more_markers:
        yield say_count("There [is|are] {count} revolt marker[|s] instead of {all}.", markers, all=MARKERS)
    for kind in BUILDINGS:
        tiles = stock.tiles(kind) + sum(kind in land.buildings for land in lands)
        if tiles != TILES[kind]:
            yield say_count(
                "There [is|are] {count} tile[|s] instead of {all} for {building}.",
                tiles,
                all=TILES[kind],
                building=building_name(kind),
            )
    amounts = [each for seat in realm.seats.values() for each in astuple(seat)]
    amounts += [*astuple(stock), *(each for land in lands for each in (land.armies, land.markers))]
    if min(amounts) < 0:
        yield say("Somewhere fewer than none are counted.")
    for name, land in realm.lands.items():
        if (land.owner is None) != (land.armies == 0):
            yield say("{province} has an owner without an army, or the reverse.", province=name)
        if land.owner is None and (land.buildings or land.markers):
            yield say("{province} is neutral and yet something stands there.", province=name)
        if len(land.buildings) > realm.board.provinces[name].sites:
            yield say("{province} has more buildings than sites.", province=name)
