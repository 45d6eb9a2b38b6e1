"""What the phone has answered is kept, whatever dies when; and it is done once."""

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect
from playwright.sync_api import Error as BrowserError

from tests.web.pocket.inside import (
    BATTLE,
    begin_tower,
    events,
    hands,
    patch_kept,
    rows,
    tap,
    watch_workers,
    write,
)
from tests.web.pocket.served import OPENING, Handset, open_pocket


@pytest.fixture
def handset(ready: Handset) -> Handset:
    """A phone that has opened the pocket before."""
    return ready


THROW_ON = """async battle => {
    for (let done = 1; ; done += 1) {
        const [status] = await tap("/t/moon/tower", battle);
        console.log("answered", status === 200 ? done : status);
    }
}"""


def throwing(handset: Handset, *, most: int) -> tuple[Page, list[str]]:
    """A page that throws and throws, and what it has been answered so far, at least so much."""
    page, answered = handset.open(), list[str]()
    begin_tower(page, "moon")
    hands(page)

    def heard(message: ConsoleMessage) -> None:
        if message.text.startswith("answered"):
            answered.append(message.text)

    page.on("console", heard)
    page.evaluate(f"battle => {{ ({THROW_ON})(battle); }}", BATTLE)
    while len(answered) < most:
        page.wait_for_event("console")
    return page, answered


@pytest.mark.parametrize("how", ["closed", "crashed"])
def test_a_tab_that_dies_in_the_middle_of_taps_loses_none_that_was_answered(
    handset: Handset, how: str
) -> None:
    page, answered = throwing(handset, most=5)
    if how == "crashed":
        with pytest.raises(BrowserError, match="crash"):
            page.goto("chrome://crash")
    page.close()
    assert answered == [f"answered {number}" for number in range(1, len(answered) + 1)]
    again = handset.open("/t/moon/history")
    assert (
        len(answered) + 1 <= events(again, "moon") <= len(answered) + 2
    )  # the last may not have been heard of


def test_a_worker_that_dies_is_started_anew_and_what_waits_is_sent_again(handset: Handset) -> None:
    page = handset.page()
    watch_workers(page)
    open_pocket(page, handset.host.url)
    begin_tower(page, "moon")
    hands(page)
    for before in (1, 2):
        page.evaluate(
            """battle => {
            window.going = tap("/t/moon/tower", battle).then(([status]) => { window.came = status; });
            setTimeout(() => workers.forEach(each => each.terminate()), 30);
        }""",
            BATTLE,
        )
        page.wait_for_function("() => window.came")
        assert page.evaluate("() => { const came = window.came; delete window.came; return came; }") == 200
        assert events(page, "moon") == before + 1
    expect(page.locator("#line")).to_be_hidden()


def test_a_page_that_was_frozen_and_lost_its_worker_meanwhile_goes_on(handset: Handset) -> None:
    page = handset.page()
    watch_workers(page)
    open_pocket(page, handset.host.url)
    begin_tower(page, "moon")
    open_pocket(page, handset.host.url, "/t/moon/tower")
    look, stopped = handset.context.new_cdp_session(page), list[object]()
    look.on("Debugger.paused", lambda told: stopped.append(told))
    look.send("Debugger.enable")
    page.evaluate("() => { setTimeout(() => { workers.forEach(each => each.terminate()); debugger; }); }")
    while not stopped:  # a page in sight is not frozen by Page.setWebLifecycleState: its clocks go on
        look.send("Debugger.setPauseOnExceptions", {"state": "none"})
    look.send("Debugger.resume")
    look.send("Debugger.disable")
    assert tap(page, "/t/moon/tower", BATTLE)[0] == 200
    assert events(page, "moon") == 2


def test_a_tap_that_is_sent_again_is_done_once(handset: Handset) -> None:
    page = handset.open()
    begin_tower(page, "moon")
    first = tap(page, "/t/moon/tower", BATTLE, repeat=3)
    assert first[:2] == (200, "/t/moon/thrown")
    assert events(page, "moon") == 2


ROOM = """
let room = true;
const put = IDBObjectStore.prototype.put;
new BroadcastChannel("room").onmessage = ({ data }) => { room = data; };
IDBObjectStore.prototype.put = function (...what) {
    if (!room) throw new DOMException("no room", "QuotaExceededError");
    return put.apply(this, what);
};
"""


