"""The player's language in the terminal, what it can show, and JSON for programs."""

from __future__ import annotations

import codecs
import io
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, TypeVar
from unicodedata import normalize

import click

from companion.data.catalogue import LANGUAGES, kept_language, language, preferred
from companion.errors import CompanionError
from companion.paths import STANDARD_OUTPUT
from companion.sentences import Language, Sentence, say

_PLAIN = {"+": "✓", "x": "✗×", "-": "·−–—", "->": "→", "...": "…", ">=": "≥", "<=": "≤"}
_PLAIN |= {"'": "’‘", '"': "“”«»", "oe": "œ", "OE": "Œ"}
_NEAR = {each: plain for plain, characters in _PLAIN.items() for each in characters}
"""What stands for a character that a terminal cannot show; letters lose their accents, the rest is a ?."""


def _near(error: UnicodeError) -> tuple[str, int]:
    """The characters that stand for those which cannot be written, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lost = error.object[error.start : error.end]
    plain = (_NEAR.get(each) or normalize("NFKD", each).encode("ascii", "ignore").decode() for each in lost)
    return "".join(each or "?" for each in plain), error.end


def write_what_fits() -> None:
    """Have what the output cannot show, such as a ✓ in a Windows pipe, written as what is nearest to it."""
    codecs.register_error("companion.near", _near)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="companion.near")


def columns() -> int:
    """The columns of the terminal; a pipe or a file takes lines of a hundred."""
    return shutil.get_terminal_size((100, 24)).columns


def fits(text: str) -> bool:
    """True when the terminal can show these characters."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def coloured() -> bool:
    """True when colours are wanted: on a terminal, unless ``NO_COLOR`` is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


F = TypeVar("F", bound=Callable[..., Any])

ANSWERS = 1  # the version of all answers to programs; the next when a name goes or means something else
_LONGEST = 1200  # characters of an error that are shown; the sentences themselves are shorter
_BLANKS = "\n\t\u00a0\u202f"  # characters that Python does not hold for printable, and a sentence may hold
_CHOSEN_BY = "companion.ui-lang"
"""Under this name click remembers, for a group and its command together, that a language was chosen."""

_TAKEN = "companion.standard-output"  # under this name, that something goes to the standard output
_COLUMNS = 20  # columns of the narrowest terminal for which lines are parted
_chosen: list[str] = []
"""The language that is kept, or chosen by ``--ui-lang``; errors are said after click's context is gone."""


_COMMAND = re.compile(r"'companion .*?'(?!\w)|(?<=: )companion .*$")
"""A command in a sentence, which is copied from there: it is never parted."""

_TIED = "\ue000"  # stands for the blanks of what is not to be parted, while a text is
_NUMBERED = re.compile(r" *\d+\.?  ?")  # the number a line of a list begins with
_asking: list[None] = []  # one for each prompt that is open
_lines: list[None] = []


@contextmanager
def answering_lines() -> Iterator[None]:
    """While lines are answered one after the other, each answer for a program is a line."""
    _lines.append(None)
    try:
        yield
    finally:
        _lines.pop()


@contextmanager
def asking() -> Iterator[None]:
    """While a prompt asks for lines, remedies are said as they are typed there."""
    _asking.append(None)
    try:
        yield
    finally:
        _asking.pop()


def at_prompt() -> bool:
    """True while lines are typed at a prompt, and not as commands of a shell."""
    return bool(_asking)


def parted(text: str, *, err: bool = False) -> str:
    """A text as it is shown: on a terminal its lines fit; for a pipe or a file they stay whole."""
    return fitted(text) if (sys.stderr if err else sys.stdout).isatty() else text


def fitted(text: str) -> str:
    """A text whose lines fit the terminal, parted between words; what follows is indented.

    Commands, and words such as paths that are longer than a line, stay whole: they are copied from there.
    """
    width = max(_COLUMNS, shutil.get_terminal_size().columns - 1)
    return "\n".join(_parted_line(line, width) for line in text.split("\n"))


