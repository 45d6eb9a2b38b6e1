"""A scored map as SVG and PDF, in the player's language."""

from __future__ import annotations

from companion.cli.honshu.parts import told_parts
from companion.cli.honshu.scored import Scored
from companion.cli.voice import current, said
from companion.press.frame.frame import Frame
from companion.press.games.honshu.map_picture import Marked, map_picture
from companion.rules.honshu.map.board import Position
from companion.rules.score import Line
from companion.sentences import Sentence, say

__all__ = ["map_pdf", "map_svg"]

APART = {"forest", "factory", "card-5", "card-6", "card-7", "card-8"}
"""Rules whose squares score one by one; the squares of all others are outlined together."""

COLOURS = {"forest": "forest-ink", "town": "vermilion", "factory": "ink", "lake": "lake-ink"}
"""Rule -> colour of its outline; what a scoring card brings is violet."""


def _marked(line: Line[Position]) -> Marked:
    return Marked(
        line.where,
        line.points,
        said(line.text),
        line.rule not in APART,
        COLOURS.get(line.rule, "violet"),
        line.rule not in COLOURS,
    )


def _frame(scored: Scored, *, cropped: bool) -> Frame:
    table = [(_capital(word), str(points)) for word, points in told_parts(scored.score, scored.card)]
    table += [
        (_capital(say("fallow")), f"({scored.map.fallow})"),
        (_capital(say("total")), str(scored.score.total)),
    ]
    lines = [_marked(line) for line in scored.score.lines]
    return map_picture(scored.map, _title(scored), table, lines, cropped=cropped)


def _title(scored: Scored) -> str:
    total = scored.score.total
    if scored.card is None:
        return said(say("Honshu: {total} points", total=total))
    return said(say("Honshu: {total} points with scoring card {card}", total=total, card=scored.card))


def _capital(word: Sentence) -> str:
    return said(word).capitalize()


def map_svg(scored: Scored) -> str:
    """The scored map as an SVG document."""
    from companion.press.ink.svg import svg

    return svg(_frame(scored, cropped=True))


def map_pdf(scored: Scored) -> bytes:
    """The scored map as a PDF of one page."""
    from companion.press.frame.page import Page
    from companion.press.ink.pdf import pdf

    return pdf([Page(_frame(scored, cropped=False))], _title(scored), current().code)
