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
from companion.service.hogen.table import begin
from companion.service.kept_tables import OpenTables
from companion.service.press.order import EditionOrder
from companion.service.press.sheet_pictures import render_sheets
from companion.web.app import make_app
from companion.web.app_state import Settings
from companion.web.people import PLAYER
from companion.web.press import Report, Task, run_task
from companion.web.printing import Jobs, wait_for_job
from companion.web.serving.press import PressProcess

HOGEN = {"game": "hogen", "paper": "a4", "sides": "fronts", "language": "fr"}


@contextmanager
def player(tables: OpenTables, **settings: object) -> Iterator[TestClient]:
    app = make_app(tables, Settings(**settings))  # type: ignore[arg-type]
    with TestClient(app, base_url="http://127.0.0.1:8642") as client:
        client.get(f"/join/{app.state.app_state.codes[PLAYER]}")
        yield client


def token(client: TestClient) -> dict[str, str]:
    found = search(r'name="token" value="([^"]+)"', client.get("/settings").text)
    assert found
    return {"token": found[1]}


def test_sheets_are_small_pictures() -> None:
    answer = render_sheets(EditionOrder("shogun", parts=("board-sun",)))
    assert isinstance(answer.data, dict)
    assert answer.data["sheets"] == 10
    assert len(answer.data["pages"]) == 10
    for page in answer.data["pages"]:
        assert len(page["svg"]) < 200_000
        assert "@font-face" not in page["svg"]
    few = render_sheets(EditionOrder("honshu"), shown=3)
    assert isinstance(few.data, dict)
    assert (len(few.data["pages"]), few.data["more"]) == (3, 10)
    assert max(len(page["svg"]) for page in few.data["pages"]) < 90_000


def test_a_page_shows_the_sheets_and_prints_them(tables: OpenTables) -> None:
    with player(tables) as client:
        page = client.get("/print", params=HOGEN)
        assert page.status_code == 200
        sheets = findall(r'src="(/print/[^"]+/sheet/\d+)"', page.text)
        assert len(sheets) == 6
        assert client.get(sheets[0]).headers["content-type"].startswith("image/svg+xml")
        assert client.get(sheets[0].replace("/sheet/0", "/sheet/99")).status_code == 404
        assert client.get(sheets[0].replace("/sheet/0", "/sheet/٣")).status_code == 404
        printed = client.post("/print", data={**HOGEN, **token(client)})
        assert printed.status_code == 200
        name = search(r'href="(/print/[^"]+/file/hogen-fr-a4-fronts.pdf)"', printed.text)
        assert name
        got = client.get(name[1])
        assert got.content.startswith(b"%PDF-")
        assert 'attachment; filename="hogen-fr-a4-fronts.pdf"' in got.headers["content-disposition"]
        assert client.get(name[1].replace("hogen-fr", "..%2Fhogen")).status_code == 404


def test_whoever_prints_finds_the_way_back_to_the_table(tables: OpenTables) -> None:
    begin(tables.shelf, "genpei", ["Aya", "Bo", "Chen"], {})
    with player(tables) as client:
        (asked,) = findall(r'href="(/print[^"]*)"', client.get("/t/genpei").text)
        page, back = client.get(f"{asked}&game=hogen&sides=fronts").text, 'class="btn" href="/t/genpei"'
        assert back in page
        assert '<input type="hidden" name="back" value="/t/genpei">' in page
        printed = client.post("/print", data={**HOGEN, **token(client), "back": "/t/genpei"})
        assert back in printed.text
        (other,) = findall(r'href="(/print\?[^"]*)"', printed.text.partition("<main")[2])
        assert back in client.get(other).text
        stopped = client.post(printed.url.path, data={**token(client), "back": "/t/genpei", "stop": "1"})
        assert back in stopped.text
        for none in ("/print", "/print?back=//evil.example", "/print?back=https://evil.example/t/genpei"):
            page = client.get(none).text.partition("<main")[2]
            assert 'class="btn" href="/"' in page
            assert "evil" not in page


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", "chess"),
        ("paper", "a9"),
        ("sides", "upside down"),
        ("language", "tlh"),
        ("ink", "gold"),
        ("type", "tiny"),
    ],
)
def test_an_unknown_print_option_is_refused_with_the_choices(tables: OpenTables, field: str, value: str) -> None:
    with player(tables) as client:
        wrong = {**HOGEN, field: value}
        for page in (client.get("/print", params=wrong), client.post("/print", data={**wrong, **token(client)})):
            assert page.status_code == 422
            assert 'role="alert"' in page.text
            assert "Choose one" in page.text


