"""``companion shogun calibrate``: throws of a real tower become a preset of one's own."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.asking import read_file
from companion.cli.voice import json_option, speak, translated
from companion.data.shogun.throws import read_throws
from companion.errors import InputError
from companion.rules.shogun.tower.form import judge_form
from companion.service.shogun.calibrate import calibrate_tower

__all__ = ["calibrate_command"]


@click.command("calibrate", cls=SpokenCommand)
@click.argument("throws", nargs=-1, metavar="[THROWS]...")
@click.option(
    "--from",
    "file",
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="FILE",
    help="Read the throws from a file, or from - for standard input.",
)
@click.option("--keep", metavar="NAME", help="Keep the result as a tower of your own with this name.")
@click.option(
    "--presets",
    "--store",
    "-o",
    "presets",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="File of your own towers; the one in your configuration folder by default.",
)
@click.option(
    "--like",
    default="shogun",
    show_default=True,
    metavar="NAME",
    help="The tower that p_fill and a_fill are taken from.",
)
@click.option(
    "--counted",
    type=click.Choice(["all", "thrown"]),
    default=None,
    help="Whether all that came out was counted, or only the colour thrown; told from the throws by default.",
)
@json_option
def calibrate_command(
    throws: Sequence[str],
    file: Path | None,
    keep: str | None,
    presets: Path | None,
    like: str,
    counted: str | None,
    as_json: bool,
) -> None:
    """Measure a real tower: p and B, with the intervals that hold them with 95 %.

    Empty the tower. Throw about eight cubes of one colour, write down what came out, clear the tray, throw
    the next colour, and so on; after about 40 throws p is known to 0.03 and B to 0.5. A colour that is not
    named did not come out.

    \b
    companion shogun calibrate "8 blue in, 5 blue out" "8 red in, 6 red 1 blue out" ...
    companion shogun calibrate --from throws.txt --keep attic
    companion shogun odds --attacker blue=4 --defender yellow=3 --preset attic
    """
    if file is not None:
        text = read_file(file)
        name = str(file)
    elif throws:
        text, name = "\n".join(throws), None
    else:
        text, name = _asked(), None
    observations = read_throws(text, name)
    only_thrown = None if counted is None else counted == "thrown"
    tell(calibrate_tower(observations, only_thrown, like=like, keep=keep, presets=presets), as_json)


def _asked() -> str:
    """Throws typed one a line until an empty line, or all of standard input."""
    if not sys.stdin.isatty():
        return read_file(Path("-"))
    speak("One throw a line, such as 8 blue in, 5 blue out; an empty line ends.")
    lines: list[str] = []
    while True:
        try:
            line = input(translated("throw {number}: ").format(number=len(lines) + 1))
        except EOFError:
            break
        if not line.strip():
            break
        try:
            judge_form(read_throws("\n".join([*lines, line])))
        except InputError as error:
            speak(error.sentence, err=True)
            continue
        lines.append(line)
    return "\n".join(lines)
