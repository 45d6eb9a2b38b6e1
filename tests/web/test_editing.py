"""The page on which a watched deck is edited: its table and cards as data, and who may change them."""

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.conftest import read_fields
from tests.web.test_watch import WatchDesk


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WatchDesk:
    monkeypatch.setattr("companion.service.press.editing.find_user_folder", lambda kind: tmp_path / "home")
    desk = WatchDesk(tmp_path / "tiny")
    desk.save()
    return desk


class Editor:
    """A browser with the page open."""

    def __init__(self, desk: WatchDesk, **headers: str) -> None:
        self.browser: TestClient = desk.open_browser(**headers)
        self.token = read_fields(self.browser.get("/edit").text)["token"]
        self.sheet: dict[str, Any] = self.browser.get("/edit/sheet").json()

    def change(self, **change: Any) -> tuple[int, dict[str, Any]]:
        sent = {"token": self.token, "part": "cards", "digest": self.sheet["digest"], "change": json.dumps(change)}
        answer = self.browser.post("/edit/change", data=sent)
        return answer.status_code, answer.json()

    def lay_out(self, row: int, texts: dict[str, str]) -> dict[str, Any]:
        cells = [[row, int(column), text] for column, text in texts.items()]
        sent = {"token": self.token, "part": "cards", "row": str(row), "change": json.dumps({"cells": cells})}
        card: dict[str, Any] = self.browser.post("/edit/card", data=sent).json()
        return card


def test_the_table_and_a_card_as_it_is_typed_come_as_data(desk: WatchDesk) -> None:
    editor = Editor(desk)
    assert editor.sheet["rows"] == [["1", "forest"], ["2", "indigo"], ["3", "forest"]]
    assert editor.sheet["counts"] == "3\u00a0cards, 2\u00a0sheets of A4"
    card = editor.lay_out(1, {"1": "vermilion"})
    assert (card["name"], card["width"], card["faults"], len(card["sides"])) == ("2", 58, [], 2)
    rect, title = card["sides"][0]["boxes"]
    assert (rect["box"], title["column"], title["file"]) == ([-3, -3, 64, 93], 0, "front.toml")
    assert card["sides"][0]["svg"].startswith("<svg ")
    (fault, stops), *_ = editor.lay_out(1, {"1": "<script>"})["faults"]
    assert "'<script>' is not a colour" in fault
    assert stops


@pytest.mark.parametrize(
    "change", [{"more": 1}, {"cells": [[0, 1]]}, {"cells": [[-1, 0, ""]]}, {"add": "x"}, {"face": {}}, {"face": 1}]
)
def test_what_no_page_sends_is_refused_in_a_sentence(desk: WatchDesk, change: dict[str, Any]) -> None:
    assert Editor(desk).change(**change) == (422, {"problem": "What was sent is not a form that can be read."})


def test_only_the_browser_of_the_laptop_with_a_page_of_ours_changes_a_deck(desk: WatchDesk) -> None:
    before = (desk.folder / "cards.csv").read_bytes()
    phone = desk.open_browser("192.168.1.9")
    phone.get(f"/join/{desk.app.state.app_state.join_code}")
    assert "/edit" not in phone.get("/").text
    assert 'href="/edit"' in desk.open_browser().get("/").text
    for path in ("/edit", "/edit/sheet", "/edit/file?kind=pdf", "/new"):
        assert phone.get(path).status_code == 403
    editor = Editor(desk)
    sent = {"part": "cards", "digest": editor.sheet["digest"], "change": json.dumps({"delete": [0]})}
    assert editor.browser.post("/edit/change", data=sent).status_code == 422  # without the token
    foreign = {"origin": "http://evil.example"}
    assert editor.browser.post("/edit/change", data={**sent, "token": editor.token}, headers=foreign).status_code == 422
    assert phone.post("/edit/change", data={**sent, "token": editor.token}).status_code in (403, 422)
    assert desk.open_browser().post("/edit/change", data=sent).status_code == 403  # without a visitor
    assert editor.browser.get("/edit/sheet", headers={"host": "evil.example"}).status_code == 421
    assert (desk.folder / "cards.csv").read_bytes() == before


def test_a_deck_is_begun_printed_and_exported(desk: WatchDesk) -> None:
    browser = desk.open_browser()
    page = browser.get("/new").text
    assert page.count('name="face"') == 6
    assert page.count('src="data:image/svg+xml;base64,') == 6
    sent = {**read_fields(page), "name": "Foxes", "size": "poker", "face": "frame", "table": "\tFox\t3"}
    for wrong in ({"face": "none"}, {"token": ""}, {"name": "x" * 300}):
        assert browser.post("/new", data={**sent, **wrong}).status_code == 422
    assert desk.asked == []
    answer = browser.post("/new", data=sent, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/edit")
    assert desk.asked == ["Foxes poker frame \tFox\t3"]
    pdf = browser.get("/edit/file?kind=pdf&paper=a4&sides=fronts")
    assert (pdf.headers["content-type"], pdf.content[:5]) == ("application/pdf", b"%PDF-")
    assert browser.get("/edit/file?kind=png&paper=a4&sides=fronts").content[:2] == b"PK"
    for query in ("kind=pdf&paper=a4&sides=separate", "kind=none&paper=a4&sides=fronts", "kind=pdf"):
        assert browser.get(f"/edit/file?{query}").status_code == 422
    (desk.folder / "cards.csv").write_text("number,colour\n1,nothing\n", "utf-8")
    refused = browser.get("/edit/file?kind=pdf&paper=a4&sides=fronts")
    assert refused.status_code == 422
    assert "is not a colour" in refused.text
