"""The pocket built once, a plain host of it, and a phone in Chromium."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Playwright

from tests.web import evening
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


@pytest.fixture
def host(pocket_folder: Path) -> Iterator[Host]:
    """The pocket, served."""
    here = Host(pocket_folder)
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
