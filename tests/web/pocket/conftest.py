"""A plain host of the pocket that was built once, and phones in Chromium."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.web import evening
from tests.web.pocket.first import FirstOpening
from tests.web.pocket.inside import go_to
from tests.web.pocket.served import PATIENCE, Handset, Host


@pytest.fixture(autouse=True)
def _python_in_a_browser_is_waited_for() -> Iterator[None]:
    """What is expected here comes of Python in the browser, beside much other work."""
    expect.set_options(timeout=PATIENCE)
    yield
    expect.set_options(timeout=evening.PATIENCE)


@pytest.fixture(scope="module")
def playing() -> Iterator[Playwright]:
    """One for each module, as ``chromium``; a test asks for one of the two."""
    with evening.start_playwright() as play:
        yield play


@pytest.fixture(scope="session")
def only_host(pocket_folder: Path) -> Iterator[Host]:
    """The host of all phones: what one has kept from it another can have."""
    here = Host(pocket_folder)
    yield here
    here.stop()


@pytest.fixture
def host(only_host: Host, pocket_folder: Path) -> Host:
    """The pocket, served."""
    only_host.folder = pocket_folder
    only_host.asked.clear()
    only_host.kinds.clear()
    only_host.lacking = ()
    only_host.start()
    return only_host


@pytest.fixture
def phones_there() -> Iterator[list[Handset]]:
    """The phones of a test, shut down after it; nothing may have gone wrong on any of their pages."""
    made: list[Handset] = []
    yield made
    for each in made:
        each.shut_down()
    assert [wrong for each in made for wrong in each.wrong] == []


@pytest.fixture
def handsets(playing: Playwright, host: Host, tmp_path: Path, phones_there: list[Handset]) -> Callable[..., Handset]:
    """Makes phones with a profile of their own, which have never seen the pocket."""

    def switch_on(**device: Any) -> Handset:
        phones_there.append(Handset(playing, tmp_path / f"profile{len(phones_there)}", host, **device))
        return phones_there[-1]

    return switch_on


@pytest.fixture
def handset(handsets: Callable[..., Handset]) -> Handset:
    """A phone that has never seen the pocket."""
    return handsets()


@pytest.fixture(scope="session")
def first_opening(tmp_path_factory: pytest.TempPathFactory) -> FirstOpening:
    """What the first opening has shown; played by the first test that asks for a phone like that one."""
    return FirstOpening(tmp_path_factory.mktemp("first"))


@pytest.fixture
def ready_phone(
    playing: Playwright, host: Host, first_opening: FirstOpening, tmp_path: Path, phones_there: list[Handset]
) -> Handset:
    """A phone that has opened the pocket before: all files are on it, and the memory for a quick opening."""
    phones_there.append(first_opening.phone(playing, host, tmp_path / "ready"))
    return phones_there[-1]


@pytest.fixture
def phone_elsewhere(
    playing: Playwright, host: Host, first_opening: FirstOpening, tmp_path: Path, phones_there: list[Handset]
) -> Callable[[str], Handset]:
    """Makes a phone that was never at a folder below the host, but has the memory to open it quickly."""

    def switch_on(below: str) -> Handset:
        phones_there.append(first_opening.open_elsewhere(playing, host, tmp_path / "elsewhere", below))
        return phones_there[-1]

    return switch_on


@pytest.fixture(scope="module")
def shared_phone(
    playing: Playwright,
    only_host: Host,
    pocket_folder: Path,
    first_opening: FirstOpening,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Handset]:
    """A phone as ``ready``, for all tests of a module whose tables have names of their own."""
    only_host.folder = pocket_folder
    only_host.start()
    handset = first_opening.phone(playing, only_host, tmp_path_factory.mktemp("shared") / "profile")
    yield handset
    handset.shut_down()
    assert handset.wrong == []


@pytest.fixture(scope="module")
def open_tab(shared_phone: Handset) -> Page:
    """A tab of it."""
    return shared_phone.open()


@pytest.fixture
def home(host: Host, shared_phone: Handset, open_tab: Page) -> Iterator[Page]:
    """That tab, with the list of tables."""
    go_to(open_tab, "/")
    yield open_tab
    assert shared_phone.wrong == []


@pytest.fixture
def deckless_page(home: Page) -> Iterator[Page]:
    """A phone that keeps no deck after a test."""
    yield home
    go_to(home, "/print/own")
    while home.locator("button[name=delete]").count():
        home.evaluate("document.querySelector('details:has(button[name=delete])').open = true")
        before = home.locator("button[name=delete]").count()
        home.locator("button[name=delete]").first.click()
        expect(home.locator("button[name=delete]")).to_have_count(before - 1)
