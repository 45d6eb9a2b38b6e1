"""The drawing in a terminal: columns line up, with and without colour."""

import click

from companion.cli.honshu.drawing import beside, map_lines
from companion.data.honshu.map import read_map

MAP = read_map("F T L -\nb b* B3 .\nn* g2 y Y4".replace("g2", "G2"))


def test_symbols_stand_below_their_numbers() -> None:
    lines = map_lines(MAP, colours=False)
    assert lines[0] == "     1   2   3   4"
    assert lines[1] == "  1  F   T   L   -  "
    assert lines[2] == "  2  b   b*  B3  ·  "


def test_colours_change_no_character() -> None:
    plain, coloured = map_lines(MAP, colours=False), map_lines(MAP, colours=True)
    assert [click.unstyle(line) for line in coloured] == plain
    assert all("\x1b[" in line for line in coloured)


def test_marked_squares_stand_in_brackets() -> None:
    assert map_lines(MAP, False, {(0, 1): "[]"})[1] == "  1  F  [T ] L   -  "


def test_blocks_stand_one_above_the_other_where_it_is_narrow() -> None:
    assert beside(["ab", "c"], ["x"], 80) == ["ab    x", "c"]
    assert beside(["ab", "c  "], ["x"], 5) == ["ab", "c", "", "x"]
