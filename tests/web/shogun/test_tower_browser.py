"""A battle in real browsers: in few taps, to the verdict and its proof."""

import hashlib
import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.examples import COLOURS, Example, make_tower_alone
from tests.web.evening import Evening, open_evening


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    tables = {"harvest": Example("shogun", make_tower_alone, COLOURS)}
    with open_evening(tmp_path_factory.mktemp("evening"), tables=tables) as evening:
        yield evening


class Taps:
    """Counts what a finger does on a phone."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def __call__(self, selector: str) -> None:
        self.count += 1
        self.page.locator(selector).first.click()


def tap_battle(page: Page, table: str) -> Taps:
    """A battle of all that can be tapped: who, with how many, against whom, with how many, a card, throw."""
    page.goto(f"/t/{table}/tower")
    tap = Taps(page)
    tap("button[name='attacker-is'][value='4']")
    expect(page.locator(".act")).to_contain_text("Throw")
    tap("label.helmet:has(input[name='who-defends'][value='yellow'])")
    tap("button[name='defender-is'][value='3']")
    expect(page.locator(".act")).to_have_text("Throw 4 against 3")
    expect(page.locator(".odds-words")).to_contain_text("%")
    tap("label.chip:has(input[name='attack-card'])")
    tap(".act")
    return tap


def test_a_battle_takes_at_most_six_taps(phones) -> None:
    page = phones("Aya")
    tap = tap_battle(page, "harvest")
    expect(page.locator("#verdict")).to_be_visible()
    assert tap.count <= 6
    expect(page.get_by_role("heading", name="Now, with the real cubes")).to_be_visible()


def test_cubes_fall_can_be_skipped_and_leave_no_empty_screen(phones) -> None:
    page = phones("Aya", still=False)
    tap_battle(page, "harvest")
    page.wait_for_url("**/thrown")
    expect(page.locator(".odds").first).to_be_visible()
    page.wait_for_function("() => companionThrows.fell() !== null")
    # However slow the machine is, the cubes are in the air now.
    page.evaluate("document.getAnimations().forEach(each => { each.currentTime = 100; each.pause(); })")
    page.locator(".skip-fall").click()
    page.wait_for_function(
        "() => document.getAnimations().every((each) => !each.animationName || each.playState === 'finished')"
    )
    expect(page.locator("#verdict")).to_be_visible()
    still = phones("Bo")
    still.goto("/t/harvest/thrown")
    assert still.evaluate("document.getAnimations().length") == 0


def test_a_phone_reports_a_laptop_that_rewrote_the_log(phones) -> None:
    """The chain must hold, and go on from what this phone saw at its last look."""
    page = phones("Aya")
    page.goto("/t/harvest/verify")
    page.wait_for_function("window.companionChain")
    expect(page.locator("#own-verdict")).to_be_visible()
    judge = "([commitment, records]) => window.companionChain.judge(commitment, records)"

    def build_record(number: int, kind: str, asked: dict, result: dict, previous: str) -> dict[str, str]:
        whole = {"asked": asked, "kind": kind, "number": number, "previous": previous, "result": result}
        text = json.dumps(whole, sort_keys=True, separators=(",", ":"))
        return {"text": text, "hash": hashlib.sha256(text.encode()).hexdigest()}

    one = build_record(1, "new", {}, {}, "0" * 64)
    two = build_record(2, "attack", {}, {"out": ["blue-1"]}, one["hash"])
    page.evaluate("localStorage.clear()")
    assert page.evaluate(judge, ["c0", [one, two]])[1] == []
    forged = {**two, "text": two["text"].replace("blue-1", "blue-2")}
    assert page.evaluate(judge, ["c0", [one, forged]])[1] == [["changed", 2]]
    assert page.evaluate(judge, ["c0", [two, one]])[1] == [["unlinked", 2]]
    seen = {"commitment": "c0", "event": 2, "hash": two["hash"]}
    keep = "seen => localStorage.setItem(`companion table ${document.body.dataset.live}`, JSON.stringify(seen))"
    page.evaluate(keep, seen)
    assert page.evaluate(judge, ["c0", [one, two]])[1] == []
    other = build_record(2, "attack", {}, {"out": []}, one["hash"])
    for records in ([one, other], [one]):
        assert page.evaluate(judge, ["c0", records])[1] == [["otherwise", 2]]
    assert page.evaluate(judge, ["c1", [one, two]])[1] == [["reseeded"]]
