"""Who may come in, and what is refused before any page is asked."""

import asyncio
import logging
import re
from pathlib import Path

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route

from companion.web.access import HEADERS, FormTimeout, read_form
from companion.web.app import list_pages, make_app
from companion.web.app_state import CODE_CHARACTERS, AppState
from companion.web.context import ANYONE
from companion.web.rendering import send_file
from tests.web.app_browser import AppBrowser, make_scope
from tests.web.conftest import Browser, read_fields, send_form

PATHS = sorted({page.path.replace("{table}", "harvest") for page in list_pages() if page.role != ANYONE})


@pytest.mark.parametrize("path", [path for path in PATHS if "{" not in path])
@pytest.mark.usefixtures("harvest")
def test_without_the_code_nothing_is_shown_or_changed(path: str, browser: Browser) -> None:
    stranger = browser()
    shown = stranger.get(path, follow_redirects=False)
    assert (shown.status_code, shown.headers["location"]) == (303, "/join")
    sent = stranger.post(path, data={"token": "x"})
    assert sent.status_code == 403
    assert "harvest" not in sent.text


def test_a_code_has_49_bits_and_is_read_however_it_is_typed(app_state: AppState, browser: Browser) -> None:
    assert len(CODE_CHARACTERS) ** len(app_state.codes["player"]) > 2**40
    assert app_state.join_code.count("-") == 2
    phone = browser()
    page = phone.get("/join")
    wrong = phone.post("/join", data={"code": "KOZU-KE37"})
    assert (wrong.status_code, 'value="KOZU-KE37"' in wrong.text) == (422, True)
    assert (
        phone.post("/join", data={**read_fields(page.text), "code": f" {app_state.join_code.lower()} "}).url.path == "/"
    )


def test_wrong_codes_never_lock_out_the_right_one(app_state: AppState, browser: Browser) -> None:
    strangers = [browser() for _ in range(24)]
    for guess in range(11):
        for phone in strangers:
            assert phone.post("/join", data={"code": str(guess)}).status_code == 422
    for phone in (browser(), strangers[0]):
        assert phone.post("/join", data={"code": app_state.codes["player"]}).url.path == "/"
    assert browser().get(f"/join/{app_state.codes['watcher']}").url.path == "/"


def test_only_addresses_of_admitted_visitors_are_remembered(app_state: AppState, browser: Browser) -> None:
    stranger = browser()
    stranger.get("/join")
    stranger.post("/join", data={"code": "wrong"})
    assert not app_state.known_hosts
    browser("player").get("/")
    assert [*app_state.known_hosts] == ["testclient"]
    for each in range(2000):  # many of one device do not displace others
        app_state.note_host(f"2001:db8::{each:x}")
    assert len(app_state.known_hosts) == 1000
    assert "testclient" in app_state.known_hosts


def test_a_screen_becomes_a_player_with_the_players_code_and_stays_one(app_state: AppState, browser: Browser) -> None:
    screen = browser("watcher")
    assert send_form(screen, "/settings", language="fr").status_code == 403
    for role in ("player", "watcher"):
        screen.get(f"/join/{app_state.codes[role]}")
        assert 'lang="fr" data-look="dark"' in send_form(screen, "/settings", language="fr", scheme="dark").text


@pytest.mark.parametrize(
    ("change", "headers"),
    [
        ({"token": "0" * 32}, {}),
        ({}, {"origin": "http://elsewhere.test"}),
        ({}, {"origin": "null"}),
        ({}, {"origin": "http://127.0.0.1:8642.evil.test"}),
        ({}, {"referer": "http://elsewhere.test/page"}),
        ({}, {"sec-fetch-site": "cross-site"}),
    ],
)
def test_a_form_from_another_site_is_refused(change: dict[str, str], headers: dict[str, str], browser: Browser) -> None:
    phone = browser("player")
    data = {**read_fields(phone.get("/settings").text), "language": "fr", **change}
    sent = phone.post("/settings", data=data, headers=headers)
    assert sent.status_code == 422
    assert "not from a page of this table" in sent.text
    assert 'lang="en"' in phone.get("/").text


@pytest.mark.parametrize(
    ("host", "status"),
    [
        *((host, 421) for host in ("evil.test", "127.0.0.1.evil.test", "", "localhost.evil.test:8642", "[::1")),
        *((host, 200) for host in ("192.168.1.20:8642", "localhost:8642", "[::1]:8642")),
    ],
)
def test_a_request_is_answered_only_under_an_address_of_the_house(host: str, status: int, browser: Browser) -> None:
    assert browser().get("/join", headers={"host": host}).status_code == status


