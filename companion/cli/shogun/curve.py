"""The curve of an attack, as bars in a terminal and as a picture: armies sent against the chance to win."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.cli.shogun.drawing import fits
from companion.cli.voice import current, said, translated
from companion.data.files import write_text
from companion.rules.shogun.battle.battle import Battle
from companion.rules.shogun.cubes import NEUTRAL, daimyo
from companion.rules.shogun.odds.curve import Point
from companion.sentences import Sentence, say

__all__ = ["draw_svg", "plot", "share"]

_WIDE = 40
_MARGIN, _WIDTH, _HEIGHT = 60, 640, 400
_WIN, _TIE, _INK, _GRID = "#0072b2", "#e69f00", "#1a1a1a", "#d0d0d0"


def share(chance: float, places: int = 1) -> str:
    """A probability in percent, as the player's language writes it."""
    point = current().number(0.5).strip("05")
    return translated("{value}%").format(value=f"{100 * chance:.{places}f}".replace(".", point))


def plot(points: Sequence[Point]) -> list[str]:
    """One line a number of armies: a bar for the win, continued in another sign for the tie."""
    full, light = ("█", "░") if fits("█░") else ("#", "-")
    heads = [translated("armies"), translated("win"), translated("tie")]
    lines = [f"{heads[0]:>8}  {full} {heads[1]}  {light} {heads[2]}"]
    for point in points:
        win = round(point.win * _WIDE)
        both = round((point.win + point.tie) * _WIDE)
        bar = full * win + light * (both - win)
        lines.append(f"{point.armies:>8}  {bar:<{_WIDE}}  {share(point.win):>7} {share(point.tie):>7}")
    return lines


def draw_svg(file: Path, points: Sequence[Point], battle: Battle) -> None:
    """Draw the curve: the chance to win as a blue line with dots, that of win or tie as an orange one.

    Raises:
        OutputError: When the picture cannot be written.
    """
    import svgwrite

    drawing = svgwrite.Drawing(size=(_WIDTH, _HEIGHT), viewBox=f"0 0 {_WIDTH} {_HEIGHT}")
    drawing.set_desc(title=said(_title(battle)))
    drawing.add(drawing.rect((0, 0), (_WIDTH, _HEIGHT), fill="white"))
    letters = drawing.g(font_family="sans-serif", font_size=14, fill=_INK)
    letters.add(drawing.text(said(_title(battle)), insert=(_MARGIN, 28), font_size=18))
    for tenth in range(0, 11, 2):
        y = _across(tenth / 10)
        drawing.add(drawing.line((_MARGIN, y), (_WIDTH - 20, y), stroke=_GRID))
        letters.add(drawing.text(share(tenth / 10, 0), insert=(_MARGIN - 8, y + 5), text_anchor="end"))
    step = max(1, len(points) // 16)
    for point in points[::step]:
        x = _along(point.armies, len(points))
        letters.add(drawing.text(str(point.armies), insert=(x, _HEIGHT - 34), text_anchor="middle"))
    middle = (_MARGIN + _WIDTH - 20) / 2
    letters.add(drawing.text(translated("armies sent"), insert=(middle, _HEIGHT - 10), text_anchor="middle"))
    for ink, dashes, chances, name in (
        (_TIE, "6 4", [point.win + point.tie for point in points], translated("win or tie")),
        (_WIN, "none", [point.win for point in points], translated("win")),
    ):
        places = [
            (round(_along(point.armies, len(points)), 2), round(_across(chance), 2))
            for point, chance in zip(points, chances, strict=True)
        ]
        drawing.add(
            drawing.polyline(places, fill="none", stroke=ink, stroke_width=2.5, stroke_dasharray=dashes)
        )
        for place in places:
            drawing.add(drawing.circle(place, 3, fill=ink))
        row = 66 if ink == _TIE else 86
        right = _WIDTH - 160
        y = _HEIGHT - 60 - row + 10
        drawing.add(
            drawing.line((right, y), (right + 30, y), stroke=ink, stroke_width=2.5, stroke_dasharray=dashes)
        )
        letters.add(drawing.text(name, insert=(right + 38, y + 5)))
    drawing.add(letters)
    write_text(file, drawing.tostring() + "\n")


def _title(battle: Battle) -> Sentence:
    if battle.defender == NEUTRAL:
        return say("{attacker} attacks a neutral province", attacker=daimyo(battle.attacker))
    return say(
        "{attacker} attacks {defender}", attacker=daimyo(battle.attacker), defender=daimyo(battle.defender)
    )


def _across(chance: float) -> float:
    return _HEIGHT - 60 - chance * (_HEIGHT - 60 - 50)


def _along(armies: int, most: int) -> float:
    return _MARGIN + 20 + (armies - 1) / max(1, most - 1) * (_WIDTH - 20 - _MARGIN - 40)
