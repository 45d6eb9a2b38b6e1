"""``companion shogun calibrate``: throws of a real tower become a preset of one's own."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.asking import read_file
from companion.cli.voice import json_option, speak, speak_json, translated
from companion.data.towers import keep_preset, preset_named
from companion.errors import InputError
from companion.rules.shogun.tower.calibration import Calibration, Estimate, calibrate
from companion.rules.shogun.tower.form import read_throws

__all__ = ["calibrate_command"]

_VAGUE = 8
"""An interval whose upper end is so many times its lower one says little."""


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
    base = preset_named(like, presets if presets is not None and presets.exists() else None)
    found = calibrate(
        read_throws(text, name), {"all": False, "thrown": True}.get(counted) if counted else None
    )
    kept = None
    if keep is not None:
        kept = keep_preset(found.preset(keep, base), presets)
    if as_json:
        speak_json(
            {
                "throws": found.throws,
                "counted": "thrown" if found.only_thrown else "all",
                "p": _as_answer(found.p),
                "B": _as_answer(found.b),
                "preset": found.preset(keep or "own", base).words(),
                "kept": str(kept) if kept else None,
            }
        )
        return
    _speak(found)
    if kept is not None:
        speak("Kept as the tower {name} in {file}.", name=keep, file=str(kept))


def _as_answer(estimate: Estimate) -> dict[str, float]:
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}


def _speak(found: Calibration) -> None:
    if found.only_thrown:
        speak("{count} throws; only the colour thrown was counted.", count=found.throws)
    else:
        speak("{count} throws; all that came out was counted.", count=found.throws)
    for name, estimate in (("p", found.p), ("B", found.b)):
        speak(
            "{name} = {value}, between {low} and {high} with 95 %.",
            name=name,
            value=round(estimate.value, 2),
            low=round(estimate.low, 2),
            high=round(estimate.high, 2),
        )
    if found.b.high > _VAGUE * found.b.low:
        speak("The throws say little about B: make more of them, and count every colour that comes out.")


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
            read_throws("\n".join([*lines, line]))
        except InputError as error:
            speak(error.sentence, err=True)
            continue
        lines.append(line)
    return "\n".join(lines)
