"""Writing as Windows has it, by stand-ins: no fcntl, nothing open is removed, and viewers hold a PDF."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.data import files, outputs
from companion.data.files import write_text
from companion.data.outputs import create_part_files
from companion.errors import OutputError


def is_open(path: str | Path) -> bool:
    return any(
        os.path.realpath(f"/proc/self/fd/{number}") == os.path.realpath(path) for number in os.listdir("/proc/self/fd")
    )


@pytest.fixture
def locked_files(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The files that are locked, by this program or, as it seems, by others."""
    files_locked: set[str] = set()
    unlink = os.unlink

    def remove(path: str | Path, **more: object) -> None:
        if is_open(path):
            raise PermissionError(13, "it is open", str(path))
        unlink(path)

    def lock(handle: int, _mode: int, count: int) -> None:
        assert count == 1
        name = os.path.basename(os.readlink(f"/proc/self/fd/{handle}"))
        if name in files_locked:
            raise OSError(13, "it is locked")

    monkeypatch.setattr(outputs, "fcntl", None)
    monkeypatch.setattr(outputs, "msvcrt", SimpleNamespace(locking=lock, LK_NBLCK=2), raising=False)
    monkeypatch.setattr(os, "unlink", remove)
    return files_locked


def list_names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_writing_leaves_no_part_files_behind(tmp_path: Path, locked_files: set[str]) -> None:
    with create_part_files() as name_for:
        name_for(tmp_path / "b.txt")
        assert len(list_names(tmp_path)) == 2
    assert list_names(tmp_path) == []


def test_leftovers_of_a_killed_program_are_removed_and_files_in_use_kept(
    tmp_path: Path, locked_files: set[str]
) -> None:
    for token in ("0" * 16, "1" * 16):
        for name in (f".companion-{token}.part", f".companion-{token}.1.part"):
            (tmp_path / name).touch()
    locked_files.add(f".companion-{'1' * 16}.part")
    write_text(tmp_path / "a.txt", "a")
    assert list_names(tmp_path) == [f".companion-{'1' * 16}.1.part", f".companion-{'1' * 16}.part", "a.txt"]


@pytest.mark.parametrize("number", [5, 32, 33])
def test_a_pdf_open_in_a_viewer_is_reported_as_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def fail_replace(_part: str, goal: Path) -> None:
        error = PermissionError(13, "Access is denied", str(goal))
        error.winerror = number  # type: ignore[attr-defined]
        raise error

    monkeypatch.setattr(files.os, "replace", fail_replace)
    with pytest.raises(OutputError, match="do not have permission to write"):  # nothing is there that could be open
        write_text(tmp_path / "a.txt", "new")
    (tmp_path / "a.txt").write_text("# Companion: old\n")
    with pytest.raises(OutputError, match=r"a\.txt was not written: another program has it open"):
        write_text(tmp_path / "a.txt", "new")
    assert list_names(tmp_path) == ["a.txt"]
