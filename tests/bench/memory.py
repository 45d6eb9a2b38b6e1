"""What a page of Chromium takes of this computer's memory.

Chromium is driven here by its own pipe, with nothing that keeps what goes over the line for a debugger.
"""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.required_programs import require_program
from tests.waiting import wait_until
from tests.web.evening import ARGUMENTS, CHROMIUM
from tests.web.pocket.hosts import OPENING

_PRIVATE = re.compile(r"^Private_\w+: +(\d+) kB", re.M)


def list_processes(root: int) -> set[int]:
    """All that a process has started, and what they have."""
    children = dict[int, list[int]]()
    for each in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):  # it is gone
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2]
            children.setdefault(int(fields.split()[1]), []).append(int(each))
    found, waiting = set[int](), [root]
    while waiting:
        for child in children.get(waiting.pop(), ()):
            found.add(child)
            waiting.append(child)
    return found


def measure_tab(root: int) -> int:
    """Bytes that the largest process which draws pages has for itself, of those a process has started."""
    most = 0
    for each in list_processes(root):
        with suppress(OSError):
            if b"--type=renderer" in Path(f"/proc/{each}/cmdline").read_bytes():
                text = Path(f"/proc/{each}/smaps_rollup").read_text()
                most = max(most, 1024 * sum(int(kilobytes) for kilobytes in _PRIVATE.findall(text)))
    return most


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

    def _read_message(self) -> Any:
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
        while (answer := self._read_message()).get("id") != self._count:
            pass
        assert "error" not in answer, answer
        return answer["result"]

    def go(self, url: str) -> None:
        self._ask("Page.navigate", url=url)
        wait_until(lambda: self.run("return document.readyState === 'complete'"), url)

    def run(self, script: str, *given: Any) -> Any:
        words = f"(async (...given) => {{ {script} }})(...{json.dumps(given)})"
        got = self._ask("Runtime.evaluate", expression=words, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in got, got
        return got["result"].get("value")

    def count_documents(self) -> int:
        """The number of pages that it has not let go of, and of drawings, which are pages to it."""
        return int(self._ask("Memory.getDOMCounters")["documents"])

    def reopen(self) -> None:
        self.quit()
        self._start()

    def quit(self) -> None:
        self._session = ""
        with suppress(AssertionError, OSError):
            self._ask("Browser.close")
        self._running.wait(OPENING / 1000)
        for each in (self._from, self._into):
            with suppress(OSError):
                each.close()


@contextmanager
def open_chromium(folder: Path, *words: str) -> Iterator[Chromium]:
    """Chromium with what a folder has of it, and with more words of its command line."""
    require_program(CHROMIUM)
    chromium = Chromium(folder, *words)
    try:
        yield chromium
    finally:
        chromium.quit()
