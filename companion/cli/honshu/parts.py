"""The parts of a Honshu total in words, as every table of points tells them."""

from __future__ import annotations

from companion.cli.voice import said, translated
from companion.rules.honshu.map.board import Position
from companion.rules.honshu.score.scoring import PARTS, parts
from companion.rules.score import Score
from companion.sentences import Sentence, say

__all__ = ["part_words", "point_table", "told_parts"]

_WORDS = {
    "forest": say("forest"),
    "town": say("town"),
    "factory": say("factories"),
    "lake": say("lakes"),
    "bonus": say("scoring card"),
}


def part_words(card: int | None) -> dict[str, Sentence]:
    """The parts to be told, by the name programs use; without a scoring card there is no bonus."""
    return {part: _WORDS[part] for part in PARTS if part != "bonus" or card is not None}


def point_table(score: Score[Position], fallow: int, card: int | None) -> tuple[list[str], str, str]:
    """The parts of a total for a terminal: the rows of the parts, that of the total, that of fallow."""
    rows = [(said(word), points) for word, points in told_parts(score, card)]
    rows += [(translated("total"), score.total), (translated("fallow"), fallow)]
    across = max(14, 1 + max(len(word) for word, _ in rows))
    *told, total, breaker = (f"{word:<{across}}{points:>4}" for word, points in rows)
    return told, total, breaker


def told_parts(score: Score[Position], card: int | None) -> list[tuple[Sentence, int]]:
    """The parts of a total and their points, in the order a table counts."""
    counted = parts(score)
    return [(word, counted[part]) for part, word in part_words(card).items()]
