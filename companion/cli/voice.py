"""Output in the player's language: text that fits the terminal, and JSON for programs."""

from __future__ import annotations

import codecs
import io
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeVar
from unicodedata import normalize

import click

from companion.data.catalogue import LANGUAGES, detect_language, find_saved_language, language
from companion.errors import CompanionError, InputError
from companion.paths import STANDARD_OUTPUT
from companion.sentences import Language, Sentence, say

_PLAIN = {"+": "✓", "x": "✗×", "-": "·−–—", "->": "→", "...": "…", ">=": "≥", "<=": "≤"}
_PLAIN |= {"'": "’‘", '"': "“”«»", "oe": "œ", "OE": "Œ"}
_NEAR = {each: plain for plain, characters in _PLAIN.items() for each in characters}
"""Substitutes for characters that a terminal cannot show; of others, letters lose accents, the rest becomes ?."""


def _replace_unencodable(error: UnicodeError) -> tuple[str, int]:
    """The substitute for characters that cannot be encoded, and where to go on; an error handler for codecs."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    characters = error.object[error.start : error.end]
    plain = (_NEAR.get(each) or normalize("NFKD", each).encode("ascii", "ignore").decode() for each in characters)
    return "".join(each or "?" for each in plain), error.end


def replace_unprintable() -> None:
    """Make the output substitute characters that it cannot encode, such as ✓ in a Windows pipe."""
    codecs.register_error("companion.near", _replace_unencodable)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="companion.near")


def columns() -> int:
    """The columns of the terminal; 100 if the output is a pipe or a file."""
    return shutil.get_terminal_size((100, 24)).columns


def can_show(text: str) -> bool:
    """True if the terminal can show these characters."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def wants_colours() -> bool:
    """True if the output may have colours: it is a terminal, and ``NO_COLOR`` is not set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def style_text(text: str, **style: Any) -> str:
    """A text with colours as ``click.style`` gives them, if the output may have any."""
    return click.style(text, **style) if wants_colours() else text


F = TypeVar("F", bound=Callable[..., Any])

ANSWERS = 1  # the version of JSON answers; raised when a name is removed or changes its meaning
_LONGEST = 1200  # characters of an error; a longer one, which quotes something long, is cut
_BLANKS = "\n\t\u00a0\u202f"  # not printable for Python, but allowed in sentences
_CHOSEN_BY, _TAKEN = "companion.ui-lang", "companion.standard-output"
_AT_PROMPT, _IN_LINES = "companion.prompt", "companion.lines"
"""Keys in click's ``meta``, common to a group and its command: what chose a language, and what goes to standard
output; whether the user is at a prompt of the command, and whether its answers are lines."""
LEAST_COLUMNS = 20  # lines are never wrapped to fewer
_chosen: list[str] = []
"""The code of the saved language or that of ``--ui-lang``; not in click's context, which errors outlive."""

_COMMAND = r"'companion .*?'(?!\w)|(?<=: )companion .*$"
"""A command in a sentence, which is never split, so that it can be copied."""

_TIED = "\ue000"  # replaces the spaces of commands while a text is wrapped
_NUMBERED = r" *\d+\.?  ?"  # the number at the beginning of a line in a list


def begin_prompt() -> None:
    """From now on in this command, remedies say what to type at its prompt, not in a shell."""
    click.get_current_context().meta[_AT_PROMPT] = True


def is_at_prompt() -> bool:
    return _get_meta(_AT_PROMPT) is not None


def begin_answer_lines() -> None:
    """From now on in this command, each JSON answer is written on a single line, since there are several."""
    click.get_current_context().meta[_IN_LINES] = True


def _get_meta(key: str) -> object:
    """What was noted for the current command; ``None`` for nothing."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(key)


def wrap_for_terminal(text: str, *, err: bool = False) -> str:
    """Wrap a text if the output is a terminal; for a pipe or a file, lines stay whole."""
    return wrap_to_width(text) if (sys.stderr if err else sys.stdout).isatty() else text


def wrap_to_width(text: str) -> str:
    """Wrap a text between words to the terminal's width; further lines are indented.

    Commands, and words longer than a line, such as paths, stay whole, so that they can be copied.
    """
    width = max(LEAST_COLUMNS, shutil.get_terminal_size().columns - 1)
    return "\n".join(_wrap_line(line, width) for line in text.split("\n"))


def _wrap_line(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    numbered = re.match(_NUMBERED, line)
    indent = numbered.end() if numbered else len(line) - len(line.lstrip(" ")) + 2
    return textwrap.fill(
        re.sub(_COMMAND, lambda command: command[0].replace(" ", _TIED), line),
        width,
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
        break_long_words=False,
    ).replace(_TIED, " ")


def get_language() -> Language:
    return language(_chosen[-1] if _chosen else detect_language())


def choose_language_early(arguments: Sequence[str]) -> None:
    """Use ``--ui-lang`` of a command line before it is parsed, so that parsing errors are in that language."""
    use_saved_language()
    for word, after in pairwise([*_get_option_words(arguments), ""]):
        name, _, value = word.partition("=")
        if name == "--ui-lang" and (value or after) in LANGUAGES:
            _chosen[:] = [value or after]


def use_saved_language() -> None:
    """Use the saved language, or else the system's, unless ``--ui-lang`` was given."""
    if _get_meta(_CHOSEN_BY) is None:
        code = find_saved_language()
        _chosen[:] = [] if code is None else [code]


