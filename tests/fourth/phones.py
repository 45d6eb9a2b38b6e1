"""Run beside the fourth game: its table on phones, told step by step."""

from re import search
from typing import Any

from companion.service.kept_tables import OpenTables
from companion.table.shelf import MemoryShelf
from companion.web.app import make_app
from tests.web.app_browser import AppBrowser
from tests.web.conftest import send_form

app = make_app(OpenTables(MemoryShelf()))


def send(phone: AppBrowser, shown: str, path: str = "", **fields: Any) -> str:
    done = send_form(phone, shown, path, **fields)
    assert done.status_code == 200, done.text
    return done.text


host, phones = AppBrowser(app).join("host"), {seat: AppBrowser(app).join() for seat in ("east", "south", "west")}
names = {f"player-{seat}": name for seat, name in zip(phones, ("Aya", "Bo", "Chen"), strict=True)}
assert "/new/ochiba" in host.get("/new").text
send(host, "/new/ochiba", table="grove", **names)
assert "lays a leaf" in phones["east"].get("/").text
for seat, phone in phones.items():
    send(phone, "/t/grove/seat", seat=seat, name=names[f"player-{seat}"])
state = app.state.app_state.open_table("grove").state
for seat, phone in phones.items():
    page = phone.get("/t/grove").text
    assert all(f'value="{leaf}"' in page for leaf in state.hands[seat])
    others = {leaf for other in phones if other != seat for leaf in state.hands[other]}
    assert not [leaf for leaf in others if search(rf'"{leaf}"', page)], "another's hand is on the page"
leaf = state.hands["east"][0]
assert leaf in send(phones["east"], "/t/grove", "/t/grove/lay", leaf=leaf)
assert "Bo lays a leaf." in phones["south"].get("/t/grove").text
page = phones["east"].get("/t/grove/history").text
event = search(r'name="undo" value="(\d+)"', page)
assert event is not None
send(phones["east"], "/t/grove/history", "/t/grove/undo", undo=event[1])
assert leaf in app.state.app_state.open_table("grove").state.hands["east"]
assert "nothing was changed" in phones["west"].get("/t/grove/verify").text
print("verified")
