"""The table's worker outlives sheets, and a press that fails again and again is given up with a sentence."""

from playwright.sync_api import Page, expect

from tests.web.pocket.hosts import Handset, open_pocket
from tests.web.pocket.pocket_pages import BATTLE, begin_tower, count_events, go_to, patch_kept, tap, watch_workers

CLOCK = """
window.seconds = [];
window.asked = [];
const beat = window.setInterval, post = Worker.prototype.postMessage;
window.setInterval = (on, after, ...more) => (after === 1000 ? seconds.push(on) : beat(on, after, ...more));
Worker.prototype.postMessage = function (message, ...more) {
    asked.push(`${message.method} ${message.path}`);
    return post.call(this, message, ...more);
};
window.pass = count => { for (let gone = 0; gone < count; gone += 1) seconds.forEach(second => second()); };
"""
"""Seconds of the page pass at once when they are made to, and never by themselves, however slow this machine
is; ``asked`` has what its workers were asked."""


def open_watched_tab(ready: Handset) -> Page:
    page = ready.open_tab()
    watch_workers(page)
    return page


def count_workers(page: Page) -> int:
    count: int = page.evaluate("workers.length")
    return count


def test_the_tables_worker_stays_while_sheets_are_viewed_for_long(ready_phone: Handset) -> None:
    """A tap at a table is as quick then as before: no Python has to be started for it."""
    page = open_watched_tab(ready_phone)
    page.add_init_script(CLOCK)
    open_pocket(page, ready_phone.host.url)
    begin_tower(page, "moon")
    ready_phone.go_offline()
    go_to(page, "/print?game=hogen&sides=fronts")
    expect(page.locator("h2 small")).to_contain_text("pieces to cut out: about")
    page.evaluate("pass(1000)")
    assert tap(page, "/t/moon/tower", BATTLE)[0] == 200
    assert count_events(page, "moon") == 2
    assert count_workers(page) == 2, "the tables' own and the press, each started once"


HURT = """const tell = self.postMessage.bind(self);
self.postMessage = (message, ...more) => {
    if (message.kind === "working" && message.on && !self.well) throw new Error("out of memory");
    tell(message, ...more);
};
"""
"""A press that breaks down as soon as it begins to work, after it has answered."""


def test_a_press_that_fails_three_times_is_not_restarted(ready_phone: Handset) -> None:
    beside = ready_phone.open_plain_tab()
    patch_kept(beside, "worker.js", HURT)
    page = open_watched_tab(ready_phone)
    open_pocket(page, ready_phone.host.url, "/print?game=hogen&sides=fronts")
    problem = page.locator("#problem")
    expect(problem).to_have_text("Something went wrong here; nothing is lost. Go back and try again.")
    assert count_workers(page) == 1 + 4, "the tables' own, and a press for each of three faults, and one that waits"
    expect(page.get_by_role("radio", name="fronts only")).to_be_checked()
    page.get_by_role("radio", name="A3").check()
    patch_kept(beside, "worker.js", "self.well = true;")  # other tabs may have been closed
    beside.close()
    page.reload()
    expect(page.locator("h2 small")).to_contain_text("pieces to cut out: about")
    expect(problem).to_have_count(0)
