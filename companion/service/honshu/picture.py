"""A scored map as SVG and PDF, in the language of who looks at it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.data.files import write_together
from companion.sentences import Language, Sentence, say
from companion.service.honshu.scored import ScoredMap

if TYPE_CHECKING:
    from companion.press.frame.frame import Frame

__all__ = ["map_pdf", "map_svg", "write_pictures"]

_APART = {"forest", "factory", "card-5", "card-6", "card-7", "card-8"}
"""Rules whose squares score one by one; the squares of all others are outlined together."""

_COLOURS = {"forest": "forest-ink", "town": "vermilion", "factory": "ink", "lake": "lake-ink"}
"""Rule -> colour of its outline; what a scoring card brings is violet."""


def write_pictures(
    scored: ScoredMap, language: Language, svg: Path | None = None, pdf: Path | None = None
) -> tuple[Path, ...]:
    """Write the pictures asked for, all or none.

    Raises:
        OutputError: When one cannot be written.
    """
    pictures: dict[Path, bytes] = {}
    if svg is not None:
        pictures[svg] = map_svg(scored, language).encode("utf-8")
    if pdf is not None:
        pictures[pdf] = map_pdf(scored, language)
    write_together(pictures)
    return tuple(pictures)


def map_svg(scored: ScoredMap, language: Language) -> str:
    """The scored map as an SVG document."""
    from companion.press.ink.svg import svg

    return svg(_frame(scored, language, cropped=True))


def map_pdf(scored: ScoredMap, language: Language) -> bytes:
    """The scored map as a PDF of one page."""
    from companion.press.frame.page import Page
    from companion.press.ink.pdf import pdf

    return pdf([Page(_frame(scored, language, cropped=False))], _title(scored).said(language), language.code)


def _frame(scored: ScoredMap, language: Language, *, cropped: bool) -> Frame:
    from companion.press.games.honshu.map_picture import Marked, map_picture

    *parts, (total, points), (fallow, squares) = (
        (word.said(language).capitalize(), points) for word, points in scored.table
    )
    table = [(word, str(points)) for word, points in parts]
    table += [(fallow, f"({squares})"), (total, str(points))]
    lines = [
        Marked(
            line.where, line.points, line.text.said(language), line.rule not in _APART,
            _COLOURS.get(line.rule, "violet"), line.rule not in _COLOURS,
        )
        for line in scored.score.lines
    ]  # fmt: skip
    return map_picture(scored.map, _title(scored).said(language), table, lines, cropped=cropped)


def _title(scored: ScoredMap) -> Sentence:
    total = scored.score.total
    if scored.card is None:
        return say("Honshu: {total} points", total=total)
    return say("Honshu: {total} points with scoring card {card}", total=total, card=scored.card)
