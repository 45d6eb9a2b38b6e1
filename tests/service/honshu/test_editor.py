"""The map editor without a screen: squares put anywhere, in any order, and the total so far."""

import os
from pathlib import Path

import pytest

from companion.data.honshu.typed_map import read_typed_map
from companion.errors import InputError, OutputError
from companion.rules.honshu.rulings import DEFAULT_RULINGS
from companion.service.honshu.editor import MapEditor, MapFile, new_name, opened, save


def grid(editor: MapEditor) -> list[str]:
    return editor.map.grid if editor.map else []


def test_squares_are_put_anywhere_in_any_order() -> None:
    editor = MapEditor()
    assert editor.put((2, -1), "B")
    assert str(editor.message) == "A factory of 2; type 3 or 4 for another value."
    editor.put((1, 0), "b")
    assert not editor.put((1, 0), "*")
    assert not editor.put((2, -1), "4")
    assert grid(editor) == [". b*", "B4 ."]
    editor.put((1, 0), "*")
    editor.put((2, -1), ".")
    assert grid(editor) == ["b"]
    assert editor.changed
    editor.clear((1, 0))
    assert editor.map is None
    assert not editor.changed


def test_slips_are_kept_by_place_until_they_are_mended() -> None:
    editor = MapEditor(read_typed_map("F T"))
    editor.put((0, 1), "x")
    editor.put((1, 0), "q")
    assert editor.slips == {(0, 1): "x", (1, 0): "q"}
    assert grid(editor) == ["F .", ". ."]
    assert [str(slip) for slip in editor.told_slips] == [
        "row 1, column 2: 'x' is not a square; the letters stand below.",
        "row 2, column 1: 'q' is not a square; the letters stand below.",
    ]
    assert editor.next_slip((0, 1)) == (1, 0)
    assert editor.next_slip((1, 0)) == (0, 1)
    editor.clear((0, 1))
    editor.put((1, 0), "L")
    assert editor.slips == {}
    assert grid(editor) == ["F", "L"]


@pytest.mark.parametrize(
    ("square", "key", "slip", "told"),
    [
        ("B", "5", "B5", "a factory is worth 2, 3 or 4"),
        ("F", "3", "F3", "only a factory has a value"),
        ("T", "*", "T*", "only production holds a cube"),
        ("b", "3", "b3", "a factory has a capital letter, as in B3"),
        (" ", "3", "3", "is the value of a factory"),
        (" ", "*", "*", "puts a cube on production"),
    ],
)
def test_a_value_or_a_cube_where_there_can_be_none_is_a_slip(
    square: str, key: str, slip: str, told: str
) -> None:
    editor = MapEditor()
    editor.put((0, 0), square)
    editor.put((0, 0), key)
    assert editor.slips == {(0, 0): slip}
    assert editor.map is None
    assert told in str(editor.told_slips[0])
    editor.put((0, 0), "N")
    editor.put((0, 0), "5")
    editor.put((0, 0), "4")
    assert (grid(editor), editor.slips) == (["N4"], {})


def test_every_edit_is_undone_and_redone() -> None:
    editor = MapEditor(read_typed_map("F T"))
    assert editor.undo() is None
    assert str(editor.message) == "There is nothing to undo."
    editor.put((0, 0), "b")
    editor.put((0, 0), "*")
    editor.put((0, 1), "q")
    editor.paste((1, 0), "L L")
    editor.clear((1, 1))
    editor.clear((5, 5))
    steps = []
    while (at := editor.undo()) is not None:
        steps.append((at, grid(editor)))
    assert steps == [
        ((1, 1), ["b* .", "L L"]),
        ((1, 0), ["b* ."]),
        ((0, 1), ["b* T"]),
        ((0, 0), ["b T"]),
        ((0, 0), ["F T"]),
    ]
    assert not editor.changed
    assert editor.redo() == (0, 0)
    assert grid(editor) == ["b T"]
    while editor.redo() is not None:
        pass
    assert grid(editor) == ["b* .", "L ."]
    assert editor.slips == {(0, 1): "q"}
    editor.undo()
    editor.put((3, 0), "F")
    assert editor.redo() is None


