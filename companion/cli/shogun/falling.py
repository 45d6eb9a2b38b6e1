"""A throw is shown falling: into the funnel, past two floors where some stay, out into the tray.

It takes about a second, any key skips it, and it is not shown where nobody watches: when the output is no
terminal, or a dumb one. What falls was decided before; the picture decides nothing.
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from time import sleep

import click

from companion.cli.answers import draw
from companion.cli.shogun.drawing import symbol
from companion.play.shogun.telling.figures import Fall
from companion.rules.shogun.realm import COLOURS, Cube

_WIDE = 11  # columns inside the tower
_FLOORS = (3, 6)  # rows of the two floors, counted from the funnel
_ROWS = 9  # rows from the funnel to the bottom
_SECONDS_SHOWN = 0.07  # seconds a picture is shown
_PICTURES_GOING_IN = 12  # pictures at the beginning during which cubes go in, however many there are


def fall_pictures(thrown: Mapping[str, int], fallen: Mapping[str, int]) -> Iterator[list[str]]:
    """The pictures of a throw, each a list of lines of the same number; the last shows the tray.

    Which cubes of a colour came out is not told: those thrown are shown to fall before those inside.
    """
    going_in = _cubes(thrown)
    out = set(_cubes(fallen))
    step = max(1, -(-len(going_in) // _PICTURES_GOING_IN))
    starts = [(cube, position // step, 0) for position, cube in enumerate(going_in)]
    loosened = sorted(out.difference(going_in))
    starts += [(cube, 2 + cube.number % 5, _FLOORS[cube.number % 2]) for cube in loosened]
    last = max((start + _ROWS - row for _, start, row in starts), default=0)
    for moment in range(last + 1):
        falling: list[tuple[int, int, str]] = []
        tray: list[Cube] = []
        for cube, start, row in starts:
            now = row + moment - start
            if moment < start:
                continue
            if cube in out and now >= _ROWS:
                tray.append(cube)
            elif cube in out or now <= _FLOORS[cube.number % 2]:
                falling.append((now, _column(cube, now), cube.colour))
        yield _picture(falling, tray)


def _cubes(counts: Mapping[str, int]) -> list[Cube]:
    return [Cube(colour, number + 1) for colour in COLOURS for number in range(counts.get(colour, 0))]


def _column(cube: Cube, row: int) -> int:
    """The column of a cube between the walls; it drifts a little at each floor."""
    drift = sum(row > floor for floor in _FLOORS) * (1 if cube.number % 2 else -1)
    return (cube.number * 7 + len(cube.colour) * 3 + drift) % _WIDE


def _picture(falling: list[tuple[int, int, str]], tray: list[Cube]) -> list[str]:
    lines = []
    for row in range(_ROWS):
        cells = [" "] * _WIDE
        for at, column, colour in falling:
            if at == row:
                cells[column] = symbol(colour)
        walls = ("\\", "/") if row == 0 else ("|", "|")
        if row in _FLOORS:
            cells = ["-" if cell == " " and column % 3 else cell for column, cell in enumerate(cells)]
        lines.append(f"  {walls[0]}{''.join(cells)}{walls[1]}")
    lines.append("  |" + "_" * _WIDE + "\\__ " + "".join(symbol(cube.colour) for cube in sorted(tray)))
    return lines


def show_fall(thrown: Mapping[str, int], fallen: Mapping[str, int]) -> None:
    """Show a throw falling where somebody watches, then take the picture away again."""
    if not sys.stdout.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        return
    shown = 0
    # Ctrl-C skips like any key: what was thrown is written down, and its verdict must be heard.
    with suppress(KeyboardInterrupt), _keys() as pressed:
        for lines in fall_pictures(thrown, fallen):
            click.echo(_up(shown) + "\n".join("\r" + line + "\x1b[K" for line in lines))
            shown = len(lines)
            if pressed(_SECONDS_SHOWN):
                break
    click.echo(_up(shown) + "\x1b[J", nl=False)


@draw.register(Fall)
def _fall(fall: Fall) -> tuple[str, ...]:
    """The picture takes itself away again; nothing of it is left to be read."""
    show_fall(fall.thrown, fall.fallen)
    return ()


def _up(lines: int) -> str:
    return f"\x1b[{lines}A" if lines else ""


def _wait(seconds: float) -> bool:
    sleep(seconds)
    return False


@contextmanager
def _keys() -> Iterator[Callable[[float], bool]]:
    """Watch for a key; where keys cannot be watched, only wait."""
    try:
        import select
        import termios
        import tty
    except ImportError:
        yield _wait
        return
    try:
        handle = sys.stdin.fileno()
        before = termios.tcgetattr(handle)
    except (OSError, ValueError, termios.error):
        yield _wait
        return

    def pressed(seconds: float) -> bool:
        if select.select([handle], [], [], seconds)[0]:
            os.read(handle, 64)
            return True
        return False

    tty.setcbreak(handle)
    try:
        yield pressed
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)
