"""A page that is told of two changes at once shows the later one, in whatever order the answers come."""

from playwright.sync_api import Page, expect

HOLD = """() => {
  window.asked = [];
  window.companionSend = (request) => new Promise((answer) => window.asked.push(answer));
  window.answer = (at, words) => {
    const page = document.documentElement.cloneNode(true);
    page.querySelector("h1").textContent = words;
    window.asked[at]({ status: 200, url: location.href, type: "text/html", html: page.outerHTML });
  };
}"""


def test_two_changes_at_once(phone: Page) -> None:
    phone.goto("/settings")
    phone.evaluate(HOLD)
    phone.evaluate("() => { companion.refresh(); companion.refresh(); }")
    phone.evaluate("() => answer(0, 'the first')")
    expect(phone.locator("h1")).to_have_text("the first")
    phone.evaluate("() => answer(1, 'the second')")
    phone.wait_for_function("() => asked.length === 3")  # the second came late: the page is asked for again
    phone.evaluate("() => answer(2, 'the second')")
    expect(phone.locator("h1")).to_have_text("the second")


def test_a_change_while_something_is_sent(phone: Page) -> None:
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


def test_of_two_quick_taps_none_is_lost(phone: Page) -> None:
    phone.goto("/t/harvest/tower")
    phone.evaluate("""() => {
      for (const name of ["defender-is", "attacker-is"]) {
        document.querySelector(`[name=${name}][value="3"]`).click();
      }
    }""")
    for name in ("defender-is", "attacker-is"):
        pressed = phone.locator(f"[name={name}][value='3']")
        expect(pressed).to_have_attribute("aria-pressed", "true")
