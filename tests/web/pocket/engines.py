"""Firefox and WebKit, each driven by what Debian's package of it brings: Marionette, and WebDriver over http.

Where one is missing its tests are skipped with a sentence; a machine that sets CI may not skip them.
"""

import json
import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol
from urllib.error import HTTPError

from tests.ports import find_free_port
from tests.required_programs import require_program
from tests.waiting import wait_until

OPENING = 240_000
"""Milliseconds that a browser other than Chromium may take to start Python or to do what it is asked: one of
them translates nothing ahead."""

_WEBKIT = ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/libexec", "/usr/lib")
"""Where distributions keep WebKit's own small browser."""


class Engine(Protocol):
    """A browser with one page."""

    def go(self, url: str) -> None:
        """Go to an address, and wait until its page is there."""

    def run(self, script: str, *given: Any) -> Any:
        """What the body of an async function gives, what it is given in ``given``."""

    def reopen(self) -> None:
        """Close all pages; what was kept is kept."""


def wait_until_usable(engine: Engine) -> None:
    """Wait until the pocket on the page is usable."""
    opened = "return !document.querySelector('.opening:not(.stopped)')"
    wait_until(lambda: engine.run(opened), pause=0.1, patience=OPENING / 1000)
    sentence = engine.run("return document.querySelector('#pocket')?.textContent")
    assert sentence is None, sentence


def _wrap_script(script: str) -> str:
    """A script that WebDriver waits for, and whose fault it tells."""
    return (
        "const done = arguments[arguments.length - 1];"
        f"(async (...given) => {{ {script} }})(...[...arguments].slice(0, -1))"
        ".then(value => done({ value }), fault => done({ fault: String(fault) }));"
    )


def _get_value(answer: dict[str, Any]) -> Any:
    assert "fault" not in answer, answer
    return answer.get("value")


class Firefox:
    """Debian's Firefox; its Marionette answers on a port, one message after another."""

    def __init__(self, folder: Path) -> None:
        self._profile = folder / "firefox"
        self._profile.mkdir()
        self._start()

    def _start(self) -> None:
        port = find_free_port()
        settings = {"marionette.port": port, "browser.shell.checkDefaultBrowser": False}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in settings.items()]
        (self._profile / "user.js").write_text("\n".join(lines))
        words = ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", str(self._profile)]
        # As root it does not start in the home of somebody else, which a workflow's container has.
        given = {**os.environ, "HOME": str(self._profile), "LC_ALL": "C"}
        quiet = subprocess.DEVNULL
        self._running = subprocess.Popen(words, stdout=quiet, stderr=quiet, env=given)
        line: list[socket.socket] = []

        def is_answering() -> bool:
            assert self._running.poll() is None, "Firefox has ended"
            with suppress(OSError):
                line.append(socket.create_connection(("127.0.0.1", port)))
            return bool(line)

        wait_until(is_answering, "Firefox does not answer", pause=0.1)
        self._line, self._count = line[0].makefile("rwb"), 0
        line[0].close()  # as soon as its file is
        self._read_message()
        waits = {"script": OPENING, "pageLoad": OPENING}
        self._ask("WebDriver:NewSession", capabilities={"alwaysMatch": {"timeouts": waits}})
        self._ask("WebDriver:SetTimeouts", **waits)

    def _read_message(self) -> Any:
        length = b""
        while (digit := self._line.read(1)) != b":":
            assert digit, "Firefox has ended"
            length += digit
        return json.loads(self._line.read(int(length)))

    def _ask(self, command: str, **given: Any) -> Any:
        self._count += 1
        message = json.dumps([0, self._count, command, given]).encode()
        self._line.write(b"%d:%s" % (len(message), message))
        self._line.flush()
        _, _, fault, result = self._read_message()
        assert fault is None, fault
        return result

    def go(self, url: str) -> None:
        """See ``Engine``."""
        self._ask("WebDriver:Navigate", url=url)

    def run(self, script: str, *given: Any) -> Any:
        """See ``Engine``."""
        asked = {"script": _wrap_script(script), "args": given, "sandbox": None}
        return _get_value(self._ask("WebDriver:ExecuteAsyncScript", **asked)["value"])

    def reopen(self) -> None:
        """Quit the whole browser, and start it."""
        self.quit()
        self._start()

    def quit(self) -> None:
        """End it as a person does."""
        try:
            with suppress(AssertionError, OSError):
                self._ask("Marionette:Quit", flags=["eAttemptQuit"])
            with suppress(OSError):
                self._line.close()
            self._running.wait(OPENING / 1000)
        finally:
            self._running.kill()  # nothing where it has ended


