"""Use cases of Shogun that need no table: verdicts, winters, bids, actions and set-ups from what is said."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from companion.answers import Answer, Told, answering
from companion.codec import encode
from companion.data.shogun import Side, StartingGroup, facts
from companion.data.vocabulary import told_of
from companion.errors import InputError
from companion.play.shogun.set_up import doubtful_sea_routes
from companion.play.shogun.telling.figures import FixedSetup, Tray
from companion.rules.rulings import Rulings
from companion.rules.shogun.action import build, collect, harvest, recruit
from companion.rules.shogun.battle import Battle, Revolt, resolve_battle, resolve_revolt
from companion.rules.shogun.realm import BUILDINGS, GREEN, Land, Realm, Seat, SeededDraws, Stock, armies
from companion.rules.shogun.round.bids import COMBATS, YIELDS, Bid, event_words, rank_bids
from companion.rules.shogun.rulings import DEFAULTS
from companion.rules.shogun.score import check_sites
from companion.rules.shogun.setup import Preparation, prepare
from companion.rules.shogun.winter import draw_revolts, hunger, wrong_draw
from companion.sentences import Sentence, listed, say


@answering
def judge_tray(tray: Mapping[str, int], fight: Battle | Revolt, rulings: Rulings) -> Answer:
    """The verdict on a tray: who wins, who loses what, where the cubes go, what becomes of the province."""
    resolve = resolve_battle if isinstance(fight, Battle) else resolve_revolt
    verdict = resolve(tray, fight, rulings)  # type: ignore[arg-type]  # each takes its own kind of fight
    return Answer(verdict, (Tray(tray), *verdict.lines.values()))


@dataclass(frozen=True, slots=True)
class Hand:
    """A player at the beginning of winter: names or number of the provinces, and the rice before the loss."""

    provinces: int | tuple[str, ...]
    rice: int


def check_owners(hands: Mapping[str, Hand]) -> None:
    """Refuse a province that two players would feed."""
    named = [name for hand in hands.values() for name in _names(hand)]
    for province in named:
        if named.count(province) > 1:
            raise InputError("{province} was named for two players.", province=province)


def _names(hand: Hand) -> tuple[str, ...]:
    """The names of the provinces, where they were said; only then revolts can be drawn."""
    return () if isinstance(hand.provinces, int) else hand.provinces


@answering
def reckon_winter(
    hands: Mapping[str, Hand],
    loss: int,
    markers: Mapping[str, int],
    drawn_by_hand: Sequence[str],
    seed: str | None = None,
) -> Answer:
    """The hunger of each player; of provinces with names, those in revolt are drawn."""
    check_owners(hands)
    known = {name for hand in hands.values() for name in _names(hand)}
    for province in (*drawn_by_hand, *markers):
        if province not in known:
            raise InputError("Nobody owns {province}.", province=province)
    key = secrets.token_hex(16) if seed is None else seed
    players: dict[str, object] = {}
    lines: list[Sentence] = []
    chance = False
    for player, hand in hands.items():
        names = _names(hand)
        count = hand.provinces if isinstance(hand.provinces, int) else len(names)
        need = hunger(count, hand.rice, loss)
        by_hand = [name for name in drawn_by_hand if name in names]
        drawn: Sequence[str] = ()
        if need.revolts and names:
            if by_hand and len(set(by_hand)) != need.revolts:
                raise wrong_draw(need.revolts, player)
            drawn = by_hand or draw_revolts(names, need.revolts, SeededDraws(key), f"winter {player}")
            chance = chance or not by_hand
        greens = {name: need.greens + markers.get(name, 0) for name in drawn}
        players[player] = {
            "provinces": need.provinces,
            "rice": need.rice,
            "left": need.left,
            "missing": need.missing,
            "revolts": need.revolts,
            "green": need.greens,
            "drawn": [{"province": name, "green": green} for name, green in greens.items()],
        }
        lines += need.lines(player, loss)
        lines += [
            say(
                "  {province} revolts: thrown are {greens} with all armies there.",
                province=name,
                greens=armies({GREEN: green}),
            )
            for name, green in greens.items()
        ]
    return _drawn({"loss": loss, "players": players}, lines, key if chance else None, seed)


@answering
def rank_revealed_bids(
    bids: Mapping[str, Bid], chests: Mapping[str, int], seed: str | None = None, rulings: Rulings = DEFAULTS
) -> Answer:
    """Rank bids without a table; ties are drawn from the seed, a new text by default."""
    key = secrets.token_hex(16) if seed is None else seed
    ranking = rank_bids(bids, SeededDraws(key), "bids", chests, rulings)
    return _drawn(encode(ranking), ranking.lines, key if ranking.drawn else None, seed)


def _drawn(
    data: Mapping[str, object], lines: Sequence[Sentence], key: str | None, given: str | None
) -> Answer:
    """An answer with the seed that it was drawn from, if any; told where nobody gave it."""
    told = () if key is None or given is not None else (say("Drawn from the seed {seed}.", seed=key),)
    return Answer({**data, "seed": key}, (*lines, *told), remedies=("seed",) if told else ())


@answering
def foresee_action(
    action: str,
    province: str,
    player: str,
    land: Land,
    seat: Seat,
    *,
    side: Side,
    event: str,
    special: str | None,
    rulings: Rulings,
) -> Answer:
    """The outcome of any action but a battle: the event first, then the special card."""
    if action in COMBATS:
        raise InputError("Battles are not foreseen.", remedy="fight")
    board = facts().board(side)
    check_sites(board, province, land.buildings)
    realm = Realm(board, (player,), {province: land}, {player: seat}, Stock())
    if action in BUILDINGS:
        came = build(realm, player, province, action, event)
    elif action in YIELDS:
        came = collect(realm, player, province, action, event, special, rulings)
    else:
        came = recruit(realm, player, province, action, event, special, rulings)
    after, there = came.realm.seats[player], came.realm.lands[province]
    lines = [*([event_words(event)] if event else []), *came.lines]
    revolt = None
    if came.clash is not None:
        thrown = dict(came.clash.muster.cubes)
        revolt = {"green": thrown[GREEN], "thrown": thrown}
        cubes = armies(thrown)
        lines += [
            *came.clash.muster.notes,
            say("Into the tower go {cubes}, with all that lies in the tray.", cubes=cubes),
        ]
    # what is harvested is told as the sentence tells it, though the rice track may end before
    rice = harvest(board.provinces[province].rice, "rice", event, special).amount if action == "rice" else 0
    data = {
        "done": not came.lost,
        "chests": after.chests - seat.chests,
        "rice": rice,
        "armies": there.armies - land.armies if revolt is None else 0,
        "buildings": there.buildings,
        "markers": there.markers,
        "seat": after,
        "revolt": revolt,
        "lines": came.lines,
    }
    return Answer(data, tuple(lines))


_told = partial(told_of, "shogun", "set-up")


@answering
def lay_out(side: Side, players: int, fixed: bool = False) -> Answer:
    """The things that players take and lay out."""
    preparation = prepare(facts(), side, players, fixed)
    routes = [
        {"a": border.a, "b": border.b, "confirmed": side == Side.SUN or border.moon_confirmed}
        for border in facts().borders
        if border.kind == "sea"
    ]
    data = {**encode(preparation), "sea_routes": routes}
    lines: list[Told] = [*_lines(preparation)]
    if fixed:
        begun: dict[str, tuple[StartingGroup, ...]] = {}
        for group in facts().fixed_setup(players):
            begun[group.player] = (*begun.get(group.player, ()), group)
        data["fixed"] = begun
        lines += [_told("fixed"), FixedSetup(begun)]
    return Answer(data, tuple(lines))


def _lines(preparation: Preparation) -> tuple[Sentence, ...]:
    sun = preparation.side == Side.SUN
    each, green = preparation.tower
    lines = [
        _told("sun" if sun else "moon", players=preparation.players),
        _told("cards", count=len(preparation.cards), numbers=" ".join(map(str, preparation.other_side))),
    ]
    if preparation.left_out:
        lines.append(_told("out", names=listed(preparation.left_out)))
        if not sun:
            lines.append(_told("no label"))
    lines += [
        _told("takes", chests=preparation.chests),
        _told("groups", groups=" ".join(map(str, preparation.groups)), left=preparation.stack),
        _told("draft"),
        _told("tower", each=each, green=green),
        _told("open"),
    ]
    return (*lines, *(() if sun else doubtful_sea_routes()))
