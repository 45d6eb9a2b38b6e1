"""The big screen in a browser: it leads itself without a tap, fits, and is read from three metres."""

from itertools import product

import pytest
from playwright.sync_api import expect

from companion.play.shogun.fights import TakeTurn
from companion.play.shogun.telling.standing import awaited
from companion.rules.shogun.campaign import Order
from companion.service.opened_tables import OpenTables
from companion.service.playing import play
from companion.table.store import Store
from tests.web.browser.examples import (
    COLOURS,
    EXAMPLES,
    HONSHU,
    PLAYERS,
    first_call,
    laid_until,
    tower_alone,
    whole_board,
)
from tests.web.browser.moments import MOMENTS
from tests.web.evening import Evening, Phones, opened

SMALL = """() => {
  const least = 27.5 * innerHeight / 1080, found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode.parentElement, words = walk.currentNode.textContent.trim();
    const box = node.getBoundingClientRect(), drawn = node.ownerSVGElement;
    // heads of columns are for who goes nearer
    const drawn_only = ".b-over, .sign, [aria-hidden]:not(.b-labels)";
    const aside = "script, noscript, .hidden, .skip, .ledger thead, " + drawn_only;
    if (!words || !box.width || !box.height || node.closest(aside)) continue;
    const size = parseFloat(getComputedStyle(node).fontSize) * (drawn ? node.getScreenCTM().a : 1);
    if (size < least) found.push([size, words]);
    const outside = box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
    if (!drawn && outside) found.push(["outside", words]);
  }
  return found;
}"""
CROWDED = """() => {
  const found = [], boxes = [], box = each => each.getBoundingClientRect();
  for (const label of document.querySelectorAll(".b-labels > g")) {
    const name = label.querySelector("g > text"), token = label.querySelector("[data-seat] > use");
    const goods = [...label.querySelectorAll(":scope > g > use")];
    if (goods.some(each => box(each).width)) found.push(["chests or rice", name.textContent]);
    if (!token) continue;
    const armies = box(label.querySelector("[data-seat] > text")), on = box(token);
    if (armies.left < on.left || armies.right > on.right) found.push(["cut", name.textContent]);
    boxes.push([name.textContent, on]);
  }
  for (const name of document.querySelectorAll(".b-labels > g:not(.b-away) > g > text")) {
    const at = box(name), middle = (at.top + at.bottom) / 2;
    for (const [other, on] of boxes) {
      const meets = on.left < at.right && on.right > at.left && on.top < middle && on.bottom > middle;
      if (meets && other !== name.textContent) found.push([name.textContent, "behind", other]);
    }
  }
  return found;
}"""
HIDDEN_BELOW = "() => Math.max(0, document.documentElement.scrollHeight - innerHeight)"
STATES = ("board-draft", "worded", "board-winter", "board-end", "board-revolts")
SEATS = dict(zip(PLAYERS, COLOURS, strict=True))


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory):
    """A laptop of these tests' own: what stands open elsewhere would be shown too."""
    with opened(tmp_path_factory.mktemp("screen"), tables={"harvest": EXAMPLES["harvest"]}) as here:
        yield here


@pytest.fixture
def alone(evening: Evening):
    """No table is there."""
    for name in OpenTables(Store(evening.store)).names():
        OpenTables(Store(evening.store)).delete(name)


def test_it_leads_itself_from_the_code_to_a_throw_and_on(alone, phones: Phones, evening: Evening) -> None:
    screen = phones("host", width=1920, height=1080)
    screen.goto("/screen")
    expect(screen.get_by_role("heading", name="Point your camera here")).to_be_visible()
    evening.lay("kabuto", whole_board, {})
    expect(screen.locator(".top-seat")).to_have_text("kabuto")
    expect(screen.locator(".qr")).to_be_visible()  # seats are free and nobody has played yet
    with Store(evening.store) as shelf:
        tables = OpenTables(shelf)
        here = tables.open("kabuto")
        waiting = awaited(here.state)
        source, target, most = next(
            each for each in waiting.marches if here.state.game.realm.lands[each[1]].owner != waiting.player
        )
        attack = Order(waiting.player, waiting.action, source, target, most, None)
        play(here, TakeTurn(attack, None, blanks=False))
        expect(screen.locator("#verdict")).to_be_visible()
        blank = Order(awaited(here.state).player, waiting.action, None, None, 0, None)
        play(here, TakeTurn(blank, None, blanks=False))
        expect(screen.locator(".board-page")).to_be_visible()
        tables.delete("kabuto")
    expect(screen.get_by_role("heading", name="Point your camera here")).to_be_visible()
    assert screen.url.endswith("/screen")


def test_without_a_script_it_asks_again_by_itself(alone, phones: Phones, evening: Evening) -> None:
    screen = phones("host", script=False)
    screen.goto("/screen")
    evening.lay("biwa", first_call, dict(zip(PLAYERS, "ABC", strict=True)))
    expect(screen.locator("h1")).to_contain_text("calls or accuses")


@pytest.mark.parametrize(
    ("make", "seats"),
    [
        (MOMENTS["untouched"].make, {}),
        (tower_alone, SEATS),
        (whole_board, SEATS),
        (MOMENTS["full-planning"].make, SEATS),
        (MOMENTS["full-choosing"].make, SEATS),
        (first_call, dict(zip(PLAYERS, "ABC", strict=True))),
        (laid_until(lambda now: now.round == 7 and bool(now.to_take)), {n: s for s, n in HONSHU.items()}),
        (laid_until(lambda now: now.round == 7 and len(now.laid) == 2), {n: s for s, n in HONSHU.items()}),
        *((MOMENTS[name].make, SEATS) for name in STATES),
        (MOMENTS["hogen-over"].make, dict(zip(PLAYERS, "ABC", strict=True))),
        (MOMENTS["ranking"].make, {"Aya": "blue", "Bo": "red"}),
    ],
    ids=[
        *("lobby", "tower", "board", "plans", "bids", "hogen", "honshu", "trick"),
        *STATES,
        "hogen-over",
        "ranking",
    ],
)
def test_it_fits_and_is_read_from_three_metres(alone, make, seats, phones: Phones, evening: Evening) -> None:
    evening.lay("friday", make, seats)
    for (width, height), language in product(((1280, 720), (1920, 1080)), ("de", "fr", "en")):
        screen = phones("host", width=width, height=height, dark=height == 720, language=language)
        screen.set_extra_http_headers({"x-companion-drawn": "0.friday/"})
        screen.goto("/screen")
        assert screen.evaluate(HIDDEN_BELOW) == 0
        assert screen.evaluate("() => document.fonts.ready.then(() => 0)") == 0
        assert screen.evaluate(SMALL) == []
        assert screen.evaluate(CROWDED) == []
        assert "<form" not in screen.content()
        screen.close()
