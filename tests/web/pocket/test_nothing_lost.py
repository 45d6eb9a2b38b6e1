"""What the phone has answered is kept, whatever dies when; and it is done once.

Two tabs of one phone are open for all tests, each of which has tables of its own.
"""

import pytest
from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Page, expect

from tests.web.pocket.hosts import OPENING, Handset, open_pocket
from tests.web.pocket.pocket_pages import (
    BATTLE,
    ROOM,
    begin_tower,
    count_events,
    go_to,
    install_helpers,
    patch_kept,
    read_rows,
    tap,
    watch_workers,
)


@pytest.fixture(scope="module")
def second_tab(shared_phone: Handset) -> Page:
    """A second tab of the phone; ``workers`` are those it has started."""
    page = shared_phone.open_tab()
    watch_workers(page)
    open_pocket(page, shared_phone.host.url)
    return page


THROW_ON = """([table, battle]) => { (async () => {
    for (let done = 1; ; done += 1) {
        const [status] = await tap(`/t/${table}/tower`, battle);
        console.log("answered", status === 200 ? done : status);
    }
})(); }"""


def test_a_tab_that_crashes_in_the_middle_of_taps_loses_none_that_was_answered(
    shared_phone: Handset, request: pytest.FixtureRequest
) -> None:
    page, answered = shared_phone.open(), list[str]()
    begin_tower(page, "crashed")
    install_helpers(page)
    page.on("console", lambda said: answered.append(said.text) if said.text.startswith("answered") else None)
    page.evaluate(THROW_ON, ["crashed", BATTLE])
    while len(answered) < 5:
        page.wait_for_event("console")
    with pytest.raises(BrowserError, match="crash"):
        page.goto("chrome://crash")
    page.close()
    assert answered == [f"answered {number}" for number in range(1, len(answered) + 1)]
    again = request.getfixturevalue("second_tab")  # which is opened only now
    go_to(again, "/t/crashed/history")
    assert (
        len(answered) + 1 <= count_events(again, "crashed") <= len(answered) + 2
    )  # the last may not have been heard of


def test_a_worker_that_dies_is_started_anew_and_what_waits_is_sent_again(second_tab: Page) -> None:
    begin_tower(second_tab, "died")
    install_helpers(second_tab)
    second_tab.evaluate(
        """battle => {
        window.going = tap("/t/died/tower", battle).then(([status]) => { window.came = status; });
        setTimeout(() => workers.forEach(each => each.terminate()), 30);
    }""",
        BATTLE,
    )
    second_tab.wait_for_function("() => window.came")
    assert second_tab.evaluate("window.came") == 200
    assert count_events(second_tab, "died") == 2
    expect(second_tab.locator("#line")).to_be_hidden()


HUSH = """
const beat = window.setInterval;
window.setInterval = (on, after, ...more) => {
    let beats = 0;
    const seldom = () => { beats += 1; if (window.hushed || beats % 20 === 0) on(); };
    return after === 1000 ? beat(seldom, 50) : beat(on, after, ...more);
};
"""
"""A second passes in a twentieth of one as soon as no worker hears anything."""


def test_a_worker_that_never_answers_is_given_up_with_a_sentence(shared_phone: Handset) -> None:
    page = shared_phone.open_tab()
    page.add_init_script(HUSH)
    watch_workers(page)
    open_pocket(page, shared_phone.host.url)
    begin_tower(page, "hushed")
    go_to(page, "/t/hushed/tower")
    page.evaluate("() => { for (const each of workers) each.postMessage = () => {}; window.hushed = true; }")
    page.locator('[name="attacker-is"][value="4"]').click()
    expect(page.get_by_role("alert").filter(has_text="No answer came")).to_be_visible()
    page.evaluate("() => { window.hushed = false; }")
    assert tap(page, "/t/hushed/tower", BATTLE)[0] == 200
    assert count_events(page, "hushed") == 2
    page.close()


def test_a_name_that_cannot_be_stored_is_refused_and_stays_in_its_field(ready_phone: Handset) -> None:
    patch_kept(ready_phone.open_plain_tab(), "keeper.js", ROOM)
    page = ready_phone.open()
    begin_tower(page, "moon")
    go_to(page, "/t/moon/about")
    before = read_rows(page)
    page.evaluate("() => { new BroadcastChannel('room').postMessage(false); }")
    field = page.get_by_label("New name")
    field.fill("sun")
    page.get_by_role("button", name="Rename it").click()
    expect(page.get_by_role("alert").filter(has_text="could not keep that")).to_be_visible()
    expect(field).to_have_value("sun")
    assert read_rows(page) == before
    page.evaluate("() => { new BroadcastChannel('room').postMessage(true); }")
    page.get_by_role("button", name="Rename it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("sun")
    expect(page.locator("#problem")).to_have_count(0)
    assert count_events(page, "sun") == 1


def test_two_tabs_cannot_fork_a_game(home_page: Page, second_tab: Page) -> None:
    begin_tower(home_page, "fork")
    go_to(second_tab, "/t/fork/history")
    for page in (home_page, second_tab):
        install_helpers(page)
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
    for page in (home_page, second_tab):
        page.wait_for_function("() => window.over", timeout=OPENING)
        made += page.evaluate("window.made")
    assert made >= 10
    made += home_page.evaluate("async battle => (await tap('/t/fork/tower', battle))[0] === 200", BATTLE)
    assert count_events(home_page, "fork") == made + 1
    expect(second_tab.get_by_text(f"{made + 1}", exact=True).first).to_be_visible()  # it has heard of the other's


def test_an_old_page_reports_a_newer_version_and_loses_no_table(ready_phone: Handset) -> None:
    page = ready_phone.open()
    begin_tower(page, "moon")
    go_to(page, "/t/moon/about")
    install_helpers(page)
    page.evaluate("async () => { (await opened(2)).close(); }")
    page.get_by_role("link", name="History").first.click()
    expect(page.get_by_role("alert").filter(has_text="A newer version")).to_be_visible()
    page.reload()
    expect(page.locator("#sentence")).to_contain_text("A newer version")
    expect(page.get_by_role("link", name="Try again")).to_be_visible()
    assert count_events(page, "moon") == 1


def test_storage_cleared_while_a_page_is_open_causes_no_error(home_page: Page) -> None:
    """The last of them: no table is left."""
    begin_tower(home_page, "cleared")
    home_page.evaluate("() => new Promise(done => { indexedDB.deleteDatabase(database).onsuccess = done; })")
    begin_tower(home_page, "anew")
    assert count_events(home_page, "anew") == 1
    assert {name for (_, name, _), _ in read_rows(home_page)} == {"", "anew"}
