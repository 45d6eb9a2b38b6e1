"""A watched deck measured: from a save to the page with its pictures, and what of it is work."""

import http.client
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time

from companion.service.press.watch import DeckWatch, Saves
from tests.press.watched import watched_deck

CARDS, SAVES = 60, 15
IN_VIEW = 14
"""Cards that a laptop's screen shows; the browser asks for no more of them at once."""
MOST = 0.3


class Reader:
    """What a browser does: listens, asks for the page, asks for the pictures it does not have."""

    def __init__(self, port: int) -> None:
        self.port, self.known = port, set[str]()
        opened = http.client.HTTPConnection("127.0.0.1", port)
        opened.request("GET", "/")
        answer = opened.getresponse()
        self.headers = {"cookie": (answer.getheader("set-cookie") or "").partition(";")[0]}
        answer.read()
        self.stream = http.client.HTTPConnection("127.0.0.1", port)
        self.stream.request("GET", "/live", headers=self.headers)
        self.news = self.stream.getresponse()
        self.asking = http.client.HTTPConnection("127.0.0.1", port)

    def get(self, path: str) -> str:
        self.asking.request("GET", path, headers=self.headers)
        return self.asking.getresponse().read().decode()

    def hear(self) -> None:
        while not self.news.readline().startswith(b"data: "):
            pass

    def look(self) -> int:
        """Ask for the page and its new pictures; how many those are."""
        shown = re.findall(r'src="(/picture/[^"]+)"', self.get("/"))
        new = [each for each in shown if each not in self.known]
        for each in new[:IN_VIEW]:
            self.get(each)
        self.known.update(new)
        return len(new)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        measure(watched_deck(Path(folder) / "deck", CARDS))


def measure(deck: Path) -> None:
    table, front = deck / "cards.csv", deck / "faces" / "front.toml"
    rows, face = table.read_text("utf-8"), front.read_text("utf-8")

    def one_cell(number: int) -> None:
        table.write_text(rows.replace("\n7,forest", f"\n7,#0000{number:02x}"), encoding="utf-8")

    def every_card(number: int) -> None:
        front.write_text(face.replace("y = 30", f"y = {31 + number}"), encoding="utf-8")

    command = [sys.executable, "-m", "companion.cli.main", "watch", str(deck), "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        url = next(line for line in program.stdout if "http://" in line)
        reader = Reader(int(url.strip().rstrip("/").rpartition(":")[2]))
        while not reader.look():
            reader.hear()
        for name, save in (("one cell", one_cell), ("every card", every_card)):
            told(f"{name}, save to page", [waited(reader, save, number) for number in range(SAVES)])
        program.terminate()
    watch, saves = DeckWatch(str(deck)), Saves()
    watch.look(saves.look(watch.places))
    for name, save in (("one cell", one_cell), ("every card", every_card)):
        told(f"{name}, CPU of the layout", [worked(watch, saves, save, number) for number in range(SAVES)])


def waited(reader: Reader, save: Callable[[int], None], number: int) -> float:
    """Seconds from a save until page and pictures are there."""
    clock = perf_counter()
    save(number + 1)
    reader.hear()
    while not reader.look():
        reader.hear()
    return perf_counter() - clock


def worked(watch: DeckWatch, saves: Saves, save: Callable[[int], None], number: int) -> float:
    save(number + 2)
    clock = process_time()
    watch.look(saves.look(watch.places))
    return process_time() - clock


def told(name: str, found: list[float]) -> None:
    print(
        f"watch: {CARDS} cards, {name}: median {statistics.median(found):.3f} s, slowest {max(found):.3f} s "
        f"(at most {MOST} s)"
    )


if __name__ == "__main__":
    main()
