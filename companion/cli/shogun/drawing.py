"""Cubes and chances drawn in a terminal; each colour has a symbol of its own, for all eyes."""

import shlex
from collections.abc import Iterator, Mapping, Sequence

import click

from companion.cli.answers import draw
from companion.cli.voice import coloured, columns, fits, parted, said, translated
from companion.play.shogun.telling import figures
from companion.rules.shogun.realm import COLOURS, armies, colour_word, daimyo, tallied

_SYMBOLS = {"black": "■", "blue": "●", "purple": "◆", "red": "▲", "yellow": "★", "green": "♣"}
_LETTERS = {"black": "K", "blue": "B", "purple": "P", "red": "R", "yellow": "Y", "green": "G"}
_INKS = {
    "black": "bright_black",
    "blue": "blue",
    "purple": "magenta",
    "red": "red",
    "yellow": "yellow",
    "green": "green",
}

_WIDE = 40  # columns of the longest bar of a curve
_SHORTEST = 5  # columns of the longest bar of a table, at least


def symbol(colour: str, count: int = 1) -> str:
    """The sign of a colour, ``count`` times, in its colour where colours are wanted."""
    sign = _SYMBOLS[colour] if fits("".join(_SYMBOLS.values())) else _LETTERS[colour]
    return click.style(sign * count, fg=_INKS[colour], bold=True) if coloured() else sign * count


def draw_tray(counts: Mapping[str, int]) -> list[str]:
    """Cubes sorted by colour, one colour a line: symbols, then their number in words."""
    here = {colour: counts[colour] for colour in COLOURS if counts.get(colour)}
    if not here:
        return [f"  {said(armies({}))}"]
    widest = max(here.values())
    return [
        f"  {symbol(colour, count)}{' ' * (widest - count)}  {said(armies({colour: count}))}"
        for colour, count in here.items()
    ]


@draw.register(figures.Tray)
def _tray(tray: figures.Tray) -> list[str]:
    return draw_tray(tray.cubes)


@draw.register(figures.TrayRow)
def _tray_row(tray: figures.TrayRow) -> list[str]:
    signs = " ".join(symbol(colour, tray.cubes[colour]) for colour in COLOURS if tray.cubes.get(colour))
    words = said(tallied(tray.cubes) if signs else armies({}))
    wide = len(click.unstyle(signs)) + len(words) + 4 >= columns()
    return [parted(f"  {words}" if wide or not signs else f"  {signs}  {words}")]


@draw.register(figures.Chances)
def _chances(chances: figures.Chances) -> Iterator[str]:
    """One line an outcome, with a bar."""
    block = "█" if fits("█") else "#"
    width = max(len(said(what)) for what, _ in chances.rows)
    narrow = width + 13 + _SHORTEST >= columns()
    longest = _bar(30, (4 if narrow else width) + 13)
    for what, chance in chances.rows:
        bar = block * round(longest * chance)
        if narrow:
            yield parted(f"  {said(what)}")
        shown = "" if narrow else said(what)
        yield f"  {shown:<{4 if narrow else width}}  {said(figures.percent(chance)):>7}  {bar}".rstrip()


def _bar(most: int, beside: int) -> int:
    """The length of the longest bar, shorter where the terminal is too narrow for it and what is beside."""
    return max(_SHORTEST, min(most, columns() - 1 - beside))


@draw.register(figures.CubeCounts)
def _cubes(cubes: figures.CubeCounts) -> Iterator[str]:
    """A line a colour, with inside, tray, outside and their sum; narrow where the terminal is."""
    heads = [translated("inside"), translated("tray"), translated("outside"), translated("together")]
    names = {colour: said(colour_word(colour)) for colour in COLOURS if colour in cubes.counts}
    widest = max(map(len, names.values()))
    wide = 4 + widest + 10 * len(heads) < columns()
    indent, widths = ("  ", [10] * len(heads)) if wide else ("", [len(head) + 1 for head in heads])

    def row(begun: str, cells: Sequence[object]) -> str:
        return indent + begun + "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))

    yield row(" " * (widest + 2), heads)
    for colour, name in names.items():
        numbers = cubes.counts[colour]
        yield row(f"{symbol(colour)} {name:<{widest}}", (*numbers, sum(numbers)))


@draw.register(figures.OddsCurve)
def _curve(curve: figures.OddsCurve) -> Iterator[str]:
    """One line a number of armies: a bar for the win, continued in another character for the tie."""
    full, light = ("█", "░") if fits("█░") else ("#", "-")
    yield f"{translated('armies'):>8}  {full} {translated('win')}  {light} {translated('tie')}"
    wide = _bar(_WIDE, 27)
    for sent, (win, tie) in enumerate(curve.points, 1):
        won, both = round(win * wide), round((win + tie) * wide)
        bar = full * won + light * (both - won)
        yield f"{sent:>8}  {bar:<{wide}}  {said(figures.percent(win)):>7} {said(figures.percent(tie)):>7}"


@draw.register(figures.OddsRows)
def _numbers(odds: figures.OddsRows) -> Iterator[str]:
    heads = [translated("armies"), translated("win"), translated("tie"), translated("lose")]
    wide = max(9, *(len(head) + 2 for head in heads))
    yield "".join(f"{head:>{wide}}" for head in heads)
    for sent, *chances in odds.rows:
        yield f"{sent:>{wide}}" + "".join(f"{said(figures.percent(chance)):>{wide}}" for chance in chances)


@draw.register(figures.ScoreLines)
def _score(told: figures.ScoreLines) -> Iterator[str]:
    for line in told.score.lines:
        where = translated(": {names}").format(names=", ".join(line.where)) if line.where else ""
        yield parted(f"  {line.points:>3}  {said(line.text)}{where}")


@draw.register(figures.FixedSetup)
def _fixed(setup: figures.FixedSetup) -> Iterator[str]:
    lists = [[f"{each.province} {each.armies}" for each in armies] for armies in setup.armies.values()]
    width = max(len(cell) for cells in lists for cell in cells) + 2
    if 2 + width * len(lists) >= columns():
        for name, cells in zip(setup.armies, lists, strict=True):
            yield parted(f"  {name}: {', '.join(cells)}")
        return
    for row in (setup.armies, *zip(*lists, strict=True)):
        yield "  " + "".join(f"{cell:<{width}}" for cell in row).rstrip()


@draw.register(figures.PlayerMark)
def _player(mark: figures.PlayerMark) -> Iterator[str]:
    yield f"{symbol(mark.player)} {said(daimyo(mark.player))}"


@draw.register(figures.HashCheck)
def _hash_check(check: figures.HashCheck) -> Iterator[str]:
    yield f"  printf '%s\\n%s' {shlex.quote(check.seed)} {check.salt} | sha256sum"
