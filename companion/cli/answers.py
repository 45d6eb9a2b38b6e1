"""Printing of answers from services: for a person in a terminal, or for a program as JSON."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import singledispatch, wraps
from importlib import import_module
from itertools import accumulate, zip_longest
from typing import Any

import click

from companion.answers import Answer, AnswerLine, Figure, Gap
from companion.cli.lazy import SHARED, SpokenCommand, load_command_words
from companion.cli.voice import can_show, is_at_prompt, is_output_claimed, json_option, speak, speak_json
from companion.play.games import GAMES
from companion.sentences import Sentence, say


def describe_remedies(remedies: Iterable[str], file: object = None) -> tuple[Sentence, ...]:
    """The sentence for each remedy, with the command to type; ``file`` is the store to restore."""
    return tuple(_describe_remedy(name, file) for name in remedies)


def _describe_remedy(name: str, file: object) -> Sentence:
    if name == "yaml":
        from companion.extras import describe_install

        return describe_install(name)
    if name == "restore" and file:
        from shlex import quote

        return say("Restore the last backup with: companion table restore --store {file}", file=quote(str(file)))
    kinds = ("at-prompt", "how") if is_at_prompt() else ("how",)
    tables = (load_command_words(whose, "remedies").get(kind, {}) for kind in kinds for whose in (SHARED, *GAMES))
    return say(next(words[name] for words in tables if name in words))


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


_GAP = " " * 4  # between blocks side by side


def place_side_by_side(blocks: Iterable[Sequence[str]], width: int) -> Iterator[str]:
    """The lines of blocks beside one another, as many as fit into a width; the next ones below an empty line."""
    row = list[Sequence[str]]()
    for block in blocks:
        if row and sum(map(_measure_block, (*row, block))) + len(_GAP) * len(row) > width:
            yield from (*_join_blocks(row), "")
            row.clear()
        row.append(block)
    yield from _join_blocks(row)


def _measure_block(block: Sequence[str]) -> int:
    return max((len(click.unstyle(line)) for line in block), default=0)


def _join_blocks(blocks: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [*map(_measure_block, blocks)]
    for lines in zip_longest(*blocks, fillvalue=""):
        padded = (line + " " * (each - len(click.unstyle(line))) for line, each in zip(lines, widths, strict=True))
        yield _GAP.join(padded).rstrip()


def draw_bar(shares: Iterable[float], width: int) -> str:
    """A bar as long as its shares of a width, each with a character of its own; see ``get_bar_signs``."""
    bar = ""
    for sign, end in zip(get_bar_signs(), accumulate(shares), strict=False):
        bar += sign * (round(width * end) - len(bar))
    return bar


def get_bar_signs() -> str:
    return "█░▓▒▚" if can_show("█░▓▒▚") else "#-=+:"


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
