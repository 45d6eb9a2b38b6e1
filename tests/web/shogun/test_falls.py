"""Which cubes fall, reckoned on the phone as the laptop throws them; on every screen at one moment."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from companion.paths import assets
from tests.choice import pick
from tests.web.evening import Phones
from tests.web.shogun.tower_logs import forge_one_cube, forge_records, list_records, play_tower_log

THROWS = ("new", "word", "attack", "revolt", "throw")
RARE = (3, 25)
"""Logs with what few of them have: something done again; words that were said."""
FALL = "([commitment, records]) => window.companionFall.judge(commitment, records)"
ALL = "logs => logs.map(([commitment, records]) => window.companionFall.judge(commitment, records))"
BOTH = """([commitment, records]) => [companionChain, companionFall]
    .map(each => each.judge(commitment, records)[1]).flat()"""


@pytest.fixture
def checking_page(chromium) -> Iterator[Page]:
    page = chromium.new_page()
    for name in ("verify.js", "fall.js"):
        page.add_script_tag(path=assets() / "web" / name)
    yield page
    page.close()


def test_a_phone_computes_the_same_falls_of_cubes(checking_page: Page) -> None:
    """Every tower of the game and odd ones, words, real throws, undo, cubes by hand.

    A third of the logs (all in ``make test-all``), and the rare ones.
    """
    logs = [play_tower_log(seed) for seed in sorted({*RARE, *pick(range(27), 9)})]
    for log, (good, bad) in zip(logs, checking_page.evaluate(ALL, [list_records(log) for log in logs]), strict=True):
        made = [step.event for step in log if step.event.kind in THROWS and step.event.kind != "word"]
        assert bad == []
        assert good[0][:2] == ["fell", sum(event.request.get("out") is None for event in made)]


def test_a_phone_names_the_event_in_which_one_cube_is_another(checking_page: Page) -> None:
    """Of a third of the logs; in ``make test-all`` of all."""
    changed = 0
    for seed in pick(range(1, 16), 5):
        log = play_tower_log(seed, 8)
        commitment, records = list_records(log)
        for event in (step.event for step in log):
            if event.kind not in THROWS or event.request.get("out") is not None or not event.result["out"]:
                continue
            made = forge_records(records, event.number, forge_one_cube)
            assert checking_page.evaluate(BOTH, [commitment, made])[0] == ["differs", event.number]
            changed += 1
    assert changed > 10


def test_the_phone_names_a_seed_that_differs_from_the_sealed_one(checking_page: Page) -> None:
    commitment, records = list_records(play_tower_log(0))

    def change_seed(record: dict) -> None:
        record["asked"]["seed"] = "another"

    assert checking_page.evaluate(FALL, [commitment, forge_records(records, 1, change_seed)])[1] == [["unsealed"]]
    assert checking_page.evaluate(FALL, ["0" * 64, records])[1] == [["unsealed"]]
    assert checking_page.evaluate(FALL, [commitment, records[:-1]]) == [[["later"]], []]


def test_a_laptop_that_changes_a_cube_is_found_out_on_the_page(phones: Phones) -> None:
    commitment, records = list_records(play_tower_log(3))
    number = next(at for at, each in enumerate(records, 1) if '"kind":"attack"' in each["text"])
    lines = "".join(
        f'<li data-hash="{each["hash"]}">{each["text"]}</li>' for each in forge_records(records, number, forge_one_cube)
    )

    def lie(route: Route) -> None:
        route.fulfill(body=f'<ol id="records">{lines}</ol>', content_type="text/html; charset=utf-8")

    def pretend(route: Route) -> None:
        answer = route.fetch()
        own = answer.text().split('data-commitment="')[1].split('"')[0]
        route.fulfill(response=answer, body=answer.text().replace(own, commitment))

    page = phones("Bo")
    page.route("**/records", lie)
    page.route("**/verify", pretend)
    page.goto("/t/harvest/verify")
    expect(page.locator("#own-check .bad").first).to_contain_text(f"Event {number}: other cubes fell")
    expect(page.locator("#own-verdict")).to_contain_text("found something wrong")


ODD_CLOCK = """(([ahead, hour]) => {
  const origin = performance.timeOrigin, now = performance.now.bind(performance), wall = Date.now;
  performance.now = () => now() + ahead;
  Object.defineProperty(performance, "timeOrigin", { get: () => origin - 3 * ahead });
  Date.now = () => wall() - 2 * ahead;
  const start = Object.getOwnPropertyDescriptor(Animation.prototype, "startTime");
  Object.defineProperty(Animation.prototype, "startTime", {
    get() { const at = start.get.call(this); return at === null ? null : at + ahead; },
    set(at) { start.set.call(this, at === null ? null : at - ahead); },
  });
  window.true_start = (motion) => origin + start.get.call(motion);
  Date.prototype.getHours = () => hour;
})"""
"""A clock of its own."""

BEGAN = """() => true_start(document.querySelector(".shaft .cube").getAnimations()[0])"""
"""The moment at which cubes began to fall, by the clock of the machine on which all these browsers run."""


def open_odd_page(phones: Phones, name: str, address: str, ahead: int = 0, **device: Any) -> Page:
    """A page on a device whose clock is ahead by so many milliseconds, once it knows the laptop's."""
    page = phones(name, **{"still": False, **device})
    page.add_init_script(f"{ODD_CLOCK}([{ahead}, 15])")
    page.goto(address)
    page.wait_for_function("() => companionThrows.ahead() !== null")
    return page


def check_same_moment(pages: Iterable[Page], began: str) -> None:
    """To what they know of the laptop's clock: half of the way there and back that took them least."""
    seen = []
    for page in pages:
        page.wait_for_function("() => companionThrows.fell() !== null")
        seen.append((page.evaluate(began), page.evaluate("companionThrows.doubt()")))
    for (one, known), (other, as_well) in combinations(seen, 2):
        assert abs(one - other) < known + as_well + 2


def test_cubes_fall_at_the_same_moment_on_screens_with_different_clocks(phones: Phones) -> None:
    chosen = "?who-attacks=blue&who-defends=yellow&attacker=5&defender=4"
    first = open_odd_page(phones, "Aya", f"/t/harvest/tower{chosen}", 3_000_000)
    second = open_odd_page(phones, "Bo", "/t/harvest/tower", -40_000)
    screen = open_odd_page(phones, "screen", "/t/harvest/tower", 77_000, width=1280, height=720)

    def delay(route: Route) -> None:
        second.wait_for_timeout(400)
        route.continue_()

    second.route("**/thrown*", delay)  # a slow line
    first.locator(".act").first.click()
    check_same_moment((first, second, screen), BEGAN)
