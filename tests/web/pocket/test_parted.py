"""Two phones that were joined, or would be, and what comes between: one sentence, and nothing is lost."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.pocket.inside import BATTLE, begin_tower, follow, go, tap
from tests.web.pocket.served import OPENING, Handset
from tests.web.pocket.spoken import LANGUAGE, in_chosen_language, said
from tests.web.pocket.test_joined import (
    LIVE,
    LOST,
    OPEN,
    PARTED,
    STRANGE,
    answer,
    codes,
    events_seen,
    joined,
    offer,
    reads,
    told,
)

WAITS = "Waiting for the other phone … If its page was closed, it shows a new code: film that one."
NEWER = "That was shown by a newer Companion; install the newest one."
ALONE = "This phone is in no Wi-Fi; show the moving code instead, or send the file."
ALONE_THERE = "This phone is in no Wi-Fi; have the moving code shown instead, or the file sent."
NO_CHANNELS = "--force-webrtc-ip-handling-policy=disable_non_proxied_udp"
"""With which Chromium names no place where it could be found, as in no network."""


def opened_anew(page: Page) -> None:
    page.reload()
    page.wait_for_function("() => !document.querySelector('.opening:not(.stopped)')", timeout=OPENING)


def test_whichever_page_is_opened_anew_both_say_so_and_are_joined_again(phones: Callable[..., Page]) -> None:
    shows, looks = phones(), phones()
    begin_tower(shows, "moon")
    joined(shows, looks)
    told(shows, OPEN, count="1")
    opened_anew(looks)
    told(looks, LOST)
    events_seen(looks, 1)
    told(shows, PARTED)
    in_chosen_language(shows)
    joined(shows, looks)
    told(looks, LIVE)
    opened_anew(shows)
    told(looks, LOST)
    events_seen(looks, 1)
    go(shows, "/t/moon/show")
    told(shows, PARTED)
    assert tap(shows, "/t/moon/tower", BATTLE)[0] == 200
    joined(shows, looks)
    events_seen(looks, 2)
    looks.get_by_role("button", name=said("Forget this table here")).click()
    told(shows, PARTED)


def test_codes_that_are_read_twice_late_or_of_a_phone_that_is_gone(phones: Callable[..., Page]) -> None:
    shows, looks = phones(), phones()
    begin_tower(shows, "moon")
    first = offer(shows, "/t/moon/show/join")
    early = answer(looks, first)
    again = answer(looks, first)
    reads(shows, again)
    looks.wait_for_url("**/seen/**")
    told(shows, OPEN, count="1")
    go(shows, "/t/moon/show/join")
    codes(shows)
    reads(shows, again)
    told(shows, OPEN, count="1")
    go(shows, "/t/moon/show/join")
    codes(shows)
    reads(shows, early)
    told(shows, "Another phone has answered this code already; show a new one.")
    old = answer(looks, offer(shows, "/t/moon/show/join"))
    for _ in range(5):
        go(shows, "/")
        offer(shows, "/t/moon/show/join")
    reads(shows, old)
    told(shows, STRANGE)
    told(looks, WAITS)
    last = offer(shows, "/t/moon/show/join")
    shows.context.close()
    answer(looks, last)
    told(looks, WAITS)
    in_chosen_language(looks)
    follow(looks, "/")
    looks.locator("a[href*='/seen/']").click()
    told(looks, LOST)
    events_seen(looks, 1)


def test_a_code_that_is_shown_tells_what_happens_meanwhile(phones: Callable[..., Page]) -> None:
    shows, looks = phones(), phones()
    begin_tower(shows, "moon")
    go(shows, "/t/moon/show")
    codes(shows)
    assert tap(shows, "/t/moon/tower", BATTLE)[0] == 200
    shows.evaluate("companion.refresh()")
    expect(shows.locator("#film")).to_have_attribute("data-keep", re.compile(r"\b2\b"))
    follow(looks, "/read")
    reads(looks, codes(shows))
    looks.wait_for_url("**/seen/**")
    events_seen(looks, 2)


def test_another_version_at_the_other_end(phones: Callable[..., Page]) -> None:
    shows, looks = phones(), phones()
    begin_tower(shows, "moon")
    shows.evaluate("""() => {
        const channel = RTCDataChannel.prototype, { send } = channel;
        channel.send = function (text) { send.call(this, text.replace("COMPANION1:", "COMPANION9:")); };
    }""")
    reads(shows, answer(looks, offer(shows, "/t/moon/show/join")))
    expect(looks.locator("#problem")).to_have_text(said(NEWER))
    expect(looks.locator("#channel")).not_to_be_visible()
    in_chosen_language(looks)
    told(shows, PARTED)


def test_in_no_network_each_is_told_what_goes_without(
    filming: Callable[..., Handset], phones: Callable[..., Page]
) -> None:
    phone = filming()
    phone.shut_down()
    phone.words.append(NO_CHANNELS)
    phone.start()
    alone, shows = phone.open(f"/language?to={LANGUAGE}&back=/"), phones()
    begin_tower(shows, "moon")
    offered = offer(shows, "/t/moon/show/join")
    follow(alone, "/read")
    reads(alone, offered)
    expect(alone.locator("#problem")).to_have_text(said(ALONE_THERE))
    in_chosen_language(alone)
    begin_tower(alone, "sun")
    go(alone, "/t/sun/show/join")
    expect(alone.locator("#problem")).to_have_text(said(ALONE))
    go(alone, "/t/sun/show")
    codes(alone)
