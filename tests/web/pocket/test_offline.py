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
from tests.choice import pick
from tests.web.pocket.first import FirstOpening
from tests.web.pocket.inside import follow, go
from tests.web.pocket.served import OPENING, Handset

BOOKLET = assets() / "games/honshu/example63.json"
MAPS = {
    "the booklet's example": "\n".join(json.loads(BOOKLET.read_text("utf-8"))["grid"]),
    "a small one": "F F T B2\n. L b* T\nL L - F\n",
    "its placements": BOOKLET.read_text("utf-8"),
}


@pytest.fixture(scope="module")
def away(shared: Handset) -> Page:
    """A page that was opened on a phone without a line."""
    shared.offline()
    return shared.open("/new")


@pytest.fixture
def page(shared: Handset, away: Page) -> Iterator[Page]:
    """The list of tables."""
    go(away, "/")
    yield away
    assert shared.wrong == []


def test_a_pocket_opened_once_opens_without_a_network(shared: Handset, away: Page, first: FirstOpening) -> None:
    expect(away.get_by_role("heading", level=1)).to_contain_text("What do you play")
    asked = [*first.asked, *shared.asked]
    assert len(first.asked) > 10
    assert {url.removeprefix("blob:").startswith(shared.host.url) for url in asked} == {True}


SUNRISE = """
window.frames_asked = 0;
window.risen = [];
const frame = window.requestAnimationFrame, set = CSSStyleDeclaration.prototype.setProperty;
window.requestAnimationFrame = (...how) => { window.frames_asked += 1; return frame(...how); };
CSSStyleDeclaration.prototype.setProperty = function (name, value) {
    if (name === "--far") window.risen.push(value);
    return set.call(this, name, value);
};
"""


def test_the_opening_sunrise_takes_few_steps_and_no_animation_frames(shared: Handset, away: Page) -> None:
    assert away.url  # all is on the phone
    page = shared.page()
    page.add_init_script(SUNRISE)
    page.goto(shared.host.url)
    page.locator("body:not(.opening)").wait_for(timeout=OPENING)
    frames, risen = page.evaluate("[window.frames_asked, window.risen]")
    page.close()
    assert frames == 0
    assert risen == sorted(set(risen))
    assert 1 < len(risen) <= 40
    assert risen[-1] == 1


def open_table(page: Page, game: str, **names: str) -> None:
    """Three taps; names are typed where there must be some."""
    page.get_by_role("link", name="Open a table").click()
    page.locator(f'a[href$="/new/{game}"]').click()
    for field, name in names.items():
        page.locator(f'[name="{field.replace("_", "-")}"]').fill(name)
    page.locator("button.act").click()


def companion_says(*words: str) -> str:
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
    expect(page.locator("h1")).to_have_text("Yes: every record is true.")
    follow(page, "/t/battle/along")
    with page.expect_download() as saving:
        page.locator("button.act").click()
    assert saving.value.suggested_filename == "battle.json"
    file, store = tmp_path / "battle.json", str(tmp_path / "tables.sqlite")
    saving.value.save_as(file)
    companion_says("table", "import", str(file), "--store", store)
    assert "every record is true" in companion_says("table", "check", "battle", "--store", store)

    fight = ("--attacker", "blue=5", "--defender", "yellow=2", "--store", store)
    companion_says("shogun", "attack", "--table", "battle", *fight)
    back = tmp_path / "back.json"
    companion_says("table", "export", "battle", "--with-seed", "-o", str(back), "--store", store)
    follow(page, "/import")
    page.locator("#file").set_input_files(back)
    page.locator("button.act").click()
    expect(page).to_have_url(re.compile("about"))
    follow(page, page.url.partition("?")[2].replace("about", "history"))
    expect(page.locator(".story li")).to_have_count(7)  # with what the command line threw and told


@pytest.mark.parametrize("name", pick(list(MAPS), 1))
def test_a_map_scores_as_the_command_line_does(page: Page, tmp_path: Path, name: str) -> None:
    open_table(page, "honshu", table=name, player_blue="Aya", player_red="Bo")
    page.get_by_role("button", name="Open Aya").click()
    expect(page).not_to_have_url(re.compile("curtain"))
    table = page.url.split("/t/")[1].split("/")[0]
    follow(page, f"/t/{table}/text")
    page.locator("#text").fill(MAPS[name])
    page.locator("button.act").click()
    expect(page).to_have_url(re.compile("squares"))
    file = tmp_path / "map.txt"
    file.write_text(MAPS[name], "utf-8")
    if MAPS[name].startswith("{"):
        file.write_text(companion_says("honshu", "place", str(file)), "utf-8")
    for more in ((), ("--card", "4"), ("--card", "4", "--ruling", "lake-card=added")):
        if "--ruling" in more:
            page.locator(".more > summary", has_text="Rulings").click()
            page.locator('button[value="lake-card=added"]').click()
        elif more:
            page.locator(".more > summary", has_text="Scoring card").click()
            page.locator('label:has([name="scoring"][value="4"])').click()
            page.get_by_role("button", name="Score with this card").click()
        else:
            follow(page, f"/t/{table}/score")
        told = json.loads(companion_says("honshu", "score", str(file), "--json", *more))
        expect(page.locator(".sum")).to_have_text(str(told["total"]))
        expect(page.locator(".lines a.line")).to_contain_text([each["text"] for each in told["lines"]])
        expect(page.locator(".lines .pts")).to_have_text([str(each["points"]) for each in told["lines"]])


def test_hogen_is_played_by_passing_one_phone_and_shows_deductions(page: Page) -> None:
    names = {"player_A": "Aya", "player_B": "Bo", "player_C": "Chen"}
    open_table(page, "hogen", **names)
    for name in ("Aya", "Bo", "Chen"):
        page.get_by_role("button", name=f"I am {name}: open").click()
        page.locator('label:has([name="card"])').first.click()
        page.locator("button.act.ready").click()
        expect(page.locator('[name="card"]')).to_have_count(0)
        hand_on(page)
    for _ in "ABC":  # to whoever calls
        page.get_by_role("button", name="open").click()
        expect(page).not_to_have_url(re.compile("curtain"))
        if page.locator('[name="call"]').count():
            break
        hand_on(page)
    while page.locator('[name="call"]').count():  # who was passed by all calls again, something else
        call = page.locator('label.call:not(.shut) [name="call"]').first.get_attribute("value")
        page.locator(f'label:has([name="call"][value="{call}"])').click()
        page.locator("button.act.ready").click()
        expect(page.locator(f'label.call:not(.shut) [name="call"][value="{call}"]')).to_have_count(0)
        expect(page.locator("main .told li").first).to_be_visible()
    follow(page, "/t/Hogen/sheet")
    expect(page.locator("table").first).to_contain_text("%")


def hand_on(page: Page) -> None:
    """Let the curtain fall for the next player."""
    page.get_by_role("link", name="Hand").first.click()
    expect(page).to_have_url(re.compile("curtain"))
