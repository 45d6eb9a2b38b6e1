"""What one plays a card by stands above the thumb's bar, in every language."""

from tests.web.browser.examples import EXAMPLES, HONSHU, PLAYERS
from tests.web.evening import Evening, Phones

BOTTOMS = """() => ['.turners', '.levels', '.advised'].map((each) =>
  Math.round(document.querySelector(each).getBoundingClientRect().bottom))"""


def test_card_depth_and_best_place_stand_above_the_thumb_bar(phones: Phones, evening: Evening) -> None:
    evening.lay("deep", EXAMPLES["shore"].make, dict(zip(PLAYERS, HONSHU, strict=True)))
    for language in ("en", "de", "fr"):
        page = phones("Aya", language=language)
        page.goto("/t/deep/card")
        ghost = page.locator(".ghost")
        card = str(ghost.get_attribute("data-key")).removeprefix("ghost-")
        places = (each.split(":") for each in str(ghost.get_attribute("data-places")).split(" "))
        ways = [f"/t/deep/card?card={card}&at={at}&advise=1" for at, fault in places if fault[0] != "!"]
        deepest = max(ways, key=lambda way: page.request.get(way).text().count('name="under" value='))
        page.goto(deepest)
        assert page.locator(".levels .btn").count() > 3
        bar = page.locator(".card-pane .thumb-row").bounding_box()
        assert bar is not None
        assert max(page.evaluate(BOTTOMS)) <= bar["y"]


def test_small_squares_have_a_simpler_town_and_the_first_game_has_two_columns(phones: Phones) -> None:
    page = phones("Aya", width=1280, height=800)
    page.goto("/t/sunday")
    town = page.locator(".map.small img[src*='sq-town']").first
    for side, is_simple in (("20px", True), ("32px", False)):
        page.evaluate("(side) => document.querySelector('.map.small').style.setProperty('--sq', side)", side)
        assert ("town-far" in str(town.evaluate("(it) => getComputedStyle(it).content"))) == is_simple
    page.goto("/first?game=honshu")
    before, beside = (page.locator(".lesson > section").nth(n).bounding_box() for n in (0, 1))
    assert before
    assert beside
    assert before["x"] + before["width"] < beside["x"]
