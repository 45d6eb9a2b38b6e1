"""What an output may replace, how own files are known, and what is left of programs that were killed."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.data.files import read_text, write_bytes, write_files, write_text
from companion.data.outputs import TEXT_MARK, check_usual_folder, create_part_files, forget_inputs, mark_svg
from companion.errors import OutputError
from companion.paths import STANDARD_OUTPUT

OWN = {
    "svg": mark_svg('<svg width="3"><g/></svg>').encode(),
    "empty": b"",
    "pdf": b"%PDF-1.4\n" + b"x" * 5000 + b"<< /Creator (Companion) >>",
    "text": TEXT_MARK.encode() + b"heike, A\n",
    "table": b'{\n "format": 1,\n "game": "shogun",\n "version": 3,\n "table": "x"}',
    "png": b"\x89PNG\r\n\x1a\n" + b"IHDR" * 9 + b"tEXtSoftware\0Companion",
}
FOREIGN = {
    "map": b"F F\nT T\n",
    "svg": b'<svg width="3"><g/><!-- Companion --></svg>',
    "pdf": b"%PDF-1.4 /Creator (Writer) Companion",
    "pdf with notes": b"%PDF-1.4\n/Creator (Companion)\n%%EOF\n/Annots [my note]\n%%EOF\n",
    "json": b'{"format": 1, "name": "mine"}',
    "text": b"Companion is a program.\n",
}


@pytest.fixture(autouse=True)
def _new_command() -> Iterator[None]:
    forget_inputs()
    yield
    forget_inputs()


@pytest.mark.parametrize("kind", OWN)
def test_files_made_by_companion_are_replaced(tmp_path: Path, kind: str) -> None:
    goal = tmp_path / "a"
    goal.write_bytes(OWN[kind])
    write_bytes(goal, b"new")
    assert goal.read_bytes() == b"new"


@pytest.mark.parametrize("kind", FOREIGN)
def test_foreign_files_are_replaced_only_with_overwrite(tmp_path: Path, kind: str) -> None:
    goal, other = tmp_path / "a", tmp_path / "b"
    goal.write_bytes(FOREIGN[kind])
    with pytest.raises(OutputError, match="a was not written: it is there already") as caught:
        write_files({other: b"b", goal: b"new"})
    assert caught.value.remedy == "overwrite"
    assert goal.read_bytes() == FOREIGN[kind]
    assert list(tmp_path.iterdir()) == [goal]
    write_bytes(goal, b"new", overwrite=True)
    assert goal.read_bytes() == b"new"


def test_an_input_is_never_replaced_whatever_it_is_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "map.txt"
    file.write_bytes(OWN["text"])
    (tmp_path / "folder").mkdir()
    os.link(file, "hard.txt")
    os.symlink(tmp_path, "here")
    read_text(Path("map.txt"))
    for goal in ("map.txt", "./folder/../map.txt", "hard.txt", "here/map.txt", file):
        with pytest.raises(OutputError, match="the same command reads it"):
            write_bytes(Path(goal), b"new", overwrite=True)
    assert file.read_bytes() == OWN["text"]
    write_bytes(file, b"new", replaceable=(file,))
    forget_inputs()
    write_bytes(tmp_path / "hard.txt", b"new")


def test_only_plain_files_are_replaced(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(OWN["text"])
    os.symlink(tmp_path / "file", tmp_path / "link")
    os.symlink(tmp_path / "nothing", tmp_path / "dangling")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    before = {each.name: stat.S_IFMT(each.lstat().st_mode) for each in tmp_path.iterdir()}
    for name in ("link", "dangling", "pipe", "folder"):
        for overwrite in (False, True):
            with pytest.raises(OutputError, match=f"{name} was not written: it is a (link|folder)"):
                write_files({tmp_path / "new": b"", tmp_path / name: b"x"}, overwrite=overwrite)
    for device in ("/dev/null", "/dev/stdout", "/dev/fd/1"):
        with pytest.raises(OutputError, match="it is a link, a pipe or a device") as caught:
            write_bytes(Path(device), b"x", overwrite=True, replaceable=(Path(device),))
        assert caught.value.remedy == "standard output"
    assert {each.name: stat.S_IFMT(each.lstat().st_mode) for each in tmp_path.iterdir()} == before


def test_a_link_in_a_folder_that_nobody_named_must_not_lead_out_of_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here" / "inside").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    for link, target in (("output", "inside"), ("inside/deep", "inside")):
        Path(link).symlink_to(Path(target).absolute())
        check_usual_folder(Path("output"))
    Path("inside/out").symlink_to(tmp_path)
    with pytest.raises(OutputError, match="inside/out is a link to .*; name the folder with -o"):
        check_usual_folder(Path("inside"))
    Path("output").unlink()
    Path("output").symlink_to("..")
    with pytest.raises(OutputError, match="output is a link to "):
        check_usual_folder(Path("output"))


def test_one_file_is_written_once_and_a_dash_is_the_standard_output(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OutputError, match="it is named twice"):
        write_files({tmp_path / "a": b"1", tmp_path / "folder" / ".." / "a": b"2"})
    assert not (tmp_path / "a").exists()
    write_files({STANDARD_OUTPUT: b"\x89P", tmp_path / "a": b"1"})
    assert capsysbinary.readouterr().out == b"\x89P"
    assert not Path("-").exists()


def test_leftovers_of_a_killed_program_are_removed_once_they_are_old(tmp_path: Path) -> None:
    mine = [tmp_path / name for name in ("x.part", ".companion-notes.part", ".companion-01234567.part.txt")]
    left, other = tmp_path / ".companion-01234567.part", tmp_path / ".companion-76543210.part"
    for each in (*mine, left, other):
        each.write_text("half")
        os.utime(each, (0, 0))
    with create_part_files() as name_for:
        name_for(tmp_path / "a.txt")
        other.touch()  # another program still writes it
        write_text(tmp_path / "b.txt", "b")
        assert len(list(tmp_path.glob(".companion-*.part"))) == 3
    assert {*tmp_path.iterdir()} == {*mine, other, tmp_path / "b.txt"}


def test_an_interrupted_program_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_handle: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_text(tmp_path / "a", "x")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [5, 32, 33])
def test_a_pdf_that_a_viewer_on_windows_has_open_is_reported_as_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def fail_replace(_part: str, goal: Path) -> None:
        error = PermissionError(13, "Access is denied", str(goal))
        error.winerror = number  # type: ignore[attr-defined]
        raise error

    monkeypatch.setattr(os, "replace", fail_replace)
    with pytest.raises(OutputError, match="do not have permission to write"):  # nothing is there that could be open
        write_text(tmp_path / "a.txt", "new")
    (tmp_path / "a.txt").write_text("# Companion: old\n")
    with pytest.raises(OutputError, match=r"a\.txt was not written: another program has it open"):
        write_text(tmp_path / "a.txt", "new")
    assert list(tmp_path.iterdir()) == [tmp_path / "a.txt"]
