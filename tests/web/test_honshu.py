"""The pages of a table of Honshu without any script: maps, cards, score, tricks, text; cheats and vandals."""

import json
from dataclasses import replace
from html import unescape
from re import findall, search

import pytest

from companion.cli.main import run
from companion.play.honshu.ending import SitDown
from companion.play.honshu.hands import PlayTrick
from companion.play.honshu.views import view
from companion.service.honshu.scoring import score_seat
from companion.service.playing import play
from companion.web.people import PLAYER, WATCHER
from tests.play.honshu import moves as honshu_moves
from tests.play.honshu.moves import EXAMPLE, GRID
from tests.web.app_browser import AppBrowser
from tests.web.conftest import read_fields, send_form


@pytest.fixture
def phone(seated_browser, friday):
    """Makes the phone of who sits at a seat."""
    return lambda seat="blue", name="Aya", **headers: seated_browser("friday", seat, name, **headers)


def send_page(client: AppBrowser, page: str, **values: object):
    return send_form(client, f"/t/friday{page}", **values)


def get_grid(app_state, seat: str = "blue") -> list[str]:
    return view(app_state.open_table("friday").state).maps[seat].map.grid


def read_text(html: str) -> str:
    return " ".join(unescape(" ".join(findall(r">([^<]+)<", html))).split())


def test_squares_are_tapped_changed_by_a_second_tap_and_the_kind_is_kept(phone, app_state) -> None:
    aya = phone()
    page = send_page(aya, "/squares", kind="B", value="2", square="0.0")
    assert get_grid(app_state) == ["B2"]
    assert search(r'name="kind" value="B" checked', page.text)
    send_page(aya, "/squares", kind="B", value="2", square="0.0")
    send_page(aya, "/squares", kind="n", square="0.-1")
    send_page(aya, "/squares", kind="n", square="0.-1")
    send_page(aya, "/squares", kind="g", bare="1", square="-1.0")
    assert get_grid(app_state) == [". g", "n B3"]
    page = send_page(aya, "/squares", kind="F", square=["1.0", "1.1", "2.1"])
    assert "Undo 3 × forest" in read_text(page.text)
    send_page(aya, "/squares", kind=".", square="-1.0")
    send_page(phone("black", "Dai"), "/squares", kind="L", square="0.0")  # who comes late, on a map of their own
    page = send_page(aya, "/squares", undo="1")
    assert "Redo no card" in read_text(page.text)
    assert (get_grid(app_state)[0], get_grid(app_state, "black")) == (". g .", ["L"])
    assert view(app_state.open_table("friday").state).names["black"] == "Dai"
    french = read_text(phone("red", "Bo", **{"accept-language": "fr"}).get("/t/friday/squares").text)
    assert "forêt" in french


def read_ground(page: str) -> tuple[int, ...]:
    """The rows and columns of the ground of a map, and how far it has grown above and beside it."""
    size, grown = r'data-r="(\d+)" data-cols="(\d+)"', r'data-r="(\d+)" data-c="(\d+)"'
    found = search(f'class="ground ".*? {size}><div class="map" .*? {grown}', page)
    return tuple(map(int, found.groups()))


def test_the_ground_of_a_map_stays_while_it_is_tapped_until_it_is_centred(phone) -> None:
    aya = phone()
    page = aya.get("/t/friday/squares")
    assert read_ground(page.text) == (5, 5, 0, 0)
    for at in ("-3.-3", "-4.-3", "-5.-3", "-5.-4"):
        kept = dict(findall(r'name="(first|last)" value="([^"]+)"', page.text))
        page = send_page(aya, "/squares", square=at, kind="F", **kept)
    assert read_ground(page.text) == (5, 5, 3, 2)
    assert read_ground(aya.get("/t/friday/squares").text) == (5, 5, 0, 0)  # as the button asks for it
    for first, last in (("0.0", "199.199"), ("3.3", "-3.-3")):
        assert read_ground(aya.get(f"/t/friday/squares?first={first}&last={last}").text) == (5, 5, 0, 0)
    assert aya.get("/t/friday/squares?first=0.0&last=x").status_code == 422


def test_a_new_table_is_opened_and_whoever_sits_down_is_in_its_log(browser, app_state) -> None:
    aya, bo = browser(PLAYER), browser(PLAYER)
    page = aya.get("/new/honshu").text
    form = {**read_fields(page), "table": "Saturday", "scoring": "4"}
    for _ in range(2):  # a repeated tap opens it once
        assert aya.post("/new/honshu", data=form).url.path == "/t/Saturday/seat"
    for phone, seat, name in ((aya, "red", "Aya"), (bo, "black", "Bo")):
        assert name in send_form(phone, "/t/Saturday/seat", seat=seat, name=name).text
    seen = view(app_state.open_table("Saturday").state)
    assert (seen.names, seen.card) == ({"red": "Aya", "black": "Bo"}, 4)
    assert send_form(aya, "/new/honshu", table="Sunday", scoring="4").url.path == "/t/Sunday/seat"
    saturday, sunday = (app_state.open_table(name).history.get_transition(1) for name in ("Saturday", "Sunday"))
    assert replace(saturday.request, drawn="") == replace(sunday.request, drawn="")
    assert saturday.event.hash != sunday.event.hash  # two evenings, also where they go alike
    assert send_form(aya, "/new/honshu", table="").status_code == 422


