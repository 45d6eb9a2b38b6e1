"""A PDF of cards on the laptop's print page: loaded, shown as it is cut, cut otherwise, printed and deleted."""

from collections.abc import Iterator
from html import unescape
from pathlib import Path
from re import findall, search

import pytest
from PIL import Image
from starlette.testclient import TestClient

from companion.press.page_deck import PageRequest, build_page_deck
from companion.service.kept_tables import OpenTables
from companion.service.press import own_decks
from companion.web.people import HOST
from tests.press.cards_in_pdf import draw_cards, grid_of, write_pdf
from tests.waiting import wait_until
from tests.web.test_printing import open_client, read_token


@pytest.fixture
def host(tables: OpenTables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with open_client(tables, HOST) as client:
        yield client


def load(host: TestClient, name: str, content: bytes) -> str:
    """The page of a PDF that is loaded, once it is checked."""
    answer = host.post("/print/own", data=read_token(host), files={"files": (name, content)})
    if not answer.url.query:
        return unescape(answer.text)
    wait_until(lambda: "data-wait" not in host.get(str(answer.url)).text)
    return unescape(host.get(str(answer.url)).text).replace("\xa0", " ")


def test_a_pdf_is_loaded_shown_as_it_is_cut_and_printed(
    host: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "papers.toml").write_text("[mine]\nwidth = 200\nheight = 300\n")
    monkeypatch.chdir(tmp_path)  # whose papers are not those of the deck
    fronts, backs = (draw_cards(grid_of(8, 12, (63, 88), 2, (3, 3), [name] * 9)) for name in ("1", "B0"))
    file = write_pdf(tmp_path / "game.pdf", [[fronts], [backs]])
    assert "/print/own" in host.get("/print").text
    page = load(host, "../game.pdf", file.read_bytes())
    assert "3 x 3 cards of 63 x 88 mm" in page
    (name,) = own_decks.list_kept_decks()
    page = unescape(host.get("/print", params={"game": name}).text).replace("\xa0", " ")
    assert "gap 2 mm; pages 1-2; no backs" in page
    assert 'value="a4"' in page
    assert 'value="mine"' not in page
    assert "game/page 1" in page
    sheet = search(r'src="(/print/[^"]+/sheet/0)"', page)
    assert sheet
    assert host.get(sheet[1]).text.count("data:image/jpeg") == 1
    assert host.get(sheet[1].replace("/sheet/", "/whole/")).status_code == 200
    cut = {"game": name, "backs": "alternate", "grid": "3x3", "paper": "a4"}
    page = unescape(host.get("/print", params=cut).text).replace("\xa0", " ")
    assert "backs on every second page" in page
    assert findall(r'name="(?:grid|backs)" type="text" value="([^"]*)"', page) == ["3x3", "alternate"]
    wrong = unescape(host.get("/print", params={**cut, "grid": "9"}).text)
    assert "'9' is no grid" in wrong
    assert 'name="grid" type="text" value="9"' in wrong
    printed = host.post("/print", data={**cut, **read_token(host)})
    found = search(r'href="(/print/[^"]+\.pdf)"', printed.text)
    assert found
    assert host.get(found[1]).content.startswith(b"%PDF-")
    assert len(build_page_deck(file, PageRequest(backs="alternate")).components[0].cards) == 9
    host.post("/print/own", data={"delete": name, **read_token(host)})
    assert not own_decks.list_kept_decks()


def test_only_the_host_loads_and_only_a_pdf(host: TestClient, tables: OpenTables) -> None:
    assert "Choose a PDF first." in load(host, "deck.zip", b"PK")
    assert "Choose a PDF first." not in load(host, f"{90 * 'a'}.pdf", b"PK")  # a long name keeps its ending
    assert "this is not a PDF that can be read" in load(host, "bad.pdf", b"no")
    assert "'nul.pdf' is no name that a file can have" in unescape(load(host, "nul.pdf", b"no"))
    with open_client(tables) as guest:
        assert guest.get("/print/own").status_code == 403


@pytest.mark.parametrize(
    ("edge", "note"), [("mirror", "are mirrored beyond it"), ("stretch", "are drawn on beyond it"), ("none", "")]
)
def test_pictures_that_end_at_the_cut_get_the_bleed_that_is_chosen(
    host: TestClient, tmp_path: Path, edge: str, note: str
) -> None:
    (tmp_path / "sent" / "photos").mkdir(parents=True)
    Image.new("RGB", (744, 1039), "teal").save(tmp_path / "sent" / "photos" / "a.png")
    name = own_decks.keep_deck(tmp_path / "sent", own_decks.PICTURES)
    page = unescape(host.get("/print", params={"game": name, "edge": edge}).text)
    assert f'name="edge" value="{edge}" checked' in page
    assert (note in page, "beyond it, as bleed" in page) == (True, bool(note))
    assert 'name="edge"' not in host.get("/print", params={"game": "hogen"}).text
