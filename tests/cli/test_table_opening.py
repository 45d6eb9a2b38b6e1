"""The page of the laptop opens by itself where there is a screen to open it on."""

import sys
import webbrowser

import pytest

from companion.cli.table.table_opening import open_browser


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
def test_the_page_opens_where_it_does_not_take_the_terminal(
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
