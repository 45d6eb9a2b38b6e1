"""The exact chances of a battle or revolt that nobody has thrown yet, and how many armies to send."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from companion.answers import GAP, Answer, Told, answering
from companion.codec import encode
from companion.data.files import write_text
from companion.data.outputs import marked
from companion.data.vocabulary import told_of
from companion.paths import STANDARD_OUTPUT
from companion.play.shogun.telling.figures import Chances, OddsCurve, percent
from companion.play.shogun.telling.throws import what_words
from companion.rules.rulings import Rulings
from companion.rules.shogun.battle import Attack, Battle, Muster, Revolt, Rising, muster_attack, muster_revolt
from companion.rules.shogun.odds import Odds, Point, Throwing, attack_curve, battle_odds, enough, revolt_odds
from companion.rules.shogun.realm import COLOURS, GREEN, NEUTRAL, armies, colour_word, daimyo, supply_size
from companion.rules.shogun.tower import Ages, Guess
from companion.sentences import ENGLISH, Language, Sentence, say

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
