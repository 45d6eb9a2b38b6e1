"""Own decks without a browser: what it keeps is asked of a stand-in that keeps files in memory."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.errors import CompanionError, InputError
from companion.press.frame import pictures as pictures
from companion.service.press.changes import Change
from companion.service.press.editing import Conflict
from companion.service.press.edition_order import EditionOrder
from companion.service.press.own_decks import get_decks_folder, keep_deck, list_kept_decks, list_titles, open_kept_deck
from companion.service.press.review import check_deck
from companion.web.access import Form
from companion.web.pocket.press_pocket import Decks

CARDS = "number,title\n1,Apples\n"


class MemoryStorage:
    """What ``decks.js`` does, without a disk; it knows of no picture."""

    def __init__(self) -> None:
        self.decks: dict[str, tuple[str, dict[str, bytes]]] = {}
        self.times: dict[str, float] = {}
        self.room = self.lettered = True

    async def names(self) -> str:
        return json.dumps([[name, called, self.times[name]] for name, (called, _) in self.decks.items()])

    async def bring(self, name: str, folder: str) -> None:
        for path, content in self.decks[name][1].items():
            (Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / path).write_bytes(content)

    async def keep(self, name: str, called: str, folder: str, known: float) -> float:
        if known and known != self.times.get(name):
            return -1.0
        files = [each for each in Path(folder).rglob("*") if each.is_file()]
        kept = {each.relative_to(folder).as_posix(): each.read_bytes() for each in files}
        if self.room:
            self.decks.pop(name, None)
            self.decks[name], self.times[name] = (called, kept), max((999.0, *self.times.values())) + 1
        return self.times[name] if self.room else 0.0

    async def drop(self, name: str) -> None:
        self.decks.pop(name, None)

    async def fetch_needed(self, folder: str) -> int:
        return 0 if self.lettered else -1

    async def pictures(self, folder: str, goal: str, most: int, way: str) -> str:
        return "{}"


class ChosenFiles:
    """Files that were chosen."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = [*files.items()]

    def list_files(self) -> str:
        return json.dumps([[name, len(content)] for name, content in self.files])

    async def place(self, number: int, goal: str) -> None:
        Path(goal).write_bytes(self.files[number][1])


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> MemoryStorage:
    monkeypatch.setattr("companion.service.press.own_decks.find_user_folder", lambda kind: tmp_path / kind)
    monkeypatch.setattr(pictures, "_READERS", [])
    return MemoryStorage()


def take_in_deck(memory: MemoryStorage, folder: Path, files: Mapping[str, bytes], decks: Decks | None = None) -> str:
    decks = decks or Decks(memory)

    async def sync_and_keep() -> str:
        await decks.sync_decks("", ChosenFiles(files))
        goal = folder / "handed"
        goal.mkdir(parents=True)
        name = keep_deck(goal, await decks.receive(Form(), goal))
        await decks.keep(name)
        return name

    return asyncio.run(sync_and_keep())


def test_a_kept_deck_is_loaded_only_when_it_is_asked_for(memory: MemoryStorage, tmp_path: Path) -> None:
    name = take_in_deck(memory, tmp_path, {"cards.csv": CARDS.encode()})
    for each in get_decks_folder().iterdir():
        each.rename(tmp_path / "gone")  # the worker was started anew
    decks = Decks(memory)
    asyncio.run(decks.sync_decks("/print", None))
    assert list_kept_decks() == {name: "cards.csv"}
    assert (get_decks_folder() / name / "cards.csv").is_dir()  # nothing but its name
    asyncio.run(decks.sync_decks(f"/print?game={name}", None))
    assert (get_decks_folder() / name / "cards.csv").read_text() == CARDS
    assert EditionOrder(name).title == "cards.csv"
    assert [str(line) for line in check_deck(name).lines] == ["cards is ready to print."]
    asyncio.run(decks.drop(name))
    assert (memory.decks, list_kept_decks()) == ({}, {})
    with pytest.raises(InputError, match="no longer here"):
        open_kept_deck(name)