def test_every_answer_has_the_security_headers(browser: Browser) -> None:
    phone = browser("player")
    for path in ("/", "/join", "/nothing", "/static/x/live.js", "/static/x/../../pyproject.toml"):
        got = phone.get(path)
        assert {name: got.headers[name] for name in HEADERS} == HEADERS
    assert "unsafe" not in HEADERS["content-security-policy"]
    (sheet, *_) = re.findall(r'href="(/static/[^"]+\.css)"', phone.get("/").text)  # a browser asks for it once
    assert phone.get(sheet).headers["cache-control"] == "public, max-age=31536000, immutable"


def test_oversized_or_unreadable_forms_are_refused(browser: Browser) -> None:
    phone = browser("player")
    data = {**read_fields(phone.get("/settings").text), "back": "/" + "x" * 70_000}
    assert "That is too much to send" in phone.post("/settings", data=data).text
    token, form = f"token={data['token']}&pad=".encode(), "application/x-www-form-urlencoded"
    for more, refused in ((0, False), (1, True)):  # at most so many, and one more
        sent = phone.post("/settings", content=token.ljust(64_000 + more, b"x"), headers={"content-type": form})
        assert ("That is too much to send" in sent.text) == refused
    for kind in ("application/json", "multipart/form-data; boundary=b; charset=unicode_escape"):
        sent = phone.post("/settings", content=b"--b--\r\n", headers={"content-type": kind})
        assert "not a form that can be read" in sent.text
    assert phone.get("/?" + "&".join(["a=b"] * 600)).status_code == 422


@pytest.mark.parametrize("back", ["//evil.test", "https://evil.test", "/\\evil.test", "\\\\evil.test", "javascript:x"])
def test_a_form_cannot_redirect_to_another_site(back: str, browser: Browser) -> None:
    phone = browser("player")
    data = {**read_fields(phone.get("/settings").text), "back": back}
    assert phone.post("/settings", data=data, follow_redirects=False).status_code == 422


def test_a_phone_is_known_again_after_a_restart(tables, browser: Browser, app_state: AppState) -> None:
    phone = browser("player")
    again = make_app(tables)
    assert again.state.app_state.codes == app_state.codes
    later = AppBrowser(again)
    later.cookies.update(phone.cookies)
    assert later.get("/").url.path == "/"


def test_a_damaged_list_of_visitors_does_not_stop_the_app(tables, shelf, browser: Browser) -> None:
    browser("player")
    for damaged in ("{", "[]", "7", '[{"id": 3}]', "null"):
        shelf.write_note("", "visitors", damaged)
        assert AppBrowser(make_app(tables)).get("/join").status_code == 200


def _send_endless_form(app, cookie: str, path: str, *parts: bytes):
    """What comes of a form whose end never arrives: status, and how much of it was asked for."""
    answers: list[tuple[int, dict[bytes, bytes]]] = []
    left = [*parts]

    async def receive():
        if left:
            return {"type": "http.request", "body": left.pop(0), "more_body": True}
        await asyncio.Event().wait()

    async def send(message) -> None:
        if message["type"] == "http.response.start":
            answers.append((message["status"], dict(message["headers"])))

    headers = ((b"cookie", f"companion={cookie}".encode()), (b"content-type", b"application/x-www-form-urlencoded"))
    asyncio.run(app(make_scope("POST", path, *headers), receive, send))
    return answers[0], len(left)


