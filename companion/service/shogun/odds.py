"""Exact odds of a battle or revolt; and winters, bids, actions and set-up without a table."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from pathlib import Path
from typing import Any

from companion.answers import GAP, Answer, AnswerLine, catch_refusals
from companion.codec import encode
from companion.data.files import write_text
from companion.data.outputs import mark_svg
from companion.data.shogun.facts import Side, StartingGroup, facts
from companion.data.vocabulary import say_phrase
from companion.errors import InputError
from companion.paths import STANDARD_OUTPUT
from companion.play.shogun.start import list_doubtful_routes
from companion.play.shogun.throws import describe_sides
from companion.play.shogun.views import Chances, FixedSetup, OddsCurve, Tray, format_percent
from companion.rules.rulings import Rulings
from companion.rules.shogun import realm
from companion.rules.shogun.action import build, collect, compute_harvest, recruit
from companion.rules.shogun.battle import (
    Attack,
    Battle,
    Forces,
    Revolt,
    Uprising,
    gather_attack_forces,
    gather_revolt_forces,
    resolve_battle,
    resolve_revolt,
)
from companion.rules.shogun.bids import COMBATS, YIELDS, Bid, rank_bids
from companion.rules.shogun.odds import (
    CurvePoint,
    Odds,
    PlannedThrow,
    compute_attack_curve,
    compute_battle_odds,
    compute_revolt_odds,
    find_fewest_armies,
)
from companion.rules.shogun.realm import DEFAULTS, GREEN, NEUTRAL, Belongings, Land, Realm, describe_armies, name_player
from companion.rules.shogun.score import check_sites
from companion.rules.shogun.setup import Preparation, prepare_game
from companion.rules.shogun.stages import describe_event_rule
from companion.rules.shogun.tower import Ages, Guess
from companion.rules.shogun.winter import build_draw_error, compute_hunger, draw_revolts
from companion.sentences import ENGLISH, Language, Sentence, join_with_commas, say

_MARGIN, _WIDTH, _HEIGHT = 60, 640, 400
_WIN, _TIE, _INK, _GRID = "#0072b2", "#e69f00", "#1a1a1a", "#d0d0d0"


def draw_curve(curve: OddsCurve, language: Language) -> str:
    """Draw the chances to win (a blue line with dots) and to win or tie (a dashed orange one), as SVG."""
    import svgwrite

    drawing = svgwrite.Drawing(size=(_WIDTH, _HEIGHT), viewBox=f"0 0 {_WIDTH} {_HEIGHT}")
    title = curve.title.translate(language)
    drawing.set_desc(title=title)
    drawing.add(drawing.rect((0, 0), (_WIDTH, _HEIGHT), fill="white"))
    letters = drawing.g(font_family="sans-serif", font_size=14, fill=_INK)
    letters.add(drawing.text(title, insert=(_MARGIN, 28), font_size=18))
    for tenth in (0, 2, 4, 6, 8, 10):
        y = _compute_y(tenth / 10)
        drawing.add(drawing.line((_MARGIN, y), (_WIDTH - 20, y), stroke=_GRID))
        share = format_percent(tenth / 10, 0).translate(language)
        letters.add(drawing.text(share, insert=(_MARGIN - 8, y + 5), text_anchor="end"))
    count = len(curve.points)
    for size in range(1, count + 1, max(1, count // 16)):
        x = _compute_x(size, count)
        letters.add(drawing.text(str(size), insert=(x, _HEIGHT - 34), text_anchor="middle"))
    middle = (_MARGIN + _WIDTH - 20) / 2
    below = language.template("armies sent")
    letters.add(drawing.text(below, insert=(middle, _HEIGHT - 10), text_anchor="middle"))
    for ink, dashes, chances, name in (
        (_TIE, "6 4", [win + tie for win, tie in curve.points], language.template("win or tie")),
        (_WIN, "none", [win for win, _ in curve.points], language.template("win")),
    ):
        places = [
            (round(_compute_x(size, count), 2), round(_compute_y(chance), 2)) for size, chance in enumerate(chances, 1)
        ]
        line = {"stroke": ink, "stroke_width": 2.5, "stroke_dasharray": dashes}
        drawing.add(drawing.polyline(places, fill="none", **line))
        for place in places:
            drawing.add(drawing.circle(place, 3, fill=ink))
        right, y = _WIDTH - 160, _HEIGHT - 50 - (66 if ink == _TIE else 86)
        drawing.add(drawing.line((right, y), (right + 30, y), **line))
        letters.add(drawing.text(name, insert=(right + 38, y + 5)))
    drawing.add(letters)
    return mark_svg(drawing.tostring()) + "\n"


def _compute_y(chance: float) -> float:
    return _HEIGHT - 60 - chance * (_HEIGHT - 60 - 50)


def _compute_x(armies: int, most: int) -> float:
    return _MARGIN + 20 + (armies - 1) / max(1, most - 1) * (_WIDTH - 20 - _MARGIN - 40)


_say_odds = partial(say_phrase, "shogun", "odds")


@catch_refusals
def compute_attack_odds(
    attack: Attack, markers: int, greens: int | None, tower: PlannedThrow, rulings: Rulings, **options: Any
) -> Answer:
    """The odds of an attack without a table; other options are those of ``describe_attack_odds``."""
    fighting = {attack.attacker: attack.armies, attack.defender: attack.defenders}
    forces = gather_attack_forces(attack, _count_supply(tower, fighting), rulings)
    battle = Battle(attack.attacker, attack.defender, markers)
    answer = describe_attack_odds(attack.armies, forces, battle, tower, rulings, greens=greens, **options)
    return replace(answer, remedies=_list_remedies(tower))


@catch_refusals
def answer_revolt_odds(uprising: Uprising, tower: PlannedThrow, rulings: Rulings, *, survivors: bool = False) -> Answer:
    forces = gather_revolt_forces(uprising, _count_supply(tower, {uprising.owner: uprising.armies}), rulings)
    answer = describe_revolt_odds(forces, Revolt(uprising.owner, uprising.markers), tower, rulings, survivors=survivors)
    return replace(answer, remedies=_list_remedies(tower))


def describe_attack_odds(
    armies: int,
    forces: Forces,
    battle: Battle,
    tower: PlannedThrow,
    rulings: Rulings,
    *,
    greens: int | None = None,
    survivors: bool = False,
    curve: bool = False,
    picture: Path | None = None,
    overwrite: bool = False,
    language: Language = ENGLISH,
) -> Answer:
    """The odds of an attack: outcome, survivors and, if wanted, the curve over all numbers of armies.

    ``armies`` attack, not counting those that cards and events add; the cubes of ``tower`` are replaced by those
    of the attack; ``greens`` defend a neutral province, by default as many as the event says.
    """
    cubes = forces.cubes if greens is None else {**forces.cubes, GREEN: greens}
    throwing = replace(tower, cubes=cubes)
    odds = compute_battle_odds(throwing, battle, rulings)
    points: tuple[CurvePoint, ...] = ()
    if curve or picture is not None:
        points = compute_attack_curve(throwing, battle, rulings, forces.cubes[battle.attacker] - armies)
    neutral = battle.defender == NEUTRAL
    attacker, defender = name_player(battle.attacker), name_player(battle.defender)
    chances = tuple((point.win, point.tie) for point in points)
    curve_figure = OddsCurve(describe_sides(battle), chances, battle.attacker)
    lines = [
        *_describe_cubes(odds, forces.notes, throwing),
        Chances(
            (
                (_say_odds("conquers", player=attacker), odds.win),
                (_say_odds("tie neutral" if neutral else "tie"), odds.tie),
                (_say_odds("farmers hold") if neutral else _say_odds("holds", player=defender), odds.lose),
            ),
            (battle.attacker, "", GREEN if neutral else battle.defender),
        ),
        *_describe_green_tie(odds, defender),
        *_describe_survivors(odds),
    ]
    if curve:
        lines += [GAP, curve_figure, *_describe_enough(points)]
    if picture is not None:
        write_text(picture, draw_curve(curve_figure, language), overwrite=overwrite)
        if picture != STANDARD_OUTPUT:
            lines.append(_say_odds("curve", file=str(picture)))
    return Answer(
        _encode_odds(odds, survivors, points if curve else ()),
        tuple(lines),
        notices=_describe_excess(throwing),
        files=() if picture is None else (picture,),
    )


def describe_revolt_odds(
    forces: Forces, revolt: Revolt, tower: PlannedThrow, rulings: Rulings, *, survivors: bool = False
) -> Answer:
    """The odds of a revolt; ``tower`` as in ``describe_attack_odds``."""
    throwing = replace(tower, cubes=forces.cubes)
    odds = compute_revolt_odds(throwing, revolt, rulings)
    chances = Chances(
        (
            (_say_odds("keeps", player=name_player(revolt.owner)), odds.win),
            (_say_odds("loses", player=name_player(revolt.owner)), odds.lost),
            (_say_odds("loses by a tie"), odds.tie),
        ),
        (revolt.owner, GREEN, ""),
    )
    return Answer(
        _encode_odds(odds, survivors),
        (*_describe_cubes(odds, forces.notes, throwing), chances, *_describe_survivors(odds)),
        notices=_describe_excess(throwing),
    )


def _encode_odds(odds: Odds, survivors: bool, points: Sequence[CurvePoint] = ()) -> dict[str, object]:
    """The odds as JSON values, with the survivors if wanted, and the curve if it has points."""
    extras = {"survivors": odds.survivors if survivors else {}, "curve": points}
    return {**encode(odds), **{name: value for name, value in extras.items() if value}}


def _count_inside(tower: PlannedThrow) -> dict[str, int]:
    """Cubes known to be inside the tower, by colour."""
    lodged = tower.lodged
    return {c: len(ages) for c, ages in lodged.ages.items()} if isinstance(lodged, Ages) else {}


def _count_supply(tower: PlannedThrow, fighting: Mapping[str, int]) -> dict[str, int]:
    """The most cubes that each supply can have: all but those that fight, are in the tray or known to be inside."""
    used = (fighting, tower.tray, _count_inside(tower))
    left = {c: realm.get_supply_size(c) - sum(counts.get(c, 0) for counts in used) for c in realm.COLOURS}
    return {colour: max(0, count) for colour, count in left.items()}


def _describe_cubes(odds: Odds, notes: Sequence[Sentence], throwing: PlannedThrow) -> list[AnswerLine]:
    """Describe the cubes thrown, with those that cards and events add, and those inside the tower."""
    lodged = _count_inside(throwing)
    if isinstance(throwing.lodged, Guess):
        mean = round(throwing.lodged.estimate_lodged(throwing.preset), 1)
        line = _say_odds("inside on average", mean=mean)
    elif any(lodged.values()):
        line = _say_odds("inside", cubes=describe_armies(lodged))
    else:
        line = _say_odds("inside nothing")
    return [*notes, _say_odds("into", odds.thrown, preset=odds.preset), line]


def _list_remedies(throwing: PlannedThrow) -> tuple[str, ...]:
    contents_known = isinstance(throwing.lodged, Guess) or any(_count_inside(throwing).values())
    return () if contents_known else ("lodged",)


def _describe_green_tie(odds: Odds, defender: Sentence) -> Iterator[Sentence]:
    """Yield the chance of a tie since only green armies come out for the defender, if it is not negligible."""
    if odds.only_green >= 0.0005:
        chance = format_percent(odds.only_green)
        yield _say_odds("only green", chance=chance, player=defender)


def _describe_survivors(odds: Odds) -> Iterator[Sentence]:
    """Yield how many armies of each player survive, with the chance of each number."""
    for colour, pmf in odds.survivors.items():
        listed = [
            _say_odds("chance", count=count, chance=format_percent(float(chance)))
            for count, chance in enumerate(pmf)
            if chance >= 0.0005
        ]
        listing = reduce(lambda before, line: say("{before}  {more}", before=before, more=line), listed)
        yield _say_odds("survive", player=name_player(colour), mean=odds.expected_survivors[colour], listed=listing)


def _describe_enough(points: Sequence[CurvePoint]) -> Iterator[Sentence]:
    """Yield the numbers of armies that win with chances of a half, three quarters and nine tenths."""
    for chance in (0.5, 0.75, 0.9):
        armies = find_fewest_armies(points, chance)
        if armies is not None:
            yield _say_odds("enough", armies, chance=format_percent(chance, 0))


def _describe_excess(throwing: PlannedThrow) -> tuple[Sentence, ...]:
    """A remark for each colour with more cubes than are in the box."""
    places = (_count_inside(throwing), throwing.tray, throwing.cubes)
    counts = {colour: sum(place.get(colour, 0) for place in places) for colour in realm.COLOURS}
    return tuple(
        _say_odds("too many", count=count, colour=realm.name_colour(colour), most=realm.get_supply_size(colour))
        for colour, count in counts.items()
        if count > realm.get_supply_size(colour)
    )


@catch_refusals
def judge_tray(tray: Mapping[str, int], fight: Battle | Revolt, rulings: Rulings) -> Answer:
    """Judge the cubes in the tray: who wins, who loses what, where the cubes go, and who has the province."""
    resolve = resolve_battle if isinstance(fight, Battle) else resolve_revolt
    verdict = resolve(tray, fight, rulings)  # type: ignore[arg-type]  # each takes its own kind of fight
    return Answer(verdict, (Tray(tray), *verdict.lines.values()))


@dataclass(frozen=True, slots=True)
class WinterHand:
    """A player's provinces (names or number) and rice at the start of winter, before the loss."""

    provinces: int | tuple[str, ...]
    rice: int