def test_print_parts_of_another_game_are_ignored(tables: OpenTables) -> None:
    with player(tables) as client:
        page = client.get("/print", params={**HOGEN, "part": ["map-cards", "samurai", "../../x"]})
        assert findall(r'name="part" value="([^"]+)" checked', page.text) == ["samurai"]


def test_a_print_that_is_gone_leads_back_to_the_print_page(tables: OpenTables) -> None:
    with player(tables) as client:
        assert client.get("/print/0123456789abcdef").url.path == "/print"
        assert client.post("/print/0123456789abcdef", data=token(client)).url.path == "/print"
        assert client.get("/print/0123456789abcdef/file/x.pdf").status_code == 404
        deleted = client.get("/print/0123456789abcdef", params={"game": "own-0123456789abcdef"})
        assert "This deck is no longer here; load it again." in deleted.text
        assert "The press has stopped" not in deleted.text


def test_who_is_not_at_the_table_prints_nothing(tables: OpenTables) -> None:
    client = TestClient(make_app(tables), base_url="http://127.0.0.1:8642")
    assert client.get("/print").url.path == "/join"
    assert client.post("/print", data=HOGEN).status_code == 403


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


def test_two_equal_print_orders_share_one_job() -> None:
    async def evening() -> None:
        press = SlowPress()
        jobs = Jobs(press)
        one, two, other = (
            jobs.print(EditionOrder("honshu")),
            jobs.print(EditionOrder("honshu")),
            jobs.print(EditionOrder("hogen")),
        )
        assert one is two
        assert not await wait_for_job(one, 0.01)
        assert len(press.begun) == 1, "one after the other"
        assert (one.done, one.of, other.of) == (1, 2, 0)
        press.go.set()
        assert await wait_for_job(other, 5)
        assert len(press.begun) == 2
        assert jobs.print(EditionOrder("honshu")) is one, "and is there for the next who asks"

    asyncio.run(evening())


def test_the_press_refuses_more_orders_when_it_is_busy() -> None:
    async def evening() -> None:
        press = SlowPress()
        jobs = Jobs(press)
        waiting = [jobs.look(EditionOrder("honshu", paper=str(number))) for number in range(6)]
        with pytest.raises(Refused, match="busy"):
            jobs.look(EditionOrder("honshu", paper="one more"))
        press.go.set()
        for job in waiting:
            assert await wait_for_job(job, 5)
        for number in range(30):
            assert await wait_for_job(jobs.look(EditionOrder("honshu", paper=f"later {number}")), 5)
        assert len(jobs._kept) <= 12
        phone = Jobs(press, held=True)
        wishes = [EditionOrder("honshu", margin=number) for number in range(4)]
        for wish, begun in product(wishes, (phone.look, phone.print)):
            begun(wish)
            await phone.wait_for_all()
        kept = [phone.find_print(wish.fingerprint) is not None for wish in wishes]
        assert kept == [False, False, True, True], "this order and the one before"

    asyncio.run(evening())


def test_a_stopped_print_is_forgotten() -> None:
    async def evening() -> None:
        jobs = Jobs(SlowPress())
        job = jobs.print(EditionOrder("honshu"))
        await wait_for_job(job, 0.01)
        jobs.stop(EditionOrder("honshu").fingerprint)
        assert job.running is not None
        with pytest.raises(asyncio.CancelledError):
            await job.running
        assert jobs.find_print(EditionOrder("honshu").fingerprint) is None
        jobs.stop(EditionOrder("honshu").fingerprint)

    asyncio.run(evening())