class WebKit:
    """WebKitGTK's own small browser on a screen that nobody sees; it keeps things as long as it runs."""

    def __init__(self, folder: Path) -> None:
        browser = next(path for top in _WEBKIT for path in Path(top).glob("webkit*gtk-*/MiniBrowser"))
        (home := folder / "webkit").mkdir(mode=0o700)
        quiet: dict[str, Any] = {"stderr": subprocess.DEVNULL, "start_new_session": True}
        screen = ["Xvfb", "-displayfd", "1", "-screen", "0", "800x900x24", "-nolisten", "tcp"]
        self._screen = subprocess.Popen(screen, stdout=subprocess.PIPE, **quiet)
        assert self._screen.stdout is not None
        display = f":{int(self._screen.stdout.readline())}"
        given = {"DISPLAY": display, "HOME": str(home), "XDG_RUNTIME_DIR": str(home), "LC_ALL": "C.UTF-8"}
        given |= {"LIBGL_ALWAYS_SOFTWARE": "1", "WEBKIT_DISABLE_DMABUF_RENDERER": "1"}
        port = find_free_port()
        self._driver = subprocess.Popen(
            ["WebKitWebDriver", "-p", str(port)], env={**os.environ, **given}, stdout=quiet["stderr"], **quiet
        )
        self._url = f"http://127.0.0.1:{port}/session"
        options = {"webkitgtk:browserOptions": {"binary": str(browser), "args": ["--automation"]}}
        session = self._ask("POST", "", capabilities={"alwaysMatch": options})
        self._url += f"/{session['sessionId']}"
        self._ask("POST", "/timeouts", script=OPENING, pageLoad=OPENING)

    def _ask(self, method: str, path: str, **given: Any) -> Any:
        body = json.dumps(given).encode() if method == "POST" else None
        late = time.monotonic() + OPENING / 1000
        while True:
            try:
                request = urllib.request.Request(self._url + path, body, method=method)
                with urllib.request.urlopen(request, timeout=OPENING / 1000) as answer:
                    return json.load(answer)["value"]
            except HTTPError as error:
                raise AssertionError(error.read().decode()) from None
            except OSError:  # it is about to listen
                assert time.monotonic() < late
                assert self._driver.poll() is None, "WebKit's driver has ended"
                time.sleep(0.1)

    def go(self, url: str) -> None:
        """See ``Engine``."""
        self._ask("POST", "/url", url=url)

    def run(self, script: str, *given: Any) -> Any:
        """See ``Engine``."""
        return _get_value(self._ask("POST", "/execute/async", script=_wrap_script(script), args=given))

    def reopen(self) -> None:
        """Close its window, after another was opened: with the last one the browser goes."""
        new = self._ask("POST", "/window/new", type="window")["handle"]
        self._ask("DELETE", "/window")
        self._ask("POST", "/window", handle=new)

    def quit(self) -> None:
        """End it, with its screen."""
        with suppress(AssertionError, OSError):
            self._ask("DELETE", "")
        for each in (self._driver, self._screen):
            each.terminate()
            each.wait()
        if self._screen.stdout is not None:
            self._screen.stdout.close()


NEEDED = {"Firefox": ("firefox-esr",), "WebKit": ("WebKitWebDriver", "Xvfb")}
"""Beside Chromium, and the programs that each needs."""


@contextmanager
def open_engine(name: str, folder: Path) -> Iterator[Engine]:
    """One of the browsers, with an empty profile."""
    for program in NEEDED[name]:
        require_program(program)
    running: Firefox | WebKit = {"Firefox": Firefox, "WebKit": WebKit}[name](folder)
    try:
        yield running
    finally:
        running.quit()
