"""A finished map with all that is to be said of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.data.honshu.map import HonshuMap
from companion.rules.honshu.map.board import Position
from companion.rules.honshu.map.doubts import doubts
from companion.rules.honshu.score.scoring import Alternative, alternatives, parts, score
from companion.rules.rulings import Rulings
from companion.rules.score import Score
from companion.sentences import Sentence, say
from companion.service.answer import Figure

__all__ = ["ScoredMap", "scored"]

_PARTS = {
    "forest": say("forest"),
    "town": say("town"),
    "factory": say("factories"),
    "lake": say("lakes"),
    "bonus": say("scoring card"),
}


@dataclass(frozen=True, slots=True)
class ScoredMap(Figure):
    """A map with all that is to be said of it.

    Attributes:
        name: What it is called: the player's name, or the file's.
        map: The map.
        card: The scoring card it was scored with, if any.
        score: Its lines.
        others: What other rulings would give.
    """

    name: str
    map: HonshuMap
    card: int | None
    score: Score[Position]
    others: tuple[Alternative, ...]

    @property
    def table(self) -> tuple[tuple[Sentence, int], ...]:
        """The points by part, a bonus only with a scoring card; the total; the fallow that breaks a tie."""
        points = parts(self.score)
        if self.card is None:
            del points["bonus"]
        told = ((_PARTS[part], number) for part, number in points.items())
        return (*told, (say("total"), self.score.total), (say("fallow"), self.map.fallow))

    @property
    def other_counts(self) -> tuple[Sentence, ...]:
        """What other tables would count, below a heading; empty where all count the same."""
        rows = (
            say(
                "{total} with {ruling}: {meaning}",
                total=f"{other.total:>3}", ruling=other.name, meaning=dict(other.ruling.options)[other.value],
            )
            for other in self.others
        )  # fmt: skip
        return (say("Other tables may count this map otherwise:"), *rows) if self.others else ()

    @property
    def warnings(self) -> tuple[Sentence, ...]:
        """What is odd about the map, or about how it was typed."""
        return (*self.map.odd, *doubts(self.map))

    @property
    def data(self) -> dict[str, Any]:
        """The score for a program."""
        return {
            "total": self.score.total,
            "parts": parts(self.score),
            "fallow": self.map.fallow,
            "lines": [
                {"rule": line.rule, "squares": line.where, "points": line.points, "text": line.text}
                for line in self.score.lines
            ],
            "alternatives": [{"ruling": other.name, "total": other.total} for other in self.others],
            "warnings": self.warnings,
        }


def scored(name: str, map_: HonshuMap, card: int | None, rulings: Rulings) -> ScoredMap:
    """Score one map."""
    return ScoredMap(name, map_, card, score(map_, card, rulings), alternatives(map_, card, rulings))
