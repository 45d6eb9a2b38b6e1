"""The pocket in its folder: whole or as it was before, and nothing of anybody else's is lost."""

import os
from pathlib import Path

import pytest

from companion.errors import OutputError
from companion.web.pocket import offering
from companion.web.pocket.offering import is_current, list_files, publish

FIRST = {"a1/boot.js": b"one", "a1/static/x.css": b"{}", "index.html": b"<p>a1", "service.js": b"a1", "icon.png": b"i"}
OLD = {name: content for name, content in FIRST.items() if name.startswith("a1/")}
SECOND = {"b2/boot.js": b"two", "index.html": b"<p>b2", "service.js": b"b2", "icon.png": b"i"}
THIRD = {**SECOND, "index.html": b"<p>c3", "service.js": b"c3", "c3/boot.js": b"three"}
del THIRD["b2/boot.js"]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return tmp_path / "site"


def build(monkeypatch: pytest.MonkeyPatch, files: dict[str, bytes], site: Path, **how: bool) -> None:
    monkeypatch.setattr(offering, "build_pocket_files", lambda parcels: files)
    publish(site, **how)


def read_site(site: Path) -> dict[str, bytes]:
    return {
        path.relative_to(site).as_posix(): path.read_bytes() if path.is_file() else b"a folder"
        for path in site.rglob("*")
        if (path.is_file() or not any(path.iterdir())) and path.name != "companion-pocket.json"
    }


def test_an_old_first_page_finds_its_files_until_the_build_after_the_next(
    monkeypatch: pytest.MonkeyPatch, site: Path
) -> None:
    build(monkeypatch, FIRST, site)
    assert read_site(site) == FIRST
    for _ in range(2):
        build(monkeypatch, SECOND, site)
        assert read_site(site) == {**SECOND, **OLD}
        assert list_files(site).keys() == read_site(site).keys()
        assert is_current(site)
    for _ in range(2):
        build(monkeypatch, THIRD, site)
        assert read_site(site) == {**THIRD, "b2/boot.js": b"two"}


def test_foreign_files_stay_and_a_built_page_that_somebody_changed_is_not_replaced(
    monkeypatch: pytest.MonkeyPatch, site: Path
) -> None:
    own = {".git/HEAD": b"ref", "CNAME": b"games.example", "a1/notes.txt": b"mine"}
    for name, content in own.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_bytes(content)
    build(monkeypatch, FIRST, site)
    (site / "index.html").write_bytes(b"<p>changed")
    with pytest.raises(OutputError, match="index.html was not written"):
        build(monkeypatch, SECOND, site)
    assert read_site(site) == {**FIRST, **own, "index.html": b"<p>changed"}
    build(monkeypatch, SECOND, site, overwrite=True)
    assert read_site(site) == {**SECOND, **OLD, **own}


@pytest.mark.parametrize("list_of_ours", ["{", '{"files": {"../diary.txt": "x", "/etc": ""}}'])
def test_an_unreadable_list_of_built_files_deletes_nothing(
    monkeypatch: pytest.MonkeyPatch, site: Path, list_of_ours: str
) -> None:
    site.mkdir()
    (site.parent / "diary.txt").write_text("mine")
    (site / "companion-pocket.json").write_text(list_of_ours)
    build(monkeypatch, FIRST, site)
    assert read_site(site) == FIRST
    assert (site.parent / "diary.txt").exists()


@pytest.mark.parametrize("step", [0, 2, 4])
def test_a_build_after_a_killed_one_recognises_its_files(
    monkeypatch: pytest.MonkeyPatch, site: Path, step: int
) -> None:
    build(monkeypatch, FIRST, site)
    real, done = os.replace, []

    def replace_or_kill(name: str, goal: Path) -> None:
        if len(done) == step:
            raise KeyboardInterrupt
        done.append(goal)
        real(name, goal)

    monkeypatch.setattr(os, "replace", replace_or_kill)
    with pytest.raises(KeyboardInterrupt):
        build(monkeypatch, SECOND, site)
    assert read_site(site).items() >= OLD.items()
    shown = (site / "index.html").read_bytes().removeprefix(b"<p>").decode()
    assert (site / shown / "boot.js").exists()
    assert is_current(site) == (step == 0)
    monkeypatch.setattr(os, "replace", real)
    build(monkeypatch, SECOND, site)
    assert read_site(site) == {**SECOND, **OLD}


def test_a_full_disk_leaves_the_old_build_whole(monkeypatch: pytest.MonkeyPatch, site: Path) -> None:
    build(monkeypatch, FIRST, site)
    real, calls = os.fsync, []

    def fail(handle: int) -> None:
        calls.append(handle)
        if len(calls) >= 3:
            raise OSError(28, "No space left on device")
        real(handle)

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OutputError, match="the disk is full"):
        build(monkeypatch, SECOND, site)
    assert read_site(site) == FIRST
