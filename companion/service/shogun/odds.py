"""The exact chances of a battle or revolt that nobody has thrown yet, and how many armies to send."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from companion.answers import GAP, Answer, Told, answering
from companion.codec import encode
from companion.data.files import write_text
from companion.data.outputs import marked
from companion.data.shogun import Side, StartingGroup, facts
from companion.data.vocabulary import told_of
from companion.errors import InputError
from companion.paths import STANDARD_OUTPUT
from companion.play.shogun.start import doubtful_sea_routes
from companion.play.shogun.telling.figures import Chances, FixedSetup, OddsCurve, Tray, percent
from companion.play.shogun.telling.throws import what_words
from companion.rules.rulings import Rulings
from companion.rules.shogun.action import build, collect, harvest, recruit
from companion.rules.shogun.battle import (
    Attack,
    Battle,
    Muster,
    Revolt,
    Rising,
    muster_attack,
    muster_revolt,
    resolve_battle,
    resolve_revolt,
)
from companion.rules.shogun.odds import Odds, Point, Throwing, attack_curve, battle_odds, enough, revolt_odds
from companion.rules.shogun.realm import (
    BUILDINGS,
    COLOURS,
    GREEN,
    NEUTRAL,
    Land,
    Realm,
    Seat,
    SeededDraws,
    Stock,
    armies,
    colour_word,
    daimyo,
    supply_size,
)
from companion.rules.shogun.round.bids import COMBATS, YIELDS, Bid, event_words, rank_bids
from companion.rules.shogun.rulings import DEFAULTS
from companion.rules.shogun.score import check_sites
from companion.rules.shogun.setup import Preparation, prepare
from companion.rules.shogun.tower import Ages, Guess
from companion.rules.shogun.winter import draw_revolts, hunger, wrong_draw
from companion.sentences import ENGLISH, Language, Sentence, listed, say

_MARGIN, _WIDTH, _HEIGHT = 60, 640, 400
_WIN, _TIE, _INK, _GRID = "#0072b2", "#e69f00", "#1a1a1a", "#d0d0d0"


def draw_curve(curve: OddsCurve, language: Language) -> str:
    """An SVG of the chance to win as a blue line with dots, and that of win or tie as an orange one."""
    import svgwrite

    drawing = svgwrite.Drawing(size=(_WIDTH, _HEIGHT), viewBox=f"0 0 {_WIDTH} {_HEIGHT}")
    title = curve.title.said(language)
    drawing.set_desc(title=title)
    drawing.add(drawing.rect((0, 0), (_WIDTH, _HEIGHT), fill="white"))
    letters = drawing.g(font_family="sans-serif", font_size=14, fill=_INK)
    letters.add(drawing.text(title, insert=(_MARGIN, 28), font_size=18))
    for tenth in (0, 2, 4, 6, 8, 10):
        y = _across(tenth / 10)
        drawing.add(drawing.line((_MARGIN, y), (_WIDTH - 20, y), stroke=_GRID))
        share = percent(tenth / 10, 0).said(language)
        letters.add(drawing.text(share, insert=(_MARGIN - 8, y + 5), text_anchor="end"))
    count = len(curve.points)
    for sent in range(1, count + 1, max(1, count // 16)):
        x = _along(sent, count)
        letters.add(drawing.text(str(sent), insert=(x, _HEIGHT - 34), text_anchor="middle"))
    middle = (_MARGIN + _WIDTH - 20) / 2
    below = language.template("armies sent")
    letters.add(drawing.text(below, insert=(middle, _HEIGHT - 10), text_anchor="middle"))
    for ink, dashes, chances, name in (
        (_TIE, "6 4", [win + tie for win, tie in curve.points], language.template("win or tie")),
        (_WIN, "none", [win for win, _ in curve.points], language.template("win")),
    ):
        places = [
            (round(_along(sent, count), 2), round(_across(chance), 2))
            for sent, chance in enumerate(chances, 1)
        ]
        line = {"stroke": ink, "stroke_width": 2.5, "stroke_dasharray": dashes}
        drawing.add(drawing.polyline(places, fill="none", **line))
        for place in places:
            drawing.add(drawing.circle(place, 3, fill=ink))
        right, y = _WIDTH - 160, _HEIGHT - 50 - (66 if ink == _TIE else 86)
        drawing.add(drawing.line((right, y), (right + 30, y), **line))
        letters.add(drawing.text(name, insert=(right + 38, y + 5)))
    drawing.add(letters)
    return marked(drawing.tostring()) + "\n"


def _across(chance: float) -> float:
    return _HEIGHT - 60 - chance * (_HEIGHT - 60 - 50)


def _along(sent: int, most: int) -> float:
    return _MARGIN + 20 + (sent - 1) / max(1, most - 1) * (_WIDTH - 20 - _MARGIN - 40)


_said = partial(told_of, "shogun", "odds")


@answering
def attack_odds(
    attack: Attack, markers: int, greens: int | None, tower: Throwing, rulings: Rulings, **told: Any
) -> Answer:
    """The chances of an attack that no table knows of; see ``describe_attack_odds``."""
    fighting = {attack.attacker: attack.armies, attack.defender: attack.defenders}
    mustered = muster_attack(attack, _supply(tower, fighting), rulings)
    battle = Battle(attack.attacker, attack.defender, markers)
    answer = describe_attack_odds(attack.armies, mustered, battle, tower, rulings, greens=greens, **told)
    return replace(answer, remedies=_remedies(tower))


@answering
def odds_of_revolt(rising: Rising, tower: Throwing, rulings: Rulings, *, survivors: bool = False) -> Answer:
    """The chances of a revolt that no table knows of."""
    mustered = muster_revolt(rising, _supply(tower, {rising.owner: rising.armies}), rulings)
    answer = describe_revolt_odds(
        mustered, Revolt(rising.owner, rising.markers), tower, rulings, survivors=survivors
    )
    return replace(answer, remedies=_remedies(tower))


def describe_attack_odds(
    armies: int,
    mustered: Muster,
    battle: Battle,
    tower: Throwing,
    rulings: Rulings,
    *,
    greens: int | None = None,
    survivors: bool = False,
    curve: bool = False,
    picture: Path | None = None,
    overwrite: bool = False,
    language: Language = ENGLISH,
) -> Answer:
    """The chances of an attack: outcome, survivors, and where asked for the curve of every number of armies.

    Args:
        armies: How many attack, without those that cards and events add.
        tower: The tower, its tray and what is inside; its cubes are replaced by those of the attack.
        greens: How many green armies defend a neutral province, where that is not left to the event.
    """
    cubes = mustered.cubes if greens is None else {**mustered.cubes, GREEN: greens}
    throwing = replace(tower, cubes=cubes)
    odds = battle_odds(throwing, battle, rulings)
    points: tuple[Point, ...] = ()
    if curve or picture is not None:
        points = attack_curve(throwing, battle, rulings, mustered.cubes[battle.attacker] - armies)
    neutral = battle.defender == NEUTRAL
    attacker, defender = daimyo(battle.attacker), daimyo(battle.defender)
    drawn = OddsCurve(what_words(battle), tuple((point.win, point.tie) for point in points))
    lines = [
        *_head(odds, mustered.notes, throwing),
        Chances(
            (
                (_said("conquers", player=attacker), odds.win),
                (_said("tie neutral" if neutral else "tie"), odds.tie),
                (_said("farmers hold") if neutral else _said("holds", player=defender), odds.lose),
            )
        ),
        *_only_green(odds, defender),
        *_survivors(odds),
    ]
    if curve:
        lines += [GAP, drawn, *_enough(points)]
    if picture is not None:
        write_text(picture, draw_curve(drawn, language), overwrite=overwrite)
        if picture != STANDARD_OUTPUT:
            lines.append(_said("curve", file=str(picture)))
    return Answer(
        _told(odds, survivors, points if curve else ()),
        tuple(lines),
        notices=_too_many(throwing),
        files=() if picture is None else (picture,),
    )


def describe_revolt_odds(
    mustered: Muster, revolt: Revolt, tower: Throwing, rulings: Rulings, *, survivors: bool = False
) -> Answer:
    """The chances of a revolt; ``tower`` as in ``describe_attack_odds``."""
    throwing = replace(tower, cubes=mustered.cubes)
    odds = revolt_odds(throwing, revolt, rulings)
    chances = Chances(
        (
            (_said("keeps", player=daimyo(revolt.owner)), odds.win),
            (_said("loses", player=daimyo(revolt.owner)), odds.lost),
            (_said("loses by a tie"), odds.tie),
        )
    )
    return Answer(
        _told(odds, survivors),
        (*_head(odds, mustered.notes, throwing), chances, *_survivors(odds)),
        notices=_too_many(throwing),
    )


def _told(odds: Odds, survivors: bool, points: Sequence[Point] = ()) -> dict[str, object]:
    """The odds for a program, with what was asked for besides."""
    besides = {"survivors": odds.survivors if survivors else {}, "curve": points}
    return {**encode(odds), **{name: value for name, value in besides.items() if value}}


def _inside(tower: Throwing) -> dict[str, int]:
    """Cubes that are known to be inside, by colour."""
    lodged = tower.lodged
    return {c: len(ages) for c, ages in lodged.ages.items()} if isinstance(lodged, Ages) else {}


def _supply(tower: Throwing, fighting: Mapping[str, int]) -> dict[str, int]:
    """Cubes that can be left in the supplies at most: neither fighting, in the tray nor known inside."""
    gone = (fighting, tower.tray, _inside(tower))
    return {
        colour: max(0, supply_size(colour) - sum(counts.get(colour, 0) for counts in gone))
        for colour in COLOURS
    }


def _head(odds: Odds, notes: Sequence[Sentence], throwing: Throwing) -> list[Told]:
    """The cubes that go in, those that cards and events added, and those inside."""
    inside = _inside(throwing)
    if isinstance(throwing.lodged, Guess):
        mean = round(throwing.lodged.lodged(throwing.preset), 1)
        told = _said("inside on average", mean=mean)
    elif any(inside.values()):
        told = _said("inside", cubes=armies(inside))
    else:
        told = _said("inside nothing")
    into = _said("into", odds.thrown, preset=odds.preset)
    return [*notes, into, told]


def _remedies(throwing: Throwing) -> tuple[str, ...]:
    known = isinstance(throwing.lodged, Guess) or any(_inside(throwing).values())
    return () if known else ("lodged",)


def _only_green(odds: Odds, defender: Sentence) -> Iterator[Sentence]:
    """The chance that a defence of nothing but green armies is a tie."""
    if odds.only_green >= 0.0005:
        chance = percent(odds.only_green)
        yield _said("only green", chance=chance, player=defender)


def _survivors(odds: Odds) -> Iterator[Sentence]:
    """The armies of each player that survive, with the chance of each number."""
    for colour, pmf in odds.survivors.items():
        listed = [
            _said("chance", count=count, chance=percent(float(chance)))
            for count, chance in enumerate(pmf)
            if chance >= 0.0005
        ]
        told = listed[0]
        for each in listed[1:]:
            told = say("{before}  {more}", before=told, more=each)
        yield _said("survive", player=daimyo(colour), mean=odds.expected_survivors[colour], listed=told)


def _enough(points: Sequence[Point]) -> Iterator[Sentence]:
    """The numbers of armies that win in half, three quarters and nine tenths of cases."""
    for chance in (0.5, 0.75, 0.9):
        sent = enough(points, chance)
        if sent is not None:
            yield _said("enough", sent, chance=percent(chance, 0))


def _too_many(throwing: Throwing) -> tuple[Sentence, ...]:
    """A remark for each colour of which there would be more cubes than the box holds."""
    places = (_inside(throwing), throwing.tray, throwing.cubes)
    counts = {colour: sum(place.get(colour, 0) for place in places) for colour in COLOURS}
    return tuple(
        _said("too many", count=count, colour=colour_word(colour), most=supply_size(colour))
        for colour, count in counts.items()
        if count > supply_size(colour)
    )


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


_say_setup = partial(told_of, "shogun", "set-up")


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
        lines += [_say_setup("fixed"), FixedSetup(begun)]
    return Answer(data, tuple(lines))


def _lines(preparation: Preparation) -> tuple[Sentence, ...]:
    sun = preparation.side == Side.SUN
    each, green = preparation.tower
    lines = [
        _say_setup("sun" if sun else "moon", players=preparation.players),
        _say_setup("cards", count=len(preparation.cards), numbers=" ".join(map(str, preparation.other_side))),
    ]
    if preparation.left_out:
        lines.append(_say_setup("out", names=listed(preparation.left_out)))
        if not sun:
            lines.append(_say_setup("no label"))
    lines += [
        _say_setup("takes", chests=preparation.chests),
        _say_setup("groups", groups=" ".join(map(str, preparation.groups)), left=preparation.stack),
        _say_setup("draft"),
        _say_setup("tower", each=each, green=green),
        _say_setup("open"),
    ]
    return (*lines, *(() if sun else doubtful_sea_routes()))
