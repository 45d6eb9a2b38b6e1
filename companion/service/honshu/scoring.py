"""A finished map and what it brings; several maps, and who won by what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.data.honshu.map import HonshuMap
from companion.rules.honshu.map.board import Position
from companion.rules.honshu.map.doubts import doubts, doubts_together
from companion.rules.honshu.rulings import DEFAULT_RULINGS
from companion.rules.honshu.score import scoring
from companion.rules.honshu.score.alternatives import Alternative, alternatives
from companion.rules.honshu.score.ranking import Ranked, rank
from companion.rules.rulings import Rulings
from companion.rules.score import Score
from companion.sentences import Sentence, say
from companion.service.answer import Answer, Figure
from companion.service.honshu.picture import Pictures, write_pictures

__all__ = ["MapRanking", "NamedMap", "RulingList", "ScoredMap", "list_rulings", "score", "scored"]

_PARTS = {
    "forest": say("forest"),
    "town": say("town"),
    "factory": say("factories"),
    "lake": say("lakes"),
    "bonus": say("scoring card"),
}


@dataclass(frozen=True, slots=True)
class NamedMap:
    """A finished map.

    Attributes:
        name: What it is called: the player's name, or the file's.
        map: The map.
    """

    name: str
    map: HonshuMap


@dataclass(frozen=True, slots=True)
class ScoredMap(Figure):
    """A map with all that is to be said of it.

    Attributes:
        name: What it is called.
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
    def parts(self) -> tuple[tuple[Sentence, int], ...]:
        """The parts of the total and their points; without a scoring card there is no bonus."""
        points = scoring.parts(self.score)
        return tuple(
            (word, points[part]) for part, word in _PARTS.items() if part != "bonus" or self.card is not None
        )

    @property
    def table(self) -> tuple[tuple[Sentence, int], ...]:
        """The parts, then the total, then the fallow that breaks a tie."""
        return (*self.parts, (say("total"), self.score.total), (say("fallow"), self.map.fallow))

    @property
    def other_counts(self) -> tuple[Sentence, ...]:
        """What other tables would count, below a heading; empty where all count the same."""
        rows = (
            say(
                "{total} with {ruling}: {meaning}",
                total=f"{other.total:>3}",
                ruling=other.name,
                meaning=dict(other.ruling.options)[other.value],
            )
            for other in self.others
        )
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
            "parts": scoring.parts(self.score),
            "fallow": self.map.fallow,
            "lines": [
                {"rule": line.rule, "squares": line.where, "points": line.points, "text": line.text}
                for line in self.score.lines
            ],
            "alternatives": [{"ruling": other.name, "total": other.total} for other in self.others],
            "warnings": self.warnings,
        }


@dataclass(frozen=True, slots=True)
class MapRanking(Figure):
    """The maps of a table, best first.

    Attributes:
        rows: Each map, its place, and what is to be said of that.
    """

    rows: tuple[tuple[ScoredMap, Ranked, Sentence | None], ...]


@dataclass(frozen=True, slots=True)
class RulingList(Figure):
    """Every open question with its answers.

    Attributes:
        rulings: The questions, and what holds now.
    """

    rulings: Rulings


def scored(named: NamedMap, card: int | None, rulings: Rulings) -> ScoredMap:
    """Score one map."""
    others = alternatives(named.map, card, rulings)
    return ScoredMap(named.name, named.map, card, scoring.score(named.map, card, rulings), others)


def score(
    maps: Sequence[NamedMap],
    card: int | None = None,
    rulings: Rulings = DEFAULT_RULINGS,
    pictures: Pictures | None = None,
) -> Answer:
    """Score one map, every line explained, or several and rank them.

    Args:
        maps: The maps, at least one.
        card: Number of the end-of-game scoring card, ``None`` without one.
        rulings: What the table plays by.
        pictures: What is to be drawn of the first map, if anything.

    Raises:
        OutputError: When a picture could not be written.
    """
    results = [scored(named, card, rulings) for named in maps]
    notices = [
        say("Warning: {file}: {warning}", file=result.name, warning=warning)
        for result in results
        for warning in result.warnings
    ]
    files = write_pictures(results[0], pictures) if pictures else ()
    if len(results) == 1:
        return Answer(results[0].data, (results[0],), notices=tuple(notices), files=files)
    together = doubts_together([named.map for named in maps])
    notices += [say("Warning: {warning}", warning=warning) for warning in together]
    ranking = rank([(result.score.total, result.map.fallow) for result in results])
    data = {
        "ranking": [
            {
                "rank": place.rank,
                "file": results[place.index].name,
                "total": place.total,
                "fallow": place.fallow,
                "shared": place.shared,
            }
            for place in ranking
        ],
        "warnings": together,
        "maps": [{"file": result.name, **result.data} for result in results],
    }
    rows = tuple((results[place.index], place, _note(place)) for place in ranking)
    return Answer(data, (MapRanking(rows),), notices=tuple(notices), files=files)


def _note(place: Ranked) -> Sentence | None:
    if place.shared:
        return say("the win is shared") if place.rank == 1 else say("shared")
    if place.by_fallow:
        return say("wins by its fallow") if place.rank == 1 else say("placed by fallow")
    return say("wins") if place.rank == 1 else None


def list_rulings(rulings: Rulings) -> Answer:
    """Tell every open question with its answers, and which holds now."""
    return Answer(
        [
            {
                "ruling": ruling.name,
                "value": rulings[ruling.name],
                "question": ruling.question,
                "options": dict(ruling.options),
                "source": ruling.source,
            }
            for ruling in rulings.known
        ],
        (RulingList(rulings),),
    )
