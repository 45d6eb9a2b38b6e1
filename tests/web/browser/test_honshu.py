"""Two phones and a big screen play a scoring of Honshu: one map is there, one is laid card by card."""

from playwright.sync_api import Page, expect

from companion.data.honshu.map import parse_map
from companion.data.honshu.placements import Placement, parse_stack
from companion.play.honshu.changes import LayCard
from companion.rules.honshu.laying import find_laying_order, judge_placements
from companion.service.honshu.scoring import score_maps
from companion.service.playing import play
from companion.table.shelf import Shelf
from tests.play.honshu import moves as honshu_moves
from tests.play.honshu.moves import EXAMPLE, GRID
from tests.web.browser.fingers import Fingers, find_middle
from tests.web.evening import Evening, Phones

LAYING = find_laying_order(parse_stack(EXAMPLE))
LAST_CARDS = 10
SAID = score_maps([("Aya", parse_map(GRID))], 5).data
SETTLED = """(it) => document.querySelector(".top-where").textContent.replaceAll("\u00a0", " ").includes(it)
  && document.body.getAttribute("aria-busy") !== "true" """


def wait_for_squares(page: Page, squares: int) -> None:
    """Waits for so many squares frame by frame: a finger goes on as soon as they are there."""
    page.wait_for_function(SETTLED, arg=f"{squares} square")


def make_end(shelf: Shelf, name: str) -> None:
    """The booklet's map as one has drawn it, and as another has laid its first cards."""
    session = honshu_moves.begin(shelf, name, {"blue": "Aya", "red": "Bo"}, 5)
    assert honshu_moves.take_in(session, "blue", GRID).yes
    for laid in LAYING[:LAST_CARDS]:
        at = (laid.row, laid.column - 1)
        assert play(session, LayCard("red", laid.card.name, *at, laid.turn, laid.under)).yes


