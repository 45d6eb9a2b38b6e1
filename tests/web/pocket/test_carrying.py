"""A game taken along: begun on one phone, played on at the laptop, and brought back; checked at both."""

import json
import re
from collections.abc import Callable

import pytest

from companion.service.kept_tables import OpenTables
from companion.web.app import make_app
from tests.web.app_browser import AppBrowser
from tests.web.conftest import read_fields
from tests.web.pocket.test_inside import BATTLE, Phone

Place = Callable[..., tuple[int, str, bytes]]
"""Somewhere to play: sends a form of a page, or a file; tells the status, the path and the page."""


def open_pocket() -> Place:
    phone = Phone()

    def do(path: str, file: bytes | None = None, get: bool = False, **form: object) -> tuple[int, str, bytes]:
        if get:
            answered = phone.ask("GET", path)
        elif file is None:
            answered = phone.tap(path, **form)  # type: ignore[arg-type]
        else:
            page = read_fields(phone.ask("GET", path).body.decode())
            body = b"".join(
                f'--cut\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n'.encode() + value + b"\r\n"
                for name, more, value in (
                    *((name, "", value.encode()) for name, value in page.items()),
                    ("file", '; filename="moon.json"', file),
                )
            )
            answered = phone.ask("POST", path, body + b"--cut--\r\n", "multipart/form-data; boundary=cut")
        return answered.status, answered.path.partition("?")[0], answered.body

    return do


def open_laptop(shelf) -> Place:
    host = AppBrowser(make_app(OpenTables(shelf))).join("host")

    def do(path: str, file: bytes | None = None, get: bool = False, **form: object) -> tuple[int, str, bytes]:
        if get:
            answered = host.get(path)
        else:
            files = None if file is None else {"file": ("moon.json", file)}
            answered = host.post(path, data={**read_fields(host.get(path).text), **form}, files=files)
        return answered.status_code, answered.url.path, answered.content

    return do


@pytest.fixture
def pocket_and_laptop(shelf) -> tuple[Place, Place]:
    return open_pocket(), open_laptop(shelf)


def throw_cubes(place: Place) -> None:
    assert place("/t/moon/tower", **BATTLE, throw="1")[:2] == (200, "/t/moon/thrown")


def take_along(place: Place, table: str = "moon") -> bytes:
    status, path, file = place(f"/t/{table}/along")
    assert (status, path) == (200, f"/t/{table}/along/file")
    return file


def test_a_table_can_be_carried_to_another_device_and_back(pocket_and_laptop: tuple[Place, Place]) -> None:
    begun, other = pocket_and_laptop
    status, _, page = begun("/new/shogun", name="moon", way="tower", seat=["blue", "red"])
    assert status == 200, page.decode()
    throw_cubes(begun)
    file = take_along(begun)
    assert json.loads(file)["events"][-1]["kind"] == "export"
    assert other("/import", file)[:2] == (200, "/t/moon/about")
    throw_cubes(other)
    back = take_along(other)
    assert len(json.loads(back)["events"]) == len(json.loads(file)["events"]) + 1  # told once
    assert begun("/import", back)[:2] == (200, "/t/moon/about")
    throw_cubes(begun)
    for place in pocket_and_laptop:
        assert b"Yes: nothing was changed." in place("/t/moon/verify", get=True)[2]
    assert b"moon 2" not in begun("/", get=True)[2]


def test_a_table_is_carried_away_only_after_the_log_says_so(pocket_and_laptop: tuple[Place, Place]) -> None:
    for place in pocket_and_laptop:
        place("/new/shogun", name="moon", way="tower", seat=["blue", "red"])
        assert place("/t/moon/along/file", get=True)[:2] == (200, "/t/moon/along")  # where all are told first
        assert b"seed" not in place("/t/moon/save", get=True)[2].partition(b'"withheld"')[0]


def test_only_the_host_takes_a_table_along(browser, harvest) -> None:
    phone = browser("player")
    page = read_fields(phone.get("/t/harvest/seat").text)
    assert phone.get("/t/harvest/along").status_code == 403
    assert phone.post("/t/harvest/along", data=page).status_code == 403
    assert phone.get("/t/harvest/along/file").status_code == 403
    assert len(harvest.store.list_events("harvest")) == 1


def test_a_game_with_hands_is_carried_along_and_the_log_says_so(pocket_and_laptop: tuple[Place, Place]) -> None:
    phone, other = pocket_and_laptop
    names = {"player-A": "Aya", "player-B": "Bo", "player-C": "Chen"}
    phone("/new/hogen", table="moon", **names)
    assert phone("/t/moon/save", get=True)[0] == 422
    assert other("/import", take_along(phone))[:2] == (200, "/t/moon/about")
    assert "Aya 1, Bo 1, Chen 1" in other("/t/moon", get=True)[2].decode().replace("\u00a0", " ")
    checked = other("/t/moon/verify", get=True)[2]
    assert b"Yes: nothing was changed." in checked
    assert re.search(rb"[0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}", checked) is None  # sixteen cards are soon tried


def test_a_large_file_is_imported_without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("starlette.datastructures.run_in_threadpool", fail)
    pocket, other = open_pocket(), open_pocket()
    pocket("/new/shogun", name="moon", way="tower", seat=["blue", "red"])
    file = pocket("/t/moon/save", get=True)[2] + b" " * 2_000_000
    assert other("/import", file)[:2] == (200, "/t/moon/about")


@pytest.mark.parametrize("text", ["[" * 10_000, '{"format": 1, "events": [' + "[" * 60 + "]" * 60 + "]}"])
def test_a_file_that_is_nested_too_deep_is_refused_before_it_is_read(text: str) -> None:
    status, _, page = open_pocket()("/import", text.encode())
    assert status == 422
    assert b"this is not an exported table" in page