def test_a_card_is_held_turned_slid_under_and_laid(phone, app_state, friday) -> None:
    aya = phone()
    page = aya.get("/t/friday/card").text
    assert findall(r'name="card" value="(A\d|B\d)"', page) == [f"{side}{n}" for side in "AB" for n in range(1, 7)]
    page = aya.get("/t/friday/card?card=A1").text
    assert "Lay card A1" in page
    send_page(aya, "/card", card="A1", at="0.0", turn="90")
    page = aya.get("/t/friday/card?card=29").text
    assert 'class="act" form="lay">Lay card 29' in page
    assert search(r'name="turn" value="90"', page)
    honshu_moves.take_in(friday, "blue", GRID)
    page = aya.get("/t/friday/card?card=29&at=3.3&turn=0").text
    assert "✕ Not here." in read_text(page)
    assert page.count("no-here") == 2
    assert 'form="lay" disabled' in page
    before = len(app_state.open_table("friday").history)
    answer = send_page(aya, "/card", card="29", at="3.3", turn="0")
    assert answer.status_code == 422
    assert "a lake must stay in view" in answer.text
    assert 'name="card" inputmode="numeric" autocomplete="off" maxlength="3" value="29"' in answer.text
    assert len(app_state.open_table("friday").history) == before
    page = aya.get("/t/friday/card?card=29&at=3.3&turn=0&under=bottom").text
    assert search(r'value="bottom" aria-pressed="true"', page)


def test_the_best_places_are_shown_and_can_be_laid(phone, app_state, friday) -> None:
    aya = phone()
    honshu_moves.take_in(friday, "blue", EXAMPLE)
    page = aya.get("/t/friday/card?card=29&advise=1").text
    ways = [unescape(way) for way in findall(r'class="line" href="([^"]+advise=1)"', page)]
    assert len(ways) == 3
    shown = aya.get(ways[0]).text
    assert 'class="act" form="lay">Lay card 29' in shown
    at, turn, under = (search(rf'name="{name}" value="([^"]*)"', shown)[1] for name in ("at", "turn", "under"))
    gained = int(search(r"([+]\d+) points, total", shown)[1])
    before = score_seat(view(friday.state), "blue").score.total
    assert send_page(aya, "/card", card="29", at=at, turn=turn, under=under).status_code == 200
    assert score_seat(view(app_state.open_table("friday").state), "blue").score.total == before + gained


def test_the_web_score_has_the_command_lines_lines_and_lights_squares(phone, friday, tmp_path, capsys) -> None:
    honshu_moves.take_in(friday, "blue", GRID)
    (tmp_path / "map.txt").write_text(GRID, encoding="utf-8")
    run(["honshu", "score", str(tmp_path / "map.txt"), "--card", "5", "--json"])
    said = json.loads(capsys.readouterr().out)
    aya = phone()
    page = aya.get("/t/friday/score").text
    lines = findall(r'<a class="line".*?<span>([^<]+)</span><span class="pts">(-?\d+)</span></a>', page)
    assert [(unescape(text), int(points)) for text, points in lines] == [
        (line["text"], line["points"]) for line in said["lines"]
    ]
    assert f'<span class="sum">{said["total"]}</span>' in page
    for number, line in enumerate(said["lines"], start=1):
        lit = aya.get(f"/t/friday/score?line={number}").text
        assert lit.count(" lit") == len(line["squares"])
    assert {name: int(total) for name, total in (each.values() for each in said["alternatives"])} == {
        unescape(name): int(total)
        for name, total in findall(r'name="ruling" value="([^"]+)"[^>]*><span>[^<]*<b>then (\d+)</b>', page)
    }


def test_scoring_card_and_rulings_change_the_score_for_all(phone, friday, app_state) -> None:
    honshu_moves.take_in(friday, "blue", GRID)
    aya, bo = phone(), phone("red", "Bo")
    send_page(aya, "/score", scoring="7")
    assert '<span class="sum">67</span>' in bo.get("/t/friday/score?of=blue").text
    send_page(bo, "/score", scoring="5")
    send_page(bo, "/score", ruling="town-card-value=instead")
    assert '<span class="sum">65</span>' in aya.get("/t/friday/score").text
    stale = read_fields(aya.get("/t/friday/score").text)
    send_page(bo, "/score", scoring="0")
    answer = aya.post("/t/friday/score", data={**stale, "scoring": "3"})
    assert answer.status_code == 422
    assert app_state.open_table("friday").state.card is None


