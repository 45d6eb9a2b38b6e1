"""Write docs/commands.md, every command with its help, and the man pages: ``make commands``."""

from pathlib import Path

import click
import manual
from click.testing import CliRunner

from companion.cli.main import companion

PAGE = Path(__file__).parent.parent / "docs" / "commands.md"
HEAD = """# Commands

Every command with its help, as `--help` prints it; `companion COMMAND --help --ui-lang fr` says it in French.
Written by `make commands`; a test keeps it true.

## For all commands
`--ui-lang` may stand before or after a command. An option that takes one value is refused when it is given twice; those that "may be
repeated" are not, but one name has one value: `--ruling tie=tower --ruling tie=both` is refused too.

| exit code | what it means | on standard output with `--json` |
|---|---|---|
| 0 | done, or the answer is yes | the answer |
| 1 | the answer is no: a move that the rules refuse, an illegal placement, a log that does not hold, a check with faults | the answer, or `{"refused": "..."}` where nothing was done |
| 2 | what was typed or given cannot be used, or the answer cannot be written: one sentence on standard error | `{"error": "..."}` |
| 130 | stopped with Ctrl-C | nothing |
"""  # noqa: E501 - a row of a table is one line


def page() -> str:
    """The whole page."""
    return HEAD + "".join(sections(companion, ["companion"]))


def sections(command: click.Command, words: list[str]) -> list[str]:
    """A command, then those below it."""
    said = CliRunner().invoke(companion, ["--ui-lang", "en", *words[1:], "--help"], terminal_width=100)
    assert said.exit_code == 0, said.output
    found = [f"\n{'#' * (len(words) + 1)} {' '.join(words)}\n```\n{said.output.strip()}\n```\n"]
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            found += sections(inner, [*words, name])
    return found


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    manual.write()
