"""The house full: 40 tables of 5 phones on one laptop, each table an event every 2 seconds for a minute.

Measured is the time from a tap until every other phone of the table has the fresh page, and what a tap with
the pages it brings costs of the processor; the memory of the server; and how it ends.
"""

import asyncio
import os
import re
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from time import perf_counter

import httpx2 as httpx

from companion.data.shogun.towers import get_preset
from companion.service.kept_tables import OpenTables
from companion.service.shogun.session import begin_table
from companion.table.store import Store
from companion.web.app_state import AppState, Settings
from companion.web.people import PLAYER
from tests.ports import find_free_port
from tests.web.conftest import read_fields
from tests.web.serving.laptop import start_laptop

TABLES, SECONDS, PACE, LATE = 40, 60.0, 2.0, 10.0
COLOURS = ["blue", "yellow", "red", "purple", "black"]
FIGHT = {"kind": "battle", "who-attacks": "blue", "who-defends": "yellow", "attacker": "3", "defender": "2"}
VERSION = re.compile(r'data-version="((\d+)[^"]*)"')


class Phone:
    """One phone without a window: it hears its table's stream, fetches the page anew, and taps at times."""

    def __init__(self, url: str, table: str, cookie: str) -> None:
        self.table = f"/t/{table}"
        self.client = httpx.AsyncClient(base_url=url, cookies={"companion": cookie}, timeout=None)
        self.html, self.version, self.events = "", "", 0
        self.fresh = asyncio.Condition()

    async def fetch(self) -> None:
        self.html = (await self.client.get(f"{self.table}/tower")).text
        found = VERSION.search(self.html)
        assert found is not None, self.html[:200]
        async with self.fresh:
            self.version, self.events = found[1], int(found[2])
            self.fresh.notify_all()

    async def listen(self) -> None:
        async with self.client.stream("GET", f"{self.table}/live") as stream:
            async for line in stream.aiter_lines():
                if line.startswith("data: ") and line[6:] != self.version:
                    await self.fetch()

    async def measure_event(self, events: int, since: float) -> float:
        """Seconds until the page shows an event."""
        async with asyncio.timeout(LATE), self.fresh:
            await self.fresh.wait_for(lambda: self.events >= events)
        return perf_counter() - since

    async def tap(self, others: list["Phone"]) -> list[float]:
        """Send the form of the page shown; the seconds until each of the others has seen what came of it."""
        events, since = self.events + 1, perf_counter()
        waiting = asyncio.gather(*(other.measure_event(events, since) for other in others))
        sent = {**read_fields(self.html), **FIGHT, "throw": "1"}
        assert (await self.client.post(f"{self.table}/tower", data=sent)).status_code == 303
        await self.fetch()
        return await waiting


def set_up_tables(store: Path, url: str) -> list[list[Phone]]:
    """Begin the tables with every seat taken; the phones of each."""
    with Store(store) as shelf:
        app_state = AppState(OpenTables(shelf), Settings())
        phones = []
        for name in map("table{}".format, range(TABLES)):
            begin_table(shelf, name, COLOURS, get_preset("shogun"), seed=name)
            phones.append(list[Phone]())
            for seat in COLOURS:
                visitor, cookie = app_state.people.admit(PLAYER)
                app_state.people.sit(name, seat, visitor, f"{seat} {name}")
                phones[-1].append(Phone(url, name, str(cookie)))
    return phones


async def play_table(number: int, phones: list[Phone]) -> list[float]:
    """One event each interval, from one phone after the other; what each took."""
    await asyncio.sleep(PACE * number / TABLES)  # not all at the same moment
    took = list[float]()
    for turn in range(int(SECONDS / PACE)):
        due, phone = perf_counter() + PACE, phones[turn % len(phones)]
        took += await phone.tap([other for other in phones if other is not phone])
        await asyncio.sleep(max(0.0, due - perf_counter()))
    return took


async def play_tables(tables: list[list[Phone]]) -> list[float]:
    async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
        listening = []
        for phone in (phone for phones in tables for phone in phones):
            await stack.enter_async_context(phone.client)
            await phone.fetch()
            listening.append(group.create_task(phone.listen()))
        took = await asyncio.gather(*(play_table(number, phones) for number, phones in enumerate(tables)))
        for task in listening:
            task.cancel()
    return sorted(each for table in took for each in table)


def main() -> None:
    # In the working folder: /tmp is often memory, where syncing costs nothing.
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as made:
        folder, port = Path(made), find_free_port()
        tables = set_up_tables(folder / "tables.sqlite", f"http://127.0.0.1:{port}")
        with start_laptop(folder, "--port", str(port)) as laptop:
            before = read_cpu_seconds(laptop.process.pid)
            took = asyncio.run(play_tables(tables))
            taps = len(took) / (len(COLOURS) - 1)
            cpu = (read_cpu_seconds(laptop.process.pid) - before) / taps
            status = Path(f"/proc/{laptop.process.pid}/status").read_text(encoding="ascii")
            since = perf_counter()
            code = laptop.end()
    for name, part in (("median", 0.5), ("99 of 100", 0.99), ("slowest", 1.0)):
        print(f"phones: tap to fresh page, {name}: {took[min(len(took) - 1, int(part * len(took)))] * 1e3:.0f} ms")
    print(f"phones: {1e3 * cpu:.1f} ms of CPU a tap with the {len(COLOURS)} pages it brings (at most 10)")
    print(f"phones: server {int(status.partition('VmHWM:')[2].split()[0]) / 1024:.0f} MB at most (250)")
    print(f"phones: Ctrl-C: {perf_counter() - since:.2f} s (0.5), exit code {code} (0)")


def read_cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