def _list_province_names(hand: WinterHand) -> tuple[str, ...]:
    """The names of the provinces; empty if only their number is known, so that no revolts can be drawn."""
    return () if isinstance(hand.provinces, int) else hand.provinces


@catch_refusals
def compute_winter(
    hands: Mapping[str, WinterHand],
    loss: int,
    markers: Mapping[str, int],
    drawn_by_hand: Sequence[str],
    seed: str | None = None,
) -> Answer:
    """Compute the rice each player lacks and the revolts; if provinces have names, draw those in revolt."""
    known = [name for hand in hands.values() for name in _list_province_names(hand)]
    for province in known:
        if known.count(province) > 1:
            raise InputError("{province} was named for two players.", province=province)
    for province in (*drawn_by_hand, *markers):
        if province not in known:
            raise InputError("Nobody owns {province}.", province=province)
    key = secrets.token_hex(16) if seed is None else seed
    players: dict[str, object] = {}
    lines: list[Sentence] = []
    chance = False
    for player, hand in hands.items():
        names = _list_province_names(hand)
        count = hand.provinces if isinstance(hand.provinces, int) else len(names)
        need = compute_hunger(count, hand.rice, loss)
        by_hand = [name for name in drawn_by_hand if name in names]
        provinces: Sequence[str] = ()
        if need.revolts and names:
            if by_hand and len(set(by_hand)) != need.revolts:
                raise build_draw_error(need.revolts, player)
            provinces = by_hand or draw_revolts(names, need.revolts, realm.SeededDraws(key), f"winter {player}")
            chance = chance or not by_hand
        greens = {name: need.greens + markers.get(name, 0) for name in provinces}
        players[player] = {
            "provinces": need.provinces,
            "rice": need.rice,
            "left": need.rice_left,
            "missing": need.missing,
            "revolts": need.revolts,
            "green": need.greens,
            "drawn": [{"province": name, "green": green} for name, green in greens.items()],
        }
        lines += need.describe(player, loss)
        lines += [
            say(
                "  {province} revolts: thrown are {greens} with all armies there.",
                province=name,
                greens=describe_armies({GREEN: green}),
            )
            for name, green in greens.items()
        ]
    return _answer_with_seed({"loss": loss, "players": players}, lines, key if chance else None, seed)


