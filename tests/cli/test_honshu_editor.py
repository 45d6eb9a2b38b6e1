"""The map editor: keys in, a map out."""

from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from companion.cli.honshu.editor import Cursor, _shown, build
from companion.data.honshu.map import read_map
from companion.errors import OutputError
from companion.rules.honshu.rulings import DEFAULT_RULINGS
from companion.service.honshu.editor import MapEditor, MapFile, opened
from tests.cli.terminal import Terminal

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
SAVE, LEAVE, UNDO, REDO = "\x13", "\x11", "\x1a", "\x19"


def typed(keys: str, cursor: Cursor | None = None) -> Cursor:
    cursor = cursor or Cursor(MapEditor())
    for key in keys:
        if key == "\n":
            cursor.next_row()
        else:
            cursor.type(key)
    return cursor


def grid(cursor: Cursor) -> list[str]:
    map_ = cursor.editor.map
    return map_.grid if map_ else []


def test_a_letter_a_square() -> None:
    assert grid(typed("FTb*-\nLB3.G")) == ["F T b* -", "L B3 . G2"]


def test_french_letters() -> None:
    assert grid(typed("Vm*M4jJ")) == ["T n* N4 y Y2"]


def test_the_map_grows_to_all_sides() -> None:
    cursor = typed("T")
    cursor.move(-1, -2)
    typed("F", cursor)
    assert grid(cursor) == ["F .", ". T"]


def test_the_next_row_begins_below_this_one_even_where_a_square_was_skipped() -> None:
    cursor = typed("FF")
    cursor.move(0, 1)
    assert grid(typed("T\nL\n.B2", cursor)) == ["F F . T", "L . . .", ". B2 . ."]
    cursor = Cursor(MapEditor())
    cursor.move(0, 3)
    assert grid(typed("FF\nL", cursor)) == ["F F", "L ."]


def test_clearing() -> None:
    cursor = typed("FT")
    cursor.take_back()
    assert grid(cursor) == ["F"]
    cursor.move(0, -1)
    cursor.clear()
    assert grid(cursor) == []
    assert grid(typed("F.T T")) == ["F . T . T"]


def test_a_star_turns_the_cube_of_the_last_or_the_marked_square() -> None:
    cursor = typed("b*b")
    cursor.move(0, -2)
    typed("*", cursor)
    assert grid(cursor) == ["b b"]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("TTq", "row 1, column 3: 'q' is not a square"),
        ("T\nT\nTTTTB5", "row 3, column 5: 'B5' is not a square; a factory is worth 2, 3 or 4."),
        ("T*", "row 1, column 1: 'T*' is not a square; only production holds a cube"),
        ("T.3", "row 1, column 3: '3' is the value of a factory"),
    ],
)
def test_what_is_mistyped_is_answered(keys: str, said: str) -> None:
    assert said in str(typed(keys).editor.told_slips[0])
    assert str(typed("TTB").editor.message) == "A factory of 2; type 3 or 4 for another value."


def test_a_refused_letter_moves_nothing_and_is_told_until_it_is_mended() -> None:
    cursor = typed("Txb*B3F")
    assert grid(cursor) == ["T . b* B3 F"]
    (slip,) = cursor.editor.told_slips
    assert str(slip) == "row 1, column 2: 'x' is not a square; the letters stand below."
    cursor.next_slip()
    typed("L", cursor)
    assert grid(cursor) == ["T L b* B3 F"]
    assert cursor.editor.told_slips == ()
    cursor = typed("q.z")
    assert [str(slip)[:15] for slip in cursor.editor.told_slips] == ["row 1, column 1", "row 1, column 3"]
    cursor.move(0, -3)
    assert "'z' is not a square" in str(typed(".", cursor).editor.told_slips[0])


def test_small_letters_that_can_mean_one_square_only() -> None:
    assert grid(typed("ftlvb")) == ["F T L T b"]
    assert typed("b3").editor.slips == {(0, 0): "b3"}


def run(keys: str, goal: Path, editor: MapEditor | None = None) -> bool:
    with create_pipe_input() as piped, create_app_session(input=piped, output=DummyOutput()):
        piped.send_text(keys)
        return bool(build(Cursor(editor or MapEditor()), MapFile(str(goal)), None, DEFAULT_RULINGS).run())


def test_typing_and_saving(tmp_path: Path) -> None:
    goal = tmp_path / "map.txt"
    assert run(f"FFT\rb*B3{UP}{RIGHT}L{SAVE}", goal)
    assert read_map(goal.read_text(encoding="utf-8")).grid == ["F F T L", "b* B3 . ."]