def test_what_cannot_be_kept_is_not_shown_and_what_was_typed_stays(handset: Handset) -> None:
    page = handset.open()
    patch_kept(page, "keeper.js", ROOM)
    open_pocket(page, handset.host.url)
    begin_tower(page, "moon")
    open_pocket(page, handset.host.url, "/t/moon/about")
    before = rows(page)
    page.evaluate("() => { new BroadcastChannel('room').postMessage(false); }")
    field = page.get_by_label("New name")
    field.fill("sun")
    page.get_by_role("button", name="Rename it").click()
    expect(page.get_by_role("alert").filter(has_text="could not keep that")).to_be_visible()
    expect(field).to_have_value("sun")
    assert rows(page) == before
    page.evaluate("() => { new BroadcastChannel('room').postMessage(true); }")
    page.get_by_role("button", name="Rename it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("sun")
    expect(page.locator("#problem")).to_have_count(0)
    assert events(page, "sun") == 1


def test_two_tabs_cannot_fork_a_game(handset: Handset) -> None:
    one = handset.open()
    begin_tower(one, "moon")
    two = handset.open("/t/moon/history")
    for page in (one, two):
        hands(page)
        page.evaluate(
            """async battle => {
            window.made = 0;
            (async () => {
                for (let turn = 0; turn < 25; turn += 1) {
                    if ((await tap("/t/moon/tower", battle))[0] === 200) window.made += 1;
                }
                window.over = true;
            })();
        }""",
            BATTLE,
        )
    made = 0
    for page in (one, two):
        page.wait_for_function("() => window.over", timeout=OPENING)
        made += page.evaluate("window.made")
    assert made >= 25
    made += one.evaluate("async battle => (await tap('/t/moon/tower', battle))[0] === 200", BATTLE)
    assert events(one, "moon") == made + 1
    expect(two.get_by_text(f"{made + 1}", exact=True).first).to_be_visible()  # it has heard of the other's


def test_a_tab_that_slept_is_told_that_the_game_went_on(handset: Handset) -> None:
    one = handset.open()
    begin_tower(one, "moon")
    asleep = handset.open("/t/moon/tower")
    assert tap(one, "/t/moon/tower", BATTLE)[0] == 200
    hands(asleep)
    late = asleep.evaluate(
        """async battle => {
        const url = new URL("/t/moon/tower", location.origin).href;
        const body = new URLSearchParams([...battle, ["seen", "1"]]);
        body.set("token", document.querySelector("input[name=token]").value);
        return (await window.companionSend({ method: "POST", url, body })).html;
    }""",
        BATTLE,
    )
    assert "Somebody was quicker" in late
    assert events(asleep, "moon") == 2


@pytest.mark.parametrize(("which", "text"), [(1, "x"), (2, None), (2, '["{}","0"]')])
def test_a_damaged_table_stands_in_the_list_and_the_others_go_on(
    handset: Handset, which: int, text: str | None
) -> None:
    page = handset.open()
    for name in ("moon", "sun"):
        begin_tower(page, name)
        assert tap(page, f"/t/{name}/tower", BATTLE)[0] == 200
    write(page, ("event", "moon", which), text)
    for key in ("visitors", "secret"):
        write(page, ("note", "", key), "{")
    page.close()
    page = handset.open()
    row = page.get_by_role("listitem").filter(has_text="moon")
    expect(row).to_contain_text("The log of this table is damaged.")
    assert tap(page, "/t/sun/tower", BATTLE)[:2] == (200, "/t/sun/thrown")
    assert events(page, "sun") == 3
    row.get_by_role("link", name="Delete").click()
    page.get_by_role("button", name="Delete moon").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("All tables")
    expect(row).to_have_count(0)
    assert {name for (_, name, _), _ in rows(page)} == {"", "sun"}


def test_a_newer_version_beside_an_old_page_is_told_of_and_destroys_nothing(handset: Handset) -> None:
    page = handset.open()
    begin_tower(page, "moon")
    open_pocket(page, handset.host.url, "/t/moon/about")
    hands(page)
    page.evaluate("async () => { (await opened(2)).close(); }")
    page.get_by_role("link", name="History").first.click()
    expect(page.get_by_role("alert").filter(has_text="A newer version")).to_be_visible()
    page.reload()
    expect(page.locator("#sentence")).to_contain_text("A newer version")
    expect(page.get_by_role("link", name="Try again")).to_be_visible()
    assert events(page, "moon") == 1


def test_what_the_browser_clears_while_a_page_is_open_is_gone_without_a_fault(handset: Handset) -> None:
    page = handset.open()
    begin_tower(page, "moon")
    page.evaluate("() => new Promise(done => { indexedDB.deleteDatabase('companion').onsuccess = done; })")
    assert (
        tap(page, "/new/shogun", [["name", "sun"], ["way", "tower"], ["seat", "blue"], ["seat", "red"]])[0]
        == 200
    )
    assert events(page, "sun") == 1
