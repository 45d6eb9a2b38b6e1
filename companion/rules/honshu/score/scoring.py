"""The score of a map, of squares or of counts, and the ranks of several with what other rulings change.

Finding what scores and explaining it are one: ``features`` lists what brings points as sets of squares,
``score`` puts the same list into words, and the adviser adds up the same list.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from companion.data.honshu.cards import Square, Terrain, load_cards
from companion.data.honshu.counts import ASKING, Counts
from companion.data.honshu.map import HonshuMap
from companion.errors import InputError
from companion.rules.honshu.board import MOST_COVERED_SQUARES, Board, Position, board_of, positions
from companion.rules.honshu.rulings import DEFAULT_RULINGS
from companion.rules.honshu.score.land import (
    BONUSES,
    TRIPLE,
    Feature,
    crowded_parts,
    deliver,
    explained,
    feature,
    forests,
    lakes,
    line_times,
    towns,
)
from companion.rules.rulings import Ruling, Rulings
from companion.rules.score import Line, Score
from companion.sentences import Sentence, say

VALUES = (2, 3, 4)  # of factories
_CARDS = 12  # map cards that lie on a finished map, beside its start province


@cache
def most(terrain: Terrain, value: int = 0) -> int:
    """The most squares of a sort that twelve map cards and a start province show."""

    def shown(square: Square) -> bool:
        return square.terrain is terrain and square.value == value

    numbers: dict[bool, list[int]] = {True: [], False: []}
    for card in load_cards():
        numbers[card.series == "map"].append(sum(shown(square) for row in card.squares for square in row))
    return sum(sorted(numbers[True])[-_CARDS:]) + max(numbers[False])


def check_counts(counts: Counts) -> None:
    """Refuse what no finished map can have, and say what it can."""
    factories, cubes = Counter(counts.factories), 2 if counts.card == 1 else 1
    if strange := [value for value in factories if value not in VALUES]:
        raise InputError(
            "There is no factory of {value}; for each cube delivered 2, 3 or 4 is told.", value=strange[0]
        )
    limits = [
        (counts.forests, most(Terrain.FOREST), say("forests")),
        (counts.town, most(Terrain.TOWN), say("town squares")),
        (sum(counts.lakes), most(Terrain.LAKE), say("lake squares")),
        (len(counts.factories), most(Terrain.PRODUCTION), say("cubes")),
        (counts.fallow or 0, most(Terrain.FALLOW), say("fallow squares")),
    ]
    for value, number in factories.items():
        at_most = cubes * most(Terrain.FACTORY, value)
        limits.append((number, at_most, say("cubes in factories of {value}", value=value)))
    for number, at_most, what in (*limits, *_of_card(counts)):
        if not 0 <= number <= at_most:
            raise InputError(
                "{number} {what} cannot be; at most {most}.", number=number, what=what, most=at_most
            )
    squares = counts.forests + counts.town + sum(counts.lakes) + (counts.fallow or 0)
    squares += sum(-(-number // cubes) for number in factories.values())
    if squares > MOST_COVERED_SQUARES:
        raise InputError(
            "That makes {squares} squares; thirteen cards show {most} at most.",
            squares=squares,
            most=MOST_COVERED_SQUARES,
        )


def _of_card(counts: Counts) -> Iterator[tuple[int, int, Sentence]]:
    """What a scoring card asked for, the most of it, and what it is called."""
    card, bonus, delivered = counts.card, counts.bonus, len(counts.factories)
    asked = {3: 2, 5: 2, 6: 1, 7: 1, 8: 1}.get(card or 0, len(bonus))
    why = None
    if not min(asked, 1) <= len(bonus) <= asked:
        why = say("one number is asked; of cards 3 and 5 it may be two.")
    elif card == 2 and any(length < TRIPLE for length in bonus):
        why = say("a line has three forests or more, not {length}.", length=min(bonus))
    elif card == 3 and bonus[-1] < bonus[0]:
        why = say("with those that overlap there are no fewer blocks.")
    elif card == 6 and bonus[0] < delivered:
        why = say("each cube delivered leaves a square empty: at least {count}.", count=delivered)
    if why is not None:
        raise InputError("Scoring card {card}: {what}", card=card, what=why)
    match card:
        case 2:
            yield max(bonus, default=0), counts.forests, say("forests in a line")
        case 3:
            yield bonus[-1], most(Terrain.FALLOW), say("blocks")
        case 5:  # a town with such a square has four more
            yield bonus[0], max(counts.town - 4, 0), say("squares amid the biggest town")
        case 6:
            yield bonus[0], most(Terrain.PRODUCTION), say("production squares")
        case 7 | 8:
            yield bonus[0], delivered, say("of the cubes delivered")


def counted(counts: Counts, card: int | None, rulings: Mapping[str, str]) -> list[Feature]:
    """The features of a map that was counted; see ``features``."""
    found = [feature("forest", 0, counts.forests)] if counts.forests else []
    found += [feature("town", 0, counts.town, 1)] if counts.town else []
    found += [feature("factory", 0, 4, value, 1) for value in sorted(counts.factories, reverse=True)]
    squares = sum(counts.lakes)
    instead = card == 4 and rulings["lake-card"] == "instead"
    if instead and squares:
        found.append(feature("lake", 0, squares, 4))
    elif not instead:
        found += [feature("lake", 0, size) for size in counts.lakes]
    if counts.card != card and (card in ASKING or 1 in (card, counts.card)):
        return [*found, feature("recount", 0, card or 0)]
    return [*found, *_bonus(counts, card, rulings)]


def _bonus(counts: Counts, card: int | None, rulings: Mapping[str, str]) -> Iterator[Feature]:
    """What a scoring card adds."""
    bonus, lakes = counts.bonus, sum(counts.lakes)
    match card:
        case 2:
            yield from (feature("card-2", 0, length, line_times(length, rulings), 2) for length in bonus)
        case 3:
            blocks = bonus[0 if rulings["fallow-blocks"] == "disjoint" else -1]
            yield from [feature("card-3", 0)] * blocks
        case 4 if rulings["lake-card"] == "added" and lakes:
            yield feature("card-4", 0, lakes)
        case 5:
            inside, outside = (*bonus, 0)[:2]
            parts = crowded_parts(inside, outside, rulings)
            yield from (feature("card-5", 0, number, each) for number, each in parts if number)
        case 6 | 7 | 8:
            held = card == 6 and rulings["empty-production"] == "before"
            if number := bonus[0] - (len(counts.factories) if held else 0):
                yield feature(f"card-{card}", 0, number)


Land = HonshuMap | Counts  # a finished map, square by square, or what somebody counted on it


def measured(land: Land) -> Board | Counts:
    """A map as it is scored, again and again."""
    return land if isinstance(land, Counts) else board_of(land)


def features(board: Board | Counts, card: int | None, rulings: Mapping[str, str]) -> list[Feature]:
    """Everything that scores on a map, and what is worth knowing that does not; see ``score``."""
    if isinstance(board, Counts):
        return counted(board, card, rulings)
    served, delivered = deliver(board, card, rulings)
    found = [*forests(board), *towns(board, card, rulings), *served, *lakes(board, card, rulings)]
    bonus = BONUSES.get(card or 0)
    if bonus is not None:
        found += bonus(board, rulings, delivered)
    return found


def score(
    land: Land, card: int | None = None, rulings: Mapping[str, str] = DEFAULT_RULINGS
) -> Score[Position]:
    """The final score of a map; squares are ``(row, column)`` from 0. Source: Honshu booklet, Final score."""
    board = measured(land)
    stride = 1 if isinstance(board, Counts) else board.stride  # what was counted has no squares
    return Score(
        tuple(
            Line(rule, points, positions(squares, stride), explained(rule, details), joined)
            for rule, points, squares, details, joined in features(board, card, rulings)
        )
    )


def parts(result: Score[Position]) -> dict[str, int]:
    """The points of a score by part: forest, town, factory, lake, bonus."""
    told = dict.fromkeys(("forest", "town", "factory", "lake", "bonus"), 0)
    for line in result.lines:
        told[line.rule if line.rule in told else "bonus"] += line.points
    return told


@dataclass(frozen=True, slots=True)
class Alternative:
    """One ruling answered otherwise, and the total it gives."""

    question: Ruling
    value: str
    total: int

    for_programs = ("ruling", "total")

    @property
    def ruling(self) -> str:
        """The choice as it is typed: ``NAME=VALUE``."""
        return f"{self.question.name}={self.value}"


def alternatives(land: Land, card: int | None, rulings: Rulings) -> tuple[Alternative, ...]:
    """Every other answer to one ruling that gives another total on this map; see ``score``."""
    board = measured(land)
    total = sum(feature.points for feature in features(board, card, rulings))
    found = []
    for ruling, value in rulings.alternatives():
        other = sum(feature.points for feature in features(board, card, rulings.changed(ruling.name, value)))
        if other != total:
            found.append(Alternative(ruling, value, other))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's map in the ranking."""

    rank: int  # 1 for the winner; players who share a rank have the same number
    index: int  # of the given maps, from 0
    total: int
    fallow: int
    shared: bool
    by_fallow: bool  # fallow told it from a map with the same total


