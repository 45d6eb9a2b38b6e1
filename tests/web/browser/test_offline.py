"""What is tapped without a line is kept and sent once; of two answers the later one is shown, however they come."""

from playwright.sync_api import Page, Route, expect

from tests.play.honshu import moves as honshu_moves
from tests.web.evening import Evening, Phones

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


HOLD = """() => {
  window.asked = [];
  window.companionSend = (request) => new Promise((answer) => window.asked.push(answer));
  window.answer = (at, words) => {
    const page = document.documentElement.cloneNode(true);
    page.querySelector("h1").textContent = words;
    window.asked[at]({ status: 200, url: location.href, type: "text/html", html: page.innerHTML });
  };
}"""


def test_of_two_refreshes_at_once_the_newer_page_stays(phone: Page) -> None:
    phone.goto("/settings")
    phone.evaluate(HOLD)
    phone.evaluate("() => { companion.refresh(); companion.refresh(); }")
    phone.evaluate("() => answer(0, 'the first')")
    expect(phone.locator("h1")).to_have_text("the first")
    phone.evaluate("() => answer(1, 'the second')")
    phone.wait_for_function("() => asked.length === 3")  # the second came late: the page is asked for again
    phone.evaluate("() => answer(2, 'the second')")
    expect(phone.locator("h1")).to_have_text("the second")


def test_a_change_during_a_form_is_fetched_after_the_form(phone: Page) -> None:
    phone.goto("/settings")
    phone.evaluate(HOLD)
    phone.locator(".act").click()
    phone.wait_for_function("() => asked.length === 1")
    phone.evaluate("() => companion.refresh()")
    assert phone.evaluate("() => asked.length") == 1
    phone.evaluate("() => answer(0, 'sent')")
    phone.wait_for_function("() => asked.length === 2")
    phone.evaluate("() => answer(1, 'changed')")
    expect(phone.locator("h1")).to_have_text("changed")


def test_two_quick_taps_both_take_effect(phone: Page) -> None:
    phone.goto("/t/harvest/tower")
    phone.evaluate("""() => {
      for (const name of ["defender-is", "attacker-is"]) {
        document.querySelector(`[name=${name}][value="3"]`).click();
      }
    }""")
    for name in ("defender-is", "attacker-is"):
        pressed = phone.locator(f"[name={name}][value='3']")
        expect(pressed).to_have_attribute("aria-pressed", "true")


def test_the_list_page_shows_a_table_that_another_phone_opens(phones: Phones, evening: Evening) -> None:
    aya, bo, chen, plain = phones("Aya"), phones("Bo"), phones("Chen"), phones("Aya", script=False)
    aya.goto("/")
    chen.goto("/new/honshu")
    chen.locator("#table").fill("typed")
    plain.goto("/")
    bo.goto("/new/hogen")
    for seat, name in zip("ABC", ("Aya", "Bo", "Chen"), strict=True):
        bo.locator(f"[name=player-{seat}]").fill(name)
    bo.locator("[name=table]").evaluate("(field) => { field.value = 'early'; }")
    bo.locator(".act").click()
    expect(aya.locator("li", has_text="early").get_by_role("link", name="Go on")).to_be_visible()
    expect(plain.locator("li", has_text="early").get_by_role("link", name="Go on")).to_be_visible()
    expect(chen.locator("[role=status]", has_text="early is open already.")).to_be_visible()
    expect(chen.locator("#table")).to_have_value("typed")
    chen.get_by_role("link", name="To the game early").click()  # before another one is opened
    chen.wait_for_url("**/t/early**")


def test_a_refusal_and_typed_text_stay_while_others_play(phones: Phones, evening: Evening) -> None:
    named, seats = {"blue": "Aya", "red": "Bo"}, {"Aya": "blue", "Bo": "red"}
    evening.lay("meanwhile", lambda shelf, table: honshu_moves.begin(shelf, table, named), seats)
    aya, bo = phones("Aya"), phones("Bo")
    aya.goto("/t/meanwhile/text")
    bo.goto("/t/meanwhile/tricks")
    bo.locator("#card-blue").fill("61")
    bo.locator("[name=cube-red][value=b]").check(force=True)
    bo.locator(".act").click()
    refusal = bo.locator("#problem").inner_text()
    before = bo.locator("body").get_attribute("data-version")
    aya.locator("#text").fill("F T L")
    aya.locator(".act").click()
    expect(bo.locator(f"body[data-version='{before}']")).to_have_count(0)
    expect(bo.locator("#problem")).to_have_text(refusal)
    expect(bo.locator("#card-blue")).to_have_value("61")
    expect(bo.locator("[name=cube-red][value=b]")).to_be_checked()
    bo.locator(".menu summary").click()
    bo.get_by_role("link", name="The round").first.click()  # asked for anew, it is as the table is
    expect(bo.locator("#problem")).to_have_count(0)
    expect(bo.locator("#card-blue")).to_have_value("")
