"""The server of tables run from the command line, which prints the addresses and codes to join."""

import os
import sys
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import zip_longest

import click

from companion.cli.answers import describe_remedies, place_side_by_side, print_lines
from companion.cli.voice import can_show, columns, speak, style_text, to_text, wants_colours
from companion.sentences import say
from companion.web.join import compute_qr_rows
from companion.web.serving.addresses import LaptopAddress, firewall_advice
from companion.web.serving.table_opening import TableHost, TableOptions

_MOST_CODES = 4  # addresses shown as QR codes; a laptop rarely has more than two


def open_table(options: TableOptions, browser: bool) -> None:
    """Serve the tables until Ctrl-C; first, print how to join."""
    with TableHost(options, partial(speak, err=True), lambda: _explain_missing_phones(evening.port)) as evening:
        if options.one_screen:
            speak("One screen: hand this device round. Nobody else can join.")
        else:
            show_addresses(evening.list_addresses(), evening.join_url, evening.port, evening.code, evening.scheme)
        if options.https:
            speak(
                "Each phone warns once, since nobody vouches for this laptop. iPhone: Show Details, visit"
                " this website. Android: Advanced, Proceed."
            )
        speak("The page of this laptop (keep it to yourself):")
        click.echo(f"  {evening.host_url}")
        if (error := evening.no_table_error) is not None:
            speak(error.message)
            print_lines(describe_remedies((error.remedy,), dict(error.sentence.fields)["file"]))
        speak("Ctrl-C closes the table; the games are kept.")
        sys.stdout.flush()
        if browser:
            open_browser(evening.host_url)
        evening.run()
    speak("The table is closed; the games are kept.")


def show_addresses(
    hosts: Sequence[LaptopAddress], join_url: Callable[[LaptopAddress], str], port: int, code: str, scheme: str = "http"
) -> None:
    """Print the QR codes to scan, and what to type without a camera."""
    if not hosts:
        speak("This laptop is not on a network that phones could share.")
        speak("'companion table doctor' looks for the reason.")
        return
    codes = (draw_qr_code(join_url(address)) for address in hosts[:_MOST_CODES])
    click.echo("\n".join((*place_side_by_side(codes, columns()), "")))
    speak("Scan the code with a phone's camera, or type this into its browser:")
    for index, address in enumerate(hosts):
        url = click.style(address.url(port, "", scheme), bold=not index)
        click.echo(f"  {url}" + (f"  ({to_text(address.hint)})" if address.hint else ""))
    speak("and then the code {code}.", code=code)


def open_browser(url: str) -> None:
    """Open a page in this laptop's browser, if it has a graphical screen."""
    on_screen = sys.platform in ("darwin", "win32") or any(map(os.getenv, ("DISPLAY", "WAYLAND_DISPLAY")))
    if sys.stdout.isatty() and on_screen:  # a browser in the terminal would cover Companion's output
        with suppress(webbrowser.Error, OSError):
            webbrowser.open(url)


def _explain_missing_phones(port: int) -> None:
    speak("No phone yet? After a minute it is usually this laptop's firewall.", err=True)
    speak(firewall_advice(port), err=True)
    speak(say("'companion table doctor' looks for the reason."), err=True)


_HALVES = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}


def draw_qr_code(text: str) -> tuple[str, ...]:
    """The lines of a text's QR code; empty if the terminal cannot show block characters."""
    if not can_show("".join(_HALVES.values())):
        return ()
    squares = compute_qr_rows(text)
    pairs = zip_longest(squares[::2], squares[1::2], fillvalue=(False,) * len(squares))
    white = wants_colours()  # without colours, light squares are drawn, as most terminals are dark
    lines = ("".join(_HALVES[top is white, low is white] for top, low in zip(*pair, strict=True)) for pair in pairs)
    return tuple(style_text(line, fg=(0, 0, 0), bg=(255, 255, 255)) for line in lines)
