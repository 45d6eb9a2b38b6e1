"""Plays whole games of Shogun at random at a table that keeps its board, and tells them as readable text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.data.shogun.facts import Side, facts
from companion.data.shogun.towers import get_preset
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.fights import TakeTurn, declare_winter_revolt
from companion.play.shogun.round import (
    BeginWinter,
    CountPoints,
    DrawEvent,
    LayCards,
    RevealBids,
    TakeSpecial,
    ranking_of,
)
from companion.play.shogun.start import DraftCard, SetUp, build_begin_request
from companion.play.shogun.state import Drafting, ShogunState
from companion.rules.shogun.bids import ACTIONS, COMBATS, Bid
from companion.rules.shogun.campaign import Campaign, Order, find_faults
from companion.rules.shogun.realm import BUILDINGS, GREEN, SeededDraws, count_cubes, shuffle_items
from companion.rules.shogun.score import rank_players
from companion.rules.shogun.setup import PILE
from companion.rules.shogun.stages import Calendar, Stage, describe_event_rule, format_rule
from companion.rules.shogun.tower import Tower, list_fill_cubes
from companion.rules.shogun.winter import compute_winter, score_winter
from companion.table.history import History, Transition

COLOURS = ("blue", "yellow", "red", "black", "purple")


class Game:
    """One game, played at random from a seed.

    Attributes:
        log: Its table.
        steps: How often conservation was looked at.
    """

    def __init__(
        self, players: int, seed: str, side: Side = Side.SUN, rulings: Mapping[str, str] | None = None
    ) -> None:
        self.events, self.side, self.players = facts().events, side, COLOURS[:players]
        self.draws = SeededDraws(seed)
        self.choices = self.steps = 0
        self.log: History[ShogunState] = History(SHOGUN)
        self.log.do(build_begin_request(self.players, get_preset("shogun"), seed, "0" * 32, rulings=rulings))

    @property
    def campaign(self) -> Campaign:
        kept = self.log.state.game
        assert isinstance(kept, Campaign)
        return kept

    @property
    def calendar(self) -> Calendar:
        return self.campaign.calendar

    @property
    def tower(self) -> Tower:
        return self.log.state.tower

    def choose(self, bound: int) -> int:
        self.choices += 1
        return self.draws.draw_number(f"choice {self.choices}", bound)

    def pick(self, items: Sequence[str]) -> str:
        return items[self.choose(len(items))]

    def check_faults(self) -> None:
        self.steps += 1
        found = [str(fault) for fault in find_faults(self.campaign.realm, self.tower)]
        assert not found, found

    def play(self) -> Iterator[str]:
        yield from self.set_up()
        while self.calendar.stage != Stage.OVER:
            if self.calendar.stage == Stage.LAY:
                yield from self.play_round()
            else:
                yield from self.play_winter()
        yield "# The end"
        seats = self.campaign.realm.seats.items()
        points, chests = {name: seat.points for name, seat in seats}, {name: seat.chests for name, seat in seats}
        for place in rank_players(points, chests):
            yield f"{place.rank}. {place.player}: {place.points} points, {place.chests} chests"
        yield f"conservation held at {self.steps} steps"

    def set_up(self) -> Iterator[str]:
        yield f"# Set-up: {len(self.players)} players, {self.side} side"
        filled = format_counts(count_cubes(list_fill_cubes(self.players)))
        yield f"tower filled: {filled}; stays inside: {format_counts(self.tower.count_lodged())}"
        self.log.do(SetUp("draft", self.side))
        while isinstance(kept := self.log.state.game, Drafting):
            player, card = str(kept.draft.player), self.pick((*kept.draft.open, PILE))
            groups = kept.draft.groups[player]
            self.log.do(DraftCard(player, card, groups[self.choose(len(groups))]))
        self.check_faults()
        yield from self.describe_table()

    def play_round(self) -> Iterator[str]:
        calendar = self.calendar
        yield f"# Year {calendar.year}, {calendar.season}; open events {format_items(calendar.open_events)}"
        self.log.do(LayCards())
        laid = self.calendar
        yield f"actions: {format_items(laid.actions[:5])}; face down: {format_items(laid.actions[5:])}"
        yield f"special cards: {format_items(laid.specials)}"
        plans = {player: self.make_plan(player) for player in self.players}
        self.log.do(DrawEvent())
        event = self.events[(self.calendar.event or 0) - 1]
        yield f"event {event.number}: {describe_event_rule(format_rule(event))}"
        revealed = self.log.do(RevealBids({player: str(bid) for player, (_, bid) in plans.items()}))
        self.check_faults()
        yield from (str(line) for line in ranking_of(revealed).lines)
        while self.calendar.stage == Stage.CHOICE:
            player = str(self.calendar.player)
            special = self.pick([each for each in laid.specials if each not in self.calendar.taken.values()])
            yield f"{player} takes {special}, space {laid.specials.index(special) + 1}"
            self.log.do(TakeSpecial(player, special))
        yield f"turn order: {format_items(self.calendar.order)}"
        for action in laid.actions:
            for player in self.calendar.order:
                yield from self.take_turn(player, action, plans[player][0].get(action))

    def make_plan(self, player: str) -> tuple[dict[str, str], Bid]:
        """The province laid on each action space that is not left blank, and the bid."""
        owned = list(self.campaign.realm.list_provinces(player))
        if owned and self.choose(3) == 0:
            bid = Bid(province=self.pick(owned))
            owned.remove(str(bid.province))
        else:
            bid = Bid(chests=self.choose(min(5, self.campaign.realm.seats[player].chests + 1)))
        hand = list(shuffle_items(owned, self.draws, f"hand {self.choices} {player}"))
        blanks = max(len(ACTIONS) - len(hand), self.choose(3))
        spaces: dict[str, str] = {}
        for action in shuffle_items(ACTIONS, self.draws, f"spaces {self.choices} {player}")[blanks:]:
            spaces[action] = max(hand, key=lambda name: self.rate_province(player, action, name))
            hand.remove(spaces[action])
        return spaces, bid

    def rate_province(self, player: str, action: str, province: str) -> int:
        """How much a player who knows little likes a province for an action."""
        realm = self.campaign.realm
        land, site = realm.lands[province], realm.board.provinces[province]
        if action in BUILDINGS:
            return (len(land.buildings) < site.sites) * 2 - 3 * (action in land.buildings)
        if action in ("tax", "rice"):
            return (site.chests if action == "tax" else site.rice) - 5 * land.markers
        if action in COMBATS:
            hostile = any(realm.lands[name].owner != player for name in realm.list_neighbours(province))
            return land.armies if hostile else 0
        return -land.armies

    def take_turn(self, player: str, action: str, province: str | None) -> Iterator[str]:
        order = Order(player, action, province if province in self.campaign.cards else None)
        if order.province is not None and action in ("one", *COMBATS):
            order = self.choose_march(order, order.province)
        yield from self.describe_turn(self.log.do(TakeTurn(order)))

    def choose_march(self, order: Order, province: str) -> Order:
        realm, lands = self.campaign.realm, self.campaign.realm.lands
        near = realm.list_neighbours(province)
        if order.action == "one":
            near = tuple(name for name in near if lands[name].owner == order.player)
        else:
            if self.calendar.get_rule(self.events) == "temple_protected=1":
                own = {name for name in near if lands[name].owner == order.player}
                near = tuple(name for name in near if name in own or "temple" not in lands[name].buildings)
            foreign = tuple(name for name in near if lands[name].owner != order.player)
            near = foreign if foreign and self.choose(4) else near
        if not near:
            return order
        thrown, target, most = None, self.pick(near), lands[province].armies - 1
        if self.log.state.rulings["defender-throws-all"] == "chooses" and lands[target].owner != order.player:
            thrown = self.choose(lands[target].armies + 1)
        few = self.choose(4) if most else 0
        return Order(order.player, order.action, province, target, max(most - few, 0), thrown)

    def describe_turn(self, step: Transition[Any]) -> Iterator[str]:
        self.check_faults()
        fought = step.report.fight
        if fought is not None:
            yield " ".join(str(line) for line in (*step.report.lines, *fought.forces.notes))
            verdict, province = fought.verdict, step.request.province
            owner = self.campaign.realm.lands[province].owner
            yield (
                f"  throw {fought.throw.number}: in {format_counts(count_cubes(fought.throw.cubes_in))}; "
                f"out {format_counts(count_cubes(fought.throw.cubes_out))}; {verdict.winner}"
                f" {verdict.strengths[0]}:{verdict.strengths[1]}; {province} "
                f"{owner or 'neutral'}, {format_counts(verdict.survivors)} in; "
                f"inside {format_counts(self.tower.count_lodged())}"
            )

    def play_winter(self) -> Iterator[str]:
        yield f"# Year {self.calendar.year}, winter; event {self.calendar.open_events[0]}"
        for player, need in compute_winter(self.campaign, self.events).items():
            yield from map(str, need.describe(player))
        self.log.do(BeginWinter())
        while (player := self.campaign.revolting_player) is not None:
            assert self.campaign.revolts is not None
            province = self.pick(self.campaign.revolts[player][0])
            yield from self.describe_turn(self.log.do(declare_winter_revolt(province)))
        _, scores = score_winter(self.campaign)
        self.log.do(CountPoints())
        self.check_faults()
        for player, score in scores.items():
            lines = " | ".join(f"{line.text} {line.points}" for line in score.lines)
            yield f"{player}: {score.total} points | {lines}"
        yield from self.describe_table()

    def describe_table(self) -> Iterator[str]:
        realm = self.campaign.realm
        for player in self.players:
            seat = realm.seats[player]
            lands = [
                f"{name} {realm.lands[name].armies}"
                + "".join(kind[0] if kind != "theatre" else "n" for kind in realm.lands[name].buildings)
                + "!" * realm.lands[name].markers
                for name in realm.list_provinces(player)
            ]
            yield (
                f"{player}: supply {seat.supply}, chests {seat.chests}, rice {seat.rice}, "
                f"points {seat.points}; " + ", ".join(lands)
            )
        stock = realm.stock
        yield (
            f"stock: chests {stock.chests}, markers {stock.markers}, castles {stock.castles}, "
            f"temples {stock.temples}, theatres {stock.theatres}, green {stock.green}; "
            f"tray {format_counts(count_cubes(self.tower.tray))}; "
            f"green inside {self.tower.count_lodged().get(GREEN, 0)}"
        )


def format_counts(counts: Mapping[str, int]) -> str:
    return " ".join(f"{count} {colour}" for colour, count in counts.items()) or "none"


def format_items(items: Sequence[object]) -> str:
    return ", ".join(str(item) for item in items)
