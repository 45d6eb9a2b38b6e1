"""The cards that explain a map best, as far as each square tells of what kind it may be.

Every card of the game is known, so squares are not guessed one by one: a card that fits five tells the sixth,
and the value of a factory with it. Where no card explains a square, it is the likeliest kind by itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from heapq import nlargest
from typing import NamedTuple

from companion.data.honshu.cards import load_cards
from companion.data.honshu.map import symbol_of
from companion.data.honshu.placements import TURNS
from companion.rules.honshu.placing.laying import turned

_COST = 4.0  # log likelihood that a card must bring, or it is not supposed
_UNEXPLAINED = 6.0  # lost where no card tells a square
_FARTHEST = 8.0  # lost at most where a square looks like another kind
_NEVER = 30.0  # lost where a person has said otherwise
_LIKELY = 1000  # places of cards that are held against one another
_LARGEST = 256  # squares of a box; thirteen cards laid as people lay them fill less than half of it


class _Way(NamedTuple):
    """A card at a place."""

    card: str  # of start provinces, of which one is laid, all the same
    at: tuple[int, ...]  # square and kind of each of its six, as one number
    symbols: tuple[str, ...]


@lru_cache(maxsize=2)
def _ways(rows: int, columns: int, kinds: str) -> tuple[_Way, ...]:
    """All cards at all places of a box; ``kinds`` are the first letters of the kinds."""
    ways = list[_Way]()
    for card, turn in ((card, turn) for card in load_cards() for turn in TURNS):
        lines = [[symbol_of(square) for square in line] for line in turned(card, turn)]
        name, symbols = (
            card.name if card.series == "map" else "start",
            tuple(symbol for line in lines for symbol in line),
        )
        first = [
            (row * columns + column) * len(kinds) + kinds.index(symbol[0])
            for row, line in enumerate(lines)
            for column, symbol in enumerate(line)
        ]
        for top in range(rows - len(lines) + 1):
            for left in range(columns - len(lines[0]) + 1):
                away = (top * columns + left) * len(kinds)
                ways.append(_Way(name, tuple(away + each for each in first), symbols))
    return tuple(ways)


class _Box:
    """The squares of a map; how much less likely each is when it is of a kind, and when no card tells it."""

    def __init__(self, fits: Iterable[Sequence[float]], kinds: str, known: Mapping[int, int]) -> None:
        self.kinds, self.lake = len(kinds), kinds.index("L")
        self.lost, self.alone = list[float](), list[float]()
        for square, fit in enumerate(fits):
            lost = [max(each - max(fit), -_FARTHEST) for each in fit]
            if square in known:
                lost = [-_NEVER * (kind != known[square]) for kind in range(self.kinds)]
            self.alone.append(max(lost[-1], max(lost[:-1]) - _UNEXPLAINED))
            self.lost += lost

    def by_itself(self, kinds: str) -> list[str]:
        """The symbol of each square where no card tells it."""
        lines = [self.lost[at : at + self.kinds] for at in range(0, len(self.lost), self.kinds)]
        for line in lines:
            line[-1] += _UNEXPLAINED
        likeliest = (kinds[line.index(max(line))] for line in lines)
        return [f"{each}2" if each in "BNGY" else each for each in likeliest]

    def explained(self, chosen: Iterable[_Way]) -> list[float]:
        """What each square loses where such cards lie."""
        now = self.alone.copy()
        for at in (at for way in chosen for at in way.at):
            now[at // self.kinds] = max(now[at // self.kinds], self.lost[at])
        return now

    def best(self, ways: Iterable[_Way], chosen: Sequence[_Way], number: int) -> list[_Way]:
        """The ways that bring most beside those chosen; a lake is never covered, so it may be a loss."""
        now, used = self.explained(chosen), {way.card for way in chosen}
        bring = [each - now[at // self.kinds] for at, each in enumerate(self.lost)]
        bring = [max(each, 0) if at % self.kinds != self.lake else each for at, each in enumerate(bring)]
        brought = ((sum(map(bring.__getitem__, way.at)), way) for way in ways if way.card not in used)
        return [way for _, way in nlargest(number, (each for each in brought if each[0] > _COST))]

    def filled(self, chosen: Sequence[_Way], likely: Sequence[_Way]) -> Sequence[_Way]:
        """Those chosen, and one after the other whichever brings most."""
        while more := self.best(likely, chosen, 1):
            chosen = [*chosen, *more]
        return chosen


def arranged(
    fits: Sequence[Sequence[float]], columns: int, kinds: str, known: Mapping[int, int]
) -> list[str]:
    """The symbol of each square, where a card tells it; else the likeliest kind, a factory as one of value 2.

    ``fits`` are log likelihoods of each kind, square by square; ``known`` kinds that a person has named.
    """
    box, rows = _Box(fits, kinds, known), len(fits) // columns
    every = _ways(rows, columns, kinds) if len(fits) <= _LARGEST else ()
    likely = box.best(every, (), _LIKELY)
    chosen = box.filled((), likely)
    likely += box.best(every, chosen, _LIKELY // 2)
    chosen = box.filled(chosen, likely)
    told, now = box.by_itself(kinds), box.alone
    for at, symbol in (each for way in chosen for each in zip(way.at, way.symbols, strict=True)):
        if box.lost[at] > now[at // box.kinds]:
            now[at // box.kinds], told[at // box.kinds] = box.lost[at], symbol
    return told
