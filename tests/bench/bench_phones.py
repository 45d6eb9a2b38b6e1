"""The house full: 40 tables of 5 phones on one laptop, each table an event every 2 seconds for a minute.

Measured is the time from a tap until every other phone of the table has the fresh page, and what a tap with
the pages it brings costs of the processor; the memory of the server; and that backups are made meanwhile. It
ends by itself.
"""

import asyncio
import os
import tempfile
import time
from functools import partial
from pathlib import Path

from companion.data.shogun.towers import load_presets
from companion.service.kept_tables import OpenTables
from companion.service.shogun.session import begin_table
from companion.table.backup_files import list_backups
from companion.table.store import BACKUP_INTERVAL, Store
from companion.web.app_state import AppState, Settings
from companion.web.people import PLAYER
from tests.bench.evening import Evening, Phone, play_tables
from tests.ports import find_free_port
from tests.web.serving.laptop import Laptop, start_laptop

TABLES, PHONES, SECONDS, PACE = 40, 5, 60.0, 2.0
MOST_MS, MOST_MB, MOST_CPU_MS = 250.0, 250.0, 10.0
PAGE = "/t/{}/tower"
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


def measure(folder: Path) -> None:
    tables = set_up_tables(folder / "tables.sqlite")
    port = find_free_port()
    with start_laptop(folder, "--port", str(port)) as laptop:
        evening = Evening(port, PAGE, FIGHT, busy=partial(read_cpu_seconds, laptop.process.pid))
        asyncio.run(play_with_backups(folder / "tables.sqlite", evening, tables))
        peak = read_peak_mb(laptop.process.pid)
        code, ending = asyncio.run(end_laptop(laptop, evening, tables))
    made = len(list_backups(folder / "tables.sqlite"))
    took = sorted(evening.took)
    for name, part in (("median", 0.5), ("99 of 100", 0.99), ("slowest", 1.0)):
        print(f"phones: tap to fresh page, {name}: {took[min(len(took) - 1, int(part * len(took)))] * 1e3:.0f} ms")
    print(
        f"phones: {len(tables)} tables x {PHONES}, {evening.taps} taps, {evening.refused} refused,"
        f" {evening.lost} not seen by a phone (0); 99 of 100 at most {MOST_MS:.0f} ms"
    )
    print(f"phones: {evening.a_tap:.1f} ms of CPU a tap with the {PHONES} pages it brings ({MOST_CPU_MS:.0f})")
    print(f"phones: server {peak:.0f} MB at most ({MOST_MB:.0f}); {made} backups made")
    print(f"phones: Ctrl-C with all streams open: {ending:.2f} s (0.5), left with {code} (0)")


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


async def play_with_backups(store: Path, evening: Evening, tables: dict[str, list[str]]) -> None:
    """Play while a backup is always due, so that one is made at every check."""

    async def age() -> None:
        while True:
            old = time.time() - 2 * BACKUP_INTERVAL
            for copy in list_backups(store):
                os.utime(copy, (old, old))
            await asyncio.sleep(1)

    ageing = asyncio.create_task(age())
    try:
        await play_tables(evening, tables, SECONDS, PACE)
    finally:
        ageing.cancel()


async def end_laptop(laptop: Laptop, evening: Evening, tables: dict[str, list[str]]) -> tuple[int, float]:
    """Stop the laptop's program while all phones listen; its exit code and the seconds it took."""
    phones = [Phone(evening, name, cookie) for name, cookies in tables.items() for cookie in cookies]
    try:
        for each in phones:
            await each.open()
        since = time.perf_counter()
        return await asyncio.to_thread(laptop.end), time.perf_counter() - since
    finally:
        for each in phones:
            each.close()


def read_cpu_seconds(process: int) -> float:
    """What a process has used of the processor, where the system tells; else nothing."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def read_peak_mb(process: int) -> float:
    """The most memory that a process has held, where the system tells; else nothing."""
    try:
        text = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return float("nan")
    return int(text.partition("VmHWM:")[2].split()[0]) / 1024
