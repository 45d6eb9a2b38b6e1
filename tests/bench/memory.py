"""What browsers take of this computer's memory, whatever else runs on it.

What is their own is looked at all the time; their programs are counted whole, each part once: by the usual
shares (PSS) a browser is smaller by a hundred MB as soon as another one of its kind runs beside it.

Chromium is driven here by its own pipe, with nothing that keeps what goes over the line for a debugger.
"""

import json
import os
import re
import subprocess
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.needing import needed
from tests.waiting import until
from tests.web.evening import ARGUMENTS, CHROMIUM
from tests.web.pocket.engines import Engine, engine
from tests.web.pocket.served import OPENING

DRIVERS = ("node", "Xvfb", "WebKitWebDriver")
"""Programs that drive a browser, and are none of it."""

PAUSE = 0.04
"""Seconds between two looks."""

_OWN = re.compile(r"^Pss_(?:Anon|Shmem): +(\d+) kB", re.M)
_PRIVATE = re.compile(r"^Private_\w+: +(\d+) kB", re.M)
_MAPPING = re.compile(r"^([0-9a-f]+-[0-9a-f]+ .*)\n((?:[A-Z].*\n)+)", re.M)
_SIZE = re.compile(r"^(Rss|Anonymous): +(\d+) kB", re.M)
_SHARED = ("/memfd:", "/dev/shm", "/SYSV", "/dev/zero")  # memory with a name


def processes(root: int) -> set[int]:
    """All that a process has started, and what they have."""
    children = dict[int, list[int]]()
    for each in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):  # it is gone
            told = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2]
            children.setdefault(int(told.split()[1]), []).append(int(each))
    found, waiting = set[int](), [root]
    while waiting:
        for child in children.get(waiting.pop(), ()):
            found.add(child)
            waiting.append(child)
    return found


def _is_driver(process: int) -> bool:
    return Path(f"/proc/{process}/comm").read_text().strip() in DRIVERS


def own(process: int) -> float:
    """MB that are a process's own, with its part of what it shares by and by; 0 for one that is gone."""
    with suppress(OSError):
        if not _is_driver(process):
            told = Path(f"/proc/{process}/smaps_rollup").read_text()
            return sum(int(kilobytes) for kilobytes in _OWN.findall(told)) / 1024
    return 0.0


def files(all_: Iterable[int]) -> float:
    """MB of programs and other files that lie in the memory of some processes, each part counted once.

    Part by part it is what that process has which has most of it.
    """
    most = dict[tuple[str, ...], int]()
    for process in all_:
        with suppress(OSError):
            if _is_driver(process):
                continue
            for head, body in _MAPPING.findall(Path(f"/proc/{process}/smaps").read_text()):
                _, rights, offset, device, inode, *name = head.split(maxsplit=5)
                if inode == "0" or name[0].startswith(_SHARED):
                    continue
                sizes = {key: int(kilobytes) for key, kilobytes in _SIZE.findall(body)}
                part = (device, inode, offset, rights)
                most[part] = max(most.get(part, 0), sizes["Rss"] - sizes["Anonymous"])
    return sum(most.values()) / 1024


def tab(root: int) -> int:
    """Bytes that the largest process which draws pages has for itself, of those a process has started."""
    most = 0
    for each in processes(root):
        with suppress(OSError):
            if b"--type=renderer" in Path(f"/proc/{each}/cmdline").read_bytes():
                told = Path(f"/proc/{each}/smaps_rollup").read_text()
                most = max(most, 1024 * sum(int(kilobytes) for kilobytes in _PRIVATE.findall(told)))
    return most


