"""The figures of Shogun in a terminal: cubes, chances, points; each colour also has a symbol, without colours."""

import shlex
from collections.abc import Iterator, Sequence

import click

from companion.cli.answers import draw, draw_bar, get_bar_signs
from companion.cli.voice import can_show, columns, style_text, to_text, translate, wrap_for_terminal
from companion.play.shogun import views
from companion.rules.shogun.realm import COLOURS, describe_armies, describe_armies_briefly, name_colour, name_player

_SYMBOLS = {"black": "■", "blue": "●", "purple": "◆", "red": "▲", "yellow": "★", "green": "♣"}
_LETTERS = {"black": "K", "blue": "B", "purple": "P", "red": "R", "yellow": "Y", "green": "G"}
_INKS = {"black": "bright_black", "purple": "magenta"}  # a terminal's names, if they differ

_WIDE = 40  # columns of the longest bar of a curve
_SHORTEST = 5  # columns that the longest bar of a table has at least


def symbol(colour: str, count: int = 1) -> str:
    """The symbol of a colour, ``count`` times, in that colour if the terminal has colours."""
    sign = _SYMBOLS[colour] if can_show("".join(_SYMBOLS.values())) else _LETTERS[colour]
    return _paint(sign * count, colour, bold=True)


def _paint(text: str, colour: str, **style: bool) -> str:
    """A text in the colour of a player or of green, if the terminal has colours; as it is without one."""
    return style_text(text, fg=_INKS.get(colour, colour), **style) if colour and text else text


@draw.register(views.Tray)
def _draw_tray(tray: views.Tray) -> list[str]:
    counts = {colour: tray.cubes[colour] for colour in COLOURS if tray.cubes.get(colour)}
    if not counts:
        return [f"  {to_text(describe_armies({}))}"]
    widest = max(counts.values())
    return [
        f"  {symbol(colour, count)}{' ' * (widest - count)}  {to_text(describe_armies({colour: count}))}"
        for colour, count in counts.items()
    ]


@draw.register(views.TrayRow)
def _draw_tray_row(tray: views.TrayRow) -> list[str]:
    signs = " ".join(symbol(colour, tray.cubes[colour]) for colour in COLOURS if tray.cubes.get(colour))
    words = to_text(describe_armies_briefly(tray.cubes) if signs else describe_armies({}))
    wide = len(click.unstyle(signs)) + len(words) + 4 >= columns()
    return [wrap_for_terminal(f"  {words}" if wide or not signs else f"  {signs}  {words}")]


@draw.register(views.Chances)
def _draw_chances(chances: views.Chances) -> Iterator[str]:
    width = max(len(to_text(text)) for text, _ in chances.rows)
    narrow = width + 13 + _SHORTEST >= columns()
    longest = _compute_bar_length(30, (4 if narrow else width) + 13)
    for (text, chance), colour in zip(chances.rows, chances.colours, strict=True):
        if narrow:
            yield wrap_for_terminal(f"  {to_text(text)}")
        label = "" if narrow else to_text(text)
        percent = to_text(views.format_percent(chance))
        bar = _paint(draw_bar([chance], longest), colour)
        yield f"  {label:<{4 if narrow else width}}  {percent:>7}  {bar}".rstrip()


def _compute_bar_length(most: int, beside: int) -> int:
    """The columns of the longest bar: ``most``, or fewer in a narrow terminal with ``beside`` columns of text."""
    return max(_SHORTEST, min(most, columns() - 1 - beside))


@draw.register(views.CubeCounts)
def _draw_cube_counts(cubes: views.CubeCounts) -> Iterator[str]:
    """A line for each colour: the numbers of cubes inside, in the tray and outside, and their sum."""
    headings = [translate("inside"), translate("tray"), translate("outside"), translate("together")]
    names = {colour: to_text(name_colour(colour)) for colour in COLOURS if colour in cubes.counts}
    widest = max(map(len, names.values()))
    wide = 4 + widest + 10 * len(headings) < columns()
    indent, widths = ("  ", [10] * len(headings)) if wide else ("", [len(head) + 1 for head in headings])

    def row(label: str, cells: Sequence[object]) -> str:
        return indent + label + "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))

    yield row(" " * (widest + 2), headings)
    for colour, name in names.items():
        numbers = cubes.counts[colour]
        yield row(f"{symbol(colour)} {name:<{widest}}", (*numbers, sum(numbers)))


@draw.register(views.OddsCurve)
def _draw_odds_curve(curve: views.OddsCurve) -> Iterator[str]:
    signs = get_bar_signs()
    yield f"{translate('armies'):>8}  {signs[0]} {translate('win')}  {signs[1]} {translate('tie')}"
    wide = _compute_bar_length(_WIDE, 27)
    for armies, chances in enumerate(curve.points, 1):
        percents = " ".join(f"{to_text(views.format_percent(each)):>7}" for each in chances)
        won, bar = draw_bar(chances[:1], wide), draw_bar(chances, wide)
        yield f"{armies:>8}  {_paint(won, curve.attacker)}{bar[len(won) :]:<{wide - len(won)}}  {percents}"


@draw.register(views.OddsRows)
def _draw_odds_rows(odds: views.OddsRows) -> Iterator[str]:
    headings = [translate("armies"), translate("win"), translate("tie"), translate("lose")]
    wide = max(9, *(len(head) + 2 for head in headings))
    yield "".join(f"{head:>{wide}}" for head in headings)
    for armies, *chances in odds.rows:
        yield f"{armies:>{wide}}" + "".join(f"{to_text(views.format_percent(chance)):>{wide}}" for chance in chances)


@draw.register(views.ScoreLines)
def _draw_score_lines(lines: views.ScoreLines) -> Iterator[str]:
    for line in lines.score.lines:
        names = translate(": {names}").format(names=", ".join(line.where)) if line.where else ""
        yield wrap_for_terminal(f"  {line.points:>3}  {to_text(line.text)}{names}")


@draw.register(views.FixedSetup)
def _draw_fixed_setup(setup: views.FixedSetup) -> Iterator[str]:
    lists = [[f"{each.province} {each.armies}" for each in armies] for armies in setup.armies.values()]
    width = max(len(cell) for cells in lists for cell in cells) + 2
    if 2 + width * len(lists) >= columns():
        for name, cells in zip(setup.armies, lists, strict=True):
            yield wrap_for_terminal(f"  {name}: {', '.join(cells)}")
        return
    for row in (setup.armies, *zip(*lists, strict=True)):
        yield "  " + "".join(f"{cell:<{width}}" for cell in row).rstrip()


@draw.register(views.PlayerMark)
def _draw_player_mark(mark: views.PlayerMark) -> Iterator[str]:
    yield f"{symbol(mark.player)} {to_text(name_player(mark.player))}"


@draw.register(views.HashCheck)
def _draw_hash_check(check: views.HashCheck) -> Iterator[str]:
    yield f"  printf '%s\\n%s' {shlex.quote(check.seed)} {check.salt} | sha256sum"
