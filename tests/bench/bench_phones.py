"""The house full: 40 tables of 5 phones on one laptop, each table an event every 2 seconds for a minute.

Measured is the time from a tap until every other phone of the table has the fresh page, and what a tap with
the pages it brings costs of the processor, both beside the same load on a bare ASGI app; the memory of the
server; and that backups are made meanwhile. It ends by itself.
"""

import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from companion.data.shogun.towers import load_presets
from companion.service.kept_tables import OpenTables
from companion.service.shogun.session import begin_table
from companion.table.backup_files import list_backups
from companion.table.store import EVERY, Store
from companion.web.app_state import AppState, Settings
from companion.web.people import PLAYER
from tests.bench.evening import Evening, Phone, play_tables
from tests.web.serving.laptop import Laptop, laptop

TABLES, PHONES, SECONDS, PACE = 40, 5, 60.0, 2.0
MOST_MS, MOST_MB, MOST_CPU_MS = 250.0, 250.0, 10.0
COLOURS = ["blue", "yellow", "red", "purple", "black"]
FIGHT = {
    "kind": "battle",
    "who-attacks": "blue",
    "who-defends": "yellow",
    "attacker": "3",
    "defender": "2",
    "throw": "1",
}


def main() -> None:
    # In the working folder: /tmp is often memory, where syncing costs nothing.
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        measure(Path(folder))


def measure(folder: Path, seconds: float = SECONDS) -> tuple[Evening, float, int]:
    """Fill the house, play, and tell what was measured: the evening, the peak in MB, the backups made."""
    tables = set_up_tables(folder / "tables.sqlite")
    port = free()
    with laptop(folder, "--port", port) as here:
        evening = Evening(int(port), page, fight, busy=partial(cpu_seconds, here.process.pid))
        asyncio.run(play_with_backups(folder / "tables.sqlite", evening, tables, seconds))
        peak = peak_mb(here.process.pid)
        code, ending = asyncio.run(end_laptop(here, evening, tables))
    with echo(evening.size) as (bare_port, process):
        bare = Evening(bare_port, page, fight, busy=partial(cpu_seconds, process))
        asyncio.run(play_tables(bare, tables, seconds / 4, PACE))
    made = len(list_backups(folder / "tables.sqlite"))
    ours, floor = sorted(evening.took), sorted(bare.took)
    for name, part in (("median", 0.5), ("99 of 100", 0.99), ("slowest", 1.0)):
        mine, least = (each[min(len(each) - 1, int(part * len(each)))] * 1e3 for each in (ours, floor))
        print(f"phones: tap to fresh page, {name}: {mine:.0f} ms; bare ASGI {least:.0f} ms; {mine / least:.1f} times")
    print(
        f"phones: {len(tables)} tables x {PHONES}, {evening.taps} taps, {evening.refused} refused,"
        f" {evening.lost} not seen by a phone (0); 99 of 100 at most {MOST_MS:.0f} ms"
    )
    times = f"{evening.a_tap / bare.a_tap:.1f} times" if bare.a_tap else "too short to be told"
    print(
        f"phones: {evening.a_tap:.1f} ms of CPU a tap with the {PHONES} pages it brings ({MOST_CPU_MS:.0f});"
        f" bare ASGI {bare.a_tap:.1f} ms; {times}; load of the machine {load()}"
    )
    print(f"phones: server {peak:.0f} MB at most ({MOST_MB:.0f}); {made} backups made")
    print(f"phones: Ctrl-C with all streams open: {ending:.2f} s (0.5), left with {code} (0)")
    return evening, peak, made


def page(table: str) -> str:
    """The page that everybody looks at: the tower."""
    return f"/t/{table}/tower"


def fight(number: int) -> dict[str, str]:
    """The tap of each phone: the same fight again."""
    return FIGHT


def set_up_tables(store: Path) -> dict[str, list[str]]:
    """Begin the tables with every seat taken; the cookies of each table's phones."""
    cookies: dict[str, list[str]] = {}
    preset = next(iter(load_presets().values()))
    with Store(store) as shelf:
        app_state = AppState(OpenTables(shelf), Settings())
        for at in range(TABLES):
            name = f"table{at}"
            begin_table(shelf, name, COLOURS[:PHONES], preset, seed=name)
            for seat in COLOURS[:PHONES]:
                visitor, cookie = app_state.people.admit(PLAYER)
                assert cookie is not None
                app_state.people.sit(name, seat, visitor, f"{seat}{at}")
                cookies.setdefault(name, []).append(cookie)
    return cookies


async def play_with_backups(store: Path, evening: Evening, tables: dict[str, list[str]], seconds: float) -> None:
    """Play while a backup is always due, so that one is made at every check."""

    async def age() -> None:
        while True:
            old = time.time() - 2 * EVERY
            for copy in list_backups(store):
                os.utime(copy, (old, old))
            await asyncio.sleep(1)

    ageing = asyncio.create_task(age())
    try:
        await play_tables(evening, tables, seconds, PACE)
    finally:
        ageing.cancel()


async def end_laptop(here: Laptop, evening: Evening, tables: dict[str, list[str]]) -> tuple[int, float]:
    """Stop the laptop's program while all phones listen; its exit code and the seconds it took."""
    phones = [Phone(evening, name, cookie) for name, cookies in tables.items() for cookie in cookies]
    try:
        for each in phones:
            await each.open()
        since = time.perf_counter()
        return await asyncio.to_thread(here.end), time.perf_counter() - since
    finally:
        for each in phones:
            each.close()


@contextmanager
def echo(size: int) -> Iterator[tuple[int, int]]:
    """The bare app for a while: its port and its process."""
    port = int(free())
    process = subprocess.Popen([sys.executable, "-m", "tests.bench.echo", str(port), str(size)])
    try:
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert process.poll() is None
                time.sleep(0.05)
        yield port, process.pid
    finally:
        process.kill()
        process.wait()


def free() -> str:
    """A port that nobody has."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        return str(door.getsockname()[1])


def cpu_seconds(process: int) -> float:
    """What a process has used of the processor, where the system tells; else nothing."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def load() -> str:
    """How many programs would run, and on how many cores: a tap costs more where caches are shared."""
    waiting = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    return f"{waiting} on {os.cpu_count()} cores"


def peak_mb(process: int) -> float:
    """The most memory that a process has held, where the system tells; else nothing."""
    try:
        text = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return float("nan")
    return int(text.partition("VmHWM:")[2].split()[0]) / 1024


if __name__ == "__main__":
    main()