@pytest.mark.parametrize("limit", ["_PATIENCE", "_SILENCE"])
@pytest.mark.usefixtures("harvest")
def test_a_form_that_is_slow_or_never_ends_is_not_waited_for(
    app, browser: Browser, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    """However long the whole of it may take: two large files at that would hold up everybody's."""
    monkeypatch.setattr(f"companion.web.access.{limit}", 0.05)
    monkeypatch.setattr("companion.web.access._USUAL", 1)
    cookie = browser("player").cookies["companion"]
    for path in ("/t/harvest/tower", "/t/harvest/seat", "/join", "/t/harvest/seat/free"):
        (status, headers), _ = _send_endless_form(app, cookie, path, b"attacker=4", b"&defender=")
        assert status == 408
        assert headers[b"connection"] == b"close"


@pytest.mark.usefixtures("harvest")
def test_no_form_of_a_stranger_or_a_screen_is_read(app, browser: Browser) -> None:
    screen = browser("watcher").cookies["companion"]
    for cookie in ("", "another", screen):
        (status, _), left = _send_endless_form(app, cookie, "/t/harvest/tower", b"attacker=4")
        assert (status, left) == (403, 1)


def test_a_device_gets_a_few_numbers_for_screens_a_minute_and_others_are_served(browser: Browser) -> None:
    assert [browser().get("/screen").status_code for _ in range(13)] == [200] * 12 + [429]
    french = browser(**{"accept-language": "fr"}).get("/screen")
    assert "Trop d&#39;écrans demandent" in french.text.replace("’", "&#39;")
    assert browser("player").get("/screen").status_code == 200


def _build_upload(name: str, size: int) -> tuple[tuple[bytes, bytes], bytes]:
    head = f'--x\r\ncontent-disposition: form-data; name="{name}"; filename="a.jpg"\r\n\r\n'.encode()
    return (b"content-type", b"multipart/form-data; boundary=x"), head + bytes(size) + b"\r\n--x--\r\n"


def test_two_uploads_are_read_at_once_and_the_others_wait_unread(app, browser: Browser, app_state: AppState) -> None:
    cookie = browser("host").cookies["companion"]
    kind, body = _build_upload("file", 300_000)
    reading: list[int] = []
    statuses: list[int] = []

    async def upload(number: int, go_on: asyncio.Event) -> None:
        async def receive():
            if number not in reading:
                reading.append(number)
                return {"type": "http.request", "body": body[:1000], "more_body": True}
            await go_on.wait()
            return {"type": "http.request", "body": body[1000:], "more_body": False}

        async def send(message) -> None:
            statuses.extend([message["status"]] if "status" in message else [])

        await app(make_scope("POST", "/import", (b"cookie", f"companion={cookie}".encode()), kind), receive, send)

    async def upload_three() -> None:
        go_on = asyncio.Event()
        uploads = [asyncio.create_task(upload(number, go_on)) for number in range(3)]
        for _ in range(20):
            await asyncio.sleep(0)
        assert (reading, app_state.uploads.waiting) == ([0, 1], 1)
        go_on.set()
        await asyncio.gather(*uploads)

    asyncio.run(upload_three())
    assert reading == [0, 1, 2]
    assert statuses == [422, 422, 422]  # not from one of our pages
    assert app_state.has_freed_files


def test_while_others_wait_20_mb_arrive_within_two_minutes_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    ends = []
    for waiting in (False, True):
        clock = [0.0]

        async def receive(clock=clock):
            clock[0] += 5  # at 12 kB a second, which is not too slow in itself
            return {"type": "http.request", "body": bytes(60_000), "more_body": True}

        monkeypatch.setattr("companion.web.access.monotonic", lambda clock=clock: clock[0])
        request = Request(make_scope("POST", "/t/harvest/photo", (b"content-length", b"20000000")), receive)
        with pytest.raises(FormTimeout):
            asyncio.run(read_form(request, 20_000_000, True, lambda waiting=waiting: waiting))
        ends.append(clock[0])
    assert ends[1] <= 120 < 200 < ends[0] <= 225


def test_a_broken_upload_writes_nothing_to_the_terminal(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(logging.root, "handlers", [])
    (_, kind), body = _build_upload("file", 10)
    for broken in (b"--y" + body, body.replace(b"--x\r\n", b"--x?\r\n"), body.replace(b"name=", b"n:\0=")):
        answer = browser("host").post("/import", content=broken, headers={"content-type": kind.decode()})
        assert answer.status_code == 422
    assert capsys.readouterr() == ("", "")


def test_long_responses_go_out_in_pieces_of_64_kb(app, tmp_path: Path) -> None:
    (tmp_path / "long.pdf").write_bytes(content := bytes(range(256)) * 800 + b"end")
    for length in (0, 1, 65536, 65537, 131072, len(content)):
        whole, streamed = send_file(content[:length], "text/x", "x"), send_file(tmp_path / "long.pdf", "text/x", "x")
        for response, expected in ((whole, content[:length]), (streamed, content)):
            app.router.routes.insert(0, Route("/long", lambda request, response=response: response))
            pieces: list[bytes] = []

            async def send(message, pieces=pieces) -> None:
                pieces.append(message.get("body", b""))

            async def receive():
                return {"type": "http.request", "body": b"", "more_body": False}

            asyncio.run(app(make_scope("GET", "/long"), receive, send))
            assert b"".join(pieces) == expected
            assert max(map(len, pieces)) <= 65536
            del app.router.routes[0]
    with pytest.raises(HTTPException):
        send_file(tmp_path / "gone.pdf", "text/x", "x")
