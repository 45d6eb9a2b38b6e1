"""A plain host of the pocket that was built once, and phones in Chromium."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.web import evening
from tests.web.pocket.first_opening import FirstOpening
from tests.web.pocket.hosts import PATIENCE, Handset, Host
from tests.web.pocket.pocket_pages import go_to


@pytest.fixture(autouse=True)
def _longer_waits() -> Iterator[None]:
    """What is expected here comes of Python in the browser, beside much other work."""
    expect.set_options(timeout=PATIENCE)
    yield
    expect.set_options(timeout=evening.PATIENCE)


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """One for each module, as ``chromium``; a test asks for one of the two."""
    with evening.start_playwright() as play:
        yield play


@pytest.fixture(scope="session")
def shared_host(pocket_folder: Path) -> Iterator[Host]:
    """The host of all phones: what one has kept from it another can have."""
    host = Host(pocket_folder)
    yield host
    host.stop()


@pytest.fixture
def host(shared_host: Host, pocket_folder: Path) -> Host:
    shared_host.folder = pocket_folder
    shared_host.asked.clear()
    shared_host.kinds.clear()
    shared_host.lacking = ()
    shared_host.start()
    return shared_host


@pytest.fixture
def open_phones() -> Iterator[list[Handset]]:
    """The phones of a test, shut down after it; nothing may have gone wrong on any of their pages."""
    made: list[Handset] = []
    yield made
    for each in made:
        each.shut_down()
    assert [wrong for each in made for wrong in each.wrong] == []


@pytest.fixture
def handsets(playwright: Playwright, host: Host, tmp_path: Path, open_phones: list[Handset]) -> Callable[..., Handset]:
    """Makes phones with a profile of their own, which have never seen the pocket."""

    def switch_on(**device: Any) -> Handset:
        open_phones.append(Handset(playwright, tmp_path / f"profile{len(open_phones)}", host, **device))
        return open_phones[-1]

    return switch_on


@pytest.fixture
def handset(handsets: Callable[..., Handset]) -> Handset:
    return handsets()


@pytest.fixture(scope="session")
def first_opening(tmp_path_factory: pytest.TempPathFactory) -> FirstOpening:
    """What the first opening has shown; played by the first test that asks for a phone like that one."""
    return FirstOpening(tmp_path_factory.mktemp("first"))


@pytest.fixture
def ready_phone(
    playwright: Playwright, host: Host, first_opening: FirstOpening, tmp_path: Path, open_phones: list[Handset]
) -> Handset:
    """A phone that has opened the pocket before: all files are on it, and the memory for a quick opening."""
    open_phones.append(first_opening.open_phone(playwright, host, tmp_path / "ready"))
    return open_phones[-1]


@pytest.fixture
def phone_elsewhere(
    playwright: Playwright, host: Host, first_opening: FirstOpening, tmp_path: Path, open_phones: list[Handset]
) -> Callable[[str], Handset]:
    """Makes a phone that was never at a folder below the host, but has the memory to open it quickly."""

    def switch_on(below: str) -> Handset:
        open_phones.append(first_opening.open_elsewhere(playwright, host, tmp_path / "elsewhere", below))
        return open_phones[-1]

    return switch_on


@pytest.fixture(scope="module")
def shared_phone(
    playwright: Playwright,
    shared_host: Host,
    pocket_folder: Path,
    first_opening: FirstOpening,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Handset]:
    """A phone as ``ready_phone``, for all tests of a module whose tables have names of their own."""
    shared_host.folder = pocket_folder
    shared_host.start()
    handset = first_opening.open_phone(playwright, shared_host, tmp_path_factory.mktemp("shared") / "profile")
    yield handset
    handset.shut_down()
    assert handset.wrong == []


@pytest.fixture(scope="module")
def shared_tab(shared_phone: Handset) -> Page:
    """A tab of it."""
    return shared_phone.open()


@pytest.fixture
def home_page(host: Host, shared_phone: Handset, shared_tab: Page) -> Iterator[Page]:
    """That tab, with the list of tables."""
    go_to(shared_tab, "/")
    yield shared_tab
    assert shared_phone.wrong == []


@pytest.fixture
def deckless_page(home_page: Page) -> Iterator[Page]:
    """A phone that keeps no deck after a test."""
    yield home_page
    go_to(home_page, "/print/own")
    while home_page.locator("button[name=delete]").count():
        home_page.evaluate("document.querySelector('details:has(button[name=delete])').open = true")
        before = home_page.locator("button[name=delete]").count()
        home_page.locator("button[name=delete]").first.click()
        expect(home_page.locator("button[name=delete]")).to_have_count(before - 1)
