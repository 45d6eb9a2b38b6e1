"""Printing from a page: what was chosen is kept, nonsense is told, two who print the same print it once."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from itertools import product
from pathlib import Path
from re import findall, search
from urllib.parse import quote

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from companion.answers import Answer
from companion.cli.main import companion
from companion.errors import InputError, Refused
from companion.sentences import say
from companion.service.hogen import begin
from companion.service.kept_tables import OpenTables
from companion.service.press.edition_order import EditionOrder
from companion.service.press.own_decks import keep_deck
from companion.web.app import make_app
from companion.web.app_state import Settings
from companion.web.people import PLAYER
from companion.web.press import PressHere, Report, Task, run_task
from companion.web.printing import Jobs, wait_for_job
from companion.web.serving.press import PressProcess
from tests.press.decks import BACK, FACE, scale_to_poker, write_deck

HOGEN = {"game": "hogen", "paper": "a4", "sides": "fronts", "language": "fr"}


@contextmanager
def open_client(tables: OpenTables, role: str = PLAYER, **settings: object) -> Iterator[TestClient]:
    """Somebody at a house whose press goes on between two requests."""
    app = make_app(tables, Settings(**settings))  # type: ignore[arg-type]
    with TestClient(app, base_url="http://127.0.0.1:8642") as client:
        client.get(f"/join/{app.state.app_state.codes[role]}")
        yield client


def read_token(client: TestClient) -> dict[str, str]:
    found = search(r'name="token" value="([^"]+)"', client.get("/settings").text)
    assert found
    return {"token": found[1]}


def test_a_page_shows_the_sheets_and_prints_them(tables: OpenTables) -> None:
    with open_client(tables) as client:
        page = client.get("/print", params={**HOGEN, "part": ["map-cards", "samurai", "../../x"]})
        assert findall(r'name="part" value="([^"]+)" checked', page.text) == ["samurai"]
        page = client.get("/print", params=HOGEN)
        sheets = findall(r'src="(/print/[^"]+/sheet/\d+)"', page.text)
        look = sheets[0].removesuffix("/sheet/0")
        assert sheets == [f"{look}/sheet/{number}" for number in range(6)]
        assert client.get(sheets[0]).headers["content-type"].startswith("image/svg+xml")
        for kind in ("sheet", "large", "whole"):
            assert client.get(f"{look}/{kind}/5").status_code == 200
            for number in ("6", "-1", "10000", "\u0663", "x"):
                assert client.get(f"{look}/{kind}/{number}").status_code == 404, (kind, number)
        printed = client.post("/print", data={**HOGEN, **read_token(client)})
        name = search(r'href="(/print/[^"]+/file/hogen-fr-a4-fronts.pdf)"', printed.text)
        assert name
        got = client.get(name[1])
        assert got.content.startswith(b"%PDF-")
        assert 'attachment; filename="hogen-fr-a4-fronts.pdf"' in got.headers["content-disposition"]
        assert client.get(name[1].replace("hogen-fr", "..%2Fhogen")).status_code == 404


def test_every_sheet_of_many_is_seen_large_after_the_others(tables: OpenTables) -> None:
    with open_client(tables) as client:
        page = client.get("/print", params={"game": "honshu", "language": "en"}).text
        sheets = findall(r'href="(/print/[^"]+/large/\d+)"', page)
        assert len(sheets) == 12
        assert {client.get(sheet).status_code for sheet in [*sheets, sheets[0]]} == {200}


def test_whoever_prints_finds_the_way_back_to_the_table(tables: OpenTables) -> None:
    begin(tables.shelf, "genpei", ["Aya", "Bo", "Chen"], {})
    with open_client(tables) as client:
        (asked,) = findall(r'href="(/print[^"]*)"', client.get("/t/genpei").text)
        page, back = client.get(f"{asked}&game=hogen&sides=fronts").text, 'class="btn" href="/t/genpei"'
        assert back in page
        assert '<input type="hidden" name="back" value="/t/genpei">' in page
        printed = client.post("/print", data={**HOGEN, **read_token(client), "back": "/t/genpei"})
        assert back in printed.text
        stopped = client.post(printed.url.path, data={**read_token(client), "back": "/t/genpei", "stop": "1"})
        assert back in stopped.text
        for none in ("/print?back=//evil.example", "/print?back=https://evil.example/t/genpei"):
            page = client.get(none).text.partition("<main")[2]
            assert ('class="btn" href="/"' in page, "evil" in page) == (True, False)


@pytest.mark.parametrize(("field", "value"), [("game", "chess"), ("paper", "a9"), ("language", "tlh")])
def test_an_unknown_print_option_is_refused_with_the_choices(tables: OpenTables, field: str, value: str) -> None:
    with open_client(tables) as client:
        wrong = {**HOGEN, field: value}
        for page in (client.get("/print", params=wrong), client.post("/print", data={**wrong, **read_token(client)})):
            assert page.status_code == 422
            assert 'role="alert"' in page.text
            assert "Choose one" in page.text


def test_a_print_that_is_gone_leads_back_to_the_print_page(tables: OpenTables) -> None:
    with open_client(tables) as client:
        assert client.get("/print/0123456789abcdef").url.path == "/print"
        assert client.post("/print/0123456789abcdef", data=read_token(client)).url.path == "/print"
        assert client.get("/print/0123456789abcdef/file/x.pdf").status_code == 404
        deleted = client.get("/print/0123456789abcdef", params={"game": "own-0123456789abcdef"})
        assert "This deck is no longer here; load it again." in deleted.text
        assert "The press has stopped" not in deleted.text


def test_sheets_cut_for_cards_are_among_the_papers_with_the_places_that_are_free(
    tables: OpenTables, tmp_path: Path
) -> None:
    write_deck(tmp_path / "kept" / "kobo", front=scale_to_poker(FACE), back=scale_to_poker(BACK))
    own = '[kobo]\nsheet = "a4"\ncolumns = 2\nrows = 2\ncard = [63.5, 88.9]\nfirst = [10, 10]\n'
    (tmp_path / "kept" / "kobo" / "papers.toml").write_text(own)
    order = {"game": keep_deck(tmp_path / "kept", "kobo"), "language": "en", "paper": "kobo"}
    with open_client(tables) as client:

        def show(**more: str) -> str:
            return client.get("/print", params={**order, **more}).text.replace("\N{NO-BREAK SPACE}", " ")

        page = show()
        assert findall(r'name="paper" value="(a4|poker-9|kobo)"( checked)?', page) == [
            ("a4", ""),
            ("poker-9", ""),
            ("kobo", " checked"),
        ]
        assert "2 sheets of Kobo: 5 cards" in page
        page = show(paper="poker-9", skip="1-4")
        assert "one sheet of Poker 9: 5 cards" in page
        assert 'name="skip" type="text" value="1-4"' in page
        assert "Poker 9 has 9 places for these cards; leave one free" in show(paper="poker-9", skip="1-9")
        printed = client.post("/print", data={**order, "skip": "1-2", **read_token(client)})
        assert "/file/tiny-en-kobo.pdf" in printed.text


class SlowPress:
    """A press that waits until it is let go, and counts."""

    def __init__(self) -> None:
        self.begun: list[Task] = []
        self.go = asyncio.Event()

    async def work(self, task: Task, told: Report) -> Answer:
        self.begun.append(task)
        told(1, 2)
        await self.go.wait()
        return Answer({}, (say("The table is closed; the games are kept."),))


def test_equal_print_orders_share_one_job_until_it_is_stopped() -> None:
    async def order_twice() -> None:
        press = SlowPress()
        jobs = Jobs(press)
        one, two, other = (jobs.print(EditionOrder(game)) for game in ("honshu", "honshu", "hogen"))
        assert one is two
        assert not await wait_for_job(one, 0.01)
        assert len(press.begun) == 1, "one after the other"
        assert (one.done_count, one.total, other.total) == (1, 2, 0)
        jobs.stop(EditionOrder("hogen").fingerprint)
        assert jobs.find_print(EditionOrder("hogen").fingerprint) is None
        press.go.set()
        assert await wait_for_job(one, 5)
        assert jobs.print(EditionOrder("honshu")) is one, "and is there for the next who asks"

    asyncio.run(order_twice())


def test_a_busy_press_refuses_more_orders_and_a_phone_keeps_its_last_two() -> None:
    async def order_many() -> None:
        press = SlowPress()
        jobs = Jobs(press)
        waiting = [jobs.look(EditionOrder("honshu", paper=str(number))) for number in range(6)]
        with pytest.raises(Refused, match="busy"):
            jobs.look(EditionOrder("honshu", paper="one more"))
        press.go.set()
        for job in waiting:
            assert await wait_for_job(job, 5)
        phone = Jobs(press, is_held=True)
        orders = [EditionOrder("honshu", margin=number) for number in range(4)]
        for order, begun in product(orders, (phone.look, phone.print)):
            begun(order)
            await phone.wait_for_all()
        kept = [phone.find_print(order.fingerprint) is not None for order in orders]
        assert kept == [False, False, True, True], "this order and the one before"

    asyncio.run(order_many())


@pytest.mark.parametrize(("fault", "looks"), [(InputError("no"), 1), (OSError("gone"), 3)])
def test_a_faulty_order_is_remembered_and_a_press_that_stopped_tried_again(fault: Exception, looks: int) -> None:
    begun: list[Task] = []

    class FaultyPress:
        async def work(self, task: Task, told: Report) -> Answer:
            begun.append(task)
            raise fault

    async def order_again() -> None:
        jobs = Jobs(FaultyPress())
        for _ in range(3):
            assert await wait_for_job(jobs.look(EditionOrder("honshu")), 5)
        assert len(begun) == looks
        for _ in range(2):
            assert await wait_for_job(jobs.print(EditionOrder("honshu")), 5)
        assert len(begun) == looks + 2, "a full disk may have been cleared"

    asyncio.run(order_again())


def test_the_press_process_makes_the_same_bytes_and_reports_progress(tmp_path: Path) -> None:
    async def order_samurai() -> None:
        heard: list[tuple[int, ...]] = []
        order = EditionOrder("hogen", sides="fronts", parts=("samurai",))
        answer = await PressProcess().work(Task(order, tmp_path), lambda *how: heard.append(how))
        made = next(file for file in answer.files if file.suffix == ".pdf")
        expected = run_task(Task(order, tmp_path / "here"), lambda *how: None)
        assert made.read_bytes() == expected.files[0].read_bytes()
        assert heard
        assert heard[-1][0] == heard[-1][1]
        pages = answer.data["files"][0]["pages"]
        drawn = [how[2:] for how in heard if len(how) > 2]
        assert drawn == [(page, pages) for page in range(1, pages + 1)]
        with pytest.raises(Refused, match="chess"):
            await PressProcess().work(Task(EditionOrder("chess")), lambda *how: None)

    asyncio.run(order_samurai())


def test_the_print_page_says_that_the_press_has_stopped(tables: OpenTables) -> None:
    class BrokenPress:
        async def work(self, task: Task, told: Report) -> Answer:
            raise OSError("gone")

    with open_client(tables, press=BrokenPress()) as client:
        assert "The press has stopped" in client.get("/print", params=HOGEN).text


LOST = {"game": "hogen", "paper": "letter", "sides": "fronts", "language": "en"}


def test_single_cards_are_printed_as_the_command_prints_them(tables: OpenTables, tmp_path: Path) -> None:
    asked, file = {**LOST, "cards": "源"}, "hogen-源-en-letter-fronts.pdf"
    with open_client(tables) as client:
        page = client.get("/print", params=asked)
        assert "4\u00a0pieces to cut out" in page.text
        assert 'value="源"' in page.text
        assert "to cut out" not in client.get("/print", params={**LOST, "part": "rules-aid"}).text
        one = client.post("/print", data={**LOST, **read_token(client), "cards": "Taira 4", "calculate": "1"})
        assert (one.url.path, "one piece to cut out" in one.text) == ("/print", True)  # Enter, without a script
        printed = client.post("/print", data={**asked, **read_token(client)})
        (link,) = set(findall(r'href="(/print/[^"?]+/file/[^"?]+)', printed.text))
        got = client.get(link)
    assert got.headers["content-disposition"].endswith(f"filename*=UTF-8''{quote(file)}")
    assert "A new back betrays a card" not in printed.text, "there are no backs"
    options = ["--paper", "letter", "--sides", "fronts", "--lang", "en", "--cards", "源", "-o", str(tmp_path)]
    done = CliRunner().invoke(companion, ["print", "hogen", *options])
    assert done.exit_code == 0, done.output
    assert "A new back betrays a card" not in done.output
    assert (tmp_path / file).read_bytes() == got.content


@pytest.mark.parametrize(
    ("language", "wanted", "said"),
    [
        ("en", {"cards": "3"}, "Card 3 is in several components (summaries, deduction sheets); choose one."),
        ("fr", {"cards": "Taira 1, Kia", "part": "samurai"}, "Il n’y a pas ici de carte « Kia »"),
    ],
)
def test_a_wrong_name_comes_back_with_all_that_was_chosen(
    tables: OpenTables, language: str, wanted: dict[str, str], said: str
) -> None:
    asked = {**LOST, "ink": "low", **wanted}
    with open_client(tables) as client:
        sent = read_token(client)
        client.get("/language", params={"to": language})
        for page in (client.get("/print", params=asked), client.post("/print", data={**asked, **sent})):
            assert (page.status_code, page.url.path) == (422, "/print")
            assert said in unescape(page.text).replace("\N{NO-BREAK SPACE}", " ")
            assert "data-wait" not in page.text, "nothing more will come"
            assert f'value="{asked["cards"]}"' in page.text
            kept = findall(r'name="(\w+)" value="([\w-]+)" checked', page.text)
            assert set(kept) - {("sleeves", "none")} == {item for item in asked.items() if item[0] != "cards"}
        long = client.post("/print", data={**asked, **sent, "cards": "x," * 101})
        assert (long.status_code, "200" in long.text) == (422, True)


def test_an_unknown_card_name_offers_similar_names_as_links(tables: OpenTables) -> None:
    asked = {"game": "shogun", "part": "event-cards", "cards": "10, red harvest", "back": "/t/genpei"}
    with open_client(tables) as client:
        page = client.get("/print", params={**asked, "language": "en"})
        assert "did you mean &#39;A rich harvest&#39;, &#39;A lean harvest&#39;?" in page.text
        offered = dict(findall(r'class="btn" href="(/print\?[^"]*)">(A [a-z]+ harvest)<', page.text))
        lean = next(address for address, name in offered.items() if name == "A lean harvest")
        taken = client.get(unescape(lean)).text
    assert search(r'name="cards"[^>]* value="10, A lean harvest"', taken)
    assert 'value="/t/genpei"' in taken
    assert 'id="problem"' not in taken


def test_a_card_of_another_game_is_offered_as_a_link(tables: OpenTables) -> None:
    asked = {"game": "honshu", "part": "map-cards", "cards": "Kai", "language": "de", "paper": "letter"}
    with open_client(tables) as client:
        page = unescape(client.get("/print", params=asked).text)
        link = search(r'class="btn" href="(/print\?[^"]*)">Kai is in Shogun: print it<', page)
        assert link, page
        taken = client.get(link[1]).text
    kept = dict(findall(r'name="(\w+)" value="([\w-]+)" checked', taken))
    assert (kept["game"], kept["paper"], kept["language"], "part" in kept) == ("shogun", "letter", "de", False)
    assert 'id="problem"' not in taken


def test_the_page_comes_before_its_sheets_and_says_how_to_see_them_without_a_script(
    tables: OpenTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = asyncio.Event()

    async def work(press: PressHere, task: Task, report: Report) -> Answer:
        await begun.wait()
        return run_task(task, report)

    monkeypatch.setattr(PressHere, "work", work)
    monkeypatch.setattr("companion.web.printing._PATIENCE", 600.0)
    with open_client(tables) as client:
        page = client.get("/print").text
        begun.set()
    assert "<noscript> Load this page again to see them.</noscript>" in page
    assert "data-wait" in page
    assert page.count('<svg class="sheet-small" viewBox="0 0 210 297">') == 12  # where they will be