def test_the_press_process_makes_the_same_bytes_and_reports_progress(tmp_path: Path) -> None:
    """The program of its own makes the same bytes, tells how far it is, and says what is wrong."""

    async def evening() -> None:
        heard: list[tuple[int, ...]] = []
        wish = EditionOrder("hogen", sides="fronts", parts=("samurai",))
        answer = await PressProcess().work(Task(wish, tmp_path), lambda *how: heard.append(how))
        made = next(file for file in answer.files if file.suffix == ".pdf")
        here = run_task(Task(wish, tmp_path / "here"), lambda *how: None)
        assert made.read_bytes() == here.files[0].read_bytes()
        assert heard
        assert heard[-1][0] == heard[-1][1]
        pages = answer.data["files"][0]["pages"]
        drawn = [how[2:] for how in heard if len(how) > 2]
        assert drawn == [(page, pages) for page in range(1, pages + 1)]
        with pytest.raises(Refused, match="chess"):
            await PressProcess().work(Task(EditionOrder("chess")), lambda *how: None)

    asyncio.run(evening())


def test_the_print_page_says_that_the_press_has_stopped(tables: OpenTables) -> None:
    class Broken:
        async def work(self, task: Task, told: Report) -> Answer:
            raise OSError("gone")

    with player(tables, press=Broken()) as client:
        assert "The press has stopped" in client.get("/print", params=HOGEN).text
    with pytest.raises(InputError):
        _ = EditionOrder("chess").order


LOST = {"game": "hogen", "paper": "letter", "sides": "fronts", "language": "en"}


