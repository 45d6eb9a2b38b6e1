"""What is finished is scored at once, with no table for an evening before it."""

import re

from tests.web.pocket.test_inside import Phone


def test_a_finished_map_is_scored_without_a_table_for_an_evening() -> None:
    phone = Phone()
    page = phone.ask("GET", "/score").body.decode()
    assert "A map of Honshu" in page
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
    text = board.body.decode()
    assert 'name="armies-Kai"' not in text
    assert 'name="way" value="board"' in text
    told = {"told": "1", "then": "score", "way": "board", "side": "moon", "year": "2", "season": "autumn"}
    lands = {"owner-Kai": "blue", "castle-Kai": "1", "owner-Suruga": "red", "chests-red": "2"}
    scored = phone.tap("/t/Shogun/setup", **told, **lands)
    assert (scored.status, scored.path) == (200, "/t/Shogun/score")
    words = " ".join(re.sub(r"<[^>]*>", " ", scored.body.decode()).split())
    assert "If winter came now" in words
    assert re.search(r"1\. Blue \d", words)
