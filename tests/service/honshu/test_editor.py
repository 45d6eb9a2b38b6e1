"""The map editor without a screen: squares put anywhere, in any order, and the total so far."""

from pathlib import Path

import pytest

from companion.data.honshu.map import read_map
from companion.errors import OutputError
from companion.rules.honshu.rulings import DEFAULT_RULINGS
from companion.service.honshu.editor import Sheet, new_name, save


def grid(sheet: Sheet) -> list[str]:
    return sheet.map.grid if sheet.map else []


def test_squares_are_put_anywhere_in_any_order() -> None:
    sheet = Sheet()
    assert sheet.put((2, -1), "B")
    assert str(sheet.message) == "A factory of 2; type 3 or 4 for another value."
    sheet.put((1, 0), "b")
    assert not sheet.put((1, 0), "*")
    assert not sheet.put((2, -1), "4")
    assert grid(sheet) == [". b*", "B4 ."]
    sheet.put((1, 0), "*")
    sheet.put((2, -1), ".")
    assert grid(sheet) == ["b"]
    sheet.clear((1, 0))
    assert sheet.map is None
    assert sheet.changed


def test_slips_are_kept_by_place_until_they_are_mended() -> None:
    sheet = Sheet(read_map("F T"))
    sheet.put((0, 1), "x")
    sheet.put((1, 0), "q")
    assert sheet.slips == {(0, 1): "x", (1, 0): "q"}
    assert grid(sheet) == ["F T"]
    assert str(sheet.message) == "row 1, column 2: 'x' is not a square; the letters stand below."
    sheet.clear((0, 1))
    sheet.put((1, 0), "L")
    assert sheet.slips == {}
    assert grid(sheet) == ["F", "L"]


def test_what_is_pasted_ends_behind_its_last_row() -> None:
    sheet = Sheet()
    assert sheet.paste((3, 2), "F T\nL") == (4, 4)
    assert sheet.paste((0, 0), "Q") is None
    assert grid(sheet) == ["F T", "L ."]


def test_the_score_so_far() -> None:
    sheet = Sheet()
    assert sheet.scored(None, DEFAULT_RULINGS) is None
    sheet.paste((0, 0), "L L L . F")
    scored = sheet.scored(4, DEFAULT_RULINGS)
    assert scored is not None
    assert [points for _, points in scored.table] == [2, 0, 0, 6, 0, 8, 0]
    assert [str(other) for other in scored.other_counts][1].startswith(" 14 with lake-card=added")
    assert "2 pieces" in str(scored.warnings[0])


def test_saving_writes_the_notation(tmp_path: Path) -> None:
    sheet, goal = Sheet(), tmp_path / "map.txt"
    assert str(save(sheet, goal).refused) == "There is no square to save yet."
    assert not goal.exists()
    sheet.paste((5, 5), "F b*\nL B3")
    assert save(sheet, goal).files == (goal,)
    assert goal.read_text(encoding="utf-8") == "F b*\nL B3\n"
    assert not sheet.changed
    with pytest.raises(OutputError):
        save(sheet, tmp_path)


def test_a_new_map_never_overwrites(tmp_path: Path) -> None:
    assert new_name(tmp_path).name == "map.txt"
    (tmp_path / "map.txt").touch()
    (tmp_path / "map-2.txt").touch()
    assert new_name(tmp_path).name == "map-3.txt"
