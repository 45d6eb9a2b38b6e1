"""Phones that are kept awake: over https alone, and where a browser wants it, only after a tap."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.web.browser.examples import EXAMPLES
from tests.web.evening import Phones, open_evening

ASKED = """() => {
  window.kept = 0;
  window.refused = 0;
  navigator.wakeLock.request = async () => {
    if (!navigator.userActivation.isActive) { window.refused += 1; throw new Error("first a tap"); }
    window.kept += 1;
    return { released: false };
  };
}"""


def test_a_phone_is_kept_awake_over_https(chromium: Browser, tmp_path: Path) -> None:
    with open_evening(tmp_path, "--https", tables={"harvest": EXAMPLES["harvest"]}) as evening:
        assert evening.url.startswith("https://")
        phones = Phones(chromium, evening)
        phone = phones("Aya")
        phone.add_init_script(f"({ASKED})()")
        phone.goto("/t/harvest/tower")
        phone.wait_for_function("() => refused === 1")
        phone.locator("button[name='attacker-is'][value='4']").click()
        phone.wait_for_function("() => kept === 1")
        phone.locator("button[name='attacker-is'][value='5']").click()
        expect(phone.locator("#n-attacker")).to_have_value("5")
        assert phone.evaluate("() => kept") == 1  # it is awake already
        phones.close()
        assert phones.wrong == []
