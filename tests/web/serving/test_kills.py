"""Killed in the middle of taps: nothing answered is lost, and a tap sent again is carried out once."""

import random
import signal
import threading
import time
from functools import partial
from pathlib import Path

import httpx2 as httpx
import pytest

from companion.data.shogun.towers import get_preset
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.fights import ThrowCubes
from companion.service.playing import play
from companion.service.shogun.session import begin_table
from companion.table.archive import verify_log
from companion.table.store import Store
from tests.choice import SEED
from tests.ports import find_free_port
from tests.waiting import PATIENCE, wait_until
from tests.web.conftest import read_fields
from tests.web.serving.laptop import start_laptop

pytestmark = pytest.mark.deep

KILLS = 3
"""With each seed at other moments."""
HISTORY = "/t/harvest/history"


class Phone:
    """A phone that takes the last thing back and does it again, over and over."""

    def __init__(self, host_url: str) -> None:
        self.browser = httpx.Client(timeout=PATIENCE)
        assert self.browser.get(host_url).status_code == 303
        self.url = host_url.partition("/join/")[0]
        self.answered = 0
        self.sent: dict[str, str] = {}
        self.waits = False

    def read_form(self) -> dict[str, str]:
        """A tap on what the page offers."""
        page = self.browser.get(self.url + HISTORY)
        assert page.status_code == 200
        name = "redo" if 'name="redo"' in page.text else "undo"
        return {**read_fields(page.text), name: "2"}

    def tap(self, form: dict[str, str]) -> None:
        """Send a tap; it counts once, when it is answered."""
        self.waits = self.waits or form != self.sent
        self.sent = form
        assert self.browser.post(f"{self.url}/t/harvest/undo", data=form).status_code == 303
        self.answered += self.waits
        self.waits = False

    def has_answered(self, taps: int) -> bool:
        return self.answered >= taps

    def tap_until_killed(self) -> None:
        try:
            while True:
                self.tap(self.read_form())
        except httpx.HTTPError:
            pass


def test_kills_in_the_middle_of_taps_lose_and_double_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with begin_table(path, "harvest", ["blue", "red"], get_preset("shogun")) as session:
        play(session, ThrowCubes({"blue": 3}))
    chance, phone, port = random.Random(SEED), None, str(find_free_port())
    for _ in range(KILLS):
        with start_laptop(tmp_path, "--address", "127.0.0.1", "--port", port) as session:
            if phone is None:
                phone = Phone(session.host_url)
            else:  # it sends its last tap again, answered or not, and then once more
                phone.tap(phone.sent)
                phone.tap(phone.sent)
            with Store(path) as store:
                assert store.get_header("harvest").events == 2 + phone.answered
            seen = phone.answered
            tapping = threading.Thread(target=phone.tap_until_killed)
            tapping.start()
            wait_until(partial(phone.has_answered, seen + 2), "two taps are answered", pause=0.001)
            time.sleep(chance.uniform(0.0, 0.02))
            session.process.send_signal(signal.SIGKILL)
            session.process.wait(PATIENCE)
            tapping.join(PATIENCE)
            assert not tapping.is_alive()
        with Store(path) as store:
            # Beside what was answered, at most the tap on its way.
            assert store.get_header("harvest").events - 2 - phone.answered in (0, 1)
    assert phone is not None
    phone.browser.close()
    with Store(path) as store:
        assert store.is_sound()
        assert verify_log(store.list_events("harvest"), SHOGUN).is_valid
