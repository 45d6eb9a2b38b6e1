"""Write the man pages in docs/man, one per language, from the program and texts: ``make commands``."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from companion import __version__
from companion.cli import voice
from companion.cli.lazy import LazyGroup, translate_click
from companion.cli.main import companion
from companion.data.catalogue import GRAMMARS, LANGUAGES

FOLDER = Path(__file__).parent.parent / "docs" / "man"
WIDE = 12  # columns for the names of a list; a longer one has its own line
NAMED = {" ": r"\ ", "'": r"\(aq", "^": r"\(ha", "`": r"\(ga", "~": r"\(ti", "-": r"\-"}
"""Escapes for text to type: no-break spaces, and characters that roff would print as others."""

MARKED = re.compile(r"`([^`]+)`|\*([^*]+)\*")


def get_page_path(code: str) -> Path:
    """The file where ``man`` looks for the page of a language."""
    return FOLDER / ("companion.1" if code == LANGUAGES[0] else f"{code}/companion.1")


def write_pages() -> None:
    """Write the page of every language."""
    for code in LANGUAGES:
        get_page_path(code).parent.mkdir(exist_ok=True)
        get_page_path(code).write_text(format_page(code), "ascii")


def format_page(code: str) -> str:
    """The man page in a language, as roff."""
    words = _fix_spacing(tomllib.loads((FOLDER / f"page.{code}.toml").read_text("utf-8")), code)
    voice.choose_language_early(["--ui-lang", code])
    translate_click()
    try:
        return "\n".join(_format_lines(words)) + "\n"
    finally:
        voice.choose_language_early([])
        translate_click()


def _fix_spacing(words: Any, code: str) -> Any:
    """A page's texts, nested in dicts and lists, with the no-break spaces of the language."""
    if isinstance(words, dict):
        return {name: _fix_spacing(each, code) for name, each in words.items()}
    if isinstance(words, list):
        return [_fix_spacing(each, code) for each in words]
    rules = GRAMMARS.get(code)
    return words if rules is None else rules.fix_spacing(words)


def _format_lines(words: Mapping[str, Any]) -> Iterator[str]:
    heads = {name: f".SH {format_plain(text)}" for name, text in words["headings"].items()}
    yield r".\" Written by make commands; what it says besides stands in page.*.toml."
    yield f'.TH COMPANION 1 "" "companion {__version__}" "{format_plain(words["title"])}"'
    yield ".nh"  # no hyphenation
    yield ".ad l"
    yield from (heads["name"], rf"companion \- {format_marks(words['name'])}", heads["synopsis"])
    yield "\n.br\n".join(map(format_marks, words["synopsis"]))
    yield heads["description"]
    yield "\n.PP\n".join(map(format_marks, words["description"]))
    yield heads["commands"]
    yield from _format_commands(companion, "companion")
    for part in ("exit", "environment", "files"):
        yield heads[part]
        yield from _format_list({f"`{name}`": text for name, text in words[part].items()})
    yield heads["see"]
    yield format_marks(words["see"]["pages"])


def _format_commands(group: click.Group, name: str) -> Iterator[str]:
    """The commands of a group, followed by those of each group among them."""
    context = click.Context(group)
    found = {each: group.get_command(context, each) for each in group.list_commands(context)}
    if isinstance(group, LazyGroup):
        lines = {each: voice.translate(line) for rows in group.command_lists for each, (_, line) in rows.items()}
    else:
        lines = {each: command.get_short_help_str() for each, command in found.items() if command is not None}
    yield from _format_list({f"`{each}`": line for each, line in lines.items()})
    for each, command in found.items():
        if isinstance(command, click.Group):
            yield f".SS {format_typed(f'{name} {each}')}"
            yield from _format_commands(command, f"{name} {each}")


def _format_list(meanings: Mapping[str, str]) -> Iterator[str]:
    """A list of names and meanings without blank lines."""
    yield ".PD 0"
    for name, meaning in meanings.items():
        yield f".TP {WIDE}\n{format_marks(name)}\n{format_marks(meaning)}"
    yield ".PD"


def format_marks(text: str) -> str:
    """A text with `typed` words bold and *placeholders* in italics; an initial full stop or apostrophe is escaped."""
    parts, done = [], 0
    for found in MARKED.finditer(text):
        parts.append(format_plain(text[done : found.start()]))
        parts.append(rf"\fB{format_typed(found[1])}\fR" if found[1] else rf"\fI{format_plain(found[2])}\fR")
        done = found.end()
    whole = "".join([*parts, format_plain(text[done:])])
    return rf"\&{whole}" if whole.startswith((".", "'")) else whole


def format_typed(text: str) -> str:
    """A text to type literally, such as a command or a path."""
    return "".join(NAMED.get(each) or format_plain(each) for each in text)


def format_plain(text: str) -> str:
    """Prose, with characters outside of ASCII as escapes, also no-break spaces."""
    return "".join(map(_escape_letter, text))


def _escape_letter(each: str) -> str:
    if each in "\u00a0\u202f":
        return r"\~"
    if each == "\\":
        return r"\e"
    if each == '"':
        return r"\(dq"
    return each if each.isascii() else rf"\[u{ord(each):04X}]"


if __name__ == "__main__":
    write_pages()
