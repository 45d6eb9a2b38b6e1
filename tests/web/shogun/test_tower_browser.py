"""A battle in real browsers: in few taps, with the numbers of two phones, to the verdict and its proof."""

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error, Page, Response, Route, expect

from companion.data.shogun.towers import shipped_presets
from companion.play.shogun.fights.fight import PHONES
from companion.service.shogun.session import begin_table
from companion.table.shelf import Shelf
from tests.waiting import until
from tests.web.browser.examples import COLOURS, Example, tower_alone
from tests.web.evening import Evening, opened

TABLE = "careful"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """Two tables of three: one that trusts the seed, one that trusts nobody."""

    def careful(shelf: Shelf, name: str) -> None:
        preset = next(iter(shipped_presets().values()))
        begin_table(shelf, name, COLOURS, preset, seed="spring rain", trust=PHONES)

    tables = {"harvest": Example("shogun", tower_alone, COLOURS), TABLE: Example("shogun", careful, COLOURS)}
    with opened(tmp_path_factory.mktemp("evening"), tables=tables) as here:
        yield here


class Taps:
    """Counts what a finger does on a phone."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def __call__(self, selector: str) -> None:
        self.count += 1
        self.page.locator(selector).first.click()


def battle(page: Page, table: str) -> Taps:
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


def test_without_script_a_number_is_typed(phones) -> None:
    """Before all others here: of a phone that was awake a moment ago 20 seconds of silence are waited for."""
    page = phones("Bo", script=False)
    page.goto(f"/t/{TABLE}/tower?who-attacks=yellow&who-defends=red&attacker=2&defender=1")
    page.locator(".act").click()
    page.locator("summary", has_text="Type the number of Bo").click()
    page.get_by_label("The number of Bo").fill("17")
    page.get_by_role("button", name="Seal it").click()
    expect(page.locator(".sealed")).to_contain_text("typed")
    host = phones("host", script=False)
    without = host.get_by_role("button", name="Without Chen's phone")
    until(lambda: bool(host.goto(f"/t/{TABLE}/trust")) and without.count() > 0, pause=0.5)
    without.click()
    page.goto(f"/t/{TABLE}/trust")
    page.get_by_label("The number of Bo").fill("17")
    page.get_by_role("button", name="Open it").click()
    page.wait_for_url("**/thrown")
    expect(page.get_by_text("How far this throw can be trusted")).to_be_visible()


def test_a_battle_takes_at_most_six_taps(phones) -> None:
    page = phones("Aya")
    tap = battle(page, "harvest")
    expect(page.locator("#verdict")).to_be_visible()
    assert tap.count <= 6
    expect(page.get_by_role("heading", name="Now, with the real cubes")).to_be_visible()


def test_cubes_fall_can_be_skipped_and_leave_no_empty_screen(phones) -> None:
    page = phones("Aya", still=False)
    battle(page, "harvest")
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


def test_a_phones_own_hash_is_sha_256(phones) -> None:
    page = phones("Aya")
    page.goto(f"/t/{TABLE}/tower")
    page.wait_for_function("window.companionTrust")
    for text in ("", "a", "a" * 55, "b" * 56, "c" * 64, "d" * 119, "seed é 城", "x" * 1000):
        own = page.evaluate("text => window.companionTrust.sha256(text)", text)
        assert own == hashlib.sha256(text.encode()).hexdigest()


def test_the_list_asks_for_no_number(phones) -> None:
    page, asked = phones("Aya"), []
    page.goto(f"/t/{TABLE}/tower")
    page.wait_for_function("window.companionTrust")
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    page.evaluate("window.companion.ask({ method: 'GET', url: new URL('/', location).href, body: null })")
    expect(page.locator("body[data-live='/live']")).to_be_attached()
    with page.expect_request("**/about?asked=last"):
        page.evaluate("fetch('/about?asked=last').then(() => null)")
    assert "/" in asked
    assert "/numbers" not in asked


def test_two_phones_play_a_battle_with_trust_and_prove_it(phones) -> None:
    first, second = phones("Aya"), phones("Bo")
    second.goto(f"/t/{TABLE}/luck")  # any page of the table will do
    battle(first, TABLE)
    first.wait_for_url("**/thrown")
    expect(first.get_by_text("Nobody chose this throw")).to_be_visible()
    for page in (first, second):
        page.goto(f"/t/{TABLE}/verify")
        expect(page.get_by_text("Yes: every record is true.")).to_be_visible()
        expect(page.locator("#own-verdict")).to_have_text(
            "This phone has reckoned it too, and found nothing wrong."
        )
        expect(page.locator("#own-check")).to_contain_text(re.compile("Numbers that this phone gave: [1-9]"))
        assert page.locator("#own-check .bad").count() == 0


def test_two_phones_and_a_big_screen_play_a_battle_with_trust(phones) -> None:
    """The screen is led by itself from battle to battle, and never shows a number before it is opened."""
    first, second = phones("Aya"), phones("Bo")
    screen = phones("screen", width=1280, height=720)
    pages: list[str] = []

    def read(answer: Response) -> None:
        if "text/html" in answer.headers.get("content-type", "") and answer.status == 200:
            with suppress(Error):  # the screen went on before it was read
                pages.append(answer.text())

    screen.on("response", read)
    screen.goto(f"/t/{TABLE}")
    kept = (
        "Object.entries(localStorage).filter(([key]) => key.includes(' attack ')).map(each => each[1]).join()"
    )
    for fight in range(2):
        expect(screen.locator("h1").first).not_to_have_text("Both phones add a number")
        battle(first, TABLE)
        expect(screen.get_by_role("heading", name="Both phones add a number")).to_be_visible()
        expect(screen.locator("main")).to_contain_text("Aya")
        expect(screen.locator(".sealed")).to_contain_text("nobody can change it now")
        expect(screen.locator(".sealed")).to_contain_text("not yet")
        assert screen.locator("main form, .thumb").count() == 0
        drawn = re.findall("[0-9a-f]{32}", first.evaluate(kept))
        unopened = [each for each in drawn if each not in "".join(pages)]
        assert len(drawn) >= 2 * (fight + 1)
        assert len(unopened) >= 2
        assert not any(each in screen.content() for each in drawn)
        before = len(pages)
        second.goto(f"/t/{TABLE}/luck")  # any page of the table: the phone adds its number
        screen.wait_for_url("**/thrown")
        expect(screen.locator("#verdict")).to_be_visible()
        expect(screen.locator(".tray").first).to_be_visible()
        expect(screen.get_by_text("Nobody chose this throw")).to_be_visible()
        assert len(pages) > before
        width = screen.evaluate("document.documentElement.scrollWidth")
        assert width <= 1280
        second.goto("/settings")  # that phone sleeps
    opened = screen.request.get(f"/t/{TABLE}/verify", max_retries=3).text()
    assert any(each in opened for each in re.findall("[0-9a-f]{32}", first.evaluate(kept)))


def test_a_number_survives_a_reload_and_waits_for_the_other_phone(phones) -> None:
    first = phones("Chen")
    first.goto(f"/t/{TABLE}/tower?who-attacks=red&who-defends=yellow&attacker=2&defender=2")
    first.locator(".act").click()
    expect(first.locator(".sealed")).to_contain_text("sealed")
    kept = "Object.keys(localStorage).filter(each => each.includes(' attack ')).length"
    assert first.evaluate(kept) == 1
    first.reload()
    expect(first.locator(".act")).to_have_text("Throw: Bo is missing")
    second = phones("Bo")
    second.goto(f"/t/{TABLE}/luck")
    first.wait_for_url("**/thrown")
    assert first.evaluate(kept) == 1


def test_a_phone_tells_of_a_laptop_that_wrote_the_log_anew(phones) -> None:
    """What this phone kept must be in the log; a log made anew without it, chain and all, is found out."""
    page = phones("Aya")
    page.goto(f"/t/{TABLE}/tower")
    page.wait_for_function("window.companionTrust")
    judge = "([commitment, records]) => window.companionTrust.judge(commitment, records)"

    def record(number: int, kind: str, asked: dict, result: dict, previous: str) -> dict[str, str]:
        whole = {"asked": asked, "kind": kind, "number": number, "previous": previous, "result": result}
        text = json.dumps(whole, sort_keys=True, separators=(",", ":"))
        return {"text": text, "hash": hashlib.sha256(text.encode()).hexdigest()}

    label = {"label": "attack blue yellow 1", "attempt": 1}
    number, salt = "a" * 32, "5" * 32
    seal = hashlib.sha256(f"c0 attack blue yellow 1 1 blue {number} {salt}".encode()).hexdigest()
    one = record(1, "commit", {"player": "blue", "seal": seal}, label, "0" * 64)
    two = record(2, "disclose", {"player": "blue", "number": number, "salt": salt}, label, one["hash"])
    assert page.evaluate(judge, ["c0", [one, two]])[1] == []
    forged = {**two, "text": two["text"].replace(number, "b" * 32)}
    assert {each[0] for each in page.evaluate(judge, ["c0", [one, forged]])[1]} == {"changed", "unfit"}
    assert {each[0] for each in page.evaluate(judge, ["c0", [two, one]])[1]} == {"unlinked"}
    kept = [{"number": "d" * 32, "salt": salt, "seal": "e" * 64, "opened": True}]
    page.evaluate(
        "([key, value]) => localStorage.setItem(key, value)",
        ["companion c0 attack blue yellow 1 1 blue", json.dumps(kept)],
    )
    assert {each[0] for each in page.evaluate(judge, ["c0", [one, two]])[1]} == {"gone"}


@pytest.mark.parametrize("state", ["missing", "sealed"])
def test_a_number_that_was_opened_is_given_no_second_time(phones, state: str) -> None:
    """Whoever puts an older copy of the log back knows that number, and could seal another to fit."""
    page = phones("Aya")
    page.goto(f"/t/{TABLE}/tower")
    page.wait_for_function("window.companionTrust")
    seal, other, new = "e" * 64, "1" * 64, "2" * 64
    kept = {"number": "d" * 32, "salt": "5" * 32, "seal": seal, "own": "o", "opened": True}
    page.evaluate(
        "([key, value]) => localStorage.setItem(key, value)",
        [
            "companion c0 attack blue yellow 1 1 blue",
            json.dumps([kept | {"seals": {"blue": seal, "yellow": other}}]),
        ],
    )
    blue = {"player": "blue", "state": state, "seal": seal if state == "sealed" else None, "typed": False}
    yellow = {"player": "yellow", "state": "sealed", "seal": new, "typed": False}
    asked = {"commitment": "c0", "label": "attack blue yellow 1", "attempt": 1, "own": "o", "seats": ["blue"]}
    asked |= {
        "phones": [blue, yellow],
        "sealed": state == "sealed",
        "awaited": ["blue"],
        "event": 9,
        "hash": "",
    }
    form = f"<div id=numbers data-action='/t/{TABLE}/trust' data-asked='{json.dumps(asked)}'></div>"
    page.route("**/numbers", lambda route: route.fulfill(body=form, content_type="text/html; charset=utf-8"))
    sent: list[str] = []

    def take(route: Route) -> None:
        sent.append(route.request.post_data or "")
        route.fulfill(status=422, body="no")

    page.route("**/trust", take)
    page.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<p id=own-number data-foreign=foreign></p>')"
    )
    page.evaluate("document.dispatchEvent(new Event('companion:page'))")
    if state == "sealed":
        expect(page.locator("#own-number")).to_have_text("foreign")
        assert sent == []
    else:
        kept_now = "JSON.parse(localStorage['companion c0 attack blue yellow 1 1 blue']).length"
        until(lambda: page.evaluate(kept_now) > 1, "a new number")
        assert not any(seal in each for each in sent)
    assert not any("d" * 32 in each for each in sent)
