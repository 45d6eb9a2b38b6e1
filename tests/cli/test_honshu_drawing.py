"""The drawing in a terminal: columns line up, with and without colour."""

import click
import pytest

from companion.cli.answers import draw
from companion.cli.honshu.drawing import map_lines, place_side_by_side
from companion.data.honshu.map import parse_map
from companion.service.honshu.scoring import MapRanking, score_maps

MAP = parse_map("F T L -\nb b* B3 .\nn* g2 y Y4".replace("g2", "G2"))


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
    assert place_side_by_side(["ab", "c"], ["x"], 80) == ["ab    x", "c"]
    assert place_side_by_side(["ab", "c  "], ["x"], 5) == ["ab", "c", "", "x"]


def test_a_ranking_is_a_table_or_where_it_is_narrow_a_line_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = score_maps([("Aya", MAP), ("Bo", parse_map("F F"))])
    (ranking,) = (line for line in answer.lines if isinstance(line, MapRanking))
    drawn = {}
    for columns in (80, 30):
        monkeypatch.setenv("COLUMNS", str(columns))
        drawn[columns] = list(draw(ranking))
    assert drawn[80] == [
        "        forest  town  factories  lakes  total  fallow",
        " 1.  Aya      2     1          3      0      6       1  wins",
        " 2.  Bo       4     0          0      0      4       0",
    ]
    assert drawn[30] == [
        " 1.  Aya, forest 2, town 1, factories 3, lakes 0, total 6, fallow 1, wins",
        " 2.  Bo, forest 4, town 0, factories 0, lakes 0, total 4, fallow 0",
    ]
