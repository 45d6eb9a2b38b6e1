"""Three phones and a big screen play a round of Hogen; one phone without script, one by keys alone."""

import re
from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, expect

from companion.data.hogen import Samurai
from companion.play.hogen.state import HogenState
from companion.service.kept_tables import OpenTables
from companion.table.store import Store
from tests.waiting import wait_until
from tests.web.browser.examples import make_samurai
from tests.web.browser.keys import choose_by_arrows, tab_to
from tests.web.evening import Phones

SEATS = {"Aya": "A", "Bo": "B", "Chen": "C"}


class Finger:
    """Taps on one phone, and how many."""

    def __init__(self, page: Page, script: bool = True) -> None:
        self.page, self.script, self.taps = page, script, 0

    def open_page(self, table: str, page: str = "") -> None:
        """A phone without script is told nothing: its player asks for the page again."""
        if not self.script or page:
            self.page.goto(f"/t/{table}{page}")

    def tap(self, selector: str) -> None:
        self.taps += 1
        self.page.locator(selector).first.click()

    def choose(self, field: str, value: str = "") -> None:
        """Tap a samurai, a call or a name: the label that covers the field."""
        self.taps += 1
        chosen = f"[value='{value}']" if value else ":not([disabled])"
        self.page.locator(f"input[name='{field}']{chosen}").first.check()


class Keys(Finger):
    """The same by keys alone: Tab to it, arrows within a choice, Space or Enter."""

    def tap(self, selector: str) -> None:
        self.taps += 1
        tab_to(self.page, selector)
        self.page.keyboard.press("Enter")

    def choose(self, field: str, value: str = "") -> None:
        self.taps += 1
        choose_by_arrows(self.page, field, value)


def read_state(phones: Phones, table: str) -> HogenState:
    with Store(phones.evening.store, create=False) as shelf:
        found: HogenState = OpenTables(shelf).open(table).state
        return found


def list_shown_samurai(page: Page) -> set[str]:
    alts = page.locator("main img[alt]").evaluate_all("(all) => all.map((each) => each.alt)")
    return {alt.partition(",")[0].replace(" ", "") for alt in alts if re.search(r"\d", alt)}


@pytest.fixture
def fingers(phones: Phones) -> dict[str, Finger]:
    return {
        "Aya": Finger(phones("Aya")),
        "Bo": Keys(phones("Bo")),
        "Chen": Finger(phones("Chen", script=False), script=False),
    }


def list_own_samurai(phones: Phones, table: str, seat: str) -> set[str]:
    game = read_state(phones, table).game
    assert game.hands is not None
    rallied = {game.rallied[seat]} if seat in game.rallied else set()
    return {str(card) for card in game.hands[seat] | rallied}


def accuse(finger: Finger, table: str, named: Mapping[str, Samurai]) -> None:
    finger.open_page(table)
    finger.taps = 0
    finger.tap("a[href$='/accuse']")
    finger.page.wait_for_url(re.compile("/accuse$"))
    for seat, card in named.items():
        finger.choose(f"of-{seat}", str(card))
    finger.choose("sure")
    finger.tap("button.act")
    assert finger.taps <= 2 * len(named) + 1
    finger.page.wait_for_url(re.compile(f"/t/{table}$"))


def test_three_phones_and_a_big_screen_play_a_round(phones: Phones, fingers: dict[str, Finger]) -> None:
    table = "heiji"
    phones.evening.lay(table, make_samurai, SEATS)
    screen = phones("screen", width=1280, height=800)
    for page in (screen, *(finger.page for finger in fingers.values())):
        page.goto(f"/t/{table}")
    waits = screen.locator("h1")
    expect(waits).to_have_text("Still to choose a rallied samurai: Aya, Bo, Chen.")
    for at, (name, finger) in enumerate(fingers.items()):
        assert list_shown_samurai(finger.page) == list_own_samurai(phones, table, SEATS[name]) | list_shown_samurai(
            screen
        )
        finger.taps = 0
        finger.choose("card")
        finger.tap("button.act")
        assert finger.taps == 2
        if at < 2:
            expect(waits).not_to_contain_text(name)
    expect(waits).to_contain_text("calls or accuses.")

    calls = answers = 0
    while answers < 2:
        before = read_state(phones, table)
        caller = before.names[ord(before.game.turn.active) - ord("A")]
        expect(waits).to_have_text(f"{caller} calls or accuses.")
        finger = fingers[caller]
        finger.open_page(table)
        expect(finger.page.locator("h1")).to_have_text("Your turn: make a call")
        finger.taps = 0
        legal = finger.page.locator("label.call:not(.shut) input").evaluate_all(
            "(all) => all.map((each) => each.value)"
        )
        call = legal[calls % len(legal)]
        finger.choose("call", call)
        finger.tap("button.act.ready")
        assert finger.taps == 2
        calls += 1
        wait_until(lambda turn=before.game.turn: read_state(phones, table).game.turn != turn, "nobody hears the call")
        expect(screen.get_by_text(f"{caller} calls").last).to_be_visible()
        now = read_state(phones, table).game.turn
        if now.asked_seat is None:  # all have passed, and the screen says so
            open_ = f"label.call:not(.shut) input[value='{call}']"
            expect(finger.page.locator(open_)).to_have_count(0)  # the page has heard it too
            continue
        answering = read_state(phones, table).names[ord(now.asked_seat) - ord("A")]
        expect(waits).to_contain_text(f"{answering} must answer")
        finger = fingers[answering]
        finger.open_page(table)
        expect(finger.page.locator("h1")).to_contain_text("You must answer")
        finger.taps = 0
        finger.choose("takes")
        finger.tap("button.act")  # each samurai that may be laid has its own
        assert finger.taps == 2
        answers += 1
        expect(waits).to_have_text(f"{answering} calls or accuses.")

    accuser = waits.inner_text().split()[0]
    game = read_state(phones, table).game
    truth = {seat: card for seat, card in game.rallied.items() if seat != SEATS[accuser]}
    others = (hand for seat, hand in sorted(game.hands.items()) if seat != SEATS[accuser])
    lies = [card for hand in others for card in sorted(hand, key=str)][:2]  # which nobody has rallied
    accuse(fingers[accuser], table, dict(zip(truth, lies, strict=True)))
    expect(screen.locator("main")).to_contain_text(f"{accuser} has accused wrongly and only answers now.")
    assert {str(card) for card in truth.values()} <= list_shown_samurai(fingers[accuser].page)
    for name, finger in fingers.items():
        finger.open_page(table)
        seat = SEATS[name]
        if name != accuser:
            hidden = {str(card) for other, card in game.rallied.items() if other != seat}
            assert not hidden & list_shown_samurai(finger.page)

    second = waits.inner_text().split()[0]
    truth = {seat: card for seat, card in game.rallied.items() if seat != SEATS[second]}
    accuse(fingers[second], table, truth)
    expect(waits).to_have_text(f"{second} has won.")
    assert {str(card) for card in truth.values()} <= list_shown_samurai(screen)
    for finger in fingers.values():
        finger.open_page(table)
        expect(finger.page.locator("h1")).to_have_text(f"{second} has won.")
    fingers[second].tap("button.act")
    expect(fingers[second].page.locator("h1")).to_have_text("Choose your rallied samurai")
    other = next(finger for name, finger in fingers.items() if name != second)
    other.open_page(table)
    other.tap("a.act")
    expect(other.page.locator("h1")).to_have_text("Choose your rallied samurai")
