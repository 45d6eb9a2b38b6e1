"""Two phones and a big screen play a scoring of Honshu: one map drawn by finger, one laid card by card."""

import json
from collections.abc import Callable, Iterable

import pytest
from playwright.sync_api import Page, expect

from companion.data.honshu.map import NO_CARD, parse_map
from companion.data.honshu.placements import Placement, parse_stack
from companion.paths import assets
from companion.play.honshu.working import LayCard, PutSquares
from companion.rules.honshu.laying import find_laying_order, judge_placements
from companion.service.honshu.scoring import score_maps
from companion.service.playing import play
from companion.table.shelf import Shelf
from tests.choice import EVERYTHING
from tests.play.honshu import moves as honshu_moves
from tests.web.browser.fingers import Fingers, middle
from tests.web.evening import Evening, Phones

EXAMPLE_TEXT = (assets() / "games/honshu/example63.json").read_text(encoding="utf-8")
GRID = "\n".join(json.loads(EXAMPLE_TEXT)["grid"])
SQUARES = {
    (row, column): symbol
    for row, symbols in enumerate(parse_map(GRID).rows)
    for column, symbol in enumerate(symbols)
    if symbol != NO_CARD
}
LAST_ROWS, LAST_CARDS = 7, 10
KINDS = ["T", "F", "L", "-", "b*", "g*", "n*", "y*", "B3", "G4", "G2", "N2", "Y3"]
SHIFT = (5, 3)
"""The square that is drawn first, and so is called 0 0 on the phone."""

LAYING = find_laying_order(parse_stack(EXAMPLE_TEXT))
SAID = score_maps([("Aya", parse_map(GRID))], 5).data


REACHED = """() => [...document.querySelectorAll(".sq[data-at]")].filter((each) => {
  const box = each.getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return each.contains(there);
}).map((each) => each.dataset.at.split("."))"""
"""The places of a map that a finger reaches now."""
SETTLED = """(it) => document.querySelector(".top-where").textContent.replaceAll("\u00a0", " ").includes(it)
  && document.body.getAttribute("aria-busy") !== "true" """
MIDDLES = """(places) => places.map((at) => {
  const box = document.querySelector(`.sq[data-at='${at}']`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})"""


def open_table(host: Page, name: str, card: int) -> None:
    """Open a table; everybody then goes there."""
    host.goto("/new/honshu")
    host.get_by_label("Name of the table").fill(name)
    host.locator(f"input[name=scoring][value='{card}']").check(force=True)
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url("**/seat")


def sit_down(page: Page, table: str, seat: str, name: str) -> Page:
    page.goto(f"/t/{table}/seat")
    page.get_by_label("Your name").fill(name)
    page.get_by_text("Another colour").click()
    page.locator(f"input[name=seat][value={seat}]").check(force=True)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url(f"**/t/{table}")
    return page


def wait_for_squares(page: Page, squares: int) -> None:
    """Waits for so many squares frame by frame: a finger goes on as soon as they are there."""
    page.wait_for_function(SETTLED, arg=f"{squares} square")


