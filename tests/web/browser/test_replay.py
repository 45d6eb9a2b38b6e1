"""The page that keeps a game, opened from a file without any network; and the slider on a phone."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.service.kept_tables import OpenTables
from companion.table.shelf import MemoryShelf
from companion.web.replay import build_film
from tests.service.test_remembered import take_in_table
from tests.web.browser.page_faults import find_page_faults


@pytest.mark.parametrize(("table", "width"), [("full", 320), ("honshu", 1280)])
def test_the_replay_file_plays_the_game_without_any_request(
    chromium: Browser, tmp_path: Path, table: str, width: int
) -> None:
    shelf = MemoryShelf()
    take_in_table(shelf, table)
    file = tmp_path / "game.html"
    file.write_text(build_film(shelf, table, "en"), "utf-8")
    context = chromium.new_context(viewport={"width": width, "height": 700}, reduced_motion="reduce")
    page, asked, wrong = context.new_page(), [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(file.as_uri())
    frames = len(OpenTables(shelf).open(table).history.standing_numbers)
    pieces = ".b-provinces > *, .b-labels > *, .piece"

    def read_pieces() -> list[str]:
        return page.eval_on_selector_all(pieces, "all => all.map(each => each.outerHTML)")

    first = read_pieces()
    assert first
    for at in (frames, frames // 2, frames, 1):
        page.locator("#at").fill(str(at))
        expect(page.locator("#far")).to_have_text(f"{at}/{frames}")
        assert len(read_pieces()) == len(first)
        assert (read_pieces() == first) == (at == 1)
    page.get_by_role("button", name="One step forward").click()
    expect(page.locator("#far")).to_have_text(f"2/{frames}")
    page.get_by_role("button", name="Run replay").click()
    expect(page.locator("#far")).to_have_text(f"4/{frames}")
    page.get_by_role("button", name="Run replay").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert width == 320 or not any(find_page_faults(page).values())
    assert [url for url in asked if not url.startswith(("data:", file.as_uri()))] == []
    assert wrong == []
    context.close()
