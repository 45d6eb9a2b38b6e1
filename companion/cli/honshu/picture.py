"""A scored map as SVG and PDF, in the player's language."""

from __future__ import annotations

from companion.cli.honshu.parts import PART_WORDS
from companion.cli.voice import current, said, translated
from companion.data.honshu_map import HonshuMap
from companion.press.frame import Frame
from companion.press.map_picture import Marked, map_picture
from companion.rules.honshu.board import Position
from companion.rules.honshu.scoring import parts
from companion.rules.score import Line, Score
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


def _frame(map_: HonshuMap, score: Score[Position], fallow: int, card: int | None, *, cropped: bool) -> Frame:
    title = _title(score, card)
    counted = parts(score)
    table = [
        (_capital(word), str(counted[part]))
        for part, word in PART_WORDS.items()
        if part != "bonus" or card is not None
    ]
    table += [(_capital(say("fallow")), f"({fallow})"), (translated("total").capitalize(), str(score.total))]
    return map_picture(map_, title, table, [_marked(line) for line in score.lines], cropped=cropped)


def _title(score: Score[Position], card: int | None) -> str:
    if card is None:
        return said(say("Honshu: {total} points", total=score.total))
    return said(say("Honshu: {total} points with scoring card {card}", total=score.total, card=card))


def _capital(word: Sentence) -> str:
    return said(word).capitalize()


def map_svg(map_: HonshuMap, score: Score[Position], fallow: int, card: int | None) -> str:
    """The scored map as an SVG document."""
    from companion.press.ink_svg import svg

    return svg(_frame(map_, score, fallow, card, cropped=True))


def map_pdf(map_: HonshuMap, score: Score[Position], fallow: int, card: int | None) -> bytes:
    """The scored map as a PDF of one page."""
    from companion.press.ink_pdf import Page, pdf

    frame = _frame(map_, score, fallow, card, cropped=False)
    return pdf([Page(frame)], _title(score, card), current().code)
