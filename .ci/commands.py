"""Write docs/commands.md, every command with its help, in each language, and man pages: ``make commands``."""

from pathlib import Path

import click
import manual
from click.testing import CliRunner

from companion.cli.main import companion
from companion.data.catalogue import LANGUAGES

DOCS = Path(__file__).parent.parent / "docs"
FIRST = "\n## companion\n"
"""The heading of the first command; what stands above it is written by hand."""


def page_at(code: str) -> Path:
    """The page of a language."""
    return DOCS / ("commands.md" if code == LANGUAGES[0] else f"commands.{code}.md")


def page(code: str) -> str:
    """The whole page of a language: its head as it is, and the help as the program says it."""
    head, first, _ = page_at(code).read_text("utf-8").partition(FIRST)
    assert first, "a page begins with its head"
    return head + "".join(sections(companion, ["companion"], code))


def sections(command: click.Command, words: list[str], code: str) -> list[str]:
    """A command, then those below it."""
    said = CliRunner().invoke(companion, ["--ui-lang", code, *words[1:], "--help"], terminal_width=100)
    assert said.exit_code == 0, said.output
    found = [f"\n{'#' * (len(words) + 1)} {' '.join(words)}\n```\n{said.output.strip()}\n```\n"]
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            found += sections(inner, [*words, name], code)
    return found


if __name__ == "__main__":
    for code in LANGUAGES:
        page_at(code).write_text(page(code), "utf-8")
    manual.write()