def test_what_is_pasted_ends_behind_its_last_row() -> None:
    editor = MapEditor()
    assert editor.paste((3, 2), "F T\nL") == (4, 4)
    assert editor.paste((0, 0), "Q") is None
    assert grid(editor) == ["F T", "L ."]


def test_the_score_so_far() -> None:
    editor = MapEditor()
    assert editor.scored(None, DEFAULT_RULINGS) is None
    editor.paste((0, 0), "L L L . F")
    scored = editor.scored(4, DEFAULT_RULINGS)
    assert scored is not None
    assert [points for _, points in scored.table] == [2, 0, 0, 6, 0, 8, 0]
    assert [str(other) for other in scored.other_counts][1].startswith(" 14 with lake-card=added")
    assert "2 pieces" in str(scored.warnings[0])


def test_saving_writes_the_notation(tmp_path: Path) -> None:
    editor, goal = MapEditor(), tmp_path / "map.txt"
    assert str(save(editor, MapFile(str(goal))).refused) == "There is no square to save yet."
    assert not goal.exists()
    editor.paste((5, 5), "F b*\nL B3")
    assert save(editor, MapFile(str(goal))).files == (goal,)
    assert goal.read_text(encoding="utf-8") == "F b*\nL B3\n"
    with pytest.raises(OutputError):
        save(editor, MapFile(str(tmp_path), ""))


def test_nothing_is_saved_while_there_is_a_slip(tmp_path: Path) -> None:
    goal = tmp_path / "map.txt"
    goal.write_text("T q F\n", encoding="utf-8")
    editor, file = opened(str(goal))
    assert editor.slips == {(0, 1): "q"}
    assert str(save(editor, file).refused).startswith("Nothing is saved: 1 word is not a square.")
    assert goal.read_text(encoding="utf-8") == "T q F\n"
    editor.put((0, 1), ".")
    assert save(editor, file).refused is None
    assert goal.read_text(encoding="utf-8") == "T . F\n"


def test_comments_and_blanks_of_a_file_stay(tmp_path: Path) -> None:
    goal = tmp_path / "map.txt"
    goal.write_text("# Aya\n\nT  b   # north\nF\n", encoding="utf-8")
    editor, file = opened(str(goal))
    editor.put((0, 1), "L")
    save(editor, file)
    assert goal.read_text(encoding="utf-8") == "# Aya\n\nT  L   # north\nF\n"


def test_what_somebody_else_has_written_is_replaced_only_when_it_is_known(tmp_path: Path) -> None:
    goal = tmp_path / "map.txt"
    goal.write_text("T\n", encoding="utf-8")
    editor, file = opened(str(goal))
    editor.put((0, 0), "F")
    for other in ("T T\n", b"\xff"):
        goal.write_bytes(other.encode() if isinstance(other, str) else other)
        assert "changed by somebody else meanwhile" in str(save(editor, file).refused)
    assert goal.read_bytes() == b"\xff"
    assert save(editor, file).refused is None
    goal.unlink()
    assert save(editor, file).refused is None
    fresh = MapEditor(read_typed_map("L"))
    assert "is there already" in str(save(fresh, MapFile(str(goal))).refused)
    assert goal.read_text(encoding="utf-8") == "F\n"


def test_a_link_stays_a_link_and_only_plain_files_are_opened(tmp_path: Path) -> None:
    goal, link, pipe = tmp_path / "map.txt", tmp_path / "link.txt", tmp_path / "pipe"
    goal.write_text("T\n", encoding="utf-8")
    link.symlink_to(goal)
    editor, file = opened(str(link))
    editor.put((0, 0), "F")
    assert save(editor, file).refused is None
    assert link.is_symlink()
    assert goal.read_text(encoding="utf-8") == "F\n"
    os.mkfifo(pipe)
    for name in (pipe, tmp_path):
        with pytest.raises(InputError):
            opened(str(name))


def test_a_new_map_never_overwrites(tmp_path: Path) -> None:
    assert new_name(tmp_path).name == "map.txt"
    (tmp_path / "map.txt").touch()
    (tmp_path / "map-2.txt").touch()
    assert new_name(tmp_path).name == "map-3.txt"


