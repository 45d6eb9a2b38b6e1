"""Saves are seen however an editor makes them, and a file is looked at once nothing moves any more."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.service.press import watch
from companion.service.press.watch import SaveWatcher


class Clock:
    """Time that passes only where somebody waits; things are saved meanwhile."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.slept = time.time(), 0.0
        self.coming: list[Callable[[], None]] = []
        clock = SimpleNamespace(time_ns=self.now_ns, monotonic=lambda: self.now)
        monkeypatch.setattr(watch, "time", clock)

    def sleep(self, seconds: float) -> None:
        assert self.slept < 60, "it waits for ever"
        self.now, self.slept = self.now + seconds, self.slept + seconds
        if self.coming:
            self.coming.pop(0)()

    def now_ns(self) -> int:
        return int(self.now * 1e9)

    def save(self, file: Path, text: str) -> None:
        file.write_text(text, encoding="utf-8")
        os.utime(file, ns=(self.now_ns(), self.now_ns()))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def deck(tmp_path: Path, clock: Clock) -> Path:
    (tmp_path / "faces").mkdir()
    for name in ("deck.toml", "cards.csv", "faces/card.toml"):
        clock.save(tmp_path / name, "x")
    clock.now += 10
    return tmp_path


@pytest.fixture
def save_watcher(deck: Path, clock: Clock) -> SaveWatcher:
    watcher = SaveWatcher(clock.sleep)
    watcher.settle([deck])
    return watcher


def list_names(watcher: SaveWatcher, deck: Path) -> set[str]:
    return {os.path.relpath(file, deck) for file in watcher.stamps}


def test_every_file_but_those_of_editors_is_watched(save_watcher: SaveWatcher, deck: Path, clock: Clock) -> None:
    for name in (".cards.csv.swp", "cards.csv~", "#x.tmp", ".companion-0.part"):
        (deck / name).write_text("", encoding="utf-8")
    (deck / ".git").mkdir()
    (deck / ".git" / "index").write_text("", encoding="utf-8")
    save_watcher.settle([deck])
    assert list_names(save_watcher, deck) == {"deck.toml", "cards.csv", "faces/card.toml"}


@pytest.mark.parametrize("way", ["renamed", "new", "gone", "same size"])
def test_every_way_to_save_is_noticed(save_watcher: SaveWatcher, deck: Path, clock: Clock, way: str) -> None:
    before = save_watcher.stamps

    def save() -> None:
        match way:
            case "same size":
                clock.save(deck / "cards.csv", "y")
            case "renamed":
                clock.save(deck / ".cards", "y")
                (deck / ".cards").replace(deck / "cards.csv")
            case "new":
                clock.save(deck / "faces" / "back.toml", "y")
            case "gone":
                (deck / "faces" / "card.toml").unlink()

    clock.coming = [lambda: None, save]
    save_watcher.wait_for_save([deck])
    assert save_watcher.stamps != before
    assert clock.slept < 0.3


def test_a_file_in_parts_is_looked_at_when_it_is_whole(save_watcher: SaveWatcher, deck: Path, clock: Clock) -> None:
    parts = ["", "a", "ab", "abc"]
    clock.coming = [lambda part=part: clock.save(deck / "cards.csv", part) for part in parts]
    save_watcher.wait_for_save([deck])
    assert save_watcher.stamps[str(deck / "cards.csv")][1] == 3
    assert not clock.coming


def test_endless_saves_are_not_waited_for(save_watcher: SaveWatcher, deck: Path, clock: Clock) -> None:
    clock.coming = [lambda at=at: clock.save(deck / "cards.csv", "x" * at) for at in range(1000)]
    save_watcher.wait_for_save([deck])
    assert clock.slept < 0.4
    save_watcher.wait_for_save([deck])  # the last one might have been saved in the same tick
    clock.coming = []
    save_watcher.wait_for_save([deck])
    assert clock.slept < 1.2
    with pytest.raises(AssertionError, match="for ever"):
        save_watcher.wait_for_save([deck])


def test_a_watcher_distinguishes_quiet_from_a_save(save_watcher: SaveWatcher, deck: Path, clock: Clock) -> None:
    assert save_watcher.stays_quiet([deck], 0.15)
    clock.coming = [lambda: clock.save(deck / "cards.csv", "half")]
    assert not save_watcher.stays_quiet([deck], 0.15)


def test_a_ring_of_folders_is_walked_once(save_watcher: SaveWatcher, deck: Path) -> None:
    (deck / "faces" / "again").symlink_to(deck, target_is_directory=True)
    assert len(save_watcher.read_stamps([deck])) == 4
