"""Two phones in one Wi-Fi are joined by a code each, and one follows what happens on the other."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.choice import EVERYTHING
from tests.web.browser.looking import looked_over
from tests.web.pocket.filmed import film, screen
from tests.web.pocket.inside import BATTLE, begin_tower, follow, go, tap
from tests.web.pocket.served import Host
from tests.web.pocket.spoken import in_chosen_language, said
from tests.web.pocket.test_photos import NO_CAMERA

JOINED = 60_000  # milliseconds, on a machine that has much else to do

CODES = """async () => {
    const canvas = document.querySelector("#film canvas"), pen = CanvasRenderingContext2D.prototype;
    const paint = pen.putImageData, found = [];
    await new Promise(done => {
        pen.putImageData = function (...given) {
            paint.apply(this, given);
            const large = document.createElement("canvas");
            large.width = large.height = 6 * canvas.width;
            const there = large.getContext("2d");
            there.imageSmoothingEnabled = false;
            there.drawImage(canvas, 0, 0, large.width, large.width);
            found.push(large.toDataURL());
            if (found.length === 4) { pen.putImageData = paint; done(); }
        };
    });
    return found;
}"""
"""Four codes as a page shows them one after another."""

READ = """async urls => {
    for (const [at, url] of urls.entries()) {
        const picture = new Image();
        picture.src = url;
        await picture.decode();
        const { complete } = await companionCodes(picture, at === 0);
        if (complete) { document.getElementById("finder-take").click(); return true; }
    }
    return false;
}"""
"""What the viewfinder does with the pictures of its camera."""


def codes(page: Page) -> list[str]:
    page.wait_for_function("() => document.querySelector('#film canvas').style.width", timeout=JOINED)
    found: list[str] = page.evaluate(CODES)
    return found


def reads(page: Page, seen: list[str]) -> None:
    """The camera of a phone sees the codes of another."""
    page.wait_for_function("() => window.companionCodes && document.getElementById('finder-take')")
    assert page.evaluate(READ, seen)


def offer(page: Page, path: str) -> list[str]:
    """The codes by which a phone offers to be followed."""
    go(page, path)
    return codes(page)


def answer(page: Page, offered: list[str]) -> list[str]:
    """The codes by which a phone that has seen those answers."""
    follow(page, "/read")
    reads(page, offered)
    page.wait_for_url("**/joined/**", timeout=JOINED)
    return codes(page)


def joined(shows: Page, looks: Page, path: str = "/t/moon/show/join") -> None:
    reads(shows, answer(looks, offer(shows, path)))
    looks.wait_for_url("**/seen/**", timeout=JOINED)


def told(page: Page, template: str, **fields: str) -> None:
    expect(page.locator("#channel")).to_have_text(said(template, **fields), timeout=JOINED)


OPEN = "Joined: whatever happens is seen there too. Following now: {count}"
LIVE = "It follows the other phone by itself, while both stay open in one Wi-Fi."
STRANGE = "This answer belongs to another code than the one shown here; show a new one."
TAKEN = "Another phone has answered this code already; show a new one."
LOST = "The other phone is not reached any more; this is what it showed last."
WITHOUT = "This browser cannot join other phones; show the moving code instead, or send the file."
PARTED = "A phone that followed is not reached any more; show it the code again."
ENDED = "That table is not shown any more; what was seen last stays here."


def events_seen(page: Page, count: int) -> None:
    expect(page.locator(".top-where")).to_contain_text(re.compile(rf"\b{count}\b"), timeout=JOINED)


def test_one_follows_the_other_without_filming_again(phones: Callable[..., Page], host: Host) -> None:
    shows, looks = phones(), phones()
    begin_tower(shows, "moon")
    joined(shows, looks)
    host.stop()
    told(shows, OPEN, count="1")
    told(looks, LIVE)
    for page in (shows, looks):
        in_chosen_language(page)
        assert looked_over(page) == {}
    go(shows, "/t/moon")  # from whichever page it is played
    for count in (2, 3):
        assert tap(shows, "/t/moon/tower", BATTLE)[0] == 200
        shows.evaluate("companion.refresh()")
        events_seen(looks, count)
    told(looks, LIVE)
    follow(looks, "/")  # it is kept up to date, whatever else is looked at meanwhile
    assert tap(shows, "/t/moon/tower", BATTLE)[0] == 200
    shows.evaluate("companion.refresh()")
    go(shows, "/t/moon/show")
    told(shows, OPEN, count="1")
    looks.locator("a[href*='/seen/']").click()
    events_seen(looks, 4)
    assert tap(shows, "/t/moon/delete", [["name", "moon"]])[0] == 200
    go(shows, "/")
    told(looks, ENDED)
    events_seen(looks, 4)


def test_several_may_follow_and_each_answers_a_code_of_its_own(phones: Callable[..., Page]) -> None:
    shows, one, other = phones(), phones(), phones()
    begin_tower(shows, "moon")
    offered = offer(shows, "/t/moon/show/join")
    answers = [answer(page, offered) for page in (one, other)]
    reads(shows, answers[0])
    one.wait_for_url("**/seen/**", timeout=JOINED)
    go(shows, "/t/moon/show/join")
    reads(shows, answers[1])
    told(shows, TAKEN)
    joined(shows, other)
    told(shows, OPEN, count="2")
    one.context.close()
    told(shows, OPEN, count="1")
    shows.context.close()
    told(other, LOST)
    events_seen(other, 1)


def test_what_cannot_be_joined_is_told_in_one_sentence(phones: Callable[..., Page]) -> None:
    shows, looks = phones(), phones()
    begin_tower(shows, "moon")
    answers = answer(looks, offer(shows, "/t/moon/show/join"))
    shows.reload()  # what it has offered is gone with its page
    shows.wait_for_function("() => document.querySelector('#film canvas')?.style.width", timeout=JOINED)
    reads(shows, answers)
    told(shows, STRANGE)
    in_chosen_language(shows)
    go(shows, "/t/moon/show/join")
    button = shows.get_by_role("button", name=said("Read its answer"))
    button.click()
    blind = NO_CAMERA.replace("Take a photo instead.", "Show the moving code instead.")
    expect(shows.locator("#finder-none")).to_have_text(said(blind))
    shows.evaluate("delete window.RTCPeerConnection")
    go(shows, "/t/moon/show/join")
    expect(shows.locator("[data-joins=false]")).to_have_text(said(WITHOUT))
    expect(button).not_to_be_visible()
    go(shows, "/t/moon/show")
    expect(shows.locator("#film canvas")).to_be_visible()


def test_a_hand_follows_through_a_camera_to_its_player(phones: Callable[..., Page], tmp_path: Path) -> None:
    shows = phones()
    players = [["player-A", "Aya"], ["player-B", "Ben"], ["player-C", "Chen"]]
    assert tap(shows, "/new/hogen", [["table", "kuro"], ["cards", "dealt"], *players])[0] == 200
    go(shows, "/t/kuro/show")
    shows.get_by_role("link", name=said("To the phone of {name}", name="Aya")).click()
    in_chosen_language(shows)
    shows.get_by_role("link", name=said("I am {name}: open", name="Aya")).click()
    in_chosen_language(shows)
    assert looked_over(shows, axe=EVERYTHING) == {}
    shows.get_by_role("link", name=said("Another phone on this Wi-Fi")).click()
    in_chosen_language(shows)
    assert looked_over(shows, axe=EVERYTHING) == {}
    looks = phones(film(screen(shows, 8), tmp_path / "film.mjpeg"))
    looks.get_by_role("link", name=said("Read from another phone")).click()
    looks.get_by_role("button", name=said("Point the camera at the code")).click()
    looks.wait_for_url("**/joined/**", timeout=JOINED)
    in_chosen_language(looks)
    assert looked_over(looks, axe=EVERYTHING) == {}
    reads(shows, codes(looks))
    looks.wait_for_url("**/seen/**", timeout=JOINED)
    told(looks, LIVE)
    expect(looks.get_by_text(said("For {name} alone: keep it from the others.", name="Aya"))).to_be_visible()
    in_chosen_language(looks)
