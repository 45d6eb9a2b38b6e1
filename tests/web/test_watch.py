"""The pages of a watched deck: cards by their look, what is wrong beside them, and who may look on."""

import asyncio
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from companion.service.kept_tables import OpenTables
from companion.service.press.editing import DeckEditor
from companion.service.press.watch import DeckWatch, SaveWatcher
from companion.table.shelf import MemoryShelf
from companion.web.app import make_app
from companion.web.app_state import Settings
from companion.web.watch import DeckPreview, LaptopDesk, make_watch_pages
from tests.press.decks import FACE, format_element
from tests.press.watched_deck import write_watched_deck
from tests.web.conftest import read_fields


class WatchDesk:
    """Somebody's deck, and its pages."""

    def __init__(self, folder: Path) -> None:
        self.folder = write_watched_deck(folder)
        self.watch = DeckWatch(str(self.folder))
        self.asked: list[str] = []
        self.shown, editor = DeckPreview(self.watch.picture, self.asked.append), DeckEditor(str(folder))
        edit = lambda action, *arguments: getattr(editor, action)(*arguments)  # noqa: E731
        settings = Settings(cookie="companion-watch", tables=False)
        self.app = make_app(
            OpenTables(MemoryShelf()),
            settings,
            (*make_watch_pages(self.shown), *LaptopDesk(self.shown, edit, self.begin).list_pages("/edit", "/new")),
        )

    def begin(self, *words: str) -> None:
        self.asked.append(" ".join(words))

    def save(self) -> None:
        self.shown.publish(self.watch.look(SaveWatcher().read_stamps(self.watch.list_places())))

    def open_browser(self, host: str = "127.0.0.1", **headers: str) -> TestClient:
        return TestClient(self.app, "http://127.0.0.1:8700", client=(host, 50_000), headers=headers)


@pytest.fixture
def desk(tmp_path: Path) -> WatchDesk:
    return WatchDesk(tmp_path / "tiny")


def list_pictures(html: str) -> list[str]:
    return re.findall(r'src="(/picture/\w+\.svg)"', html)


def test_cards_are_pictures_that_change_their_address(desk: WatchDesk) -> None:
    browser = desk.open_browser()
    for page in ("/", "/card?of=cards/1"):
        assert "The cards are being laid out." in browser.get(page).text
    assert set(browser.cookies) == {"companion-watch"}  # the tables on another port keep their visitors
    desk.save()
    before = list_pictures(browser.get("/").text)
    assert len(before) == 3
    alone = browser.get("/card?of=cards/2").text
    assert 'rel="prev" href="/card?of=cards/1"' in alone
    assert 'rel="next" href="/card?of=cards/3"' in alone
    assert "This card is not in the deck now." in browser.get("/card?of=cards/9").text
    drawn = browser.get(before[1])
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert "immutable" in drawn.headers["cache-control"]
    assert "script-src" not in drawn.headers["content-security-policy"]
    table = desk.folder / "cards.csv"
    table.write_text(table.read_text("utf-8").replace("2,indigo", "2,vermilion"), encoding="utf-8")
    desk.save()
    after = list_pictures(browser.get("/").text)
    assert [old == new for old, new in zip(before, after, strict=True)] == [True, False, True]
    assert browser.get(before[1]).status_code == 404


def test_a_mistake_stands_above_the_last_good_cards(desk: WatchDesk) -> None:
    desk.save()
    (desk.folder / "cards.csv").write_text("number,colour\n1,forest\n1,<i>\n", encoding="utf-8")
    desk.save()
    page = desk.open_browser().get("/").text
    assert "cards.csv, row\u00a03, column number" in page
    assert "The cards stay as they were before." in page
    assert "<i>" not in page
    assert len(list_pictures(page)) == 3


def test_another_device_needs_the_code(desk: WatchDesk) -> None:
    desk.save()
    phone = desk.open_browser("192.168.1.9")
    for page in ("/", "/card?of=cards/1", "/live", list_pictures(desk.open_browser().get("/").text)[0]):
        answer = phone.get(page, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/join")
    phone.get(f"/join/{desk.app.state.app_state.join_code}")
    assert len(list_pictures(phone.get("/").text)) == 3


def test_the_language_of_the_cards_is_chosen(desk: WatchDesk) -> None:
    desk.save()
    browser = desk.open_browser()
    sent = {**read_fields(browser.get("/").text), "language": "fr"}
    assert browser.post("/", data=sent, follow_redirects=False).status_code == 303
    assert desk.asked == ["fr"]
    assert browser.post("/", data={"language": "fr"}, follow_redirects=False).status_code != 303  # from elsewhere
    assert desk.asked == ["fr"]
    assert browser.get("/", headers={"host": "evil.example"}).status_code == 421


def test_the_watch_stream_reports_each_version_once_and_ends(desk: WatchDesk) -> None:
    async def collect_versions() -> list[int | None]:
        news, found = desk.shown.stream_versions(), list[int | None]()
        found.append(await anext(news))
        desk.save()
        found.append(await anext(news))
        desk.shown.close()
        found += [version async for version in news]
        return found

    first, second = asyncio.run(collect_versions())
    assert first is not None
    assert second == first + 1


def test_faults_and_remarks_are_listed_once_on_top_and_below_each_card(desk: WatchDesk) -> None:
    lost = format_element("text", name="note", text="\u231b", x=9, y=60, width=40, height=8, size=8)
    thin = format_element("line", x=5, y=5, dx=9, dy=0, stroke="ink", stroke_width=0.05)
    (desk.folder / "faces" / "front.toml").write_text(FACE + lost + thin, encoding="utf-8")
    desk.save()
    page = desk.open_browser().get("/").text
    top, _, cards = page.partition('class="watch-bar"')
    assert "One thing to fix" in top
    assert top.count("3\u00a0cards, first tiny/cards/1 (cards.csv, row\u00a02) (en): no font has") == 1
    narrow = "a line (-) is\u00a00.05\u00a0mm wide"
    assert top.count(f"3\u00a0cards, first tiny/cards/1 (cards.csv, row\u00a02) (en): {narrow}") == 1
    assert "One remark; printing is possible" in top
    assert "The cards stay as they were before." not in top
    assert cards.count("<li>no font has") == cards.count('<li class="quiet">a line (-) is') == 3
    assert desk.open_browser().get("/card?of=cards/2").text.count("<li>no font has") == 1