def test_a_map_can_be_pasted(tmp_path: Path) -> None:
    goal = tmp_path / "map.txt"
    assert run("\x1b[200~F T b*\nL B3\x1b[201~" + SAVE, goal)
    assert read_map(goal.read_text(encoding="utf-8")).grid == ["F T b*", "L B3 ."]


def test_what_is_pasted_is_read_whole_or_not_at_all(tmp_path: Path) -> None:
    cursor = typed("L")
    cursor.paste("# west\nF T\n-")
    assert grid(cursor) == ["L F T", ". - ."]
    cursor.paste("F F\nF B5")
    assert str(cursor.editor.message) == (
        "Nothing was pasted: row 2, column 2: 'B5' is not a square; a factory is worth 2, 3 or 4."
    )
    cursor.paste("")
    assert "Nothing was pasted: there is no square" in str(cursor.editor.message)
    cursor.paste("T " * 39)
    assert "No map has more than 40 rows or columns" in str(cursor.editor.message)
    assert grid(cursor) == ["L F T", ". - ."]
    goal = tmp_path / "map.txt"
    assert run("\x1b[200~F T\r\nL B3\x1b[201~" + SAVE, goal)
    assert read_map(goal.read_text(encoding="utf-8")).grid == ["F T", "L B3"]


def test_a_map_grows_no_farther_than_can_be_read() -> None:
    cursor = typed("F" * 41)
    assert len(grid(cursor)[0].split()) == 40
    assert "No map has more than 40" in str(cursor.editor.message)


def test_keys_without_a_meaning_type_nothing(tmp_path: Path) -> None:
    goal = tmp_path / "map.txt"
    end, insert, page_down, control_left = "\x1b[F", "\x1b[2~", "\x1b[6~", "\x1b[1;5D"
    assert run(f"B4{end}{insert}{page_down}{control_left}T{SAVE}", goal)
    assert read_map(goal.read_text(encoding="utf-8")).grid == ["B4 T"]


def test_leaving_is_asked_again_after_any_other_key(tmp_path: Path) -> None:
    for at, key in enumerate(("\r", "\x7f", "\x1b[3~", UP, "\x1b[200~T\x1b[201~")):
        assert run(f"FF{LEAVE}{key}{LEAVE}{LEFT}{SAVE}", tmp_path / f"{at}.txt")


def test_leaving_unsaved_asks_once(tmp_path: Path) -> None:
    goal = tmp_path / "map.txt"
    assert not run(f"F{LEAVE}{LEAVE}", goal)
    assert not goal.exists()
    assert run(f"F{LEAVE}T{SAVE}", goal)
    assert not run(LEAVE, tmp_path / "other.txt")


def test_a_folder_that_is_not_there_is_told_before_anything_is_typed(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="the folder .* is not there"):
        opened(str(tmp_path / "none" / "map.txt"))


def test_an_empty_map_is_not_saved(tmp_path: Path) -> None:
    assert not run(f"{SAVE}{LEAVE}", tmp_path / "map.txt")


def test_the_total_is_shown_while_typing() -> None:
    told = "".join(text for _, text in _shown(typed("FF"), "map.txt", None, DEFAULT_RULINGS))
    assert "total            4" in told
    told = "".join(text for _, text in _shown(typed("FFq"), "map.txt", 3, DEFAULT_RULINGS))
    assert "row 1, column 3: 'q' is not a square" in told
    assert "scoring card" in told


def test_a_narrow_screen_shows_the_map_about_the_cursor() -> None:
    cursor = typed("F" * 12 + "\n" + "T" * 11 + "B3")
    told = "".join(text for _, text in _shown(cursor, "map.txt", None, DEFAULT_RULINGS, (20, 40))).split("\n")
    rows = [line for line in told if line[:4].strip().isdigit()]
    assert all(len(line) <= 40 for line in told if not line.startswith(" forest"))
    assert "B3" in rows[1]
    assert "total 35" in " ".join(told)
    wide = "".join(text for _, text in _shown(cursor, "map.txt", None, DEFAULT_RULINGS, (24, 100)))
    assert "forest          24" in wide


def test_a_low_screen_shows_the_map_about_the_cursor() -> None:
    cursor = typed("\n".join("F" * 12))
    told = "".join(text for _, text in _shown(cursor, "map.txt", None, DEFAULT_RULINGS, (16, 100)))
    assert "\n 12  " in told
    assert "\n  1  " not in told
    assert told.count("forest") == 2


