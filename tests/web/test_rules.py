"""The rules on pages: asked by anybody, at a table with the rulings it plays by."""

import re

import pytest

from companion.data.rulebook import rulebook
from companion.paths import templates
from companion.play.games import GAMES
from companion.service.rules import get_rulings
from companion.service.session import Session
from companion.web.app_state import AppState
from tests.web.conftest import Browser, fields


def find_pressed_answer(page: str) -> str:
    """The value of the ruling button that is pressed."""
    return re.findall(r'name="ruling" value="([^"]+)" aria-pressed="true"', page)[0]


def test_the_rules_can_be_searched_without_joining(browser: Browser) -> None:
    page = browser(None).get("/rules?q=tie tower").text
    assert "<h1>A tie in a battle</h1>" in page
    assert "A tie for the win" in page
    assert "✓ To the supplies." in page
    assert 'name="ruling"' not in page  # there is no table whose rulings these are


def test_a_search_without_result_says_so_and_keeps_the_question(browser: Browser) -> None:
    answer = browser(None).get("/rules?q=zzzzqqqq")
    assert answer.status_code == 200
    assert "No rule found for &#39;zzzzqqqq&#39;" in answer.text
    assert 'value="zzzzqqqq"' in answer.text
    assert "Lakes" in answer.text


def test_all_rules_stand_there_by_chapter(browser: Browser) -> None:
    page = browser(None).get("/rules").text
    assert "A tie in a battle" in page
    assert "The palace" in page
    only = browser(None).get("/rules?game=hogen").text
    assert "The palace" in only
    assert "A tie in a battle" not in only


def test_the_rules_of_an_unknown_game_are_refused(browser: Browser) -> None:
    assert browser(None).get("/rules?game=chess").status_code == 422


def test_a_table_settles_a_ruling(browser: Browser, app_state: AppState, harvest: Session) -> None:
    phone = browser("host")
    page = phone.get("/t/harvest/rules?rule=tie").text
    assert find_pressed_answer(page) == "tie=supply"
    sent = phone.post("/t/harvest/rules", data={**fields(page), "ruling": "tie=tower", "rule": "tie"})
    assert sent.status_code in (200, 303)
    assert app_state.open_table("harvest").state.rulings["tie"] == "tower"
    page = phone.get("/t/harvest/rules?rule=tie").text
    assert find_pressed_answer(page) == "tie=tower"
    assert "Into the tower" in phone.get("/t/harvest/history").text


def test_an_unknown_ruling_is_refused_and_the_rule_is_shown_again(
    browser: Browser, app_state: AppState, harvest: Session
) -> None:
    phone = browser("host")
    page = phone.get("/t/harvest/rules?rule=tie").text
    for wrong in ("tie=moon", "moon=tie", "", "tie"):
        answer = phone.post("/t/harvest/rules", data={**fields(page), "ruling": wrong, "rule": "tie"})
        assert answer.status_code == 422
        assert "A tie in a battle" in answer.text
    assert app_state.open_table("harvest").state.rulings["tie"] == "supply"


def test_a_watching_screen_cannot_settle_a_ruling(browser: Browser, harvest: Session) -> None:
    page = browser("watcher").get("/t/harvest/rules?rule=tie").text
    assert "✓ To the supplies." in page
    assert 'name="ruling"' not in page


def test_the_menu_links_to_the_rules(browser: Browser, harvest: Session) -> None:
    assert 'href="/t/harvest/rules"' in browser("player").get("/t/harvest").text
    assert 'href="/rules"' in browser("player").get("/").text


def test_the_tower_page_names_and_links_its_rule(browser: Browser, harvest: Session) -> None:
    page = browser("player").get("/t/harvest/tower").text
    asked = page[page.index('<details class="asks') :]
    asked = asked[: asked.index("</details>")]
    assert "When there is a battle" in asked
    assert 'href="/t/harvest/rules?rule=battle"' in asked


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


@pytest.mark.parametrize("page", ["/new/shogun", "/new/hogen"])
def test_a_ruling_that_is_chosen_tells_its_rule(browser: Browser, page: str) -> None:
    html = browser("host").get(page).text
    game = page.rpartition("/")[2]
    for ruling in get_rulings(game):
        name = next(rule.name for rule in rulebook(game) if ruling.name in rule.rulings)
        assert f"/rules?game={game}&amp;rule={name}" in html
