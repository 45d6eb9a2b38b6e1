"""Run beside the fourth game: its table on phones, told step by step."""

from html import unescape
from re import findall, search

from starlette.testclient import TestClient

from companion.service.kept_tables import OpenTables
from companion.table.shelf import MemoryShelf
from companion.web.app import make_app

app = make_app(OpenTables(MemoryShelf()))


def join_as(role: str) -> TestClient:
    client = TestClient(app, base_url="http://127.0.0.1:8642")
    client.get(f"/join/{app.state.app_state.codes[role]}")
    return client


def send_form(client: TestClient, path: str, shown: str, **fields: str) -> str:
    page = client.get(shown).text
    found = findall(r'name="(token|tap|seen)" value="([^"]*)"', page)
    hidden = {name: unescape(value) for name, value in found}
    done = client.post(path, data={**hidden, **fields})
    assert done.status_code == 200, done.text
    return unescape(done.text)


host, phones = join_as("host"), {seat: join_as("player") for seat in ("east", "south", "west")}
names = {f"player-{seat}": name for seat, name in zip(phones, ("Aya", "Bo", "Chen"), strict=True)}
assert "/new/ochiba" in host.get("/new").text
send_form(host, "/new/ochiba", "/new/ochiba", table="grove", **names)
assert "lays a leaf" in unescape(phones["east"].get("/").text)
for seat, phone in phones.items():
    send_form(phone, "/t/grove/seat", "/t/grove/seat", seat=seat, name=names[f"player-{seat}"])
state = app.state.app_state.open_table("grove").state
for seat, phone in phones.items():
    page = phone.get("/t/grove").text
    assert all(f'value="{leaf}"' in page for leaf in state.hands[seat])
    others = {leaf for other in phones if other != seat for leaf in state.hands[other]}
    assert not [leaf for leaf in others if search(rf'"{leaf}"', page)], "another's hand is on the page"
leaf = state.hands["east"][0]
assert leaf in send_form(phones["east"], "/t/grove/lay", "/t/grove", leaf=leaf)
assert "Bo lays a leaf." in unescape(phones["south"].get("/t/grove").text)
page = phones["east"].get("/t/grove/history").text
event = search(r'name="undo" value="(\d+)"', page)
assert event is not None
send_form(phones["east"], "/t/grove/undo", "/t/grove/history", undo=event[1])
assert leaf in app.state.app_state.open_table("grove").state.hands["east"]
assert "nothing was changed" in phones["west"].get("/t/grove/verify").text
print("verified")
