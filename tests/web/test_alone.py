"""The app needs nothing but itself: no threads, no socket, no SQLite, no numpy; a phone can hold it."""

import subprocess
import sys

ALONE = """
import asyncio, sys, threading

for name in ("sqlite3", "_sqlite3", "numpy", "platformdirs", "uvicorn", "reportlab", "shapely", "click"):
    sys.modules[name] = None

def no_thread(self):
    raise RuntimeError("a thread was started")
threading.Thread.start = no_thread

from companion.data.shogun.towers import load_presets
from companion.play.hogen.moves import LayRallied
from companion.service.hogen import begin
from companion.service.hogen import view_table
from companion.service.kept_tables import OpenTables
from companion.service.playing import play
from companion.service.shogun.session import begin_table
from companion.table.shelf import MemoryShelf
from companion.web.app import make_app

shelf = MemoryShelf()
begin_table(shelf, "harvest", ["blue", "red"], next(iter(load_presets().values())))
heike = begin(shelf, "heike", ["Aya", "Bo", "Chen", "Dai"], {})
for seat in "ABCD":
    play(heike, LayRallied(seat, view_table(heike, seat).own.hand[0]))
app = make_app(OpenTables(shelf))

async def asked(method, path, cookie=b"", body=b""):
    sent = []
    async def receive():
        return {"type": "http.request", "body": body, "more_body": False}
    async def send(message):
        sent.append(message)
    headers = [(b"host", b"localhost"), (b"cookie", cookie)]
    if body:
        headers.append((b"content-type", b"application/x-www-form-urlencoded"))
    path, _, query = path.partition("?")
    scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method}
    scope |= {"scheme": "http", "path": path, "raw_path": path.encode(), "query_string": query.encode()}
    scope |= {"root_path": "", "headers": headers, "client": ("127.0.0.1", 1), "server": ("localhost", 80)}
    await app(scope, receive, send)
    return sent[0]["status"], dict(sent[0]["headers"]), b"".join(each.get("body", b"") for each in sent[1:])

async def visit():
    status, headers, _ = await asked("GET", "/join/" + app.state.app_state.codes["player"])
    assert status == 303, status
    cookie = headers[b"set-cookie"].partition(b";")[0]
    status, _, body = await asked("GET", "/", cookie)
    assert status == 200 and b"harvest" in body
    status, _, body = await asked("GET", "/settings", cookie)
    token = body.partition(b'name="token" value="')[2].partition(b'"')[0]
    status, headers, _ = await asked("POST", "/settings", cookie, b"language=fr&token=" + token)
    assert status == 303, status
    people = app.state.app_state.people
    visitor = people.find_visitor(cookie.decode().partition("=")[2])
    people.sit("harvest", "blue", visitor, "Aya")
    fight = "?kind=battle&who-attacks=blue&who-defends=red&attacker=4&defender=3"
    status, _, body = await asked("GET", "/t/harvest/tower" + fight, cookie)
    assert status == 200 and b'class="odds-words"' in body, body
    people.sit("heike", "A", visitor, "Aya")
    status, _, body = await asked("GET", "/t/heike/sheet", cookie)
    assert status == 200 and "45360 possibilités".encode() in body, body

asyncio.run(visit())
print("visited")
"""


def test_the_app_runs_without_threads_sockets_or_a_database() -> None:
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("visited\n", "")
