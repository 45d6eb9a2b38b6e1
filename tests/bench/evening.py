"""Many phones without windows: each hears its table's stream, fetches the page anew, and taps at times."""

import asyncio
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from time import perf_counter
from urllib.parse import urlencode

VERSION = re.compile(rb'data-version="([^"]*)"')
HIDDEN = re.compile(rb'name="(token|tap|seen)" value="([^"]*)"')


class Line:
    """One connection that is kept open, as a browser keeps it."""

    def __init__(self, port: int, cookie: str) -> None:
        self.port, self.cookie = port, cookie
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.turn = asyncio.Lock()

    async def ask(self, path: str, form: dict[str, str] | None = None, again: bool = True) -> tuple[int, bytes]:
        """Ask for a page, or send a form; once more where the laptop has closed the line meanwhile."""
        async with self.turn:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                status, headers = await self.send(path, form)
                assert self.reader is not None
                return status, await self.reader.readexactly(int(headers.get(b"content-length", b"0")))
            self.close()
        assert again, path
        return await self.ask(path, form, again=False)

    async def send(self, path: str, form: dict[str, str] | None = None) -> tuple[int, dict[bytes, bytes]]:
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        assert self.reader is not None
        body = b"" if form is None else urlencode(form).encode()
        kind = "content-type: application/x-www-form-urlencoded\r\n" if form is not None else ""
        self.writer.write(
            f"{'GET' if form is None else 'POST'} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\n"
            f"cookie: companion={self.cookie}\r\n{kind}content-length: {len(body)}\r\n\r\n".encode()
            + body
        )
        first, *rest = (await self.reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
        heads = (line.partition(b": ") for line in rest if line)
        return int(first.split()[1]), {name.lower(): value for name, _, value in heads}

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


@dataclass
class Evening:
    """What is asked of the pages, and what was measured."""

    port: int
    page: str  # of a table, whose name goes into it
    tap: Mapping[str, str]  # what its form sends
    took: list[float] = field(default_factory=list)  # seconds from each tap until another phone had the fresh page
    lost: int = 0  # taps that a phone never saw the outcome of
    refused: int = 0  # answers to a tap that were no
    taps: int = 0
    busy: Callable[[], float] = lambda: float("nan")  # seconds of the processor that whoever answers has used
    spent: float = 0.0  # seconds of it from the first tap to the last

    @property
    def a_tap(self) -> float:
        """Milliseconds of the processor a tap, with the pages that it has made."""
        return self.spent / self.taps * 1e3


class Phone:
    """One phone at one table."""

    def __init__(self, evening: Evening, table: str, cookie: str) -> None:
        self.evening, self.path = evening, evening.page.format(table)
        self.live = f"{self.path.rsplit('/', 1)[0]}/live"
        self.stream, self.line = Line(evening.port, cookie), Line(evening.port, cookie)
        self.html, self.version, self.events = b"", b"", 0
        self.busy = False  # a tap is on its way: its answer is newer than what the stream tells
        self.fresh = asyncio.Condition()
        self.task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Show the page, and listen to the table from now on."""
        await self.fetch()
        status, _ = await self.stream.send(self.live)
        assert status == 200, status
        self.task = asyncio.create_task(self._listen())

    async def fetch(self) -> None:
        status, self.html = await self.line.ask(self.path)
        assert status == 200, (status, self.html[:200])
        found = VERSION.search(self.html)
        assert found is not None
        async with self.fresh:
            self.version, self.events = found[1], int(found[1].partition(b".")[0])
            self.fresh.notify_all()

    async def _listen(self) -> None:
        assert self.stream.reader is not None
        async for line in self.stream.reader:
            if line.startswith(b"data: ") and line[6:].strip() != self.version and not self.busy:
                await self.fetch()

    async def wait_for_event(self, events: int, since: float) -> None:
        """Wait until the page shows an event, and note how long that took."""
        async with self.fresh:
            await self.fresh.wait_for(lambda: self.events >= events)
        self.evening.took.append(perf_counter() - since)

    async def send_tap(self, others: list["Phone"]) -> None:
        """Send the form of the page shown; the other phones must see the event."""
        carried = {name.decode(): value.decode() for name, value in HIDDEN.findall(self.html)}
        before, since, self.busy = self.events, perf_counter(), True
        self.evening.taps += 1
        for other in others:
            if other.task is not None and other.task.done():
                other.task.result()  # a phone that hears nothing more ends the evening with its error
        waiting = [asyncio.create_task(other.wait_for_event(before + 1, since)) for other in others]
        status, _ = await self.line.ask(self.path, {**carried, **self.evening.tap})
        self.evening.refused += status != 303
        await self.fetch()
        self.busy = False
        _, missed = await asyncio.wait(waiting, timeout=10)
        for each in missed:
            each.cancel()
        self.evening.lost += len(missed)

    def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
        self.stream.close()
        self.line.close()


async def play_tables(evening: Evening, tables: dict[str, list[str]], seconds: float, every: float) -> None:
    """Play at every table for a while: one event each interval, from one phone after the other."""
    phones = {name: [Phone(evening, name, cookie) for cookie in cookies] for name, cookies in tables.items()}
    for each in phones.values():
        await asyncio.gather(*(phone.open() for phone in each))
    end, spent = perf_counter() + seconds, evening.busy()

    async def play(at: int, seated: list[Phone]) -> None:
        await asyncio.sleep(every * at / len(phones))  # not all at the same moment
        number, due = 0, perf_counter()
        while perf_counter() < end:
            phone = seated[number % len(seated)]
            await phone.send_tap([other for other in seated if other is not phone])
            number, due = number + 1, due + every
            await asyncio.sleep(max(0.0, due - perf_counter()))

    try:
        async with asyncio.timeout(3 * seconds + 60):
            await asyncio.gather(*(play(at, seated) for at, seated in enumerate(phones.values())))
        evening.spent = evening.busy() - spent
    finally:
        for seated in phones.values():
            for phone in seated:
                phone.close()
