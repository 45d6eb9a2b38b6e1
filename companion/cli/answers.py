"""Printing of answers from services: for a person in a terminal, or for a program as JSON."""

from collections.abc import Callable, Iterable, Mapping
from functools import singledispatch, wraps
from importlib import import_module
from shlex import quote
from typing import Any

import click

from companion.answers import Answer, AnswerLine, Figure, Gap
from companion.cli.lazy import SHARED, SpokenCommand, load_command_words
from companion.cli.voice import is_at_prompt, is_output_claimed, json_option, speak, speak_json
from companion.extras import describe_install
from companion.play.games import GAMES
from companion.sentences import Sentence, say


def describe_remedies(remedies: Iterable[str], file: object = None) -> tuple[Sentence, ...]:
    """The sentence for each remedy, with the command to type; ``file`` is the store to restore."""
    tables = [load_command_words(whose, "remedies") for whose in (SHARED, *GAMES)]
    words = {"yaml": describe_install("yaml")}
    for kind in ("how", "at-prompt") if is_at_prompt() else ("how",):
        words |= {name: say(text) for each in tables for name, text in each.get(kind, {}).items()}
    if file:
        words["restore"] = say(
            "Restore the last backup with: companion table restore --store {file}", file=quote(str(file))
        )
    return tuple(words[name] for name in remedies)


@singledispatch
def draw(figure: Figure) -> Iterable[str]:
    """The lines of a figure for the terminal.

    Modules register a function here for each kind of figure; those of a game are imported at its first figure.
    """
    _, _, game, *_ = type(figure).__module__.split(".")
    for module in import_module(f"companion.cli.{game}").FIGURES:
        import_module(f"companion.cli.{game}.{module}")
    draw_figure = draw.dispatch(type(figure))
    if draw_figure is draw.dispatch(object):
        raise TypeError(f"nothing draws {type(figure).__name__}")
    lines: Iterable[str] = draw_figure(figure)
    return lines


@draw.register
def _draw_gap(gap: Gap) -> Iterable[str]:
    return ("",)


def print_lines(lines: Iterable[AnswerLine]) -> None:
    """Print sentences and figures in order: on standard error if a file is written to standard output."""
    err = is_output_claimed()
    for line in lines:
        if isinstance(line, Sentence):
            speak(line, err=err)
            continue
        for text in draw(line):
            click.echo(text, err=err)


def print_notices(notices: Iterable[Sentence]) -> None:
    """Print the notices of an answer on standard error."""
    for notice in notices:
        speak(notice, err=True)


def print_answer(answer: Answer, as_json: bool = False) -> None:
    """Print an answer with its notices and remedies; exit with code 1 if it is no."""
    print_notices(answer.notices)
    if as_json:
        speak_json(answer.document)
    elif answer.refused is not None:
        print_lines((answer.refused, *describe_remedies(answer.remedies)))
    else:
        file = answer.outcome.get("file") if isinstance(answer.outcome, Mapping) else None
        print_lines((*(answer.brief or answer.lines), *describe_remedies(answer.remedies, file)))
    if not answer.yes:
        raise click.exceptions.Exit(1)


def answer_command(name: str | None = None) -> Callable[[Callable[..., Answer]], click.Command]:
    """Make a command from a function that returns an answer, which is printed, with ``--json`` as JSON."""

    def make(get_answer: Callable[..., Answer]) -> click.Command:
        @wraps(get_answer)
        def run(as_json: bool, **options: Any) -> None:
            print_answer(get_answer(**options), as_json)

        return json_option(click.command(name, cls=SpokenCommand)(run))

    return make
