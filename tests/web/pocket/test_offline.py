"""Opened once on a phone, the pocket needs neither host nor network: the three games are played there.

What comes of it is equal to what the command line says.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from companion.cli.main import companion
from companion.paths import assets
from tests.web.pocket.first_opening import FirstOpening
from tests.web.pocket.hosts import Handset
from tests.web.pocket.pocket_pages import follow, go_to

BOOKLET = assets() / "games/honshu/example63.json"


@pytest.fixture(scope="module")
def offline_page(shared_phone: Handset) -> Page:
    """A page that was opened on a phone without a line."""
    shared_phone.go_offline()
    return shared_phone.open("/new")


@pytest.fixture
def page(shared_phone: Handset, offline_page: Page) -> Iterator[Page]:
    """The list of tables."""
    go_to(offline_page, "/")
    yield offline_page
    assert shared_phone.wrong == []


def test_a_pocket_opened_once_opens_without_a_network(
    shared_phone: Handset, offline_page: Page, first_opening: FirstOpening
) -> None:
    expect(offline_page.get_by_role("heading", level=1)).to_contain_text("What do you play")
    asked = [*first_opening.asked, *shared_phone.asked]
    assert len(first_opening.asked) > 10
    assert {url.removeprefix("blob:").startswith(shared_phone.host.url) for url in asked} == {True}


def open_table(page: Page, game: str, **names: str) -> None:
    """Three taps; names are typed where there must be some."""
    page.get_by_role("link", name="Open a table").click()
    page.locator(f'a[href$="/new/{game}"]').click()
    for field, name in names.items():
        page.locator(f'[name="{field.replace("_", "-")}"]').fill(name)
    page.locator("button.act").click()


def run_companion(*words: str) -> str:
    done = CliRunner().invoke(companion, [*words])
    assert done.exit_code == 0, done.output
    return done.output


def test_a_battle_in_six_taps_taken_back_and_checked(page: Page, tmp_path: Path) -> None:
    open_table(page, "shogun", name="battle")
    page.locator('[name="attacker-is"][value="4"]').click()
    page.locator('[name="defender-is"][value="3"]').click()
    expect(page.locator(".odds-words")).to_contain_text("%")
    page.locator('button.act[name="throw"]').click()
    expect(page.locator(".tray")).to_be_visible()
    came = page.locator(".tray").get_attribute("aria-label"), page.locator(".verdict").inner_text()

    follow(page, "/t/battle/history")
    page.locator("button.undo").click()
    expect(page.locator(".story .undone").first).to_be_visible()
    page.locator("button.redo").click()
    expect(page.locator(".story .undone")).to_have_count(0)
    follow(page, "/t/battle/thrown")
    assert came == (page.locator(".tray").get_attribute("aria-label"), page.locator(".verdict").inner_text())

    follow(page, "/t/battle/verify")
    expect(page.locator("h1")).to_have_text("Yes: nothing was changed.")
    follow(page, "/t/battle/along")
    with page.expect_download() as saving:
        page.locator("button.act").click()
    assert saving.value.suggested_filename == "battle.json"
    file, store = tmp_path / "battle.json", str(tmp_path / "tables.sqlite")
    saving.value.save_as(file)
    run_companion("table", "import", str(file), "--store", store)
    assert "nothing was changed" in run_companion("table", "check", "battle", "--store", store)


def test_the_map_of_the_booklet_scores_as_the_command_line_does(page: Page, tmp_path: Path) -> None:
    grid, file = "\n".join(json.loads(BOOKLET.read_text("utf-8"))["grid"]), tmp_path / "map.txt"
    open_table(page, "honshu", table="map", player_blue="Aya", player_red="Bo")
    page.get_by_role("button", name="Open Aya").click()
    expect(page).not_to_have_url(re.compile("curtain"))
    follow(page, "/t/map/text")
    page.locator("#text").fill(grid)
    page.locator("button.act").click()
    expect(page).to_have_url(re.compile("squares"))
    file.write_text(grid, "utf-8")
    follow(page, "/t/map/score")
    page.locator(".more > summary", has_text="Scoring card").click()
    page.locator('label:has([name="scoring"][value="4"])').click()
    page.get_by_role("button", name="Score with this card").click()
    words = ("honshu", "score", str(file), "--json", "--card", "4")
    expect(page.locator(".lines a.line")).to_have_count(len(json.loads(run_companion(*words))["lines"]))
    page.locator(".more > summary", has_text="Rulings").click()
    page.locator('button[value="lake-card=added"]').click()
    answer = json.loads(run_companion(*words, "--ruling", "lake-card=added"))
    expect(page.locator(".sum")).to_have_text(str(answer["total"]))
    expect(page.locator(".lines a.line")).to_contain_text([each["text"] for each in answer["lines"]])
    expect(page.locator(".lines .pts")).to_have_text([str(each["points"]) for each in answer["lines"]])


def test_hogen_is_played_by_passing_one_phone_and_shows_deductions(page: Page) -> None:
    names = {"player_A": "Aya", "player_B": "Bo", "player_C": "Chen"}
    open_table(page, "hogen", **names)
    for name in ("Aya", "Bo", "Chen"):
        page.get_by_role("button", name=f"I am {name}: open").click()
        page.locator('label:has([name="card"])').first.click()
        page.locator("button.act.ready").click()
        expect(page.locator('[name="card"]')).to_have_count(0)
        page.get_by_role("link", name="Hand").first.click()
        expect(page).to_have_url(re.compile("curtain"))
    for _ in "ABC":  # to whoever calls
        page.get_by_role("button", name="open").click()
        expect(page).not_to_have_url(re.compile("curtain"))
        if page.locator('[name="call"]').count():
            break
        page.get_by_role("link", name="Hand").first.click()
        expect(page).to_have_url(re.compile("curtain"))
    while page.locator('[name="call"]').count():  # who was passed by all calls again, something else
        call = page.locator('label.call:not(.shut) [name="call"]').first.get_attribute("value")
        page.locator(f'label:has([name="call"][value="{call}"])').click()
        page.locator("button.act.ready").click()
        expect(page.locator(f'label.call:not(.shut) [name="call"][value="{call}"]')).to_have_count(0)
        expect(page.locator("main .told li").first).to_be_visible()
    follow(page, "/t/Hogen/sheet")
    expect(page.locator("table").first).to_contain_text("%")
