"""The page of the laptop opens by itself where there is a screen to open it on."""

import sys
import webbrowser

import pytest

from companion.cli.table import table_opening
from companion.cli.table.table_opening import open_browser, open_table
from companion.web.serving.addresses import LaptopAddress
from companion.web.serving.table_opening import TableOptions


@pytest.mark.parametrize(
    ("platform", "variables", "terminal", "opened"),
    [
        ("darwin", (), True, True),
        ("win32", (), True, True),
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


class Stood:
    """An open table that nobody waits for."""

    port, code, scheme, host_url, no_table_error = 8642, "plum7", "https", "https://127.0.0.1:8642/host", None

    def __init__(self, *_: object) -> None:
        pass

    def __enter__(self) -> "Stood":
        return self

    def __exit__(self, *problem: object) -> None:
        pass

    def list_addresses(self) -> list[LaptopAddress]:
        return [LaptopAddress("192.168.1.20")]

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
    monkeypatch.setattr(table_opening, "TableHost", Stood)
    monkeypatch.setattr(table_opening, "open_browser", shown.append)
    open_table(TableOptions(https=https, one_screen=one_screen), browser=https)
    said = capsys.readouterr().out
    assert ("Each phone warns once, since nobody vouches for this laptop." in said) == https
    assert ("Nobody else can join." in said) == one_screen
    assert ("192.168.1.20" in said) == (not one_screen)
    assert said.index(Stood.host_url) < said.index("Ctrl-C closes the table") < said.index("run\n")
    assert said.endswith("The table is closed; the games are kept.\n")
    assert shown == [Stood.host_url] * https
