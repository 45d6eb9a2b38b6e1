"""One phone for everybody: a curtain where something is hidden, a score with no table before it, results kept."""

import re

from tests.web.pocket.test_inside import BATTLE, Phone

FIXED = {"name": "moon", "way": "fixed", "seat": ["blue", "red", "yellow"]}
HONSHU = {"table": "inn", "player-blue": "Aya", "player-red": "Bo"}


def open_table(phone: Phone, game: str, **form: str | list[str]) -> str:
    answered = phone.tap(f"/new/{game}", **form)
    assert answered.status == 200, answered.body.decode()
    return answered.path


def test_a_tower_is_thrown_at_once_under_names_that_tell_players_apart() -> None:
    phone, form = Phone(), {"name": "moon", "way": "tower", "seat": ["blue", "red"]}
    refused = phone.tap("/new/shogun", **form, named=["Aya", "aya"])
    assert (refused.status, 'value="aya"' in refused.body.decode()) == (422, True)
    assert ("table", "moon", "") not in phone.rows
    shown = open_table(phone, "shogun", **form, named=["Aya", "Bo"])
    assert shown == "/t/moon/tower"
    thrown = phone.tap(shown, **BATTLE, throw="1")
    assert thrown.path == "/t/moon/thrown"
    page = thrown.body.decode()
    assert [word in page for word in ("Aya", "Bo", "Hand on")] == [True, True, False]


def test_plans_are_made_behind_a_curtain_that_falls_when_the_pocket_is_opened_again() -> None:
    phone = Phone()
    shown = open_table(phone, "shogun", **FIXED)
    assert shown == "/t/moon/curtain"
    assert "Everything is hidden" in phone.ask("GET", shown).body.decode()
    open_table(phone, "honshu", **HONSHU)
    for table, asked in (("moon", "/t/moon/plan"), ("inn", "/t/inn/score")):
        phone.tap(f"/t/{table}/curtain", seat="red")
        assert "curtain" not in phone.ask("GET", asked).path
        phone.open()  # as when another tab has written: nobody has opened the page anew
        assert "curtain" not in phone.ask("GET", asked).path
        phone.pocket.draw_curtains(asked)
        hidden = table == "moon"
        assert ("curtain" in phone.ask("GET", asked).path) == hidden
    phone.tap("/t/moon/curtain", seat="red")
    phone.pocket.draw_curtains("/")
    assert "curtain" in phone.ask("GET", "/t/moon/plan").path


def test_a_finished_map_is_scored_without_a_table_for_an_evening() -> None:
    phone = Phone()
    form = {"table": "Honshu", "player-blue": "Me"}
    typed = phone.tap("/score", to="/new/honshu", **form, then="text")
    assert typed.path == "/t/Honshu/text"
    scored = phone.tap(typed.path, text="F F T\nF . L")
    assert scored.path == "/t/Honshu/squares"
    (total,) = re.findall(r">Score\s(\d+)</a>", scored.body.decode())
    assert int(total) == 3 * 2 + 1  # three forests, a town, and of a lake the first scores nothing
    for way in ("photo", "squares"):
        begun = phone.tap("/score", to="/new/honshu", **{**form, "table": way}, then=way)
        assert (begun.status, begun.path) == (200, f"/t/{way}/{way}")


def test_a_finished_board_is_scored_on_one_page() -> None:
    phone = Phone()
    form = {"name": "Shogun", "way": "board", "then": "score", "seat": ["blue", "red", "black"], "side": "moon"}
    board = phone.tap("/score", to="/new/shogun", **form)
    assert board.path == "/t/Shogun/setup?then=score&side=moon"
    assert 'name="armies-Kai"' not in board.body.decode()
    choices = {"told": "1", "then": "score", "way": "board", "side": "moon", "year": "2", "season": "autumn"}
    lands = {"owner-Kai": "blue", "castle-Kai": "1", "owner-Suruga": "red", "chests-red": "2"}
    scored = phone.tap("/t/Shogun/setup", **choices, **lands)
    assert (scored.status, scored.path) == (200, "/t/Shogun/score")
    words = " ".join(re.sub(r"<[^>]*>", " ", scored.body.decode()).split())
    assert "If winter came now" in words
    assert re.search(r"1\. Blue \d", words)