def test_each_edit_says_only_what_it_means() -> None:
    editor = MapEditor()
    for key, goes_on, said in (
        ("B", True, "A factory of 2; type 3 or 4 for another value."),
        ("F", True, None),
        ("B2", True, "A factory of 2; type 3 or 4 for another value."),
        (".", True, None),
        ("q", True, None),
        ("*", False, None),
    ):
        assert editor.put((0, 0), key) is goes_on
        assert (editor.message and str(editor.message)) == said
    editor.put((0, 1), "N")
    editor.clear((0, 0))
    assert editor.message is None
    editor.undo()
    assert editor.message is None
    editor.redo()
    assert editor.message is None
    editor.redo()
    assert str(editor.message) == "There is nothing to redo."


def test_a_map_grows_no_farther_than_one_can_be() -> None:
    editor = MapEditor()
    editor.put((0, 0), "F")
    for edit in (
        lambda: editor.put((0, 40), "T"),
        lambda: editor.put((-40, 0), "T"),
        lambda: editor.put((40, 0), "3"),
        lambda: editor.paste((0, 39), "T T"),
    ):
        assert not edit()
        assert str(editor.message) == "No map has more than 40 rows or columns."
        assert grid(editor) == ["F"]
    assert editor.slips == {}
    assert editor.put((0, 39), "T")
    assert editor.message is None
    assert editor.paste((39, 0), "T") == (39, 1)
    assert editor.put((0, 39), "*") is False  # where something stands it is no farther
    assert editor.slips == {(0, 39): "T*"}


def test_what_cannot_be_pasted_says_why() -> None:
    editor = MapEditor()
    for text, said in (
        ("F F\nF Q", "Nothing was pasted: row 2, column 2: 'Q' is not a square; "),
        ("", "Nothing was pasted: there is no square"),
    ):
        assert editor.paste((0, 0), text) is None
        assert str(editor.message).startswith(said)
    assert editor.paste((0, 0), "F T\n\nL") == (1, 2)
    assert "line 2 of the file is empty" in str(editor.message)
    assert editor.paste((0, 0), "F T") == (0, 2)
    assert editor.message is None


def test_the_corner_of_a_file_that_was_opened_stays() -> None:
    assert MapEditor().corner is None
    editor = MapEditor(read_typed_map(". .\n. F"))
    assert (editor.corner, editor.edges()) == ((0, 0), (0, 0, 1, 1))
    editor.put((-2, 1), "T")
    assert editor.corner == (-2, 0)
    fresh = MapEditor()
    fresh.put((3, 4), "F")
    assert (fresh.corner, fresh.edges()) == ((3, 4), (3, 4, 3, 4))
    assert fresh.edges((5, 5), (0, 0)) == (0, 0, 5, 5)
    assert fresh.text == "F\n"
    assert MapEditor(read_typed_map("# a\nF\n")).text == "# a\nF\n"


def test_a_file_is_opened_as_it_is_and_saved_where_it_is_told(tmp_path: Path) -> None:
    goal, copy = tmp_path / "map.txt", tmp_path / "copy.txt"
    editor, file = opened(str(goal))
    assert (editor.corner, file.known) == (None, None)  # a new map
    goal.write_text("F T\n", encoding="utf-8")
    editor, file = opened(str(goal), str(copy))
    assert (grid(editor), file.known, file.name) == (["F T"], None, str(copy))
    assert save(editor, file).files == (copy,)
    editor, file = opened(str(goal), str(copy))
    assert "is there already" in str(save(editor, file).refused)
    with pytest.raises(OutputError):
        opened(str(goal), str(tmp_path / "none" / "map.txt"))  # told before it is typed
    for odd in (tmp_path, tmp_path / "pipe"):
        if odd != tmp_path:
            os.mkfifo(odd)
        with pytest.raises(InputError) as refused:
            opened(str(odd))
        assert refused.value.place.file == str(odd)
    with pytest.raises(InputError, match="this is not a plain file"):
        opened(str(tmp_path / "pipe"))


def test_the_fourth_new_map_has_a_name_too(tmp_path: Path) -> None:
    names = []
    for _ in range(4):
        names.append(new_name(tmp_path).name)
        (tmp_path / names[-1]).touch()
    assert names == ["map.txt", "map-2.txt", "map-3.txt", "map-4.txt"]