def mend(keys: str, file: Path) -> bool:
    editor, goal = opened(str(file))
    with create_pipe_input() as piped, create_app_session(input=piped, output=DummyOutput()):
        piped.send_text(keys)
        return bool(build(Cursor(editor), goal, None, DEFAULT_RULINGS).run())


def test_a_map_that_is_there_is_mended(tmp_path: Path) -> None:
    goal = tmp_path / "map.txt"
    goal.write_text("F T  # ours\nb* B3\n", encoding="utf-8")
    assert mend(f"L{DOWN}G4{SAVE}", goal)
    assert goal.read_text(encoding="utf-8") == "L T  # ours\nb* G4\n"


def test_a_slip_is_never_saved_and_leaving_it_is_asked(tmp_path: Path) -> None:
    goal = tmp_path / "map.txt"
    assert run(f"FqT{SAVE}{SAVE}{LEFT}{LEFT}L{SAVE}", goal)
    assert goal.read_text(encoding="utf-8") == "F L T\n"
    goal.unlink()
    assert not run(f"q{SAVE}{LEAVE}{LEAVE}", goal)
    assert not goal.exists()
    assert run(f"q{LEAVE}{LEFT}T{SAVE}", goal)


def test_a_mistyped_map_is_opened_at_its_first_slip(tmp_path: Path) -> None:
    goal = tmp_path / "map.txt"
    goal.write_text("F T\nb* B5 q\n", encoding="utf-8")
    assert mend(f"3\t-{SAVE}", goal)
    assert goal.read_text(encoding="utf-8") == "F T\nb* B3 -\n"


def test_undo_and_redo(tmp_path: Path) -> None:
    goal = tmp_path / "map.txt"
    assert run(f"FTL{UNDO}{UNDO}{REDO}{UNDO}{UNDO}{UNDO}{REDO}{REDO}B{SAVE}", goal)
    assert goal.read_text(encoding="utf-8") == "F B2\n"


def test_all_slips_are_shown_on_the_map_and_told(tmp_path: Path) -> None:
    cursor = typed("q" * 7)
    fragments = _shown(cursor, "map.txt", None, DEFAULT_RULINGS)
    told = "".join(text for _, text in fragments)
    assert sum("class:slip" in style for style, _ in fragments) == 7
    assert told.count("is not a square") == 5
    assert "2 more are mistyped." in told
    assert len(told.splitlines()) <= 24


def test_numbers_are_those_of_the_map_wherever_the_cursor_is() -> None:
    cursor = typed("F")
    cursor.move(-2, -3)
    told = "".join(text for _, text in _shown(cursor, "map.txt", None, DEFAULT_RULINGS)).split("\n")
    (row,) = (line for line in told if " F  " in line and "forest" not in line.split(" F  ")[0])
    assert row.startswith("  1 ")
    assert told[2].index("1") - row.index("F") == 0


def test_o_opens_the_map_that_is_there(tmp_path: Path) -> None:
    goal = tmp_path / "mine.txt"
    goal.write_text("T b5 T # ours\n", encoding="utf-8")
    with Terminal(["--ui-lang", "en", "honshu", "score", "-o", str(goal)], HOME=str(tmp_path)) as terminal:
        terminal.until("a factory has a capital letter")
        terminal.press(SAVE)
        terminal.until("saved: 1 word")
        terminal.press("b*")
        terminal.press(SAVE)
        assert "2 towns" not in terminal.end()
    assert terminal.status == 0
    assert goal.read_text(encoding="utf-8") == "T b* T # ours\n"


def test_mending_in_a_real_terminal(tmp_path: Path) -> None:
    goal = tmp_path / "map.txt"
    goal.write_text("T T\n", encoding="utf-8")
    with Terminal(
        ["--ui-lang", "en", "honshu", "score", "--edit", str(goal)], HOME=str(tmp_path)
    ) as terminal:
        terminal.until("Ctrl-S")
        terminal.type("F" + SAVE)
        terminal.end()
    assert goal.read_text(encoding="utf-8") == "F T\n"


def test_in_a_real_terminal(tmp_path: Path) -> None:
    goal = tmp_path / "mine.txt"
    with Terminal(["--ui-lang", "en", "honshu", "score", "-o", str(goal)], HOME=str(tmp_path)) as terminal:
        terminal.until("Ctrl-S")
        terminal.type("FFF" + SAVE)
        shown = terminal.end()
    assert terminal.status == 0
    assert goal.read_text(encoding="utf-8") == "F F F\n"
    assert "3 forests, 2 points each" in shown
