"""``companion shogun play``: a prompt that keeps the table, for the whole evening."""

from dataclasses import replace
from pathlib import Path

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.main import outcome, outcome_of
from companion.cli.prompt import Prompt
from companion.cli.shogun.prompt.hints import completed, help_lines
from companion.cli.shogun.prompt.typed import HELP, LEAVE, read_line
from companion.cli.shogun.reading import player_named, typed_words
from companion.cli.shogun.throws import Thrown
from companion.cli.table_commands import (
    as_typed,
    ask_table,
    begun_table,
    last_table_argument,
    open_for_command,
    store_option,
)
from companion.cli.voice import asking, fitted, said, speak
from companion.data.shogun.towers import shipped_presets
from companion.errors import InputError
from companion.play.shogun.telling.awaited import THROWS, Awaited, awaited
from companion.rules.shogun.cubes import DAIMYO, daimyo
from companion.sentences import say
from companion.service.shogun.session import begin_table, open_table

_FALLING = ("act", "attack", "revolt", "throw")  # commands that show a throw falling


@click.command(cls=SpokenCommand)
@last_table_argument
@click.option("--still", is_flag=True, help="Do not show the throws falling.")
@store_option
def play(table: str | None, still: bool, store: Path | None) -> None:
    """Play at a prompt that keeps the table and knows whose turn it is; where there is none yet, begin one.

    With a kept board, 4 shi koz sends four armies from Shinano to Kozuke, and Enter alone is a blank; without
    one, b4 y3 throws four blue armies against three yellow ones, and in light mode Enter alone turns up the
    next action card. u takes back, ? tells what can be typed, Tab completes names. Lines from a pipe are
    played too; the first that fails ends them, with its exit code.

    \b
    companion shogun play friday
    printf 'b4 y3\\nb2 neutral\\n' | companion shogun play friday
    """
    table = table or begun(store)
    if table is None:
        return
    now = _awaited(store, table)
    prompt = Prompt(lambda before: completed(before, now))
    with asking():
        _run(["show" if now.stage == THROWS else "round"], table, store)
        if prompt.live:
            speak("? tells what can be typed, Ctrl-D leaves.")
        while (line := prompt.ask(f"{said(now.words)}> ")) is not None:
            code = _line(line, now, table, store, still)
            if code is None or code == 130:
                break
            if code and not prompt.live:
                speak("Line {number} was not done, and nothing after it.", err=True, number=prompt.number)
                raise click.exceptions.Exit(code)
            if code:
                prompt.mend(line)
            now = _awaited(store, table)
    if prompt.live:
        _awaited(store, table)  # refused where it is gone
        speak("The table is kept; go on with: companion shogun play {table}", table=as_typed(table))


def _awaited(store: Path | None, table: str) -> Awaited:
    with open_for_command(open_table(store, table)) as here:
        return awaited(here.state)


def _line(line: str, now: Awaited, table: str, store: Path | None, still: bool) -> int | None:
    """Do what a line says; its exit code, or ``None`` to leave."""
    read: list[object] = []
    code = outcome_of(lambda: read.append(read_line(line, now)))
    if code:
        return code
    (asked,) = read
    if asked == LEAVE:
        return None
    if asked == HELP:
        with open_for_command(open_table(store, table)) as here:
            for sentence in help_lines(here):
                click.echo(fitted(said(sentence)))
        return 0
    if isinstance(asked, list):
        falls = asked[0] in _FALLING or "--revolt" in asked
        return _run([*asked, *(["--still"] if still and falls else [])], table, store)
    if isinstance(asked, Thrown):
        asked = replace(asked, still=asked.still or still)
    return outcome_of(lambda: ask_table(open_table(store, table), asked, as_json=False))


def _run(words: list[str], table: str, store: Path | None) -> int:
    """Run a command of Shogun at the table, as if it had been typed in a shell."""
    kept = [] if store is None else ["--store", str(store)]
    at = ["--table", table] if words[0] == "score" else [table]
    return outcome(["shogun", words[0], *at, *words[1:], *kept])


def begun(store: Path | None) -> str | None:
    """The table used last; where there is none a new one, once colours are told; nothing for who leaves."""
    return begun_table(
        store,
        "shogun",
        say("Which colours play? (such as b y r, for blue, yellow and red)"),
        lambda name, line: begin_table(store, name, _colours(line), shipped_presets()["shogun"]),
        [said(daimyo(each)) for each in DAIMYO],
    )


def _colours(line: str) -> list[str]:
    """The colours that were typed, as words or as the letters they begin with."""
    words = typed_words(line)
    if len(words) == 1:
        try:
            return [player_named(words[0])]
        except InputError:
            words = list(words[0])
    return [player_named(word) for word in words]
