"""Joining as a family does it: a code scanned off the laptop, seats, a screen, one device handed round."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page as Screen
from playwright.sync_api import expect

from tests.web.browser.examples import Example, make_tower_alone
from tests.web.evening import Evening, Phones, open_evening
from tests.web.serving.laptop import Laptop

SEATS = "/t/friday/seat"


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """A laptop with one table, at an address that is there without a network; nobody sits there."""
    tables = {"friday": Example("shogun", make_tower_alone, ())}
    with open_evening(tmp_path, "--address", "127.0.0.1", tables=tables) as on:
        yield Evening(on.laptop, {}, on.store)


@pytest.fixture
def laptop(evening: Evening) -> Laptop:
    return evening.laptop


def scan_code(screen: Screen) -> str:
    picture = Image.open(io.BytesIO(screen.locator(".qr").first.screenshot()))
    (found,) = zxingcpp.read_barcodes(picture)
    return str(found.text)


def sit_down(phone: Screen, name: str, colour: str) -> None:
    phone.get_by_label("Your name").fill(name)
    if phone.locator("details.more:not([open]) .helmet").count():
        phone.get_by_text("Another colour").click()
    phone.locator(f".helmet[data-seat={colour}] input").check(force=True)
    phone.get_by_role("button", name="Sit down").click()


def test_two_phones_join_by_scanning_while_a_big_screen_follows(phones: Phones, laptop: Laptop) -> None:
    laptop_page = phones(None, width=1280, height=800)
    laptop_page.goto(laptop.host_url)
    laptop_page.goto(f"{laptop.url}/t/friday/lobby")
    aya = phones(None)
    aya.goto(scan_code(laptop_page))
    expect(aya).to_have_url(f"{laptop.url}{SEATS}")
    sit_down(aya, "Aya", "blue")
    # The laptop hears of it by itself.
    seats = laptop_page.locator(".seats")
    expect(seats).to_contain_text("Aya")
    bo = phones(None)
    bo.goto(f"{laptop.url}/")
    expect(bo.get_by_label("Code")).to_be_visible()
    bo.get_by_label("Code").fill("WRONG-CODE")
    bo.get_by_role("button", name="Come in").click()
    expect(bo.locator("#problem")).to_be_visible()
    bo.get_by_label("Code").fill(laptop.code.lower().replace("-", " "))
    bo.get_by_role("button", name="Come in").click()
    expect(bo).to_have_url(f"{laptop.url}{SEATS}")
    assert bo.locator(".helmet[data-seat=blue] input").is_disabled()
    sit_down(bo, "aya", "red")
    expect(bo.locator("#problem")).to_contain_text("sits at this table already")
    assert bo.get_by_label("Your name").input_value() == "aya"
    sit_down(bo, "Bo", "red")
    expect(seats).to_contain_text("Bo")
    # A screen on the wall has a code of its own, and sees no other.
    laptop_page.get_by_text("A big screen that only watches").click()
    watch = laptop_page.locator("details .code").last.inner_text()
    screen = phones(None, width=1280, height=800)
    screen.goto(f"{laptop.url}/join/{watch}?at=friday")
    assert laptop.code not in screen.content()
    assert screen.goto(f"{laptop.url}{SEATS}").status == 403  # type: ignore[union-attr]
    # A phone that goes away is asleep; its seat is freed on the laptop, and it is asked to choose anew.
    bo.goto(f"{laptop.url}{SEATS}")
    seat = laptop_page.locator(".seat[data-seat=red]")
    seat.locator("summary", has_text="Free the seat").click()
    seat.get_by_role("button", name="Free the seat").click()
    expect(seats).not_to_contain_text("Bo")
    expect(bo.get_by_role("heading", name="Take a seat")).to_be_visible()
    aya.goto(f"{laptop.url}{SEATS}")
    expect(seats).to_contain_text("awake")
    aya.close()
    expect(seats).to_contain_text("asleep")


def test_one_device_is_passed_between_two_seats(phones: Phones, laptop: Laptop) -> None:
    device = phones(None)
    device.goto(f"{laptop.url}/join/{laptop.code}")
    device.get_by_text("Another colour").click()
    device.get_by_label("Several play here").check()
    sit_down(device, "Aya", "blue")
    expect(device.get_by_role("heading", name="Who plays on this device?")).to_be_visible()
    assert device.get_by_label("Your name").input_value() == ""
    sit_down(device, "Bo", "yellow")
    device.get_by_role("link", name="Start playing").click()
    expect(device.get_by_role("heading", name="Whose turn is it to hold this?")).to_be_visible()
    device.get_by_role("button", name="Open Aya").click()
    expect(device).to_have_url(re.compile("/t/friday(/tower)?$"))
    device.goto(f"{laptop.url}{SEATS}")
    expect(device.locator("header.top")).to_have_attribute("data-seat", "blue")
    device.goto(f"{laptop.url}/t/friday/curtain")
    expect(device.get_by_role("heading", name="Whose turn is it to hold this?")).to_be_visible()
    for again in (device.go_back, device.reload, device.go_back):
        again()
        device.wait_for_load_state()
        assert device.locator("[data-seat=blue].top").count() == 0
    device.goto(f"{laptop.url}/t/friday/curtain?to=yellow")
    device.get_by_role("button", name="Open Bo").click()
    device.goto(f"{laptop.url}{SEATS}")
    expect(device.locator("header.top")).to_have_attribute("data-seat", "yellow")
