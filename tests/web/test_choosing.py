"""Choosing what to print: names that are nearly right, and sheets seen before paper is spent."""

from html import unescape
from re import findall, search

from companion.service.kept_tables import OpenTables
from tests.web.test_printing import player, token


def test_an_unknown_card_name_offers_similar_names_as_links(tables: OpenTables) -> None:
    """The tap puts the name in the place of what was typed, and leaves the rest."""
    asked = {"game": "shogun", "part": "event-cards", "cards": "10, red harvest", "back": "/t/genpei"}
    with player(tables) as client:
        page = client.get("/print", params={**asked, "language": "en"})
        assert "did you mean “A rich harvest”, “A lean harvest”?" in page.text
        offered = dict(findall(r'class="btn" href="(/print\?[^"]*)">(A [a-z]+ harvest)<', page.text))
        lean = next(address for address, name in offered.items() if name == "A lean harvest")
        taken = client.get(unescape(lean)).text
        assert search(r'name="cards"[^>]* value="10, A lean harvest"', taken)
        assert 'value="/t/genpei"' in taken
        assert 'id="problem"' not in taken
        asked["cards"] = "récolte"
        page = client.post("/print", data={**asked, "language": "fr", **token(client)})
        assert "Belle récolte</a>" in page.text


def test_sheets_are_seen_large_one_after_the_other(tables: OpenTables) -> None:
    """However many there are, those that come next are still known."""
    with player(tables) as client:
        page = client.get("/print", params={"game": "honshu", "language": "en"}).text
        sheets = findall(r'href="(/print/[^"]+/large/\d+)"', page)
        assert len(sheets) == 12
        for sheet in [*sheets, sheets[0]]:
            assert client.get(sheet).status_code == 200, sheet
            assert client.get(sheet.replace("/large/", "/whole/")).status_code == 200, sheet
