"""What the phone has answered is kept, whatever dies when; and it is done once.

Two tabs of one phone are open for all tests, each of which has tables of its own.
"""

import pytest
from playwright.sync_api import ConsoleMessage, Locator, Page, expect
from playwright.sync_api import Error as BrowserError

from tests.choice import pick
from tests.web.pocket.inside import BATTLE, begin_tower, events, go, hands, patch_kept, rows, tap, watch_workers, write
from tests.web.pocket.served import OPENING, Handset, open_pocket


@pytest.fixture(scope="module")
def second(shared: Handset) -> Page:
    """A second tab of the phone; ``workers`` are those it has started."""
    page = shared.page()
    watch_workers(page)
    open_pocket(page, shared.host.url)
    return page


THROW_ON = """async (table, battle) => {
    for (let done = 1; ; done += 1) {
        const [status] = await tap(`/t/${table}/tower`, battle);
        console.log("answered", status === 200 ? done : status);
    }
}"""


def start_throwing(handset: Handset, table: str, *, most: int) -> tuple[Page, list[str]]:
    """A page that throws and throws at a new table, and what it has been answered so far, at least so much."""
    page, answered = handset.open(), list[str]()
    begin_tower(page, table)
    hands(page)

    def note_answer(message: ConsoleMessage) -> None:
        if message.text.startswith("answered"):
            answered.append(message.text)

    page.on("console", note_answer)
    page.evaluate(f"([table, battle]) => {{ ({THROW_ON})(table, battle); }}", [table, BATTLE])
    while len(answered) < most:
        page.wait_for_event("console")
    return page, answered


@pytest.mark.deep
@pytest.mark.parametrize("how", pick(["closed", "crashed"], 1))
def test_a_tab_that_dies_in_the_middle_of_taps_loses_none_that_was_answered(
    shared: Handset, request: pytest.FixtureRequest, how: str
) -> None:
    page, answered = start_throwing(shared, how, most=5)
    if how == "crashed":
        with pytest.raises(BrowserError, match="crash"):
            page.goto("chrome://crash")
    page.close()
    assert answered == [f"answered {number}" for number in range(1, len(answered) + 1)]
    again = request.getfixturevalue("second")  # which is opened only now
    go(again, f"/t/{how}/history")
    assert len(answered) + 1 <= events(again, how) <= len(answered) + 2  # the last may not have been heard of


def test_a_worker_that_dies_is_started_anew_and_what_waits_is_sent_again(second: Page) -> None:
    begin_tower(second, "died")
    hands(second)
    second.evaluate(
        """battle => {
        window.going = tap("/t/died/tower", battle).then(([status]) => { window.came = status; });
        setTimeout(() => workers.forEach(each => each.terminate()), 30);
    }""",
        BATTLE,
    )
    second.wait_for_function("() => window.came")
    assert second.evaluate("window.came") == 200
    assert events(second, "died") == 2
    expect(second.locator("#line")).to_be_hidden()


def test_a_page_that_was_frozen_and_lost_its_worker_meanwhile_goes_on(shared: Handset, second: Page) -> None:
    """Its worker may have taken the place of one that died."""
    begin_tower(second, "froze")
    go(second, "/t/froze/tower")
    look, stopped = shared.context.new_cdp_session(second), list[object]()
    look.on("Debugger.paused", lambda told: stopped.append(told))
    look.send("Debugger.enable")
    second.evaluate("() => { setTimeout(() => { workers.forEach(each => each.terminate()); debugger; }); }")
    while not stopped:  # a page in sight is not frozen by Page.setWebLifecycleState: its clocks go on
        look.send("Debugger.setPauseOnExceptions", {"state": "none"})
    look.send("Debugger.resume")
    look.send("Debugger.disable")
    look.detach()
    assert tap(second, "/t/froze/tower", BATTLE)[0] == 200
    assert events(second, "froze") == 2


ROOM = """
let room = true;
const put = IDBObjectStore.prototype.put;
new BroadcastChannel("room").onmessage = ({ data }) => { room = data; };
IDBObjectStore.prototype.put = function (...what) {
    if (!room) throw new DOMException("no room", "QuotaExceededError");
    return put.apply(this, what);
};
"""


HUSH = """
const beat = window.setInterval;
window.setInterval = (on, after, ...more) => {
    let beats = 0;
    const seldom = () => { beats += 1; if (window.hushed || beats % 20 === 0) on(); };
    return after === 1000 ? beat(seldom, 50) : beat(on, after, ...more);
};
"""
"""A second passes in a twentieth of one as soon as no worker hears anything."""


def test_a_worker_that_never_answers_is_given_up_with_a_sentence(shared: Handset) -> None:
    page = shared.page()
    page.add_init_script(HUSH)
    watch_workers(page)
    open_pocket(page, shared.host.url)
    begin_tower(page, "hushed")
    go(page, "/t/hushed/tower")
    page.evaluate("() => { for (const each of workers) each.postMessage = () => {}; window.hushed = true; }")
    page.locator('[name="attacker-is"][value="4"]').click()
    expect(page.get_by_role("alert").filter(has_text="No answer came")).to_be_visible()
    page.evaluate("() => { window.hushed = false; }")
    assert tap(page, "/t/hushed/tower", BATTLE)[0] == 200
    assert events(page, "hushed") == 2
    page.close()


