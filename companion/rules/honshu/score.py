"""The final score of maps, explained line by line, and who won."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations
from typing import NamedTuple

from companion.data.honshu.cards import CUBES_A_COLOUR, Square, Terrain, load_cards
from companion.data.honshu.map import ASKING, Counts, HonshuMap
from companion.data.vocabulary import say_phrase
from companion.errors import InputError
from companion.rules.honshu.board import (
    COLOURS,
    DEFAULT_RULINGS,
    MOST_COVERED_SQUARES,
    Bitboard,
    Position,
    build_block,
    build_board_from_map,
    choose_most_blocks,
    find_blocks,
    find_districts,
    list_positions,
    split_bits,
)
from companion.rules.rulings import Ruling, Rulings
from companion.rules.score import Line, Score
from companion.sentences import Sentence, say

FACTORIES = (say("blue factory"), say("brown factory"), say("grey factory"), say("yellow factory"), say("factory"))
"""A factory of each of ``COLOURS``, then of an unknown colour; whole phrases, since in French the colour agrees."""

_WHERE = (say("in a row"), say("in a column"), say("in a line"))


def describe_feature(rule: str, details: tuple[int, ...]) -> Sentence:
    """The sentence of a score line, from the rule and the details of its ``Feature``."""
    name, fields = rule, dict[str, object]()
    count: int | None = None
    match rule, details:
        case "forest" | "card-4" | "card-6", (count,):
            pass
        case "town", (count, equals):
            name, fields = "town" if equals == 1 else "town of several", {"equals": equals}
        case "factory", (colour, value, towns_served):
            name, count = ("factory", towns_served) if towns_served else ("factory without a cube", None)
            fields = {"factory": FACTORIES[colour], "value": value}
        case "lake", (size,):
            name, fields = "lake" if size > 1 else "lake of one", {"size": size}
        case "lake", (count, 4):
            name = "lake by card-4"
        case "card-2", (length, count, direction):
            fields = {"length": length, "where": _WHERE[direction]}
        case "card-3", ():
            pass
        case "card-5", (count, each):
            name = "card-5 instead" if each == 2 else rule
        case "card-6", (count, colour):
            name, fields = "card-6 of a colour", {"colour": COLOURS[colour].word}
        case "card-7" | "card-8", (count,):
            name, fields = "cubes", {"card": rule.removeprefix("card-")}
        case "card-7" | "card-8", (count, colour):
            fields = {"card": rule.removeprefix("card-"), "colour": COLOURS[colour].word}
            name = "cubes of a colour"
        case "recount", (card,):
            name, fields = "recount" if card else "recount without a card", {"card": card}
        case _:
            raise ValueError(f"nothing is said of {rule} with {details}")
    return say_phrase("honshu", "score", name, count, **fields)


class Feature(NamedTuple):
    """Something on a map that scores, before it becomes a sentence."""

    rule: str  # ``forest``, ``town``, ``factory``, ``lake``, or ``card-2`` and so on
    points: int
    squares: int  # a set of them, as in ``Bitboard``
    details: tuple[int, ...]  # the numbers and colour index that its sentence needs; they depend on the rule
    joined: bool = True  # false if each of its squares scores by itself


POINTS: dict[str, Callable[..., int]] = {
    "forest": lambda number: 2 * number,
    "town": lambda size, equals: size,
    "factory": lambda colour, value, towns_served: value * towns_served,
    "lake": lambda size, card=0: 2 * size if card else 3 * (size - 1),
    "card-2": lambda length, times, direction: 4 * times,
    "card-3": lambda: 5,
    "card-4": lambda number: 2 * number,
    "card-5": lambda number, each: number * each,
    "card-6": lambda number, colour=0: 2 * number,
    "card-7": lambda number, colour=0: 2 * number,
    "card-8": lambda number, colour=0: 2 * number,
    "recount": lambda card: 0,
}
"""The points of a feature by its rule, computed from its details. Source: Honshu booklet, Final score."""

_APART = ("forest", "factory", "card-5", "card-6", "card-7", "card-8")  # rules whose squares each score by themselves


def build_feature(rule: str, squares: int, *details: int) -> Feature:
    """A feature with its points; ``squares`` is 0 if it was only counted."""
    return Feature(rule, POINTS[rule](*details), squares, details, rule not in _APART)


def score_forests(board: Bitboard) -> list[Feature]:
    """Two points for each forest. Source: Honshu booklet, Final score."""
    number = board.forest.bit_count()
    return [build_feature("forest", board.forest, number)] if number else []


def score_towns(board: Bitboard, card: int | None, rulings: Mapping[str, str]) -> list[Feature]:
    """One point for each square of the biggest town, and card 5. Source: Honshu booklet, Final score.

    Of equally big towns one counts; with card 5 the one that gives most.
    """
    if not board.town:
        return []
    towns = find_districts(board.town, board.stride)
    size = max(map(int.bit_count, towns))
    biggest = [town for town in towns if town.bit_count() == size]
    if card != 5:
        return [build_feature("town", biggest[0], size, len(biggest))]
    choices = [
        [build_feature("town", town, size, len(biggest)), *score_crowded_towns(board, rulings, town)]
        for town in biggest
    ]
    return max(choices, key=lambda choice: sum(feature.points for feature in choice))


def score_crowded_towns(board: Bitboard, rulings: Mapping[str, str], biggest: int) -> list[Feature]:
    """Town squares with exactly four town neighbours. Source: end-of-game scoring card 5."""
    town, stride = board.town, board.stride
    crowded = town & town << 1 & town >> 1 & town << stride & town >> stride
    return [
        build_feature("card-5", squares, squares.bit_count(), points)
        for squares, points in split_crowded_towns(crowded & biggest, crowded & ~biggest, rulings)
        if squares
    ]


def split_crowded_towns(slots: int, slots_out: int, rulings: Mapping[str, str]) -> Iterator[tuple[int, int]]:
    """The town squares that score with card 5, and the points for each; takes two sets of squares or two counts."""
    if rulings["town-card-scope"] == "biggest":
        slots_out = 0
    if rulings["town-card-value"] == "added":
        yield slots + slots_out, 3
    else:
        yield from ((slots, 2), (slots_out, 3))


def score_lakes(board: Bitboard, card: int | None, rulings: Mapping[str, str]) -> list[Feature]:
    """Three points for each lake square but the first of its district; with card 4 two a square instead.

    Source: Honshu booklet, Final score; end-of-game scoring card 4 and the ruling ``lake-card``.
    """
    if not board.lake:
        return []
    if card == 4 and rulings["lake-card"] == "instead":
        number = board.lake.bit_count()
        return [build_feature("lake", board.lake, number, card)]
    return [build_feature("lake", lake, lake.bit_count()) for lake in find_districts(board.lake, board.stride)]


def count_deliverable_cubes(board: Bitboard, colour: int, rulings: Mapping[str, str]) -> int:
    """The cubes of a colour that can be delivered: those on the map, up to the number in the box.

    Source: Honshu booklet, components; the ruling ``cube-pool``.
    """
    cubes = board.cubes[colour].bit_count()
    return min(cubes, CUBES_A_COLOUR) if rulings["cube-pool"] == "ten" else cubes


def deliver_cubes(
    board: Bitboard, card: int | None, rulings: Mapping[str, str]
) -> tuple[list[Feature], tuple[int, int, int, int]]:
    """Deliver all cubes, to the factories of their colour with the highest values first.

    A factory takes one cube, two with card 1. Returns every factory with its points, and the cubes of each
    colour delivered. No other delivery gives more: a cube fits every factory of its colour, and cards 6, 7
    and 8 add the same for each cube delivered. Source: Honshu booklet, Final score; scoring card 1.
    """
    features: list[Feature] = []
    at_most = 2 if card == 1 else 1
    counts = [0, 0, 0, 0]
    for colour in range(4):
        cubes = left = count_deliverable_cubes(board, colour, rulings)
        value = 4
        for factories in board.factories[colour]:
            while factories:
                factory = factories & -factories
                factories ^= factory
                number = left if left < at_most else at_most
                left -= number
                features.append(build_feature("factory", factory, colour, value, number))
            value -= 1
        counts[colour] = cubes - left
    return features, (counts[0], counts[1], counts[2], counts[3])


TRIPLE = 3  # forests in a line that score with card 2


def score_forest_lines(board: Bitboard, rulings: Mapping[str, str], _delivered: Sequence[int]) -> list[Feature]:
    """Three forests in a row or column: 4. Source: end-of-game scoring card 2."""
    features = []
    for index, step in enumerate((1, board.stride)):
        beginnings = board.forest & ~(board.forest << step)
        for first in split_bits(beginnings):
            line, length = first, 1
            while board.forest & line << step & ~line:
                line |= board.forest & line << step
                length += 1
            if length >= TRIPLE:
                features.append(build_feature("card-2", line, length, count_line_scores(length, rulings), index))
    return features


def count_line_scores(length: int, rulings: Mapping[str, str]) -> int:
    """How often a line of forests scores. Source: scoring card 2; the ruling ``forest-lines``."""
    return length - 2 if rulings["forest-lines"] == "windows" else length // TRIPLE


def score_fallow_blocks(board: Bitboard, rulings: Mapping[str, str], _delivered: Sequence[int]) -> list[Feature]:
    """Two by two squares of fallow: 5. Source: end-of-game scoring card 3."""
    stride = board.stride
    if rulings["fallow-blocks"] == "windows":
        corners = tuple(split_bits(find_blocks(board.fallow, stride)))
    else:
        corners = choose_most_blocks(board.fallow, stride)
    return [build_feature("card-3", build_block(corner, stride)) for corner in corners]


def score_lake_squares(board: Bitboard, rulings: Mapping[str, str], _delivered: Sequence[int]) -> list[Feature]:
    """Each lake square: 2 more, under the ruling ``lake-card=added``. Source: scoring card 4."""
    number = board.lake.bit_count()
    if rulings["lake-card"] == "instead" or not number:
        return []
    return [build_feature("card-4", board.lake, number)]


def score_empty_production(
    board: Bitboard, rulings: Mapping[str, str], delivered_cubes: Sequence[int]
) -> list[Feature]:
    """Production squares without a cube: 2 each. Source: end-of-game scoring card 6.

    A delivered cube leaves its square empty, unless the table counts before the delivery. A cube beyond
    the ten of its colour does not exist, so its square is empty.
    """
    after = rulings["empty-production"] == "after"
    features = []
    for colour in range(4):
        cubes = board.cubes[colour]
        remaining = count_deliverable_cubes(board, colour, rulings)
        if after:
            remaining -= delivered_cubes[colour]
        empty = board.production[colour] ^ cubes
        for cube in list(split_bits(cubes))[: cubes.bit_count() - remaining]:
            empty |= cube
        if number := empty.bit_count():
            features.append(build_feature("card-6", empty, number, colour))
    return features


def score_delivered_cubes(
    board: Bitboard, _rulings: Mapping[str, str], delivered_cubes: Sequence[int], rule: str, colours: tuple[int, ...]
) -> list[Feature]:
    """Cubes of two colours in factories: 2 more each. Source: end-of-game scoring cards 7 and 8."""
    features = []
    for colour in colours:
        if number := delivered_cubes[colour]:
            served_factories, left = 0, number
            for factories in board.factories[colour]:
                for factory in split_bits(factories):
                    if left:
                        served_factories |= factory
                        left -= 1
            features.append(build_feature(rule, served_factories, number, colour))
    return features


BONUSES: dict[int, Callable[[Bitboard, Mapping[str, str], Sequence[int]], list[Feature]]] = {
    2: score_forest_lines,
    3: score_fallow_blocks,
    4: score_lake_squares,
    6: score_empty_production,
    7: partial(score_delivered_cubes, rule="card-7", colours=(0, 3)),
    8: partial(score_delivered_cubes, rule="card-8", colours=(1, 2)),
}
"""The function for each scoring card with a bonus, from the map, the rulings and the cubes delivered by colour."""

VALUES = (2, 3, 4)  # of factories
_CARDS = 12  # map cards that lie on a finished map, beside its start province


@cache
def compute_most_squares(terrain: Terrain, value: int = 0) -> int:
    """The most squares of a kind that twelve map cards and a start province can show."""

    def matches(square: Square) -> bool:
        return square.terrain is terrain and square.value == value

    numbers: dict[bool, list[int]] = {True: [], False: []}
    for card in load_cards():
        numbers[card.series == "map"].append(sum(matches(square) for row in card.squares for square in row))
    return sum(sorted(numbers[True])[-_CARDS:]) + max(numbers[False])


def check_counts(counts: Counts) -> None:
    """Refuse counts that no finished map can have, and say what is possible."""
    factories, cubes = Counter(counts.factories), 2 if counts.card == 1 else 1
    if unknown := [value for value in factories if value not in VALUES]:
        raise InputError("There is no factory of {value}; type 2, 3 or 4 for each cube delivered.", value=unknown[0])
    limits = [
        (counts.forests, compute_most_squares(Terrain.FOREST), say("forests")),
        (counts.town, compute_most_squares(Terrain.TOWN), say("town squares")),
        (sum(counts.lakes), compute_most_squares(Terrain.LAKE), say("lake squares")),
        (len(counts.factories), compute_most_squares(Terrain.PRODUCTION), say("cubes")),
        (counts.fallow or 0, compute_most_squares(Terrain.FALLOW), say("fallow squares")),
    ]
    for value, number in factories.items():
        at_most = cubes * compute_most_squares(Terrain.FACTORY, value)
        limits.append((number, at_most, say("cubes in factories of {value}", value=value)))
    for number, at_most, kind in (*limits, *_list_card_limits(counts)):
        if not 0 <= number <= at_most:
            raise InputError("There cannot be {number} {what}; at most {most}.", number=number, what=kind, most=at_most)
    squares = counts.forests + counts.town + sum(counts.lakes) + (counts.fallow or 0)
    squares += sum(-(-number // cubes) for number in factories.values())
    if squares > MOST_COVERED_SQUARES:
        raise InputError(
            "That makes {squares} squares; thirteen cards show {most} at most.",
            squares=squares,
            most=MOST_COVERED_SQUARES,
        )


def _list_card_limits(counts: Counts) -> Iterator[tuple[int, int, Sentence]]:
    """The number given for a scoring card, its maximum, and what it counts."""
    card, bonus, factories = counts.card, counts.bonus, len(counts.factories)
    limits = {3: 2, 5: 2, 6: 1, 7: 1, 8: 1}.get(card or 0, len(bonus))
    reason = None
    if not min(limits, 1) <= len(bonus) <= limits:
        reason = say("expected one number; for cards 3 and 5 it may be two.")
    elif card == 2 and any(length < TRIPLE for length in bonus):
        reason = say("a line has three forests or more, not {length}.", length=min(bonus))
    elif card == 3 and bonus[-1] < bonus[0]:
        reason = say("counting overlapping blocks too cannot give fewer blocks.")
    elif card == 6 and bonus[0] < factories:
        reason = say("each cube delivered leaves a square empty: at least {count}.", count=factories)
    if reason is not None:
        raise InputError("Scoring card {card}: {what}", card=card, what=reason)
    match card:
        case 2:
            yield max(bonus, default=0), counts.forests, say("forests in a line")
        case 3:
            yield bonus[-1], compute_most_squares(Terrain.FALLOW), say("blocks")
        case 5:  # a town with such a square has four more
            yield bonus[0], max(counts.town - 4, 0), say("squares inside the biggest town")
        case 6:
            yield bonus[0], compute_most_squares(Terrain.PRODUCTION), say("production squares")
        case 7 | 8:
            yield bonus[0], factories, say("of the cubes delivered")


def score_counts(counts: Counts, card: int | None, rulings: Mapping[str, str]) -> list[Feature]:
    """The features of a map given only by counts; see ``find_features``."""
    features = [build_feature("forest", 0, counts.forests)] if counts.forests else []
    features += [build_feature("town", 0, counts.town, 1)] if counts.town else []
    features += [build_feature("factory", 0, 4, value, 1) for value in sorted(counts.factories, reverse=True)]
    squares = sum(counts.lakes)
    replaces_card = card == 4 and rulings["lake-card"] == "instead"
    if replaces_card and squares:
        features.append(build_feature("lake", 0, squares, 4))
    elif not replaces_card:
        features += [build_feature("lake", 0, size) for size in counts.lakes]
    if counts.card != card and (card in ASKING or 1 in (card, counts.card)):
        return [*features, build_feature("recount", 0, card or 0)]
    return [*features, *_score_bonus(counts, card, rulings)]


def _score_bonus(counts: Counts, card: int | None, rulings: Mapping[str, str]) -> Iterator[Feature]:
    bonus, lakes = counts.bonus, sum(counts.lakes)
    match card:
        case 2:
            yield from (build_feature("card-2", 0, length, count_line_scores(length, rulings), 2) for length in bonus)
        case 3:
            blocks = bonus[0 if rulings["fallow-blocks"] == "disjoint" else -1]
            yield from [build_feature("card-3", 0)] * blocks
        case 4 if rulings["lake-card"] == "added" and lakes:
            yield build_feature("card-4", 0, lakes)
        case 5:
            first, second = (*bonus, 0)[:2]
            parts = split_crowded_towns(first, second, rulings)
            yield from (build_feature("card-5", 0, number, each) for number, each in parts if number)
        case 6 | 7 | 8:
            scores_before = card == 6 and rulings["empty-production"] == "before"
            if number := bonus[0] - (len(counts.factories) if scores_before else 0):
                yield build_feature(f"card-{card}", 0, number)


FinalMap = HonshuMap | Counts  # a finished map, square by square, or just what was counted on it


def prepare_map(land: FinalMap) -> Bitboard | Counts:
    """The form in which a map is scored: its board, or its counts as they are."""
    return land if isinstance(land, Counts) else build_board_from_map(land)


def find_features(board: Bitboard | Counts, card: int | None, rulings: Mapping[str, str]) -> list[Feature]:
    """Everything on a map that scores, or is worth showing although it scores nothing; see ``score_map``."""
    if isinstance(board, Counts):
        return score_counts(board, card, rulings)
    sites, factories = deliver_cubes(board, card, rulings)
    features = [*score_forests(board), *score_towns(board, card, rulings), *sites, *score_lakes(board, card, rulings)]
    bonus = BONUSES.get(card or 0)
    if bonus is not None:
        features += bonus(board, rulings, factories)
    return features


def score_map(land: FinalMap, card: int | None = None, rulings: Mapping[str, str] = DEFAULT_RULINGS) -> Score[Position]:
    """The final score of a map; squares are ``(row, column)`` from 0. Source: Honshu booklet, Final score."""
    board = prepare_map(land)
    stride = 1 if isinstance(board, Counts) else board.stride  # counts have no squares
    return Score(
        tuple(
            Line(rule, points, list_positions(squares, stride), describe_feature(rule, details), scores_together)
            for rule, points, squares, details, scores_together in find_features(board, card, rulings)
        )
    )


def sum_parts(result: Score[Position]) -> dict[str, int]:
    """The points of a score by part: forest, town, factory, lake, bonus."""
    totals = dict.fromkeys(("forest", "town", "factory", "lake", "bonus"), 0)
    for line in result.lines:
        totals[line.rule if line.rule in totals else "bonus"] += line.points
    return totals


@dataclass(frozen=True, slots=True)
class Alternative:
    """One ruling set to another value, and the total it gives."""

    question: Ruling
    value: str
    total: int

    json_fields = ("ruling", "total")

    @property
    def ruling(self) -> str:
        """The choice as it is typed: ``NAME=VALUE``."""
        return f"{self.question.name}={self.value}"


def find_alternatives(land: FinalMap, card: int | None, rulings: Rulings) -> tuple[Alternative, ...]:
    """Every change of one ruling that gives this map another total; see ``score_map``."""
    board = prepare_map(land)
    total = sum(feature.points for feature in find_features(board, card, rulings))
    alternatives = []
    for ruling, value in rulings.list_alternatives():
        other = sum(feature.points for feature in find_features(board, card, rulings.with_ruling(ruling.name, value)))
        if other != total:
            alternatives.append(Alternative(ruling, value, other))
    return tuple(alternatives)


@dataclass(frozen=True, slots=True)
class RankedMap:
    """A player's map in the ranking."""

    rank: int  # 1 for the winner; players who share a rank have the same number
    index: int  # of the given maps, from 0
    total: int
    fallow: int
    shared: bool
    by_fallow: bool  # true if fallow decides against a map with the same total