class Watch:
    """The memory of all that this process starts from now on.

    Attributes:
        now: MB of its own at the last look.
        most: MB of its own at most since it was last asked for.
    """

    def __init__(self) -> None:
        self.now, self.most = 0.0, 0.0
        self._before = processes(os.getpid())
        self._over = threading.Event()
        self._looking = threading.Thread(target=self._look, daemon=True)
        self._looking.start()

    def _look(self) -> None:
        while not self._over.wait(PAUSE):
            self.now = sum(map(own, processes(os.getpid()) - self._before))
            self.most = max(self.most, self.now)

    def anew(self, own_most: float | None = None) -> float:
        """The most since the last time, MB, with programs; from now on only what comes counts."""
        most = self.most if own_most is None else own_most
        self.most = self.now
        return most + files(processes(os.getpid()))

    def close(self) -> None:
        """Look no more."""
        self._over.set()
        self._looking.join()


class Chromium:
    """Debian's Chromium with one page, over its pipe; see ``Engine``."""

    def __init__(self, folder: Path, *words: str) -> None:
        """Start it with a profile in a folder, and more words of its command line."""
        self._profile, self._more = folder / "chromium", words
        self._start()

    def _start(self) -> None:
        out, theirs_out = os.pipe()
        theirs_in, into = os.pipe()
        ours = f'exec 3<&{theirs_in} 4>&{theirs_out}; exec "$@"'
        more = () if "headless" in CHROMIUM else ("--headless=new",)
        words = [CHROMIUM, *ARGUMENTS, *more, *self._more]
        words += ["--remote-debugging-pipe", f"--user-data-dir={self._profile}"]
        self._running = subprocess.Popen(
            ["bash", "-c", ours, "bash", *words, "--window-size=390,844", "about:blank"],
            pass_fds=(theirs_in, theirs_out),
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._from, self._into = os.fdopen(out, "rb"), os.fdopen(into, "wb")
        self._rest, self._count, self._session = b"", 0, ""
        pages = self._ask("Target.getTargets")["targetInfos"]
        (page,) = (each["targetId"] for each in pages if each["type"] == "page")
        self._session = self._ask("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]

    def _heard(self) -> Any:
        while b"\0" not in self._rest:
            got = os.read(self._from.fileno(), 1 << 16)
            assert got, "Chromium has ended"
            self._rest += got
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)

    def _ask(self, method: str, **given: Any) -> Any:
        self._count += 1
        asked = {"id": self._count, "method": method, "params": given}
        if self._session:
            asked["sessionId"] = self._session
        self._into.write(json.dumps(asked).encode() + b"\0")
        self._into.flush()
        while (answer := self._heard()).get("id") != self._count:
            pass
        assert "error" not in answer, answer
        return answer["result"]

    def go(self, url: str) -> None:
        """See ``Engine``."""
        self._ask("Page.navigate", url=url)
        until(lambda: self.run("return document.readyState === 'complete'"), url)

    def run(self, script: str, *given: Any) -> Any:
        """See ``Engine``."""
        words = f"(async (...given) => {{ {script} }})(...{json.dumps(given)})"
        got = self._ask("Runtime.evaluate", expression=words, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in got, got
        return got["result"].get("value")

    def documents(self) -> int:
        """The number of pages that it has not let go of, and of drawings, which are pages to it."""
        return int(self._ask("Memory.getDOMCounters")["documents"])

    def again(self) -> None:
        """Quit the whole browser, and start it."""
        self.quit()
        self._start()

    def quit(self) -> None:
        """End it as a person does."""
        self._session = ""
        with suppress(AssertionError, OSError):
            self._ask("Browser.close")
        self._running.wait(OPENING / 1000)
        for each in (self._from, self._into):
            with suppress(OSError):
                each.close()


@contextmanager
def running(name: str, folder: Path, *words: str) -> Iterator[Engine]:
    """One of the three browsers, with what its folder has; more words are for Chromium."""
    folder.mkdir(parents=True, exist_ok=True)
    if name != "Chromium":
        with engine(name, folder) as other:
            yield other
        return
    needed(CHROMIUM)
    chromium = Chromium(folder, *words)
    try:
        yield chromium
    finally:
        chromium.quit()
