"""The final score of a map of Honshu, line by line.

Finding what scores and explaining it are one: ``features`` lists what brings points as sets of squares,
``score`` puts the same list into words, and the adviser adds up the same list.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.data.honshu.counts import Counts
from companion.data.honshu.map import HonshuMap
from companion.rules.honshu.map.board import Board, Position, board_of, positions
from companion.rules.honshu.rulings import DEFAULT_RULINGS
from companion.rules.honshu.score.bonuses import BONUSES
from companion.rules.honshu.score.counted import counted
from companion.rules.honshu.score.land import Feature, deliver, forests, lakes, towns
from companion.rules.honshu.score.wording import explained
from companion.rules.rulings import Ruling, Rulings
from companion.rules.score import Line, Score

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