@catch_refusals
def rank_revealed_bids(
    bids: Mapping[str, Bid], chests: Mapping[str, int], seed: str | None = None, rulings: Rulings = DEFAULTS
) -> Answer:
    """Rank bids without a table; ties are broken by a draw from the seed, by default a random one."""
    key = secrets.token_hex(16) if seed is None else seed
    ranking = rank_bids(bids, realm.SeededDraws(key), "bids", chests, rulings)
    return _answer_with_seed(encode(ranking), ranking.lines, key if ranking.drawn else None, seed)


def _answer_with_seed(
    data: Mapping[str, object], lines: Sequence[Sentence], key: str | None, seed: str | None
) -> Answer:
    """An answer with the seed of its draws, if any; a random seed is also shown."""
    notes = () if key is None or seed is not None else (say("Drawn from the seed {seed}.", seed=key),)
    return Answer({**data, "seed": key}, (*lines, *notes), remedies=("seed",) if notes else ())


@catch_refusals
def predict_action(
    action: str,
    province: str,
    player: str,
    land: Land,
    seat: Belongings,
    *,
    side: Side,
    event: str,
    special: str | None,
    rulings: Rulings,
) -> Answer:
    """The outcome of any action except a battle; the event is applied first, then the special card."""
    if action in COMBATS:
        raise InputError("Battles cannot be worked out here.", remedy="fight")
    board = facts().board(side)
    check_sites(board, province, land.buildings)
    before = Realm(board, (player,), {province: land}, {player: seat}, realm.Stock())
    if action in realm.BUILDINGS:
        result = build(before, player, province, action, event)
    elif action in YIELDS:
        result = collect(before, player, province, action, event, special, rulings)
    else:
        result = recruit(before, player, province, action, event, special, rulings)
    after, land_after = result.realm.seats[player], result.realm.lands[province]
    lines = [*([describe_event_rule(event)] if event else []), *result.lines]
    revolt = None
    if result.clash is not None:
        counts = dict(result.clash.forces.cubes)
        revolt = {"green": counts[GREEN], "thrown": counts}
        cubes = describe_armies(counts)
        lines += [
            *result.clash.forces.notes,
            say("Into the tower go {cubes}, with all that lies in the tray.", cubes=cubes),
        ]
    # the whole harvest, as in the sentence, even if the rice track ends before
    rice = compute_harvest(board.provinces[province].rice, "rice", event, special).amount if action == "rice" else 0
    data = {
        "done": not result.is_lost,
        "chests": after.chests - seat.chests,
        "rice": rice,
        "armies": land_after.armies - land.armies if revolt is None else 0,
        "buildings": land_after.buildings,
        "markers": land_after.markers,
        "seat": after,
        "revolt": revolt,
        "lines": result.lines,
    }
    return Answer(data, tuple(lines))


