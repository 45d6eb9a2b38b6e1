"""The pocket built once, a plain host of it, and a phone in Chromium."""

import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Playwright

from tests.web import evening
from tests.web.pocket.served import Handset, Host, built, until_kept


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
def handsets(playing: Playwright, host: Host, tmp_path: Path) -> Iterator[Callable[..., Handset]]:
    """Makes phones with a profile of their own; nothing may have gone wrong on any of their pages."""
    made: list[Handset] = []

    def one(**device: Any) -> Handset:
        made.append(Handset(playing, tmp_path / f"profile{len(made)}", host, **device))
        return made[-1]

    yield one
    for each in made:
        each.shut_down()
    assert [wrong for each in made for wrong in each.wrong] == []


@pytest.fixture
def handset(handsets: Callable[..., Handset]) -> Handset:
    """A phone."""
    return handsets()


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the profile of a phone lies that has opened the pocket; made by the first test that asks."""
    return tmp_path_factory.mktemp("kept") / "profile"


@pytest.fixture
def ready(handsets: Callable[..., Handset], kept: Path) -> Handset:
    """A phone that has opened the pocket before: all files are on it, and the memory for a quick opening."""
    phone = handsets()
    if not kept.exists():
        until_kept(phone.open(), phone.host.folder)
        phone.shut_down()
        shutil.copytree(phone.profile, kept, symlinks=True)
    else:
        phone.shut_down()
        shutil.rmtree(phone.profile)
        shutil.copytree(kept, phone.profile, symlinks=True)
    phone.start()
    return phone
