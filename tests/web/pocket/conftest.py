"""The pocket built once, a plain host of it, and a phone in Chromium."""

import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Playwright

from tests.web import evening
from tests.web.pocket.first import FirstOpening
from tests.web.pocket.served import Handset, Host, built


@pytest.fixture(scope="session")
def pocket_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What ``companion pocket build`` makes; who changes it, copies it before."""
    return built(tmp_path_factory.mktemp("pocket") / "site")


@pytest.fixture(scope="module")
def playing() -> Iterator[Playwright]:
    """One for each module, as ``chromium``; a test asks for one of the two."""
    with evening.playing() as play:
        yield play


@pytest.fixture(scope="session")
def port() -> int:
    """Of every host, so that what one phone has kept another can have."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


@pytest.fixture
def host(pocket_folder: Path, port: int) -> Iterator[Host]:
    """The pocket, served."""
    here = Host(pocket_folder, port)
    yield here
    here.stop()


@pytest.fixture
def phones_there() -> Iterator[list[Handset]]:
    """The phones of a test, shut down after it; nothing may have gone wrong on any of their pages."""
    made: list[Handset] = []
    yield made
    for each in made:
        each.shut_down()
    assert [wrong for each in made for wrong in each.wrong] == []


@pytest.fixture
def handsets(
    playing: Playwright, host: Host, tmp_path: Path, phones_there: list[Handset]
) -> Callable[..., Handset]:
    """Makes phones with a profile of their own, which have never seen the pocket."""

    def one(**device: Any) -> Handset:
        phones_there.append(Handset(playing, tmp_path / f"profile{len(phones_there)}", host, **device))
        return phones_there[-1]

    return one


@pytest.fixture
def handset(handsets: Callable[..., Handset]) -> Handset:
    """A phone that has never seen the pocket."""
    return handsets()


@pytest.fixture(scope="session")
def first(tmp_path_factory: pytest.TempPathFactory) -> FirstOpening:
    """What the first opening has shown; played by the first test that asks for a phone like that one."""
    return FirstOpening(tmp_path_factory.mktemp("first"))


@pytest.fixture
def ready(
    playing: Playwright, host: Host, first: FirstOpening, tmp_path: Path, phones_there: list[Handset]
) -> Handset:
    """A phone that has opened the pocket before: all files are on it, and the memory for a quick opening."""
    phones_there.append(first.phone(playing, host, tmp_path / "ready"))
    return phones_there[-1]