_say_setup = partial(say_phrase, "shogun", "set-up")


@catch_refusals
def describe_setup(side: Side, players: int, fixed: bool = False) -> Answer:
    preparation = prepare_game(facts(), side, players, fixed)
    routes = [
        {"a": border.a, "b": border.b, "confirmed": side == Side.SUN or border.moon_confirmed}
        for border in facts().borders
        if border.kind == "sea"
    ]
    data = {**encode(preparation), "sea_routes": routes}
    lines: list[AnswerLine] = [*_describe_preparation(preparation)]
    if fixed:
        groups: dict[str, tuple[StartingGroup, ...]] = {}
        for group in facts().get_fixed_setup(players):
            groups[group.player] = (*groups.get(group.player, ()), group)
        data["fixed"] = groups
        lines += [_say_setup("fixed"), FixedSetup(groups)]
    return Answer(data, tuple(lines))


def _describe_preparation(preparation: Preparation) -> tuple[Sentence, ...]:
    sun = preparation.side == Side.SUN
    each, green = preparation.tower
    lines = [
        _say_setup("sun" if sun else "moon", players=preparation.players),
        _say_setup("cards", count=len(preparation.cards), numbers=" ".join(map(str, preparation.other_side))),
    ]
    if preparation.left_out:
        lines.append(_say_setup("out", names=join_with_commas(preparation.left_out)))
        if not sun:
            lines.append(_say_setup("no label"))
    lines += [
        _say_setup("takes", chests=preparation.chests),
        _say_setup("groups", groups=" ".join(map(str, preparation.groups)), left=preparation.stack),
        _say_setup("draft"),
        _say_setup("tower", each=each, green=green),
        _say_setup("open"),
    ]
    return (*lines, *(() if sun else list_doubtful_routes()))
