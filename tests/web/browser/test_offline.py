"""A phone whose line is gone says so, keeps what is tapped, and sends it once when the line is back.

So it does while another program writes to the tables.
"""

from playwright.sync_api import Page, expect

from tests.web.evening import Phones

BATTLE = "kind=battle&who-attacks=blue&who-defends=yellow&attacker=3&defender=2"


def events(page: Page) -> int:
    """How many events the page was drawn from."""
    return int((page.locator("body").get_attribute("data-version") or "").partition(".")[0])


def test_a_throw_made_offline_is_sent_when_the_network_is_back(phones: Phones) -> None:
    aya, bo = phones("Aya"), phones("Bo")
    aya.goto(f"/t/harvest/tower?{BATTLE}")
    bo.goto("/t/harvest/tower")
    before = events(aya)
    aya.context.set_offline(True)
    aya.locator(".act").click()
    expect(aya.locator("#line")).to_be_visible()
    expect(aya.locator("#line")).to_contain_text("Sending …", use_inner_text=True)
    assert events(bo) == before
    aya.context.set_offline(False)
    aya.wait_for_url("**/thrown**")
    expect(aya.locator("#line")).to_be_hidden()
    assert events(aya) == before + 1
    expect(bo.locator(f"body[data-version^='{before + 1}.']")).to_have_count(1)


def test_a_lost_line_stays_in_sight_and_a_tap_is_seen_to_wait(phones: Phones) -> None:
    aya = phones("Aya")
    aya.goto("/t/kabuto/history")
    aya.evaluate("() => document.querySelector('main').style.minHeight = '300vh'")
    aya.context.set_offline(True)
    line = aya.locator("#line")
    aya.evaluate("() => companion.refresh()")
    expect(line).to_be_visible()
    aya.evaluate("() => window.scrollTo(0, 900)")
    expect(line).to_be_in_viewport()
    expect(line).not_to_contain_text("Sending …", use_inner_text=True)
    aya.locator(".act").click()
    expect(line).to_contain_text("Sending …", use_inner_text=True)
    expect(line).to_be_in_viewport()
    aya.context.set_offline(False)
    expect(line).to_be_hidden()


def test_a_tap_whose_answer_is_lost_is_sent_again_and_counts_once(phones: Phones) -> None:
    aya = phones("Aya")
    aya.goto(f"/t/harvest/tower?{BATTLE}")
    before, lost = events(aya), []

    def lose(route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch(max_redirects=0).status)
            route.abort()
        else:
            route.continue_()

    aya.route("**/tower**", lose)
    aya.locator(".act").click()
    aya.wait_for_url("**/thrown**")
    assert lost == [303]
    assert events(aya) == before + 1


def test_a_tap_is_sent_again_while_another_program_writes(phones: Phones) -> None:
    aya = phones("Aya")
    aya.goto(f"/t/harvest/tower?{BATTLE}")
    before, busy = events(aya), []

    def keep_out(route) -> None:
        if route.request.method == "POST" and len(busy) < 2:
            busy.append(route.request.post_data)
            route.fulfill(status=503, content_type="text/html", body="<p>busy</p>")
        else:
            route.continue_()

    aya.route("**/tower**", keep_out)
    aya.locator(".act").click()
    aya.wait_for_url("**/thrown**")
    assert len(busy) == 2
    assert events(aya) == before + 1
