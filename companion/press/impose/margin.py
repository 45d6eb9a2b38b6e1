"""Warnings where a margin is narrower than the printer's: what lies there may not come out on the paper."""

from companion.press.impose.grid import MARK_GAP, MARK_LENGTH, Grid
from companion.sentences import Sentence, say

TINY = 1e-6


def outside(grid: Grid, white: float) -> Sentence | None:
    """The note on cards, bleed or marks in the strip a printer leaves white, mm; ``None`` for nothing."""
    left, top, _, bottom = grid.trim  # it stands in the middle, or is folded over to the other half
    cards = min(left, top, grid.paper.height - bottom)
    bleed = cards - grid.bleed
    marks = bleed - MARK_GAP - MARK_LENGTH if grid.marks else bleed
    told = {"paper": grid.paper.title, "white": float(white)}
    if cards < white - TINY:
        return say(
            "{paper}: cards reach to {distance} mm from the edge; most printers leave {white} mm white.",
            distance=float(cards),
            **told,
        )
    if bleed < white - TINY:
        return say(
            "{paper}: the bleed reaches to {distance} mm from the edge; most printers leave {white} mm "
            "white, and it will be narrower there.",
            distance=float(bleed),
            **told,
        )
    if marks < white - TINY:
        return say(
            "{paper}: cut marks reach to {distance} mm from the edge; most printers leave {white} mm "
            "white, and they will be shorter there.",
            distance=float(marks),
            **told,
        )
    return None