def test_decks_called_alike_are_told_apart_and_the_newest_comes_first(memory: MemoryStorage, tmp_path: Path) -> None:
    decks = Decks(memory)
    first = take_in_deck(memory, tmp_path / "a", {"cards.csv": CARDS.encode()}, decks)
    second = take_in_deck(memory, tmp_path / "b", {"cards.csv": f"{CARDS}2,Pears\n".encode()}, decks)
    again = take_in_deck(memory, tmp_path / "c", {"cards.csv": CARDS.encode()}, decks)
    asyncio.run(decks.sync_decks("", None))
    assert again == first
    assert [*list_titles().items()] == [(first, "cards.csv (2)"), (second, "cards.csv")]
    memory.decks.clear()  # in another tab
    asyncio.run(decks.sync_decks("/print/own", None))
    assert list_kept_decks() == {}


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({}, "Choose a file first."),
        ({"../x.csv": b""}, "'../x.csv' lies outside the folder of the deck."),
        ({"a.png": b"no picture"}, "a: 'a.png' is not a PNG, JPEG, WebP, AVIF, GIF, TIFF or BMP picture."),
    ],
)
def test_a_refused_deck_is_not_kept(
    memory: MemoryStorage, tmp_path: Path, files: dict[str, bytes], sentence: str
) -> None:
    with pytest.raises(CompanionError) as error:
        take_in_deck(memory, tmp_path, files)
    assert str(error.value).startswith(sentence)
    assert (memory.decks, list_kept_decks()) == ({}, {})


def test_deck_size_is_checked_before_any_file_is_read(
    memory: MemoryStorage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ChosenFiles, "list_files", lambda _: json.dumps([["a.png", 99_999_999], ["b.png", 2]]))
    with pytest.raises(InputError, match="100 MB at most"):
        take_in_deck(memory, tmp_path, {"a.png": b"", "b.png": b""})
    assert not [*tmp_path.rglob("b.png")]


@pytest.mark.parametrize("lacks", ["room", "lettered"])
def test_without_room_or_fonts_no_deck_is_kept(memory: MemoryStorage, tmp_path: Path, lacks: str) -> None:
    setattr(memory, lacks, False)
    with pytest.raises(InputError, match="room left" if lacks == "room" else "when there is a network"):
        take_in_deck(memory, tmp_path, {"cards.csv": CARDS.encode()})
    assert (memory.decks, list_kept_decks()) == ({}, {})


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_two_tabs_that_save_at_once_overwrite_nothing(
    memory: MemoryStorage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    text, here = f"{CARDS}2,Äpfel\n", [2]
    monkeypatch.setattr("companion.service.press.own_decks.find_user_folder", lambda kind: tmp_path / f"{here[0]}")
    name = take_in_deck(memory, tmp_path, {"cards.csv": text.encode(encoding)})
    tabs = [Decks(memory), Decks(memory)]

    def ask(tab: int, action: str, *arguments: object) -> Any:
        here[0] = tab
        return asyncio.run(tabs[tab].edit(name, "en", action, *arguments))

    for here[0] in (0, 1):
        asyncio.run(tabs[here[0]].sync_decks(name, None))  # both before either has stored anything
    sheet = ask(0, "open_sheet", "")
    assert sheet.rows == [["1", "Apples"], ["2", "Äpfel"]]
    assert isinstance(ask(0, "change", "", sheet.digest, Change(((0, 1, "Theirs"),))), str)
    assert isinstance(ask(1, "change", "", sheet.digest, Change(((1, 1, "Mine"),))), Conflict)
    assert memory.decks[name][1]["cards.csv"].decode(encoding) == text.replace("Apples", "Theirs")
    assert ask(1, "open_sheet", "").rows[0] == ["1", "Theirs"]
