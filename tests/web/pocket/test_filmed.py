"""One phone shows a table, another one films it: nothing is between them but a screen and a camera."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from companion.data.shogun import Side
from companion.play.shogun import GAME
from companion.play.shogun.set_up import SetUp
from companion.table.archive import archive
from companion.table.shelf import Header
from tests.choice import EVERYTHING
from tests.play.shogun.test_game import begun
from tests.rules.shogun.playthrough import Game
from tests.web.browser.looking import looked_over
from tests.web.pocket.filmed import film, screen
from tests.web.pocket.inside import events, go, tap
from tests.web.pocket.served import Handset
from tests.web.pocket.spoken import LANGUAGE, in_chosen_language, said
from tests.web.pocket.test_photos import NO_CAMERA

EVENTS = 300
READ = 60_000  # milliseconds, on a machine that has much else to do; alone it takes a tenth of that

Phones = Callable[..., Handset]


def spoken(phone: Handset) -> Page:
    return phone.open(f"/language?to={LANGUAGE}&back=/")


def filmed(phone: Handset) -> Page:
    """Point the camera of a phone at what it sees; the page that comes of it."""
    page = spoken(phone)
    page.get_by_role("link", name=said("Read from another phone")).click()
    in_chosen_language(page)
    assert looked_over(page) == {}
    page.get_by_role("button", name=said("Point the camera at the code")).click()
    return page


def game_of_shogun() -> str:
    """A game of five as a saved file, in its second year."""
    game = Game(5, "golden 5", Side.MOON)
    list(game.play())
    history = begun(game.players, "golden 5", numbering=1)
    history.do(SetUp("draft", Side.MOON))
    for request in game.requests[: EVENTS - 2]:
        history.do(request)
    log = [step.event for step in history]
    return json.dumps(archive(Header("shiki", "shogun", GAME.version, len(log)), log))


def test_three_hundred_events_cross_in_twenty_seconds(filming: Phones, tmp_path: Path) -> None:
    shows = filming()
    page = spoken(shows)
    go(page, "/import")
    saved: Any = {"name": "shiki.json", "mimeType": "application/json", "buffer": game_of_shogun().encode()}
    page.set_input_files("input[name=file]", saved)
    page.get_by_role("button", name=said("Take it in")).click()
    page.wait_for_url("**/about", timeout=READ)
    page.get_by_role("link", name=said("Show it…")).click()
    page.get_by_role("link", name=said("To go on there")).click()
    in_chosen_language(page)
    page.get_by_role("button", name=said("Show everything")).click()
    expect(page.get_by_role("button", name=said("Slower"))).to_have_attribute("aria-pressed", "true")
    in_chosen_language(page)
    assert looked_over(page, axe=EVERYTHING) == {}
    page.get_by_role("button", name=said("Slower")).click()  # a page that moves little begins slowly
    codes = screen(page, 60)
    shows.offline()
    shows.host.start()
    reads = filmed(filming(film(codes, tmp_path / "film.mjpeg")))
    begins = time.monotonic()
    reads.wait_for_url("**/t/shiki/**", timeout=READ)
    took = time.monotonic() - begins
    assert events(reads, "shiki") == EVENTS + 1  # the log tells that it was let out
    print(f"{EVENTS} events were here after {took:.1f} seconds, played again")
    assert took < READ / 1000 / 3
    page.get_by_role("button", name=said("The other phone has it")).click()
    expect(
        page.get_by_text(said("This table was handed to another phone and goes on there."))
    ).to_be_visible()
    in_chosen_language(page)


def test_whoever_looks_on_sees_the_table_and_reads_it_again(filming: Phones, tmp_path: Path) -> None:
    shows = filming()
    page = spoken(shows)
    players = [["player-A", "Aya"], ["player-B", "Ben"], ["player-C", "Chen"]]
    assert tap(page, "/new/hogen", [["table", "kuro"], ["cards", "dealt"], *players])[0] == 200
    go(page, "/t/kuro/show")
    page.get_by_role("button", name=said("Slower")).click()
    reads = filming(film(screen(page, 8), tmp_path / "film.mjpeg"))
    other = filmed(reads)
    other.wait_for_url("**/seen/**", timeout=READ)
    expect(other.get_by_role("heading", name=said("Palace"))).to_be_visible()
    in_chosen_language(other)
    assert looked_over(other, axe=EVERYTHING) == {}
    other.get_by_role("link", name=said("Read it again")).click()
    other.get_by_role("button", name=said("Point the camera at the code")).click()
    other.wait_for_url("**/seen/**", timeout=READ)


def test_a_camera_that_is_not_there_and_a_reader_that_is_not_are_told(filming: Phones) -> None:
    page = spoken(filming())
    go(page, "/read")
    page.get_by_role("button", name=said("Point the camera at the code")).click()
    told = NO_CAMERA.replace("Take a photo instead.", "Have the table sent as a file instead.")
    expect(page.get_by_text(said(told))).to_be_visible()