def _parted_line(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    numbered = _NUMBERED.match(line)
    indent = numbered.end() if numbered else len(line) - len(line.lstrip(" ")) + 2
    return textwrap.fill(
        _COMMAND.sub(lambda command: command[0].replace(" ", _TIED), line),
        width,
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
        break_long_words=False,
    ).replace(_TIED, " ")


def current() -> Language:
    """The language the player reads."""
    return language(_chosen[-1] if _chosen else preferred())


def choose_early(arguments: Sequence[str]) -> None:
    """Take ``--ui-lang`` from a command line before it is parsed, for errors of the parsing itself."""
    follow_kept()
    for word, after in pairwise([*_before_files(arguments), ""]):
        name, _, value = word.partition("=")
        if name == "--ui-lang" and (value or after) in LANGUAGES:
            _chosen[:] = [value or after]


def follow_kept() -> None:
    """Speak the language that the person keeps, or the system's, unless another was typed in this command."""
    context = click.get_current_context(silent=True)
    if context is None or _CHOSEN_BY not in context.meta:
        kept = kept_language()
        _chosen[:] = [] if kept is None else [kept]


def wants_json(arguments: Sequence[str]) -> bool:
    """True when a command line asks for JSON; told before it is parsed, for errors of the parsing itself."""
    return "--json" in _before_files(arguments)


def _before_files(arguments: Sequence[str]) -> Sequence[str]:
    """The words of a command line that may be options: those before ``--``."""
    return arguments[: arguments.index("--")] if "--" in arguments else arguments


def translated(template: str) -> str:
    """A fixed text, such as a line of help, in the player's language."""
    return current().template(template)


def said(what: Sentence) -> str:
    """A sentence in the player's language."""
    return what.said(current())


def speak(what: str | Sentence, /, *, err: bool = False, **fields: object) -> None:
    """Say a sentence to the player, from a template and fields or ready made."""
    sentence = what if isinstance(what, Sentence) else say(what, **fields)
    click.echo(parted(said(sentence), err=err), err=err)


def speak_error(error: CompanionError | str, as_json: bool = False) -> None:
    """Say an error on standard error, and give it to a program as a document.

    It quotes what was given, which may be anything: a text of megabytes is cut in its middle, and characters
    that would steer the terminal are shown as �.
    """
    message = error if isinstance(error, str) else error.said(current())
    if len(message) > _LONGEST:
        message = f"{message[: _LONGEST // 2]} … {message[-_LONGEST // 2 :]}"
    message = "".join(each if each.isprintable() or each in _BLANKS else "\ufffd" for each in message)
    if as_json:
        speak_json({"error": message})
    click.echo(parted(translated("Error: {message}").format(message=message), err=True), err=True)


def speak_json(answer: Mapping[str, object]) -> None:
    """Give an answer to a program: one JSON document on standard output, with the version of its shape.

    Of lines that are answered one after the other it is a line each.
    """
    import json

    indent = None if _lines else 2
    click.echo(json.dumps({"version": ANSWERS, **answer}, ensure_ascii=False, indent=indent, default=said))


def given_twice(ctx: click.Context, option: click.Parameter) -> click.UsageError:
    """The error for an option that takes one value and was given several."""
    hint = option.get_error_hint(ctx)
    return click.UsageError(said(say("{option} is given twice; it takes one value.", option=hint)), ctx)


def _choose(ctx: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        if _CHOSEN_BY in ctx.meta:
            raise given_twice(ctx, parameter)
        ctx.meta[_CHOSEN_BY] = parameter
        _chosen[:] = [value]


UI_LANGUAGE, UI_LANGUAGE_BELOW = (
    click.Option(
        ["--ui-lang"],
        type=click.Choice(LANGUAGES),
        expose_value=False,
        is_eager=True,
        callback=_choose,
        hidden=hidden,
        help="Language of messages and help, anywhere; the system's by default.",
    )
    for hidden in (False, True)
)
"""The option ``--ui-lang``: the language of messages and help. The help of single commands leaves it out."""


def take_standard_output(ctx: click.Context, what: str) -> None:
    """Remember what goes to the standard output; a second thing is a usage error."""
    if _TAKEN in ctx.meta:
        raise click.UsageError(translated("Only one thing can go to the standard output."), ctx)
    ctx.meta[_TAKEN] = what


def people_read_errors() -> bool:
    """True when a file goes to the standard output, and people are told things on the standard error."""
    context = click.get_current_context(silent=True)
    return context is not None and context.meta.get(_TAKEN) == str(STANDARD_OUTPUT)


def json_option(function: F) -> F:
    """The option ``--json``: answer a program instead of a person."""

    def choose(ctx: click.Context, _parameter: click.Parameter, value: bool) -> bool:
        if value:
            take_standard_output(ctx, "--json")
        return value

    return click.option("--json", "as_json", is_flag=True, callback=choose)(function)