def wants_json(arguments: Sequence[str]) -> bool:
    """True if a command line has ``--json``; found before parsing, so that parsing errors are JSON too."""
    return "--json" in _get_option_words(arguments)


def _get_option_words(arguments: Sequence[str]) -> Sequence[str]:
    """The words of a command line before ``--``, which may be options."""
    return arguments[: arguments.index("--")] if "--" in arguments else arguments


def translate(template: str) -> str:
    """Translate a fixed text, such as a line of help, into the player's language."""
    return get_language().template(template)


def to_text(text: Sentence | str) -> str:
    """A sentence as text in the player's language; a string, such as a name, stays as it is."""
    return text.translate(get_language()) if isinstance(text, Sentence) else text


def speak(text: str | Sentence, /, *, err: bool = False, **fields: object) -> None:
    """Print a sentence, given as such or as a template with fields."""
    sentence = text if isinstance(text, Sentence) else say(text, **fields)
    click.echo(wrap_for_terminal(to_text(sentence), err=err), err=err)


def speak_error(error: CompanionError | str, as_json: bool = False) -> None:
    """Print an error on standard error; for a program, also as JSON on standard output."""
    # It may quote anything: a very long text is cut, and control characters are shown as �.
    message = error if isinstance(error, str) else error.said(get_language())
    if len(message) > _LONGEST:
        message = f"{message[: _LONGEST // 2]} … {message[-_LONGEST // 2 :]}"
    message = "".join(each if each.isprintable() or each in _BLANKS else "\ufffd" for each in message)
    if as_json:
        speak_json({"error": message})
    if isinstance(error, CompanionError) and not translate(error.message.template).startswith("{"):
        message = message[:1].upper() + message[1:]  # else it begins with a file or a name
    click.echo(wrap_for_terminal(translate("Error: {message}").format(message=message), err=True), err=True)


def parse_yes(answer: str) -> bool:
    """True for yes, false for no."""
    letter = answer[:1].casefold()
    if letter not in "yojn":  # of yes, oui, ja, and of no in all languages
        raise InputError("Type y for yes or n for no.")
    return letter != "n"


def confirm(question: Sentence, *, err: bool = False) -> bool:
    """Ask until the answer is yes or no; Enter alone means no."""
    text = wrap_for_terminal(to_text(say("{question} (y or n; Enter: no)", question=question)), err=err)
    while answer := click.prompt(text, "", show_default=False, prompt_suffix=" ", err=err):
        try:
            return parse_yes(answer)
        except InputError as error:
            speak_error(error)
    return False


def speak_json(answer: Mapping[str, object]) -> None:
    """Print an answer as a JSON document, with the version of the format."""
    import json

    indent = 2 if _get_meta(_IN_LINES) is None else None
    click.echo(json.dumps({"version": ANSWERS, **answer}, ensure_ascii=False, indent=indent, default=to_text))


def build_twice_error(ctx: click.Context, option: click.Parameter) -> click.UsageError:
    """The error for an option with one value that is given several times."""
    hint = option.get_error_hint(ctx)
    return click.UsageError(to_text(say("{option} is given twice; it takes one value.", option=hint)), ctx)


def _choose(ctx: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        if _CHOSEN_BY in ctx.meta:
            raise build_twice_error(ctx, parameter)
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
        help="Language of messages and help, with any command; the system's by default.",
    )
    for hidden in (False, True)
)
"""The option ``--ui-lang``, of the main command and, hidden in the help, of all others."""


def claim_standard_output(ctx: click.Context, product: str) -> None:
    """Note what goes to standard output; a usage error if something else does already."""
    if _TAKEN in ctx.meta:
        raise click.UsageError(translate("Only one file can go to standard output."), ctx)
    ctx.meta[_TAKEN] = product


def is_output_claimed() -> bool:
    """True if a file goes to standard output, so that messages must go to standard error."""
    return _get_meta(_TAKEN) == str(STANDARD_OUTPUT)


def json_option(function: F) -> F:
    """Add the option ``--json``, which prints the answer as JSON."""

    def choose(ctx: click.Context, _parameter: click.Parameter, value: bool) -> bool:
        if value:
            claim_standard_output(ctx, "--json")
        return value

    return click.option("--json", "as_json", is_flag=True, callback=choose)(function)
