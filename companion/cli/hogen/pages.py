"""Pages on one screen that is passed from hand to hand: a secret is on it only while its owner looks.

All pages live on the terminal's alternate screen, which keeps no lines to scroll back to, and each page
wipes the one before. What is typed is read without line editing, so the arrow keys bring nothing back.
When the program ends, interrupted, told to end or killed as well, the last page is wiped and the terminal is
as it was. It cannot be suspended: the page would stay on the screen for whoever comes by.
"""

import os
import select
import signal
import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType

import click

from companion.cli.voice import fitted, said
from companion.sentences import Sentence, listed, say

_ENTER = "\x1b[?1049h"
_LEAVE = "\x1b[?1049l"
_ASKING = ("SIGINT", "SIGQUIT", "SIGTERM", "SIGHUP", "SIGABRT", "SIGBREAK")
_OTHERS = ("SIGALRM", "SIGVTALRM", "SIGPROF", "SIGUSR1", "SIGUSR2", "SIGXCPU", "SIGPOLL")
_ENDING = (*_ASKING, *_OTHERS)
"""Keys and messages that would end the program with a page on the screen, and that can be caught."""

_SUSPENDING = ("SIGTSTP", "SIGTTIN", "SIGTTOU")  # those that would stop it there
_LOOK_EVERY = 0.2  # seconds after which a program that waits for a key sees that it was told to end
_WIPE = "\x1b[2J\x1b[3J\x1b[H"


class Stopped(Exception):
    """The players want to go on later."""


@contextmanager
def pages() -> Iterator[None]:
    """Show pages; afterwards the terminal is as it was."""
    with _guarded():
        before = {number: signal.signal(number, _end) for number in _known(_ENDING)}
        before |= {number: signal.signal(number, signal.SIG_IGN) for number in _known(_SUSPENDING)}
        click.echo(_ENTER + _WIPE, nl=False)
        try:
            yield
        finally:
            _ignore(_ENDING)
            click.echo(_WIPE + _LEAVE, nl=False)
    for number, doing in before.items():
        signal.signal(number, doing)


@contextmanager
def _guarded() -> Iterator[None]:
    """Have another program wipe the page, should this one be killed without being asked."""
    if not hasattr(os, "fork"):
        yield
        return
    alive, here = os.pipe()
    guard = os.fork()
    if not guard:
        try:
            _ignore((*_ENDING, *_SUSPENDING))
            os.close(here)
            if not os.read(alive, 1):
                os.write(1, (_WIPE + _LEAVE).encode())
        finally:
            os._exit(0)
    os.close(alive)
    try:
        yield
    finally:
        os.write(here, b".")
        os.close(here)
        os.waitpid(guard, 0)


def _known(names: Iterable[str]) -> Iterator[signal.Signals]:
    """The signals that this system knows."""
    return (signal.Signals[name] for name in names if hasattr(signal, name))


def _end(number: int, _frame: FrameType | None) -> None:
    _ignore(_ENDING)  # nothing comes between this and the wiping, also not the same key once more
    raise SystemExit(128 + number)


def _ignore(names: Iterable[str]) -> None:
    for number in _known(names):
        signal.signal(number, signal.SIG_IGN)


def page(lines: Iterable[Sentence | None]) -> None:
    """Wipe the screen and show lines."""
    click.echo(_WIPE, nl=False)
    show_lines(lines)


def show_lines(lines: Iterable[Sentence | None]) -> None:
    """Show lines one below the other; ``None`` is an empty one."""
    for line in lines:
        if line is None:
            click.echo()
        else:
            click.echo(fitted(said(line)))


def tell(line: Sentence) -> None:
    """Say a sentence to whoever looks, in lines that fit the screen."""
    show_lines([line])


def hand_over(name: str) -> None:
    """Have the screen passed on; returns when the player says that nobody else can see it."""
    click.echo()
    click.echo(click.style(said(say("Pass the screen to {name}.", name=name)), bold=True))
    wait(say("{name}, press Enter when nobody else can see the screen (q stops).", name=name))
    click.echo(_WIPE, nl=False)


def wait(line: Sentence) -> None:
    """Wait for Enter alone; whatever else is typed is asked again, ``q`` raises ``Stopped``."""
    while ask(line):
        pass


def ask(line: Sentence, words: Collection[object] = ()) -> str:
    """Ask a player for a line, ``?`` tells its words; ``q``, or the end of the input, raises ``Stopped``."""
    click.echo(f"{fitted(said(line))} ", nl=False)
    sys.stdout.flush()
    # A signal that comes just before the reading would be seen only with the next key; so it is looked for.
    while os.name == "posix" and not select.select([sys.stdin], [], [], _LOOK_EVERY)[0]:
        pass
    typed = sys.stdin.readline()
    if not typed or typed.strip().lower() == "q":
        raise Stopped
    if words and typed.strip() == "?":
        tell(say("You can type: {words} (q stops).", words=listed(words)))
        return ask(line, words)
    return typed.strip()
