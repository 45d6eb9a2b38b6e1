"""Plays whole games of Shogun at random through the rules, and tells them as readable text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.data.shogun.facts import Side, facts
from companion.data.shogun.towers import load_presets
from companion.play.shogun.fights import TakeTurn, declare_winter_revolt
from companion.play.shogun.round import BeginWinter, CountPoints, DrawEvent, LayCards, RevealBids, TakeSpecial
from companion.play.shogun.start import DraftCard
from companion.rules.rulings import Rulings
from companion.rules.shogun import stages
from companion.rules.shogun.battle import Battle
from companion.rules.shogun.bids import ACTIONS, COMBATS, Bid, rank_bids
from companion.rules.shogun.campaign import (
    Campaign,
    Order,
    TurnResult,
    begin_planning,
    carry_out_turn,
    find_faults,
    reveal_bids,
)
from companion.rules.shogun.realm import BUILDINGS, GREEN, RULINGS, Cube, SeededDraws, count_cubes, shuffle_items
from companion.rules.shogun.score import rank_players
from companion.rules.shogun.setup import PILE, begin_draft, build_realm, shuffle_provinces, take_province
from companion.rules.shogun.stages import Calendar, Stage, describe_event_rule, format_rule
from companion.rules.shogun.tower import (
    LabelledRandomness,
    SeededRandomness,
    Throw,
    fill_tower,
    label_origins,
    list_fill_cubes,
    throw_cubes,
)
from companion.rules.shogun.winter import (
    begin_winter,
    compute_winter,
    draw_winter_revolts,
    score_winter,
    throw_winter_revolt,
)

COLOURS = ("blue", "yellow", "red", "black", "purple")


class Game:
    """One game, played at random from a seed.

    Attributes:
        steps: How often conservation was looked at.
        requests: Every step as a table would be asked for it.
    """

    def __init__(self, players: int, seed: str, side: Side = Side.SUN, rulings: Rulings | None = None) -> None:
        self.facts = facts()
        self.players = COLOURS[:players]
        self.board = self.facts.board(side)
        self.rulings = rulings or Rulings(RULINGS)
        self.draws = SeededDraws(seed)
        self.randomness = SeededRandomness(seed)
        self.thrown: Counter[str] = Counter()
        self.choices = self.steps = 0
        self.campaign: Campaign
        self.requests: list[Any] = []

    def choose(self, bound: int) -> int:
        self.choices += 1
        return self.draws.draw_number(f"choice {self.choices}", bound)

    def pick(self, items: Sequence[str]) -> str:
        return items[self.choose(len(items))]

    def check_faults(self) -> None:
        self.steps += 1
        found = [str(fault) for fault in find_faults(self.campaign.realm, self.tower)]
        assert not found, found

    def throw(self, tower: Any, cubes: Sequence[Cube], sides: Any) -> Throw:
        """Companion's tower thrown for a fight, by the sides and how often they have fought."""
        fight = isinstance(sides, Battle)
        key = f"attack {sides.attacker} {sides.defender}" if fight else f"revolt {sides.owner}"
        self.thrown[key] += 1
        label, places = f"{key} {self.thrown[key]}", label_origins(cubes, tower.tray)
        return throw_cubes(tower, cubes, LabelledRandomness(self.randomness, label, places))

    def set_calendar(self, after: Calendar) -> None:
        self.campaign = replace(self.campaign, calendar=after)

    def play(self) -> Iterator[str]:
        yield from self.set_up()
        while self.campaign.calendar.stage != Stage.OVER:
            if self.campaign.calendar.stage == Stage.LAY:
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
        yield f"# Set-up: {len(self.players)} players, {self.board.side} side"
        filled = fill_tower(load_presets()["shogun"], list_fill_cubes(self.players), self.randomness)
        self.tower = filled.tower
        stays = format_counts(self.tower.count_lodged())
        yield f"tower filled: {format_counts(count_cubes(filled.cubes_in))}; stays inside: {stays}"
        provinces = self.board.list_provinces_in_play(len(self.players))
        draft = begin_draft(shuffle_provinces(provinces, self.draws), self.players)
        while draft.player is not None:
            player, card = draft.player, self.pick((*draft.open, PILE))
            group = draft.groups[player][self.choose(len(draft.groups[player]))]
            self.requests.append(DraftCard(player, card, group))
            draft = take_province(draft, player, card, group)
        realm = build_realm(self.board, self.players, draft.lands, self.tower.count_lodged())
        self.campaign = Campaign(
            stages.begin_calendar(self.players, stages.shuffle_events(self.facts.events, self.draws)), realm
        )
        self.check_faults()
        yield from self.describe_table()

    def play_round(self) -> Iterator[str]:
        calendar = self.campaign.calendar
        yield f"# Year {calendar.year}, {calendar.season}; open events {format_items(calendar.open_events)}"
        laid = stages.lay_cards(
            calendar, stages.shuffle_actions(calendar, self.draws), stages.shuffle_specials(calendar, self.draws)
        )
        self.campaign = begin_planning(self.campaign, laid)
        self.requests.append(LayCards())
        yield f"actions: {format_items(laid.actions[:5])}; face down: {format_items(laid.actions[5:])}"
        yield f"special cards: {format_items(laid.specials)}"
        plans = {player: self.make_plan(player) for player in self.players}
        self.set_calendar(stages.take_event(laid, stages.draw_event(laid, self.draws)))
        self.requests.append(DrawEvent())
        event = self.facts.events[(self.campaign.calendar.event or 0) - 1]
        yield f"event {event.number}: {describe_event_rule(format_rule(event))}"
        bids = {player: bid for player, (_, bid) in plans.items()}
        ranking = rank_bids(bids, self.draws, f"{laid.label} bids")
        self.requests.append(RevealBids({player: str(bid) for player, bid in bids.items()}))
        self.campaign = reveal_bids(self.campaign, bids, ranking.order)
        self.check_faults()
        yield from (str(line) for line in ranking.lines)
        while self.campaign.calendar.stage == Stage.CHOICE:
            player = str(self.campaign.calendar.player)
            special = self.pick([s for s in laid.specials if s not in self.campaign.calendar.taken.values()])
            yield f"{player} takes {special}, space {laid.specials.index(special) + 1}"
            self.requests.append(TakeSpecial(player, special))
            self.set_calendar(stages.choose_special(self.campaign.calendar, player, special))
        yield f"turn order: {format_items(self.campaign.calendar.order)}"
        for action in laid.actions:
            for player in self.campaign.calendar.order:
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
        self.requests.append(TakeTurn(order))
        yield from self.describe_turn(
            carry_out_turn(self.campaign, self.tower, order, self.facts.events, self.rulings, self.throw)
        )

    def choose_march(self, order: Order, province: str) -> Order:
        realm, lands = self.campaign.realm, self.campaign.realm.lands
        near = realm.list_neighbours(province)
        if order.action == "one":
            near = tuple(name for name in near if lands[name].owner == order.player)
        else:
            if self.campaign.calendar.get_rule(self.facts.events) == "temple_protected=1":
                own = {name for name in near if lands[name].owner == order.player}
                near = tuple(name for name in near if name in own or "temple" not in lands[name].buildings)
            foreign = tuple(name for name in near if lands[name].owner != order.player)
            near = foreign if foreign and self.choose(4) else near
        if not near:
            return order
        thrown, target, most = None, self.pick(near), lands[province].armies - 1
        if self.rulings["defender-throws-all"] == "chooses" and lands[target].owner != order.player:
            thrown = self.choose(lands[target].armies + 1)
        few = self.choose(4) if most else 0
        return Order(order.player, order.action, province, target, max(most - few, 0), thrown)

    def describe_turn(self, done: TurnResult) -> Iterator[str]:
        self.campaign, self.tower = done.campaign, done.tower
        self.check_faults()
        fought, clash = done.fight, done.action.clash
        if fought is not None and clash is not None and (verdict := fought.verdict) is not None:
            yield " ".join(str(line) for line in done.action.lines)
            owner = self.campaign.realm.lands[clash.province].owner
            yield (
                f"  throw {fought.throw.number}: in {format_counts(count_cubes(fought.throw.cubes_in))}; "
                f"out {format_counts(count_cubes(fought.throw.cubes_out))}; {verdict.winner}"
                f" {verdict.strengths[0]}:{verdict.strengths[1]}; {clash.province} "
                f"{owner or 'neutral'}, {format_counts(verdict.survivors)} in; "
                f"inside {format_counts(self.tower.count_lodged())}"
            )

    def play_winter(self) -> Iterator[str]:
        yield f"# Year {self.campaign.calendar.year}, winter; event {self.campaign.calendar.open_events[0]}"
        needs = compute_winter(self.campaign, self.facts.events)
        for player, need in needs.items():
            yield from map(str, need.describe(player))
        self.requests.append(BeginWinter())
        hands = {player: self.campaign.realm.list_provinces(player) for player in self.players}
        drawn = draw_winter_revolts(needs, hands, self.draws, self.campaign.calendar.label)
        self.campaign = begin_winter(self.campaign, self.facts.events, drawn)
        while (player := self.campaign.revolting_player) is not None:
            assert self.campaign.revolts is not None
            province = self.pick(self.campaign.revolts[player][0])
            self.requests.append(declare_winter_revolt(province))
            yield from self.describe_turn(
                throw_winter_revolt(self.campaign, self.tower, player, province, self.rulings, self.throw)
            )
        self.requests.append(CountPoints())
        self.campaign, scores = score_winter(self.campaign)
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
