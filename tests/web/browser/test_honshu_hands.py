"""Three phones play a round of Honshu with thumbs alone: hands, a trick, cards taken, dragged and laid."""

import pytest
from playwright.sync_api import expect

from companion.play.honshu.views import view
from companion.service.kept_tables import OpenTables
from companion.table.store import Store
from companion.web.app_state import AppState, Settings
from tests.play.honshu import moves as honshu_moves
from tests.web.browser.examples import EXAMPLES, HONSHU
from tests.web.browser.fingers import STILL, Fingers, middle
from tests.web.evening import Evening, Phones

HANDS = {"Aya": (2, 9, 11, 20, 31, 45), "Bo": (1, 29, 33, 40, 50, 60), "Chen": (3, 4, 5, 57, 58, 59)}

BOTTOMS = """() => ['.turners', '.levels', '.advised'].map((each) =>
  Math.round(document.querySelector(each).getBoundingClientRect().bottom))"""


def test_card_depth_and_best_place_stand_above_the_thumb_bar(phones: Phones, evening: Evening) -> None:
    evening.lay("deep", EXAMPLES["shore"].make, dict(zip(HANDS, HONSHU, strict=True)))
    for language in ("en", "de", "fr"):
        page = phones("Aya", language=language)
        page.goto("/t/deep/card")
        ghost = page.locator(".ghost")
        card = str(ghost.get_attribute("data-key")).removeprefix("ghost-")
        told = (each.split(":") for each in str(ghost.get_attribute("data-places")).split(" "))
        ways = [f"/t/deep/card?card={card}&at={at}&advise=1" for at, fault in told if fault[0] != "!"]
        deepest = max(ways, key=lambda way: page.request.get(way).text().count('name="under" value='))
        page.goto(deepest)
        assert page.locator(".levels .btn").count() > 3
        bar = page.locator(".card-pane .thumb-row").bounding_box()
        assert bar is not None
        assert max(page.evaluate(BOTTOMS)) <= bar["y"]


@pytest.mark.deep
def test_a_honshu_round_is_shown_to_all_with_points_while_a_card_hovers(phones: Phones, evening: Evening) -> None:
    seats = dict(zip(HANDS, HONSHU, strict=True))
    evening.lay("hands", lambda shelf, name: honshu_moves.begin(shelf, name, HONSHU, 4), seats)
    pages = {name: phones(name) for name in HANDS}
    fingers = {name: Fingers(page) for name, page in pages.items()}
    for (name, page), start in zip(pages.items(), ("A2", "A5", "A1"), strict=True):
        page.goto("/t/hands")
        fingers[name].tap(page.locator(f"button[name=start][value={start}]"))
        expect(page.locator("h1")).to_have_text("Your hand: six cards")
        send = page.get_by_role("button", name="These are my cards")
        for card in HANDS[name]:
            expect(send).to_have_attribute("aria-disabled", "true")  # its count says why
            fingers[name].tap(page.locator(f"label.chip:has(input[name=card][value='{card}'])"))
        expect(send).to_have_attribute("aria-disabled", "false")
        fingers[name].tap(send)
    aya, bo, chen = pages.values()
    uncovered = aya.locator(".hand .mapcard").evaluate_all(
        """(cards) => cards.map((each) => {
          const [land, slip] = [".land", "b"].map((part) => each.querySelector(part).getBoundingClientRect());
          return slip.top >= land.bottom || slip.bottom <= land.top;
        })"""
    )
    assert uncovered == [True] * 6  # no number lies over the land that one chooses by
    cube = aya.locator("label.sq:has(input[name=cube])").first
    fingers["Aya"].tap(cube)
    fingers["Aya"].tap(aya.get_by_role("button", name="card 11"))
    for name, card in (("Bo", 29), ("Chen", 57)):
        expect(pages[name].locator(".trick .mapcard").first).to_be_visible()  # what Aya laid is seen
        fingers[name].tap(pages[name].get_by_role("button", name=f"card {card}"))
    expect(aya.locator("h1")).to_have_text("Your turn: take a card")
    expect(bo.locator("h1")).to_have_text("Aya takes a card")
    fingers["Aya"].tap(aya.get_by_role("button", name="card 57"))
    fingers["Chen"].tap(chen.get_by_role("button", name="card 29"))
    expect(bo.locator("h1")).to_have_text("Lay a card")  # which is there at once
    ghost, gain = aya.locator(".ghost"), aya.locator(".ghost .gain")
    expect(gain).to_have_text("+3 → 5")
    (x, y), px = middle(ghost), aya.locator(".sq").first.bounding_box()["width"]
    fingers["Aya"].taps += 1
    fingers["Aya"]._touch("touchStart", (x, y))
    told = []  # by the phone itself, while the finger is down
    for columns in (0.5, 1, 1.5, 2, 3, 4, 5, 4, 3, 2, 1, 0, -1, -2, -3):  # at the rim the map moves under it
        fingers["Aya"]._touch("touchMove", (x + columns * px, y))
        told.append((gain.text_content(), "no" in ghost.get_attribute("class").split()))
        if ("", True) in told and told[-1][0]:
            break
    for _ in range(2):  # a finger lifted in full course would throw
        still = fingers["Aya"]._last + STILL
        fingers["Aya"]._touch("touchMove", (x + columns * px, y), at=still)
    fingers["Aya"]._touch("touchEnd")
    assert {("+3 → 5", False), ("+4 → 6", False)} <= {*told}
    assert ("", True) in told  # there it touches no card
    expect(gain).to_contain_text("→")
    expect(aya.get_by_role("button", name="Lay card 57")).to_be_enabled()
    fingers["Aya"].tap(aya.get_by_role("button", name="Lay card 57"))
    expect(aya.locator("#now")).to_have_text("Your turn: lay a card")  # who played highest begins
    with Store(evening.store) as shelf:
        now = view(AppState(OpenTables(shelf), Settings()).open_table("hands").state)
    assert [laid.card.name for laid in now.maps["blue"].pile.cards].count("57") == 1
    assert now.round == 2
    bo.goto("/t/hands")
    expect(bo.locator(".board[data-seat=blue] .sq img")).not_to_have_count(0)
    assert fingers["Aya"].taps <= 1 + 7 + 2 + 1 + 3
