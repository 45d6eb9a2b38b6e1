"""What is due stands in sight whenever it has changed, and a page where nothing has keeps its place."""

from playwright.sync_api import Page, expect

from tests.play.honshu import moves as honshu_moves
from tests.web.browser.examples import COLOURS, HONSHU, whole_board
from tests.web.browser.fingers import Fingers
from tests.web.evening import Evening, Phones

HANDS = {"Aya": (2, 9, 11, 20, 31, 45), "Bo": (1, 29, 33, 40, 50, 60), "Chen": (3, 4, 5, 57, 58, 59)}
DRAWN = (
    "() => { window.drawn = 0; document.addEventListener('companion:page', () => { window.drawn += 1; }); }"
)


def scrolled(page: Page) -> float:
    return float(page.evaluate("window.scrollY"))


def down(page: Page) -> float:
    """Scroll to the end of the page, from where its beginning is out of sight; how far."""
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    assert scrolled(page) > 150
    return scrolled(page)


def test_what_is_due_is_in_sight_after_a_tap_and_after_the_taps_of_others(
    phones: Phones, evening: Evening
) -> None:
    seats = dict(zip(HANDS, HONSHU, strict=True))
    evening.lay("sight", lambda shelf, name: honshu_moves.begin(shelf, name, HONSHU, 4), seats)
    pages = {name: phones(name, height=500) for name in HANDS}
    for (name, page), start in zip(pages.items(), ("A2", "A5", "A1"), strict=True):
        page.goto("/t/sight")
        page.locator(f"button[name=start][value={start}]").tap()
        expect(page.locator("h1")).to_have_text("Your hand: six cards")
        for card in HANDS[name]:
            page.locator(f"label.chip:has(input[name=card][value='{card}'])").tap()
        down(page)
        page.get_by_role("button", name="These are my cards").tap()
        expect(page.locator("h1")).not_to_have_text("Your hand: six cards")
        expect(page.locator("#now")).to_be_in_viewport(ratio=1)
    aya, bo, chen = pages.values()
    place = down(aya)
    aya.evaluate(DRAWN)
    aya.evaluate("companion.refresh()")  # nothing has changed
    aya.wait_for_function("drawn === 1")
    assert scrolled(aya) == place
    aya.get_by_role("button", name="card 11").tap()
    expect(aya.locator("#now")).not_to_have_text("Your turn: lay a card")
    bo.get_by_role("button", name="card 29").tap()
    expect(bo.locator("#now")).to_have_text("Chen lays a card")
    expect(aya.locator("#now")).to_have_text("Chen lays a card")
    down(aya)
    down(bo)
    finger = Fingers(bo)
    finger._touch("touchStart", (200, 250))
    chen.get_by_role("button", name="card 57").tap()
    expect(aya.locator("#now")).to_have_text("Chen takes a card")
    assert scrolled(aya) > 150  # what another has to do leaves a page where it is
    chen.locator("button[name=take]").first.tap()
    expect(bo.locator("#now")).to_have_text("Your turn: take a card")
    assert scrolled(bo) > 150  # under a finger it does not go to its beginning
    finger._touch("touchEnd")
    bo.locator("button[name=take]").first.tap()
    lays = aya.get_by_role("button", name="Lay card")
    expect(lays).to_be_visible()
    expect(lays).to_be_in_viewport(ratio=1)


def test_on_a_board_of_shogun_too_after_ones_own_turn_and_when_it_comes(
    phones: Phones, evening: Evening
) -> None:
    evening.lay("seen", whole_board, dict(zip(HANDS, COLOURS, strict=True)))
    aya, bo, chen = (phones(name) for name in HANDS)
    for page in (aya, bo, chen):
        page.goto("/t/seen/board")
        page.locator("summary", has_text="What the signs mean").tap()
        down(page)
    aya.get_by_role("button", name="A blank").tap()
    due = "h1"
    expect(aya.locator(due)).to_contain_text("Bo: ")
    expect(aya.locator(due)).to_be_in_viewport(ratio=1)
    expect(bo.locator(due)).to_contain_text("Your turn: ")
    expect(bo.locator(due)).to_be_in_viewport(ratio=1)
    expect(chen.locator(due)).to_contain_text("Bo: ")
    assert scrolled(chen) > 150  # what another has to do leaves it where it is