def rank_maps(results: Sequence[tuple[int, int]]) -> tuple[RankedMap, ...]:
    """Rank finished maps by total and visible fallow, best first. Source: Honshu booklet, Final score."""
    totals = [total for total, _ in results]
    order = sorted(range(len(results)), key=lambda index: results[index], reverse=True)
    # sorted(reverse=True) keeps equal ones in their order.
    ranked = []
    for index in order:
        total, fallow = result = results[index]
        first, equals = 1 + sum(other > result for other in results), results.count(result)
        ranked.append(RankedMap(first, index, total, fallow, equals > 1, by_fallow=totals.count(total) > equals))
    return tuple(ranked)


def list_winners(ranking: Sequence[RankedMap]) -> tuple[int, ...]:
    """The indices of the maps with rank 1: one, or those that share the win."""
    return tuple(each.index for each in ranking if each.rank == 1)


@dataclass(frozen=True, slots=True)
class OtherRanking:
    """A ranking with another winner, under other rulings."""

    changes: tuple[tuple[Ruling, str], ...]
    ranking: tuple[RankedMap, ...]


def find_uncounted_fallow(results: Sequence[tuple[int, int | None]]) -> tuple[int, ...]:
    """The maps whose fallow was not counted but is needed to break a tie."""
    totals = [total for total, _ in results]
    return tuple(index for index, (total, fallow) in enumerate(results) if fallow is None and totals.count(total) > 1)