def lay_map(page: Page, table: str) -> int:
    """Lay the last cards of the booklet's example; how often the screen was touched."""
    page.goto(f"/t/{table}/card")
    fingers = Fingers(page)
    for laid in LAYING[LAST_CARDS:]:
        fingers.write(page.locator("#card"), laid.card.name)
        act = page.get_by_role("button", name=f"Lay card {laid.card.name}", exact=True)
        expect(act).to_be_visible()
        for way, times in (("turn right", laid.turn // 90 % 3), ("turn left", laid.turn == 270)):
            for _ in range(times):
                before = page.url
                fingers.tap(page.get_by_role("button", name=way))
                page.wait_for_function("(before) => location.href !== before", arg=before)
        _drag_to(page, fingers, laid)
        above = _find_cards_above(laid)
        chips = [each.get_attribute("value") or "" for each in page.locator(".levels [name=under]").all()]
        deepest = next((each for each in reversed(chips) if each in above), "")
        if deepest:
            chosen = page.locator(f".levels [name=under][value='{deepest}']")
            fingers.tap(chosen)
            expect(chosen).to_have_attribute("aria-pressed", "true")
        expect(act).to_be_enabled()
        fingers.tap(act)
        page.wait_for_function("() => location.search === ''")
        expect(page.locator("#card")).to_have_value("")
    return fingers.taps


def _find_cards_above(laid: Placement) -> set[str]:
    """The cards that a card lies beneath once it is laid."""
    pile = judge_placements(LAYING[: LAYING.index(laid) + 1]).pile
    names = [each.card.name for each in pile.cards]
    return set(names[names.index(laid.card.name) + 1 :])


def _drag_to(page: Page, fingers: Fingers, laid: Placement) -> None:
    at = f"{laid.row}.{laid.column - 1}"  # the first card was not moved: it lies at 0 0 here, at 0 1 there
    if page.locator("#hold > input[name=at]").get_attribute("value") == at:
        return
    goal, ghost = page.locator(f".sq[data-at='{at}']").first, page.locator(".ghost")
    if not page.evaluate(
        "([at]) => { const box = document.querySelector(`.sq[data-at='${at}']`).getBoundingClientRect(),"
        " room = document.querySelector('.desk-map').getBoundingClientRect();"
        " return box.top > room.top + 30 && box.bottom < room.bottom - 30 && box.left > room.left + 30"
        " && box.right < room.right - 30; }",
        [at],
    ):
        fingers.tap(page.locator("a[data-zoom=all]"))
    start, corner = find_middle(ghost), find_middle(ghost.locator(".sq").first)
    end = find_middle(goal)
    fingers.draw([start, (start[0] + end[0] - corner[0], start[1] + end[1] - corner[1])], steps=8)
    page.wait_for_function("(at) => new URLSearchParams(location.search).get('at') === at", arg=at)
    expect(page.locator("body")).not_to_have_attribute("aria-busy", "true")


def test_two_phones_and_a_big_screen_play_a_scoring(phones: Phones, evening: Evening) -> None:
    evening.lay("drawn", make_end, {"Aya": "blue", "Bo": "red"})
    bo, screen = phones("Bo"), phones("screen", width=1280, height=800)
    screen.goto("/t/drawn")
    expect(screen.locator(".board")).to_have_count(2)
    expect(screen.locator(".board-head").first.locator(".num")).to_have_text("66")
    assert lay_map(bo, "drawn") <= 16
    expect(screen.get_by_role("heading", level=1)).to_have_text("Aya and Bo share the win.")
    bo.goto("/t/drawn/score?of=red")
    lines = bo.locator("a.line")
    expect(lines.locator(".pts")).to_have_text([str(line["points"]) for line in SAID["lines"]])
    lines.nth(1).tap()
    expect(bo.locator(".sq.lit")).to_have_count(len(SAID["lines"][1]["squares"]))


def make_empty_map(shelf: Shelf, name: str) -> None:
    honshu_moves.begin(shelf, name, {"blue": "Aya"})


def test_fingers_pinch_undo_and_cross_out_the_square_at_fault(phones: Phones, evening: Evening) -> None:
    evening.lay("pinched", make_empty_map, {"Aya": "blue"})
    aya = phones("Aya")
    aya.goto("/t/pinched/squares")
    fingers = Fingers(aya)
    fingers.tap(aya.locator("label.kind:has(input[value=L])"))
    cells = [aya.locator(f".sq[data-at='{at}']") for at in ("0.0", "0.1", "1.1")]
    fingers.draw([find_middle(cell) for cell in cells])
    wait_for_squares(aya, 3)
    wide = cells[0].bounding_box()["width"]
    fingers.pinch(find_middle(cells[1]), 40, 70)
    assert cells[0].bounding_box()["width"] > 1.3 * wide
    wait_for_squares(aya, 3)
    fingers.tap(aya.get_by_role("button", name="Undo 3 × lake"))
    wait_for_squares(aya, 0)
    fingers.tap(aya.get_by_role("button", name="Redo 3 × lake"))
    wait_for_squares(aya, 3)
    aya.goto("/t/pinched/card?card=29&at=1.2")
    ghost, px = aya.locator(".ghost"), aya.locator(".sq").first.bounding_box()["width"]
    expect(aya.get_by_role("button", name="Lay card 29")).to_be_disabled()
    start = find_middle(ghost)
    fingers.touch("touchStart", start)
    for step in range(1, 9):
        fingers.touch("touchMove", (start[0] - px * step / 8, start[1]))
    expect(ghost.locator(".no-here")).to_have_count(1)
    expect(ghost.locator(".sq").first).to_have_class("sq no-here")
    fingers.touch("touchEnd")
    expect(aya.locator(".note.bad")).to_contain_text("The lake at row 2, column 2 is covered")
    turned = ghost.get_attribute("class")
    fingers.tap(ghost)
    expect(ghost).not_to_have_class(turned or "")


def test_keys_move_over_the_map_and_press_its_squares(phones: Phones, evening: Evening) -> None:
    evening.lay("keys", make_empty_map, {"Aya": "blue"})
    aya = phones("Aya", width=1280, height=800)
    for page in ("card?card=29", "squares"):
        aya.goto(f"/t/keys/{page}")
        aya.locator("button.sq[data-at='0.0']").focus()
        aya.keyboard.press("ArrowDown")
        expect(aya.locator("button.sq[data-at='1.0']")).to_be_focused()
        aya.keyboard.press("Enter")
        if page != "squares":
            expect(aya.locator("#hold > input[name=at]")).to_have_attribute("value", "1.0")
    wait_for_squares(aya, 1)
