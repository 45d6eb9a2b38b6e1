"""How an answer of the service is told: to a person in the terminal, or to a program as JSON."""

from collections.abc import Callable, Iterable, Mapping
from functools import singledispatch, wraps
from importlib import import_module
from shlex import quote
from typing import Any

import click

from companion.answers import Answer, Figure, Gap, Told
from companion.cli.lazy import SHARED, SpokenCommand, command_words
from companion.cli.voice import at_prompt, json_option, parted, people_read_errors, said, speak, speak_json
from companion.extras import how_to_add
from companion.play.games import GAMES
from companion.sentences import Sentence, say


def how_to(remedies: Iterable[str], file: object = None) -> tuple[Sentence, ...]:
    """The commands to type, a sentence for each remedy; ``file`` is that of the tables."""
    known = [command_words(whose, "remedies") for whose in (SHARED, *GAMES)]
    words = {"yaml": how_to_add("yaml")}
    for kind in ("how", "at-prompt") if at_prompt() else ("how",):
        words |= {name: say(text) for each in known for name, text in each.get(kind, {}).items()}
    if file:
        words["restore"] = say(
            "Put the last backup back with: companion table restore --store {file}", file=quote(str(file))
        )
    return tuple(words[name] for name in remedies)


@singledispatch
def draw(figure: Figure) -> Iterable[str]:
    """The lines of a figure in the terminal.

    A module that draws one registers it here; those of a game are imported when one of its figures is told.
    """
    _, _, game, *_ = type(figure).__module__.split(".")
    for module in import_module(f"companion.cli.{game}").FIGURES:
        import_module(f"companion.cli.{game}.{module}")
    drawn = draw.dispatch(type(figure))
    if drawn is draw.dispatch(object):
        raise TypeError(f"nothing draws {type(figure).__name__}")
    lines: Iterable[str] = drawn(figure)
    return lines


@draw.register
def _gap(gap: Gap) -> Iterable[str]:
    return ("",)


def tell_lines(lines: Iterable[Told]) -> None:
    """Tell sentences and figures on standard output, in order; on standard error where a file goes there."""
    err = people_read_errors()
    for line in lines:
        if isinstance(line, Sentence):
            click.echo(parted(said(line), err=err), err=err)
            continue
        for drawn in draw(line):
            click.echo(drawn, err=err)


def tell_notices(notices: Iterable[Sentence]) -> None:
    """Tell on standard error what is said beside an answer."""
    for notice in notices:
        speak(notice, err=True)


def tell(answer: Answer, as_json: bool = False) -> None:
    """Tell a whole answer; a no leaves with exit code 1."""
    tell_notices(answer.notices)
    if as_json:
        speak_json(answer.document)
    elif answer.refused is not None:
        tell_lines((answer.refused, *how_to(answer.remedies)))
    else:
        file = answer.outcome.get("file") if isinstance(answer.outcome, Mapping) else None
        tell_lines((*(answer.brief or answer.lines), *how_to(answer.remedies, file)))
    if not answer.yes:
        raise click.exceptions.Exit(1)


def answer_command(name: str | None = None) -> Callable[[Callable[..., Answer]], click.Command]:
    """A command that tells what its function answers, as JSON with ``--json``; named like it by default."""

    def make(asked: Callable[..., Answer]) -> click.Command:
        @wraps(asked)
        def run(as_json: bool, **typed: Any) -> None:
            tell(asked(**typed), as_json)

        return json_option(click.command(name, cls=SpokenCommand)(run))

    return make
