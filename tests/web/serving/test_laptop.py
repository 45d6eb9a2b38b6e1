"""``companion table`` as a program: it shows how to join, ends cleanly, and is the same after a restart."""

import http.client
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion.data.shogun.towers import load_presets
from companion.service.shogun.session import begin_table
from companion.table.store import Store
from tests.ports import find_free_port
from tests.waiting import PATIENCE, wait_until
from tests.web.serving.laptop import Laptop, start_laptop


class Phone:
    """A browser without a window: it keeps its cookie and follows no redirect."""

    def __init__(self, url: str) -> None:
        self.url, self.cookie = urlsplit(url), ""

    @contextmanager
    def open_request(self, path: str) -> Iterator[http.client.HTTPResponse]:
        connection = http.client.HTTPConnection(str(self.url.hostname), self.url.port, timeout=PATIENCE)
        try:
            connection.request("GET", path, headers={"cookie": self.cookie})
            answer = connection.getresponse()
            self.cookie = (answer.headers.get("set-cookie") or self.cookie).partition(";")[0]
            yield answer
        finally:
            connection.close()

    def get(self, path: str) -> tuple[int, str]:
        with self.open_request(path) as answer:
            return answer.status, answer.read().decode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    preset = next(iter(load_presets().values()))
    begin_table(tmp_path / "tables.sqlite", "friday", ["blue", "red"], preset, seed="kabuto").close()
    return tmp_path


def join_laptop(laptop: Laptop, code: str = "") -> Phone:
    phone = Phone(laptop.url)
    assert phone.get(f"/join/{code or laptop.code}")[0] == 303
    return phone


def test_after_any_kind_of_end_the_tables_and_addresses_are_there_again(folder: Path) -> None:
    """Told to end by the keyboard, cut off, told to end by another program; address, port and code stay."""
    for old in (folder / "backups").iterdir():
        old.unlink()
    with start_laptop(folder, "--port", str(find_free_port())) as laptop:
        shown, phones = laptop.shown, [join_laptop(laptop) for _ in range(3)]
        backups = folder / "backups"
        wait_until(lambda: any(each.suffix == ".sqlite" for each in backups.iterdir()), "a backup is made")
        with phones[0].open_request("/t/friday/live") as one, phones[1].open_request("/t/friday/live") as two:
            assert [stream.readline() for stream in (one, two)] == [b"retry: 400\n"] * 2
            assert laptop.end() == 0
            one.read()  # to its end: a stream that was cut would raise
            two.read()
        assert laptop.read_rest(laptop.process.stdout) == "The table is closed; the games are kept.\n"
        assert laptop.read_rest(laptop.process.stderr) == ""
    with start_laptop(folder) as again:
        assert again.shown == shown
        assert phones[2].get("/")[0] == 200
        with phones[2].open_request("/t/friday/live") as stream:
            stream.readline()
            again.end(signal.SIGKILL)
    with start_laptop(folder) as again:
        assert again.shown == shown
        assert phones[2].get("/")[0] == 200
        with Store(folder / "tables.sqlite") as other, other.transaction():
            status, text = Phone(again.url).get(f"/join/{again.code}")  # is refused at once
        assert (status, "Another program is writing to the tables" in text) == (503, True)
        assert again.end(signal.SIGTERM) == 0


def test_all_phones_are_notified_when_the_store_file_vanishes(folder: Path) -> None:
    with start_laptop(folder, "--port", str(find_free_port())) as laptop:
        phone = join_laptop(laptop)
        with phone.open_request("/t/friday/live") as stream:
            stream.readline()
            for each in folder.glob("tables.sqlite*"):
                each.unlink()
            wait_until(lambda: phone.get("/t/friday")[0] == 410, "the phones are told")
            while (line := stream.readline()) != b"data: lost\n":
                assert line  # else the stream has ended
        for page in ("/", "/t/friday", "/new"):
            status, page_told = phone.get(page)
            assert status == 410
            assert str(folder / "backups") in page_told
        assert laptop.end() == 2
        assert "the games are kept" not in laptop.read_rest(laptop.process.stdout)
        said = laptop.read_rest(laptop.process.stderr)
    assert said.count(str(folder / "backups")) == 2  # when it was seen, and at the end


def test_an_empty_store_beside_backups_says_so(folder: Path) -> None:
    (folder / "tables.sqlite").unlink()
    command = f"companion table restore --store {folder / 'tables.sqlite'}"
    with start_laptop(folder, "--port", str(find_free_port())) as laptop:
        assert any(command in line for line in laptop.shown)
        host, player = join_laptop(laptop, laptop.host_url.rpartition("/")[2]), join_laptop(laptop)
        assert command in host.get("/")[1]
        assert command not in player.get("/")[1]


def test_with_one_screen_only_this_computer_can_connect(folder: Path) -> None:
    with start_laptop(folder, "--one-screen", "--port", str(find_free_port())) as laptop:
        assert not any("code" in line for line in laptop.shown)
        assert Phone(laptop.url).get(urlsplit(laptop.host_url).path)[0] == 303
        with pytest.raises(ConnectionError):  # another address of this very computer
            Phone(laptop.url.replace("127.0.0.1", "127.0.0.2")).get("/join")
