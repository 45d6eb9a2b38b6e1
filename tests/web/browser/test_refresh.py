"""A page that is told of two changes at once shows the later one, in whatever order the answers come."""

from playwright.sync_api import Page, expect

from tests.play.honshu import moves as honshu_moves
from tests.web.evening import Evening, Phones

HOLD = """() => {
  window.asked = [];
  window.companionSend = (request) => new Promise((answer) => window.asked.push(answer));
  window.answer = (at, words) => {
    const page = document.documentElement.cloneNode(true);
    page.querySelector("h1").textContent = words;
    window.asked[at]({ status: 200, url: location.href, type: "text/html", html: page.outerHTML });
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