def draw_two(page: Page) -> Locator:
    """Draw over two squares of a map with a finger; what is drawn on it then."""
    squares = page.locator(".map .sq[data-at]")
    one, two = squares.nth(0).bounding_box(), squares.nth(1).bounding_box()
    assert one is not None
    assert two is not None
    page.mouse.move(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2)
    page.mouse.down()
    page.mouse.move(two["x"] + two["width"] / 2, two["y"] + two["height"] / 2)
    expect(page.locator(".map .sq img")).to_have_count(2)
    page.mouse.up()
    return page.locator(".map .sq img")


def test_a_square_that_cannot_be_stored_is_not_shown(ready: Handset) -> None:
    patch_kept(ready.open_plain_tab(), "keeper.js", ROOM)
    page = ready.open()
    tap(page, "/new/honshu", [["table", "field"], ["player-blue", "Aya"], ["player-red", "Bo"]])
    tap(page, "/t/field/curtain", [["seat", "blue"]])
    go(page, "/t/field/squares")
    page.evaluate("() => { new BroadcastChannel('room').postMessage(false); }")
    drawn = draw_two(page)
    expect(page.get_by_role("alert").filter(has_text="could not keep that")).to_be_visible()
    expect(drawn).to_have_count(0)
    expect(page.get_by_role("alert").filter(has_text="could not keep that")).to_be_visible()
    page.evaluate("() => { new BroadcastChannel('room').postMessage(true); }")
    draw_two(page)
    expect(page.locator("#problem")).to_have_count(0)
    expect(drawn).to_have_count(2)


def test_a_name_that_cannot_be_stored_is_refused_and_stays_in_its_field(ready: Handset) -> None:
    patch_kept(ready.open_plain_tab(), "keeper.js", ROOM)
    page = ready.open()
    begin_tower(page, "moon")
    go(page, "/t/moon/about")
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


def test_two_tabs_cannot_fork_a_game(home: Page, second: Page) -> None:
    begin_tower(home, "fork")
    go(second, "/t/fork/history")
    for page in (home, second):
        hands(page)
        page.evaluate(
            """battle => {
            window.made = 0;
            (async () => {
                for (let turn = 0; turn < 10; turn += 1) {
                    if ((await tap("/t/fork/tower", battle))[0] === 200) window.made += 1;
                }
                window.over = true;
            })();
        }""",
            BATTLE,
        )
    made = 0
    for page in (home, second):
        page.wait_for_function("() => window.over", timeout=OPENING)
        made += page.evaluate("window.made")
    assert made >= 10
    made += home.evaluate("async battle => (await tap('/t/fork/tower', battle))[0] === 200", BATTLE)
    assert events(home, "fork") == made + 1
    expect(second.get_by_text(f"{made + 1}", exact=True).first).to_be_visible()  # it has heard of the other's


def test_a_tab_that_slept_is_told_that_the_game_went_on(home: Page, second: Page) -> None:
    begin_tower(home, "slept")
    go(second, "/t/slept/tower")
    assert tap(home, "/t/slept/tower", BATTLE)[0] == 200
    hands(second)
    late = second.evaluate(
        """async battle => {
        const url = new URL("/t/slept/tower", location.origin).href;
        const body = new URLSearchParams([...battle, ["seen", "1"]]);
        body.set("token", document.querySelector("input[name=token]").value);
        return (await window.companionSend({ method: "POST", url, body })).html;
    }""",
        BATTLE,
    )
    assert "Somebody was quicker" in late
    assert events(second, "slept") == 2


DAMAGES = {"moon": (1, "x"), "mars": (2, None), "pluto": (2, '["{}","0"]')}
"""Tables, and which of their events becomes what."""


def test_a_damaged_table_stands_in_the_list_and_the_others_go_on(shared: Handset, home: Page) -> None:
    for name in (*DAMAGES, "sun"):
        begin_tower(home, name)
        assert tap(home, f"/t/{name}/tower", BATTLE)[0] == 200
    for name, (which, text) in DAMAGES.items():
        write(home, ("event", name, which), text)
    for key in ("visitors", "secret"):
        write(home, ("note", "", key), "{")
    page = shared.open()
    for name in DAMAGES:
        expect(row := page.get_by_role("listitem").filter(has_text=name)).to_contain_text(
            "The log of this table is damaged."
        )
        assert tap(page, "/t/sun/tower", BATTLE)[:2] == (200, "/t/sun/thrown")
        row.get_by_role("link", name="Delete").click()
        page.get_by_role("button", name=f"Delete {name}").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("All tables")
        expect(row).to_have_count(0)
    assert events(page, "sun") == 2 + len(DAMAGES)
    assert not {name for (_, name, _), _ in rows(page)} & {*DAMAGES}
    page.close()


def test_an_old_page_reports_a_newer_version_and_loses_no_table(ready: Handset) -> None:
    page = ready.open()
    begin_tower(page, "moon")
    go(page, "/t/moon/about")
    hands(page)
    page.evaluate("async () => { (await opened(2)).close(); }")
    page.get_by_role("link", name="History").first.click()
    expect(page.get_by_role("alert").filter(has_text="A newer version")).to_be_visible()
    page.reload()
    expect(page.locator("#sentence")).to_contain_text("A newer version")
    expect(page.get_by_role("link", name="Try again")).to_be_visible()
    assert events(page, "moon") == 1


def test_storage_cleared_while_a_page_is_open_causes_no_error(home: Page) -> None:
    """The last of them: no table is left."""
    begin_tower(home, "cleared")
    home.evaluate("() => new Promise(done => { indexedDB.deleteDatabase(database).onsuccess = done; })")
    begin_tower(home, "anew")
    assert events(home, "anew") == 1
    assert {name for (_, name, _), _ in rows(home)} == {"", "anew"}
