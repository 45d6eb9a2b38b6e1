"""``companion table`` and ``companion watch``: what they tell, whom they let in, and when a browser opens."""

import sys
import webbrowser
from pathlib import Path
from typing import Any

import pytest

from companion.cli import table_opening
from companion.cli.table_opening import open_browser, open_table
from companion.web.serving import table_opening as serving
from companion.web.serving.addresses import LaptopAddress
from companion.web.serving.table_opening import TableOptions
from tests.cli.commands import Call
from tests.press.decks import write_deck


@pytest.mark.parametrize(
    ("platform", "variables", "terminal", "opened"),
    [
        ("darwin", (), True, True),
        ("linux", ("DISPLAY",), True, True),
        ("linux", ("WAYLAND_DISPLAY",), True, True),
        ("linux", (), True, False),  # its browser would take the terminal from the table
        ("darwin", (), False, False),
    ],
)
def test_the_browser_opens_unless_it_would_take_the_terminal(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: tuple[str, ...], terminal: bool, opened: bool
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(webbrowser, "open", shown.append)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name in variables:
        monkeypatch.setenv(name, ":0")
    open_browser("http://127.0.0.1/")
    assert shown == ["http://127.0.0.1/"] * opened


class FakeServer:
    """An open table, or a watch, that nobody waits for."""

    port, code, scheme, no_table_error = 8642, "plum7", "https", None
    host_url = url = "https://127.0.0.1:8642/host"
    addresses = (LaptopAddress("192.168.1.20"),)
    given: tuple[Any, ...] = ()

    def __init__(self, *given: Any) -> None:
        FakeServer.given = given

    def __enter__(self) -> "FakeServer":
        return self

    def __exit__(self, *problem: object) -> None:
        print("closed")

    def list_addresses(self) -> tuple[LaptopAddress, ...]:
        return self.addresses

    def join_url(self, address: LaptopAddress) -> str:
        return address.url(self.port, f"/join/{self.code}")

    def run(self) -> None:
        print("run")


@pytest.mark.parametrize("https", [True, False])
@pytest.mark.parametrize("one_screen", [True, False])
def test_table_prints_its_notices_before_it_opens(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], https: bool, one_screen: bool
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(table_opening, "TableHost", FakeServer)
    monkeypatch.setattr(table_opening, "open_browser", shown.append)
    open_table(TableOptions(https=https, one_screen=one_screen), browser=https)
    said = capsys.readouterr().out
    assert ("Each phone warns once, since nobody vouches for this laptop." in said) == https
    assert ("Nobody else can join." in said) == one_screen
    assert ("192.168.1.20" in said) == (not one_screen)
    assert said.index(FakeServer.host_url) < said.index("Ctrl-C closes the table") < said.index("run\n")
    assert said.endswith("The table is closed; the games are kept.\n")
    assert shown == [FakeServer.host_url] * https


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ((), ("", None, False)),
        (("--lan",), ("", None, True)),
        (("--lang", "fr", "--port", "9000", "--no-browser"), ("fr", 9000, False)),
    ],
)
def test_a_deck_is_shown_to_phones_only_where_that_was_asked_for(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], given: tuple[object, ...]
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(serving, "DeckHost", FakeServer)
    monkeypatch.setattr(table_opening, "open_browser", shown.append)
    result = call("watch", str(write_deck(tmp_path / "tiny")), *words)
    assert (result.code, result.err) == (0, "")
    watch, *others = FakeServer.given
    assert (watch.language, *others) == given
    assert shown == ([] if "--no-browser" in words else [FakeServer.url])
    assert ("plum7" in result.out) == ("--lan" in words)
    assert (
        result.out.index(FakeServer.url)
        < result.out.index("Ctrl-C ends the watch.")
        < result.out.index("run\nclosed\n")
    )
    assert result.out.endswith("The watch has ended.\n")