def rank(results: Sequence[tuple[int, int]]) -> tuple[Ranked, ...]:
    """Rank finished maps by total and visible fallow, best first. Source: Honshu booklet, Final score."""
    totals = [total for total, _ in results]
    order = sorted(range(len(results)), key=lambda index: results[index], reverse=True)
    # sorted(reverse=True) keeps equal ones in their order.
    ranked = []
    for index in order:
        total, fallow = result = results[index]
        first, equals = 1 + sum(other > result for other in results), results.count(result)
        ranked.append(Ranked(first, index, total, fallow, equals > 1, by_fallow=totals.count(total) > equals))
    return tuple(ranked)


def winners(ranking: Sequence[Ranked]) -> tuple[int, ...]:
    """Whose maps have the first rank: one, or those who share the win."""
    return tuple(each.index for each in ranking if each.rank == 1)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A ranking with another winner, at a table that answers questions otherwise."""

    changes: tuple[tuple[Ruling, str], ...]
    ranking: tuple[Ranked, ...]


def fallow_wanted(results: Sequence[tuple[int, int | None]]) -> tuple[int, ...]:
    """The maps whose fallow nobody counted, and would tell them from others with the same total."""
    totals = [total for total, _ in results]
    return tuple(
        index for index, (total, fallow) in enumerate(results) if fallow is None and totals.count(total) > 1
    )


def elsewhere(maps: Sequence[Land], card: int | None, rulings: Rulings) -> tuple[Elsewhere, ...]:
    """Every other answer to rulings that makes, parts or ends a win, the fewest changes first.

    Several answers together are told where none of them alone, nor fewer of them, crowns the same winners.
    """
    boards = [measured(map_) for map_ in maps]
    asked: set[str] = set()

    def ranked(chosen: Rulings) -> tuple[Ranked, ...]:
        heard = _Heard(chosen, asked)
        totals = (sum(feature.points for feature in features(board, card, heard)) for board in boards)
        return rank([(total, map_.fallow or 0) for total, map_ in zip(totals, maps, strict=True)])

    crowned: dict[tuple[tuple[Ruling, str], ...], tuple[int, ...]] = {(): winners(ranked(rulings))}
    others = [change for change in rulings.alternatives() if change[0].name in asked]
    found = []
    for number in range(1, len(asked) + 1):
        for changes in combinations(others, number):
            chosen = rulings
            for ruling, value in changes:
                chosen = chosen.changed(ruling.name, value)
            ranking = ranked(chosen)
            crowned[changes] = winners(ranking)
            fewer = (crowned[less] for size in range(number) for less in combinations(changes, size))
            if crowned[changes] not in fewer:
                found.append(Elsewhere(changes, ranking))
    return tuple(found)


class _Heard(Mapping[str, str]):
    """The answers of a table, and which of the questions its maps and its scoring card raise at all."""

    def __init__(self, rulings: Rulings, asked: set[str]) -> None:
        self._rulings, self._asked = rulings, asked

    def __getitem__(self, name: str) -> str:
        self._asked.add(name)
        return self._rulings[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rulings)

    def __len__(self) -> int:
        return len(self._rulings)
