"""No page, refusal or stream of a seat hangs on what is hidden from it; no page of nobody on any secret."""

import re
from random import Random

import pytest

from companion.play.hogen.views import OVER, view
from companion.table.log import Event
from companion.table.shelf import MemoryShelf
from companion.web.app import all_pages
from tests.choice import pick, pick_seeds
from tests.play.hogen.played import every_wish, play
from tests.play.hogen.test_secrets import told
from tests.web.asking import Asking
from tests.web.hogen.phones import fields, phone, seated, shelf_with
from tests.web.hogen.worlds import other_log

PATHS = sorted({page.path for page in all_pages() if page.path.count("{") == 1 and "{table}" in page.path})
PATHS = [path.replace("{table}", "heike") for path in PATHS if not path.endswith("/live")]
DRAWN = re.compile(r'name="tap" value="[^"]*"')
"""What is drawn anew for each page: the name of the tap that its form would be."""


def twin(shelf: MemoryShelf, events: list[Event]) -> MemoryShelf:
    """The same people round a table that was dealt otherwise."""
    other = shelf_with(events)
    for table in ("", "heike"):
        for key, value in shelf.notes(table).items():
            other.write_note(table, key, value)
    return other


def got(client: Asking, path: str) -> tuple[object, ...]:
    answer = client.get(path, follow_redirects=False)
    return answer.status_code, dict(answer.headers), DRAWN.sub("", answer.text)


@pytest.mark.parametrize("seed", [*pick(range(2), 1), *pick_seeds(0, 1)])
def test_no_page_hangs_on_what_is_hidden(seed: int) -> None:
    chance = Random(seed)
    players = chance.choice((3, 4))
    course = play(players, chance, chance.randrange(players + 20), accuse=0.1)
    over = view(course.state).phase == OVER
    for seat in (None, *course.state.seats):
        shelf, cookie = seated(course, seat)
        other = other_log(course, seat or chance.choice(course.state.seats), chance)
        here, there = phone(shelf, cookie), phone(twin(shelf, other), cookie)
        for path in PATHS:
            if path.endswith("/save") and over:
                continue  # a game that is over has no secrets, and its copy tells all of it
            if path.endswith("/verify"):
                continue  # the other deal came from no seed, and a verdict says so
            assert got(here, path) == got(there, path), (seat, path)


@pytest.mark.parametrize("seed", pick_seeds(1, 1))
def test_no_refusal_hangs_on_what_is_hidden(seed: int) -> None:
    chance = Random(seed)
    course = play(3, chance, 3 + chance.randrange(12), accuse=0.1)
    for seat in course.state.seats:
        shelf, cookie = seated(course, seat)
        clients = [phone(shelf, cookie), phone(twin(shelf, other_log(course, seat, chance)), cookie)]
        form = {
            "token": fields(clients[0].get("/settings").text)["token"],
            "tap": "t",
            "seen": str(len(course)),
        }
        for kind, asked in chance.sample(every_wish(course.state, seat), 40):
            if told(course.state, kind, asked) == "done":
                continue
            sent = {key: value for key, value in asked.items() if key != "seat"}
            answers = [
                client.post(f"/t/heike/{kind}", data={**form, **sent}, follow_redirects=False)
                for client in clients
            ]
            texts = [DRAWN.sub("", answer.text) for answer in answers]
            assert texts[0] == texts[1], (seat, kind, asked)
            assert {answer.status_code for answer in answers} == {422}
        assert {len(client.app.state.house.open("heike").history) for client in clients} == {len(course)}