def find_other_rankings(maps: Sequence[FinalMap], card: int | None, rulings: Rulings) -> tuple[OtherRanking, ...]:
    """Every change of rulings that gives other winners, the fewest changes first.

    Several changes are given together only where no part of them gives the same winners.
    """
    boards = [prepare_map(map_) for map_ in maps]
    used: set[str] = set()

    def rank_with(options: Rulings) -> tuple[RankedMap, ...]:
        rulings = _RecordingRulings(options, used)
        totals = (sum(feature.points for feature in find_features(board, card, rulings)) for board in boards)
        return rank_maps([(total, map_.fallow or 0) for total, map_ in zip(totals, maps, strict=True)])

    winners: dict[tuple[tuple[Ruling, str], ...], tuple[int, ...]] = {(): list_winners(rank_with(rulings))}
    others = [change for change in rulings.list_alternatives() if change[0].name in used]
    rankings = []
    for number in range(1, len(used) + 1):
        for changes in combinations(others, number):
            options = rulings
            for ruling, value in changes:
                options = options.with_ruling(ruling.name, value)
            ranking = rank_with(options)
            winners[changes] = list_winners(ranking)
            fewer = (winners[subset] for size in range(number) for subset in combinations(changes, size))
            if winners[changes] not in fewer:
                rankings.append(OtherRanking(changes, ranking))
    return tuple(rankings)


class _RecordingRulings(Mapping[str, str]):
    """A table's rulings, which record the name of each ruling that is read."""

    def __init__(self, rulings: Rulings, used_names: set[str]) -> None:
        self._rulings, self._used_names = rulings, used_names

    def __getitem__(self, name: str) -> str:
        self._used_names.add(name)
        return self._rulings[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rulings)

    def __len__(self) -> int:
        return len(self._rulings)
