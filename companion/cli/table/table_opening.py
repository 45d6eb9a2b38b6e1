"""The table opened from the command line: addresses and codes shown while it is open, and how it is left."""

import os
import sys
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import zip_longest

import click

from companion.cli.answers import how_to
from companion.cli.voice import coloured, columns, fits, said, speak
from companion.sentences import say
from companion.web.join import rows
from companion.web.serving.addresses import LaptopAddress, firewall_advice
from companion.web.serving.table_opening import Evening, Wishes

_SHOWN = 4  # addresses that are shown with a code; a laptop has rarely more than two


def open_table(wishes: Wishes, browser: bool) -> None:
    """Open the table, show how to join, and answer phones until Ctrl-C."""
    with Evening(wishes, partial(speak, err=True), lambda: _alone(evening.port)) as evening:
        if wishes.one_screen:
            speak("One screen: hand this device round. Nobody else can join.")
        else:
            show_addresses(evening.addresses(), evening.join_url, evening.port, evening.code, evening.scheme)
        if wishes.https:
            speak(
                "Each phone warns once, since nobody vouches for this laptop. iPhone: Show Details, visit"
                " this website. Android: Advanced, Proceed."
            )
        speak("The page of this laptop (keep it to yourself):")
        click.echo(f"  {evening.host_url}")
        if (none := evening.nothing_yet) is not None:
            speak(none.whole)
            for sentence in how_to((none.remedy,), dict(none.sentence.fields)["file"]):
                speak(sentence)
        speak("Ctrl-C closes the table; the games are kept.")
        sys.stdout.flush()
        if browser:
            open_browser(evening.host_url)
        evening.run()
    speak("The table is closed; the games are kept.")


def show_addresses(
    found: Sequence[LaptopAddress],
    join_url: Callable[[LaptopAddress], str],
    port: int,
    code: str,
    scheme: str = "http",
) -> None:
    """Show the codes to scan, and what to type where no camera is at hand."""
    if not found:
        speak("This laptop is in no network that phones could share.")
        speak("'companion table doctor' looks for the reason.")
        return
    codes = [code_lines(join_url(address)) for address in found[:_SHOWN]]
    for row in beside_each_other(codes[:1] if len(found) == 1 else codes, columns()):
        click.echo("\n".join(row) + "\n")
    speak("Scan the code with a phone's camera, or type this into its browser:")
    for at, address in enumerate(found):
        where = click.style(address.url(port, "", scheme), bold=not at)
        click.echo(f"  {where}" + (f"  ({said(address.hint)})" if address.hint else ""))
    speak("and then the code {code}.", code=code)


def open_browser(url: str) -> None:
    """Open a page on this laptop, where there is a screen to open it on."""
    on_screen = sys.platform in ("darwin", "win32") or any(map(os.getenv, ("DISPLAY", "WAYLAND_DISPLAY")))
    if sys.stdout.isatty() and on_screen:  # a browser in the terminal would take it from us
        with suppress(webbrowser.Error, OSError):
            webbrowser.open(url)


def _alone(port: int) -> None:
    """Say, once, what may keep phones away."""
    speak("No phone yet? After a minute it is mostly the firewall of this laptop.", err=True)
    speak(firewall_advice(port), err=True)
    speak(say("'companion table doctor' looks for the reason."), err=True)


_HALVES = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
_BETWEEN = 3  # columns between two codes


def code_lines(text: str) -> tuple[str, ...]:
    """A text as a QR code; no line where the terminal has no such characters."""
    if not fits("".join(_HALVES.values())):
        return ()
    squares = rows(text)
    pairs = zip_longest(squares[::2], squares[1::2], fillvalue=(False,) * len(squares))
    if coloured():
        lines = ("".join(_HALVES[pair] for pair in zip(*both, strict=True)) for both in pairs)
        return tuple(click.style(line, fg=(0, 0, 0), bg=(255, 255, 255)) for line in lines)
    # Most terminals are dark: what is light is drawn.
    return tuple("".join(_HALVES[not top, not low] for top, low in zip(*both, strict=True)) for both in pairs)


def beside_each_other(codes: Sequence[Sequence[str]], columns: int) -> list[list[str]]:
    """Codes as lines of a terminal, as many beside each other as fit; one list a row of codes."""
    if not codes or not codes[0]:
        return []
    wide = len(click.unstyle(codes[0][0])) + _BETWEEN
    each = max(1, (columns + _BETWEEN) // wide)
    parts = (codes[at : at + each] for at in range(0, len(codes), each))
    return [[(" " * _BETWEEN).join(lines) for lines in zip(*part, strict=True)] for part in parts]