@pytest.mark.parametrize(
    ("wanted", "file", "count"),
    [
        ({"cards": "minamoto 4"}, "hogen-minamoto-4-en-letter-fronts.pdf", 1),
        (
            {"cards": "Taira 1,Taira 2,Taira 3,Taira 4", "language": "fr"},
            "hogen-taira-1-and-3-more-fr-letter-fronts.pdf",
            4,
        ),
        ({"cards": "源"}, "hogen-源-en-letter-fronts.pdf", 4),
    ],
)
def test_single_cards_are_printed_as_the_command_prints_them(
    tables: OpenTables, tmp_path: Path, wanted: dict[str, str], file: str, count: int
) -> None:
    asked = {**LOST, **wanted}
    with player(tables) as client:
        page = client.get("/print", params=asked)
        assert page.status_code == 200
        assert ("one piece" if count == 1 else f"{count}\u00a0pieces") + " to cut out" in page.text
        assert f'value="{asked["cards"]}"' in page.text
        printed = client.post("/print", data={**asked, **token(client)})
        (link,) = set(findall(r'href="(/print/[^"?]+/file/[^"?]+)', printed.text))
        got = client.get(link)
    assert got.headers["content-disposition"].endswith(f"filename*=UTF-8''{quote(file)}")
    assert "A home-made back betrays a card" in printed.text
    options = ["--paper", "letter", "--sides", "fronts", "--lang", asked["language"], "--cards", asked["cards"]]
    options += ["--only", asked["part"]] if "part" in asked else []
    done = CliRunner().invoke(companion, ["print", asked["game"], *options, "-o", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert "A home-made back betrays a card" in done.output
    assert (tmp_path / file).read_bytes() == got.content


@pytest.mark.parametrize(
    ("language", "wanted", "said"),
    [
        ("en", {"cards": "3"}, "Card 3 is in several parts (summaries, deduction sheets): say of which."),
        ("fr", {"cards": "Taira 1, Kia", "part": "samurai"}, "Il n’y a pas ici de carte « Kia »"),
        ("de", {"cards": "Kia"}, "); Übersichten (1-4); Notizbögen (1-4)."),
    ],
)
def test_a_wrong_name_comes_back_with_all_that_was_chosen(
    tables: OpenTables, language: str, wanted: dict[str, str], said: str
) -> None:
    asked = {**LOST, "ink": "low", **wanted}
    with player(tables) as client:
        sent = token(client)
        client.get("/language", params={"to": language})
        for page in (client.get("/print", params=asked), client.post("/print", data={**asked, **sent})):
            assert (page.status_code, page.url.path) == (422, "/print")
            assert said in unescape(page.text).replace("\N{NO-BREAK SPACE}", " ")
            assert "data-wait" not in page.text, "nothing more will come"
            assert f'value="{asked["cards"]}"' in page.text
            kept = findall(r'name="(\w+)" value="([\w-]+)" checked', page.text)
            assert set(kept) - {("sleeves", "none")} == {item for item in asked.items() if item[0] != "cards"}
        right = client.post("/print", data={**asked, **sent, "cards": "Minamoto 1", "part": "samurai"})
        assert findall(r"hogen-samurai-minamoto-1-en-letter-fronts-low-ink.pdf", right.text)


def test_a_card_list_longer_than_200_characters_is_refused(tables: OpenTables) -> None:
    with player(tables) as client:
        page = client.post("/print", data={**LOST, **token(client), "cards": "x," * 101})
        assert page.status_code == 422
        assert "That is too long; the limit is\u00a0200 characters." in page.text


def test_enter_in_the_field_shows_the_sheets_without_script(tables: OpenTables) -> None:
    with player(tables) as client:
        page = client.post("/print", data={**LOST, **token(client), "cards": "Taira 4", "reckon": "1"})
        assert (page.status_code, page.url.path) == (200, "/print")
        assert "one piece to cut out" in page.text


def test_a_wrong_name_found_late_leads_back_to_the_choice(tables: OpenTables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the press has much to do, the name is looked for while the page of progress is shown."""
    monkeypatch.setattr("companion.web.printing._PATIENCE_FOR_NAMES", 0.0)

    class Late(SlowPress):
        async def work(self, task: Task, told: Report) -> Answer:
            await super().work(task, told)
            return run_task(task, told)

    press = Late()
    with player(tables, press=press) as client:
        asked = {**LOST, "part": ["samurai", "sheets"], "cards": "Kia, 源", "back": "/t/genpei"}
        progress = client.post("/print", data={**asked, **token(client)})
        assert client.portal is not None
        client.portal.call(press.go.set)
        while "data-wait" in progress.text:
            progress = client.get(progress.url.path, params={"back": "/t/genpei"})
        assert progress.url.path != "/print"
        assert "There is no card 'Kia'" in unescape(progress.text)
        (again,) = findall(r'class="act" href="(/print\?[^"]+)"', progress.text)
        page = client.get(unescape(again))
    assert 'value="Kia, 源"' in page.text
    assert findall(r'name="part" value="([^"]+)" checked', page.text) == ["samurai", "sheets"]
    assert findall(r'name="(?:paper|sides)" value="([^"]+)" checked', page.text) == ["letter", "fronts"]
    assert '<input type="hidden" name="back" value="/t/genpei">' in page.text


def test_faulty_print_orders_are_remembered_and_stopped_ones_tried_again() -> None:
    class Counting:
        def __init__(self) -> None:
            self.begun = 0

        async def work(self, task: Task, told: Report) -> Answer:
            self.begun += 1
            raise OSError("gone") if task.wish.game == "hogen" else InputError("no")

    async def evening() -> None:
        press = Counting()
        jobs = Jobs(press)
        for game, looks in (("honshu", 1), ("hogen", 3)):
            press.begun = 0
            for _ in range(3):
                assert await wait_for_job(jobs.look(EditionOrder(game)), 5)
            assert press.begun == looks
        press.begun = 0
        for _ in range(2):
            assert await wait_for_job(jobs.print(EditionOrder("honshu")), 5)
        assert press.begun == 2, "a full disk may have been cleared"

    asyncio.run(evening())
