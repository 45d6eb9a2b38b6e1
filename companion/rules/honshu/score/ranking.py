"""Who won: the highest total, then the most fallow squares in sight, then the win is shared."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from companion.rules.honshu.score.scoring import Land, features, measured
from companion.rules.rulings import Ruling, Rulings


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