def test_the_table_is_ranked_with_ties_and_ended(phone, friday, browser) -> None:
    aya = phone()
    assert "no map yet" in read_text(aya.get("/t/friday").text)
    asks = "<summary[^>]*>All maps are finished</summary>.*Round 1 of 12 · Bo: no map yet.*End the game now"
    honshu_moves.take_in(friday, "blue", GRID)
    assert search(asks, aya.get("/t/friday").text)
    honshu_moves.take_in(friday, "red", GRID)
    assert "End the game now" not in aya.get("/t/friday").text
    screen = browser(WATCHER)
    assert "Aya and Bo share the win." in read_text(screen.get("/t/friday").text)
    assert "<form" not in screen.get("/t/friday").text
    send_page(aya, "")
    assert "finished" in send_page(aya, "/squares", kind="F", square="0.0").text
    assert send_page(aya, "/squares", kind="F", square="0.0").status_code == 422
    pages = ("", "/squares", "/card", "/text", "/photo", "/score", "/tricks")
    assert all("The game is over." in aya.get(f"/t/friday{page}").text for page in pages)
    assert "Who chooses first?" not in aya.get("/t/friday/tricks").text
    send_page(aya, "", go_on="1")
    assert not any("The game is over." in aya.get(f"/t/friday{page}").text for page in pages)
    assert send_page(aya, "/squares", kind="F", square="0.0").status_code == 200
    assert "wins" in read_text(aya.get("/t/friday").text)


def test_tricks_of_two_and_three_players_are_judged(phone, friday, app_state) -> None:
    aya = phone()
    page = send_page(
        aya,
        "/tricks",
        **{"card-blue": "47", "card-red": "12", "cube-red": "b", "cube2-red": "g", "pile-1": "5", "pile-2": "33"},
    )
    assert "Bo removes two cubes and chooses a pair." in read_text(page.text)
    assert "Round 2 of 12" in read_text(page.text)
    assert app_state.open_table("friday").history.steps[-1].request.plays[2:] == ("5", "33")  # the pair from the pile
    send_page(aya, "/tricks", undo="1")
    play(friday, SitDown("yellow", "Chen"))
    typed = {"card-blue": "11", "card-red": "29", "cube-red": "b", "card-yellow": "57", "cube-yellow": "g"}
    order = {"place-blue": "2", "place-red": "1", "place-yellow": "3"}
    answer = send_page(aya, "/tricks", **typed, **order)
    assert answer.status_code == 422
    assert "all cubes of a trick are of one colour" in answer.text
    assert 'name="card-red" inputmode="numeric" maxlength="2" autocomplete="off" value="29"' in answer.text
    for place in ("2", None):  # somebody's too, or left empty
        answer = send_page(aya, "/tricks", **typed, **{**order, "place-red": place})
        assert "Say who has order card 1, 2 and so on" in answer.text
    page = send_page(aya, "/tricks", **{**typed, "cube-yellow": ""}, **order)
    assert "New player order: Bo, Chen, Aya." in read_text(page.text)
    assert view(app_state.open_table("friday").state).order == ("red", "yellow", "blue")


def test_a_name_is_no_html_in_an_answer(shelf, seated_browser) -> None:
    names = {"blue": "Aya", "red": "<b>Bo</b>", "yellow": "Chen"}
    here = honshu_moves.begin(shelf, "friday", names)
    assert play(here, PlayTrick(("3", "29+b", "11"), tuple(names))).yes
    page = seated_browser("friday", "blue", "Aya").get("/t/friday/tricks").text
    assert "New player order: &lt;b&gt;Bo&lt;/b&gt;, Chen, Aya." in page
    assert "<b>Bo" not in page


def test_a_map_is_pasted_in_and_copied_out(phone, app_state) -> None:
    aya = phone()
    assert send_page(aya, "/text", text=GRID.replace("\n", "\r\n")).status_code == 200
    assert get_grid(app_state) == GRID.splitlines()
    page = unescape(aya.get("/t/friday/text").text)
    assert str(view(app_state.open_table("friday").state).maps["blue"].map) in page
    send_page(aya, "/text", text="A1 0 0 0\n29 2 0 0")
    assert "29 2 0 0" in aya.get("/t/friday/text").text
    answer = send_page(aya, "/text", text="F T\n<Q> T")
    assert answer.status_code == 422
    assert "row 2, column 1" in read_text(answer.text)
    assert "F T\n&lt;Q&gt; T</textarea>" in answer.text


def test_the_finished_map_is_given_out_as_svg_and_pdf(phone, friday) -> None:
    aya = phone()
    assert aya.get("/t/friday/map.svg").status_code == 422
    honshu_moves.take_in(friday, "blue", GRID)
    svg, pdf = aya.get("/t/friday/map.svg"), aya.get("/t/friday/map.pdf?of=blue")
    assert svg.headers["content-type"] == "image/svg+xml"
    assert "66" in svg.text
    assert pdf.content.startswith(b"%PDF")
    assert pdf.headers["content-disposition"].endswith("''honshu-Aya.pdf")
