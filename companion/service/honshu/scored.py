"""A finished map with all that is to be said of it, and its picture as SVG and PDF in anybody's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.answers import Figure
from companion.data.files import write_together
from companion.data.honshu.counts import Counts
from companion.errors import Refused
from companion.play.honshu.ending import PARTS
from companion.rules.honshu.map.board import Position
from companion.rules.honshu.map.doubts import doubts
from companion.rules.honshu.score.scoring import Alternative, Land, alternatives, parts, score
from companion.rules.rulings import Rulings
from companion.rules.score import Score
from companion.sentences import Language, Sentence, say, say_count

if TYPE_CHECKING:
    from companion.press.frame.frame import Frame

_PARTS = {part.name: part.words for part in PARTS}
_COLOURS = {"forest": "forest-ink", "town": "vermilion", "factory": "ink", "lake": "lake-ink"}
"""Rule -> colour of its outline; that of a scoring card is violet."""


@dataclass(frozen=True, slots=True)
class MapScore:
    """The points of a map, what they are made of, and what other tables would count."""

    total: int
    parts: Mapping[str, int]
    fallow: int | None
    lines: Sequence[Mapping[str, object]]
    alternatives: Sequence[Alternative]
    warnings: Sequence[Sentence]


@dataclass(frozen=True, slots=True)
class ScoredMap(Figure):
    """A map, called by its player's name or its file's, with its score and those of other rulings."""

    name: str
    map: Land
    card: int | None
    score: Score[Position]
    others: tuple[Alternative, ...]

    @property
    def table(self) -> tuple[tuple[Sentence, int | str], ...]:
        """The points by part, a bonus only with a scoring card; the total; the fallow that breaks a tie.

        The fallow is a dash where nobody counted it.
        """
        points = parts(self.score)
        if self.card is None:
            del points["bonus"]
        told = ((_PARTS[part], number) for part, number in points.items())
        fallow = "–" if self.map.fallow is None else self.map.fallow
        return (*told, (say("total"), self.score.total), (say("fallow"), fallow))

    @property
    def other_counts(self) -> tuple[Sentence, ...]:
        """The totals of other tables, below a heading; empty where all count the same."""
        told = [say("Other tables may count this map otherwise:")] if self.others else []
        for other in self.others:
            total, meaning = f"{other.total:>3}", dict(other.question.options)[other.value]
            told.append(
                say("{total} with {ruling}: {meaning}", total=total, ruling=other.ruling, meaning=meaning)
            )
        return tuple(told)

    @property
    def warnings(self) -> tuple[Sentence, ...]:
        """All that is odd about the map, or about its text."""
        return () if isinstance(self.map, Counts) else (*self.map.odd, *doubts(self.map))

    @property
    def told(self) -> MapScore:
        """The score for a program."""
        lines = self.score.told("squares")
        total, fallow = self.score.total, self.map.fallow
        return MapScore(total, parts(self.score), fallow, lines, self.others, self.warnings)


def warned(file: str, warnings: Iterable[Sentence]) -> Iterator[Sentence]:
    """Warnings, each with the file or the player it is about."""
    return (say("Warning: {file}: {warning}", file=file, warning=warning) for warning in warnings)


def scored(name: str, map_: Land, card: int | None, rulings: Rulings) -> ScoredMap:
    """Score one map."""
    return ScoredMap(name, map_, card, score(map_, card, rulings), alternatives(map_, card, rulings))


def write_pictures(
    scored: ScoredMap,
    language: Language,
    svg: Path | None = None,
    pdf: Path | None = None,
    overwrite: bool = False,
) -> tuple[Path, ...]:
    """Write the pictures asked for, all or none."""
    pictures: dict[Path, bytes] = {}
    if svg is not None:
        pictures[svg] = map_svg(scored, language).encode("utf-8")
    if pdf is not None:
        pictures[pdf] = map_pdf(scored, language)
    write_together(pictures, overwrite=overwrite)
    return tuple(pictures)


def map_svg(scored: ScoredMap, language: Language) -> str:
    """The scored map as an SVG document."""
    from companion.press.ink.svg import svg

    return svg(_frame(scored, language, cropped=True))


def map_pdf(scored: ScoredMap, language: Language) -> bytes:
    """The scored map as a PDF of one page."""
    from companion.press.frame.frame import Page
    from companion.press.ink.pdf import pdf

    return pdf([Page(_frame(scored, language, cropped=False))], _title(scored).said(language), language.code)


def _frame(scored: ScoredMap, language: Language, *, cropped: bool) -> Frame:
    from companion.press.games.honshu.scored import ScoreLine, map_picture

    if isinstance(scored.map, Counts):
        raise Refused("There is no picture of what was only counted.")
    *parts, (total, points), (fallow, squares) = (
        (word.said(language).capitalize(), points) for word, points in scored.table
    )
    table = [(word, str(points)) for word, points in parts]
    table += [(fallow, f"({squares})"), (total, str(points))]
    lines = []
    for line in scored.score.lines:
        colour, bonus = _COLOURS.get(line.rule, "violet"), line.rule not in _COLOURS
        text = line.text.said(language)
        lines.append(ScoreLine(line.where, line.points, text, line.joined, colour, bonus))
    return map_picture(scored.map, _title(scored).said(language), table, lines, cropped=cropped)


def _title(scored: ScoredMap) -> Sentence:
    total = scored.score.total
    if scored.card is None:
        return say_count("Honshu: {count} point[|s]", total)
    return say_count("Honshu: {count} point[|s] with scoring card {card}", total, card=scored.card)
