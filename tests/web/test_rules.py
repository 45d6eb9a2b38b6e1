"""The rules on pages: asked by anybody, at a table with the rulings it plays by."""

import re

import pytest

from companion.data.catalogue import LANGUAGES
from companion.data.rulebook import rulebook
from companion.data.vocabulary import game_words
from companion.paths import assets, templates
from companion.play.games import GAMES
from companion.service.session import Session
from companion.web.app_state import AppState
from tests.web.conftest import Browser, send_form


def test_the_rules_can_be_searched_without_joining(browser: Browser) -> None:
    page = browser(None).get("/rules?q=tie tower").text
    assert "<h1>A tie in a battle</h1>" in page
    assert "✓ To the supplies." in page
    assert 'name="ruling"' not in page  # there is no table whose rulings these are
    none = browser(None).get("/rules?q=zzzzqqqq").text
    assert "No rule found for &#39;zzzzqqqq&#39;" in none
    assert 'value="zzzzqqqq"' in none
    every, only = (browser(None).get(f"/rules{game}").text for game in ("", "?game=hogen"))
    assert ("A tie in a battle" in every, "The palace" in every) == (True, True)
    assert ("A tie in a battle" in only, "The palace" in only) == (False, True)
    assert browser(None).get("/rules?game=chess").status_code == 422


def test_a_game_that_a_question_names_is_searched_alone(browser: Browser) -> None:
    phone = browser(None)
    page = phone.get("/rules?game=shogun&q=how do I play Honshū?").text
    assert "<h1>Your first game of Honshu</h1>" in page
    assert 'href="/rules?game=honshu"' in page
    assert phone.get("/rules?q=Hōgen").text == phone.get("/rules?game=hogen&q=Hōgen").text
    assert "<h1>The rules of Hogen</h1>" in phone.get("/rules?q=Hōgen").text


def test_pages_show_no_command(browser: Browser) -> None:
    page = browser(None).get("/rules?game=shogun&rule=castle").text
    assert "Companion says what it costs and whether you can build it." in page
    assert "companion shogun" not in page
    assert "<dt>Companion</dt>" not in browser(None).get("/rules?game=shogun&rule=tie").text  # there is a command alone


def test_a_table_asks_about_its_own_game(browser: Browser, harvest: Session) -> None:
    assert "<h1>A tie in a battle</h1>" in browser("host").get("/t/harvest/rules?q=a tie").text
    assert "<h1>Who wins</h1>" in browser("host").get("/t/harvest/rules?q=who wins").text


def test_a_table_settles_a_ruling(browser: Browser, app_state: AppState, harvest: Session) -> None:
    phone = browser("host")
    page = "/t/harvest/rules?rule=tie"
    pressed = r'name="ruling" value="([^"]+)" aria-pressed="true"'
    assert re.findall(pressed, phone.get(page).text)[0] == "tie=supply"
    for wrong in ("tie=moon", "moon=tie", "", "tie"):
        answer = send_form(phone, page, ruling=wrong, rule="tie")
        assert (answer.status_code, "A tie in a battle" in answer.text) == (422, True)
    assert send_form(phone, page, ruling="tie=tower", rule="tie").status_code == 200
    assert app_state.open_table("harvest").state.rulings["tie"] == "tower"
    assert re.findall(pressed, phone.get(page).text)[0] == "tie=tower"
    assert 'name="ruling"' not in browser("watcher").get(page).text
    assert "Into the tower" in phone.get("/t/harvest/history").text


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_a_page_names_exists(game: str) -> None:
    names = {rule.name for rule in rulebook(game)}
    found = set[str]()
    for page in (templates() / "web" / game).glob("*.html"):
        for block in re.findall(r"{% block asks %}(.*?){% endblock %}", page.read_text("utf-8")):
            words = re.findall(r'"([a-z-]+)"(?!:)', block) if "{{" in block else []
            found |= {*words, *re.sub(r"{%.*?%}|{{.*?}}", " ", block).split()}
    assert len(found) >= 5
    assert found <= names


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
