"""A table of Shogun with browsers at it, to test its pages with."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

from starlette.testclient import TestClient

from companion.play.shogun.start import SetUp
from companion.service.playing import play
from companion.web.app_state import AppState

SEATS = {"Aya": "blue", "Bo": "yellow", "Chen": "red"}
ORIGIN = {"origin": "http://127.0.0.1:8642"}


def words(page: Any) -> str:
    """What stands on a page."""
    return re.sub(r"\s+", " ", unescape(re.sub("<[^>]+>", " ", page.text)))


class Phone:
    """A browser at the table ``harvest``."""

    def __init__(self, client: TestClient, app_state: AppState, name: str = "") -> None:
        self.client, self.app_state, self.name = client, app_state, name
        if name:
            app_state.people.sit("harvest", SEATS[name], self.visitor, name)

    @property
    def visitor(self) -> Any:
        return self.app_state.people.find_visitor(self.client.cookies.get("companion") or "")

    def get(self, page: str = "", status: int = 200) -> Any:
        got = self.client.get(f"/t/harvest{page}")
        assert got.status_code == status, words(got)
        return got

    def post(self, at: str, page: str, status: int = 200, **sent: Any) -> Any:
        """Send a form of the page at ``at``."""
        form = {
            name: re.search(rf'name="{name}" value="([^"]*)"', self.get(at).text)[1]  # type: ignore[index]
            for name in ("token", "tap", "seen")
        }
        got = self.client.post(f"/t/harvest{page}", data={**form, **sent}, headers=ORIGIN)
        assert got.status_code == status, words(got)
        return got

    def read_proposed_plan(self, source: str = "proposed") -> dict[str, str]:
        """The form values of the plan page as it is first shown."""
        page = self.get(f"/plan?as={source}").text
        rows = re.findall(r'<select id="(card-[\w-]+)"[^>]*>(.*?)</select>', page, re.S)
        chosen = {name: re.search(r'value="([^"]+)" selected', row) for name, row in rows}
        return {name: found[1] for name, found in chosen.items() if found}


def seat_phones(browser: Callable[..., TestClient], app_state: AppState, harvest: Any) -> dict[str, Phone]:
    """Three phones and a big screen at a whole game."""
    play(harvest, SetUp("fixed"))
    phones = {name: Phone(browser("player"), app_state, name) for name in SEATS}
    return {**phones, "screen": Phone(browser("watcher"), app_state)}


def act(phones: dict[str, Phone], pattern: str, page: str, fields: Callable[[str], dict[str, str]]) -> bool:
    """Whoever sees something on the round does it; whether anybody did."""
    for phone in phones.values():
        found = re.search(pattern, phone.get("/round").text)
        if found:
            phone.post("/round", page, **fields(found[1]))
            return True
    return False
