"""One device handed round in a browser: behind the curtain, back and reload show nobody's seat."""

import re

from playwright.sync_api import Page, expect

from tests.web.browser.examples import make_tower_alone
from tests.web.evening import Evening, Phones


def sit_down(phone: Page, name: str, colour: str) -> None:
    phone.get_by_label("Your name").fill(name)
    if phone.locator("details.more:not([open]) .helmet").count():
        phone.get_by_text("Another colour").click()
    phone.locator(f".helmet[data-seat={colour}] input").check(force=True)
    phone.get_by_role("button", name="Sit down").click()


def test_one_device_is_passed_between_two_seats(phones: Phones, evening: Evening) -> None:
    evening.lay("passed", make_tower_alone, {})
    device = phones(None)
    device.goto(f"/join/{evening.laptop.code}?at=passed")
    device.get_by_text("Another colour").click()
    device.get_by_label("Several play here").check()
    sit_down(device, "Aya", "blue")
    expect(device.get_by_role("heading", name="Who plays on this device?")).to_be_visible()
    assert device.get_by_label("Your name").input_value() == ""
    sit_down(device, "Bo", "yellow")
    device.get_by_role("link", name="Start playing").click()
    expect(device.get_by_role("heading", name="Whose turn is it to hold this?")).to_be_visible()
    device.get_by_role("button", name="Open Aya").click()
    expect(device).to_have_url(re.compile("/t/passed(/tower)?$"))
    device.goto("/t/passed/seat")
    expect(device.locator("header.top")).to_have_attribute("data-seat", "blue")
    device.goto("/t/passed/curtain")
    expect(device.get_by_role("heading", name="Whose turn is it to hold this?")).to_be_visible()
    for again in (device.go_back, device.reload, device.go_back):
        again()
        device.wait_for_load_state()
        assert device.locator("[data-seat=blue].top").count() == 0
    device.goto("/t/passed/curtain?to=yellow")
    device.get_by_role("button", name="Open Bo").click()
    device.goto("/t/passed/seat")
    expect(device.locator("header.top")).to_have_attribute("data-seat", "yellow")
