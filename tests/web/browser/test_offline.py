"""A phone whose line is gone says so, keeps what is tapped, and sends it once when the line is back.

So it does while another program writes to the tables.
"""

from playwright.sync_api import Page, Route, expect

from tests.web.evening import Phones

BATTLE = "kind=battle&who-attacks=blue&who-defends=yellow&attacker=3&defender=2"


def count_events(page: Page) -> int:
    return int((page.locator("body").get_attribute("data-version") or "").partition(".")[0])


def test_a_throw_made_offline_is_sent_when_the_network_is_back(phones: Phones) -> None:
    aya, bo = phones("Aya"), phones("Bo")
    aya.goto(f"/t/harvest/tower?{BATTLE}")
    bo.goto("/t/harvest/tower")
    before = count_events(aya)
    aya.context.set_offline(True)
    aya.locator(".act").click()
    expect(aya.locator("#line")).to_be_in_viewport()
    expect(aya.locator("#line")).to_contain_text("Sending …", use_inner_text=True)
    assert count_events(bo) == before
    aya.context.set_offline(False)
    aya.wait_for_url("**/thrown**")
    expect(aya.locator("#line")).to_be_hidden()
    assert count_events(aya) == before + 1
    expect(bo.locator(f"body[data-version^='{before + 1}.']")).to_have_count(1)


def test_a_tap_that_is_refused_while_another_writes_or_whose_answer_is_lost_counts_once(phones: Phones) -> None:
    aya = phones("Aya")
    aya.goto(f"/t/harvest/tower?{BATTLE}")
    before, came = count_events(aya), list[int]()

    def lose(route: Route) -> None:
        if route.request.method != "POST" or len(came) == 2:
            route.continue_()
        elif not came:
            came.append(503)
            route.fulfill(status=503, content_type="text/html", body="<p>busy</p>")
        else:
            came.append(route.fetch(max_redirects=0).status)
            route.abort()

    aya.route("**/tower**", lose)
    aya.locator(".act").click()
    aya.wait_for_url("**/thrown**")
    assert came == [503, 303]
    assert count_events(aya) == before + 1