def strokes(left: dict[tuple[int, int], str], symbol: str, there: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """One way of a finger over squares of a kind that can be drawn now, back and forth where it must."""
    start = next((at for at, each in sorted(left.items()) if each == symbol and at in there), None)
    if start is None:
        return []
    way, seen = [start], {start}

    def go(at: tuple[int, int]) -> None:
        for next_ in ((at[0], at[1] + 1), (at[0] + 1, at[1]), (at[0], at[1] - 1), (at[0] - 1, at[1])):
            if next_ not in seen and next_ in there and left.get(next_) == symbol:
                seen.add(next_)
                way.append(next_)
                go(next_)
                way.append(at)

    go(start)
    while len(way) > 1 and way[-1] in way[:-1]:
        way.pop()
    return way


def make_table_with(squares: Iterable[tuple[int, int]], cards: int) -> Callable[[Shelf, str], None]:
    """Make an Example function: some squares of the booklet's map drawn, its first cards laid."""

    def make(shelf: Shelf, name: str) -> None:
        here = honshu_moves.begin(shelf, name, {"blue": "Aya", "red": "Bo"}, 5)
        told = {f"{row - SHIFT[0]}.{column - SHIFT[1]}": SQUARES[row, column] for row, column in squares}
        assert not told or play(here, PutSquares("blue", told)).yes
        for laid in LAYING[:cards]:
            at = (laid.row, laid.column - 1)
            assert play(here, LayCard("red", laid.card.name, *at, laid.turn, laid.under)).yes

    return make


def draw_map(page: Page, table: str, left: dict[tuple[int, int], str]) -> int:
    """Draw what is left of the booklet's example with a finger; how often it touched the screen."""
    page.goto(f"/t/{table}/squares")
    fingers, kind = Fingers(page), ""
    while left:
        reached = page.evaluate(REACHED)
        there = {(int(row) + SHIFT[0], int(column) + SHIFT[1]) for row, column in reached}
        symbol = next((each for each in ([kind, *KINDS] if kind else KINDS) if strokes(left, each, there)), None)
        offered = page.locator("button.sq").evaluate_all("all => all.map(each => each.dataset.at.split('.'))")
        if symbol is None or any(each not in reached for each in offered):  # the map runs off the screen
            fingers.tap(page.locator("a[data-zoom=all]"))
            continue
        if symbol != kind:
            key = symbol[0]
            fingers.tap(page.locator(f"label.kind:has(input[name=kind][value='{key}'])"))
            kind = symbol
        way = strokes(left, symbol, there)
        places = [f"{row - SHIFT[0]}.{column - SHIFT[1]}" for row, column in way]
        fingers.draw(page.evaluate(MIDDLES, places))
        for at in way:
            left.pop(at, None)
        wait_for_squares(page, len(SQUARES) - len(left))
        for _ in range(int(symbol[1]) - 2 if symbol[-1] in "234" else 0):
            cell = page.locator(f".sq[data-at='{places[0]}']")
            before = cell.get_attribute("aria-label") or ""
            fingers.tap(cell)
            expect(cell).not_to_have_attribute("aria-label", before)  # it says what it is worth
            expect(page.locator("body")).not_to_have_attribute("aria-busy", "true")
    return fingers.taps


def lay_map(page: Page, table: str, first: int) -> int:
    """Lay the cards of the booklet's example from this one on; how often the screen was touched."""
    page.goto(f"/t/{table}/card")
    fingers = Fingers(page)
    for number, laid in enumerate(LAYING[first:], start=first):
        if number == 0:
            fingers.tap(page.get_by_role("button", name=laid.card.name, exact=True))
        else:
            fingers.write(page.locator("#card"), laid.card.name)
        act = page.get_by_role("button", name=f"Lay card {laid.card.name}", exact=True)
        expect(act).to_be_visible()
        for way, times in (("turn right", laid.turn // 90 % 3), ("turn left", laid.turn == 270)):
            for _ in range(times):
                before = page.url
                fingers.tap(page.get_by_role("button", name=way))
                page.wait_for_function("(before) => location.href !== before", arg=before)
        _drag_to(page, fingers, laid, first=number == 0)
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


def _drag_to(page: Page, fingers: Fingers, laid: Placement, *, first: bool) -> None:
    if first:
        return
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
    start, corner = middle(ghost), middle(ghost.locator(".sq").first)
    end = middle(goal)
    fingers.draw([start, (start[0] + end[0] - corner[0], start[1] + end[1] - corner[1])], steps=8)
    page.wait_for_function("(at) => new URLSearchParams(location.search).get('at') === at", arg=at)
    expect(page.locator("body")).not_to_have_attribute("aria-busy", "true")


def test_two_phones_and_a_big_screen_play_a_scoring(phones: Phones, evening: Evening) -> None:
    """The end of both maps; all of both in ``make test-all``."""
    drawing, laying = EVERYTHING, EVERYTHING
    left = {at: symbol for at, symbol in SQUARES.items() if drawing or at[0] >= LAST_ROWS}
    cards = 0 if laying else LAST_CARDS
    evening.lay("drawn", make_table_with(SQUARES.keys() - left.keys(), cards), {})
    aya, bo, screen = phones("Aya"), phones("Bo"), phones("screen", width=1280, height=800)
    sit_down(aya, "drawn", "blue", "Aya")
    sit_down(bo, "drawn", "red", "Bo")
    screen.goto("/t/drawn")
    expect(screen.locator(".board")).to_have_count(2)
    drawn = draw_map(aya, "drawn", left)
    expect(screen.locator(".board-head").first.locator(".num")).to_have_text("66")
    laid = lay_map(bo, "drawn", cards)
    assert drawn <= (58 if drawing else 16)
    assert laid <= (65 if laying else 16)
    expect(screen.get_by_role("heading", level=1)).to_have_text("Aya and Bo share the win.")
    for page, seat in ((aya, "blue"), (bo, "red")):
        page.goto(f"/t/drawn/score?of={seat}")
        lines = page.locator("a.line")
        told = [
            (
                line.locator(":scope > span:not(.pts)").last.inner_text().replace("\u00a0", " "),
                int(line.locator(".pts").inner_text()),
            )
            for line in lines.all()
        ]
        assert told == [(str(line["text"]), line["points"]) for line in SAID["lines"]]
    lines.nth(1).tap()
    expect(bo.locator(".sq.lit")).to_have_count(len(SAID["lines"][1]["squares"]))


def test_fingers_pinch_undo_and_cross_out_the_square_at_fault(phones: Phones) -> None:
    aya = phones("Aya")
    open_table(aya, "pinched", 5)
    sit_down(aya, "pinched", "blue", "Aya")
    aya.goto("/t/pinched/squares")
    fingers = Fingers(aya)
    fingers.tap(aya.locator("label.kind:has(input[value=L])"))
    cells = [aya.locator(f".sq[data-at='{at}']") for at in ("0.0", "0.1", "1.1")]
    fingers.draw([middle(cell) for cell in cells])
    wait_for_squares(aya, 3)
    wide = cells[0].bounding_box()["width"]
    fingers.pinch(middle(cells[1]), 40, 70)
    assert cells[0].bounding_box()["width"] > 1.3 * wide
    wait_for_squares(aya, 3)
    fingers.tap(aya.get_by_role("button", name="Undo 3 × lake"))
    wait_for_squares(aya, 0)
    fingers.tap(aya.get_by_role("button", name="Redo 3 × lake"))
    wait_for_squares(aya, 3)
    aya.goto("/t/pinched/card?card=29&at=1.2")
    ghost, px = aya.locator(".ghost"), aya.locator(".sq").first.bounding_box()["width"]
    expect(aya.get_by_role("button", name="Lay card 29")).to_be_disabled()
    start = middle(ghost)
    fingers._touch("touchStart", start)
    for step in range(1, 9):
        fingers._touch("touchMove", (start[0] - px * step / 8, start[1]))
    expect(ghost.locator(".no-here")).to_have_count(1)
    expect(ghost.locator(".sq").first).to_have_class("sq no-here")
    fingers._touch("touchEnd")
    expect(aya.locator(".note.bad")).to_contain_text("The lake at row 2, column 2 is covered")
    turned = ghost.get_attribute("class")
    fingers.tap(ghost)
    expect(ghost).not_to_have_class(turned or "")


TRICK = {"blue": ("Jack", 11, ""), "red": ("Mary", 29, "blue"), "yellow": ("Chris", 57, "blue")}
TRICK["purple"] = ("Lisa", 59, "")
"""The booklet's trick of four: who plays which card, and adds a cube of which colour."""


@pytest.mark.parametrize("page_of", ["squares", "card?card=29"])
def test_keys_move_over_the_map_and_press_its_squares(phones: Phones, page_of: str) -> None:
    aya, table = phones("Aya", width=1280, height=800), f"keys-{page_of[:4]}"
    open_table(aya, table, 0)
    sit_down(aya, table, "blue", "Aya")
    aya.goto(f"/t/{table}/{page_of}")
    aya.locator("button.sq[data-at='0.0']").focus()
    aya.keyboard.press("ArrowDown")
    expect(aya.locator("button.sq[data-at='1.0']")).to_be_focused()
    aya.keyboard.press("Enter")
    if page_of == "squares":
        wait_for_squares(aya, 1)
    else:
        expect(aya.locator("#hold > input[name=at]")).to_have_attribute("value", "1.0")
