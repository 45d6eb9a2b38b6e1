"""The page of a first game: its words in each language, its pictures, and the ways that lead there."""

import re

import pytest

from companion.data.catalogue import LANGUAGES
from companion.data.vocabulary import game_words
from companion.paths import assets
from companion.play.games import GAMES
from companion.service.session import Session
from tests.web.conftest import Browser


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_all_words_and_pictures(browser: Browser, game: str, language: str) -> None:
    page = browser(None, **{"accept-language": language}).get(f"/first?game={game}").text
    plain = re.sub(r"\s+", " ", re.sub("<[^>]+>", "", page))
    words = {key: text for key, text in game_words(game, language).items() if key.startswith("first.")}
    assert len(words) > 20
    for text in words.values():
        assert text.replace("**", "").replace("\n", " · ") in plain
    shown = re.findall(r'src="[^"]*/img/(first-[^"]+)"', page)
    assert {*shown} == {file.name for file in (assets() / "web/img").glob(f"first-{game}-*.webp")}
    assert len(shown) == 13


def test_a_first_game_is_reached_from_where_a_table_begins_and_from_the_rules(
    browser: Browser, harvest: Session
) -> None:
    phone = browser("player")
    for game in GAMES:
        for page in (f"/new/{game}", f"/rules?game={game}", "/rules"):
            assert f'href="/first?game={game}"' in phone.get(page).text
    for page in ("/t/harvest/seat", "/t/harvest/lobby", "/t/harvest/rules"):
        assert 'href="/t/harvest/first"' in phone.get(page).text
    assert "Your first game of Shogun" in phone.get("/t/harvest/first").text
    assert str(phone.get("/rules?game=hogen&rule=first-game").url).endswith("/first?game=hogen")
    assert str(phone.get("/t/harvest/rules?rule=first-game").url).endswith("/t/harvest/first")
    assert phone.get("/first?game=chess").status_code == 422
    assert 'href="/print?game=shogun&amp;part=first-game"' in phone.get("/first?game=shogun").text
