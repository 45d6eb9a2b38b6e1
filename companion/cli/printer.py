"""``companion printer``: a calibration sheet, and the printer profiles made from its readings."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from companion.answers import Answer
from companion.cli.answers import answer_command
from companion.cli.lazy import SpokenGroup
from companion.cli.outputs import folder_option, overwrite_option
from companion.cli.voice import get_language, to_text
from companion.data.catalogue import LANGUAGES, language
from companion.sentences import say

if TYPE_CHECKING:
    from companion.data.papers import Profile
    from companion.press.sheets.guide import Instructions

F = TypeVar("F", bound=Callable[..., Any])


class Measure(click.FloatRange):
    """A number within bounds, with a decimal point or comma; ``nan`` and infinity are refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Convert a number as click does, refusing one that is not finite."""
        typed: Any = value.replace(",", ".") if isinstance(value, str) else value
        found = super().convert(typed, param, ctx)
        if found is not None and not math.isfinite(found):
            self.fail(to_text(say("'{value}' is not a number", value=str(value))), param, ctx)
        return found


def picture_options(function: F) -> F:
    """Add the options ``--size`` and ``--picture-bleed``: how cards lie on their pictures."""
    function = click.option("--size", metavar="SIZE")(function)
    return click.option("--picture-bleed", type=Measure(0, 20), metavar="MM")(function)


config_option = click.option(
    "--config",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    envvar="COMPANION_PRINTERS",
    show_envvar=True,
)
"""The option ``--config``: another file of measured printers."""


@answer_command("sheet")
@click.option("--paper", "given", default="a4", metavar="PAPER")
@click.option("--sides", type=click.Choice(["duplex-long", "duplex-short", "separate"]), default="duplex-long")
@click.option("--lang", type=click.Choice(LANGUAGES))
@click.option("--printer", metavar="NAME")
@click.option("--tray", metavar="TRAY")
@config_option
@folder_option
@overwrite_option
def sheet(given: str, lang: str | None, config: Path | None, **options: Any) -> Answer:
    """Print a calibration sheet, which explains how to read it."""
    from companion.data.papers import parse_paper
    from companion.service.press.printers import print_calibration

    code, stock = lang or get_language().code, parse_paper(given)
    guide = partial(_build_instructions, stock.name, language(code).template("NAME"))
    return print_calibration(stock, language=code, guide=guide, profiles=config, **options)


def _build_instructions(paper: str, called: str, profile: Profile | None) -> Instructions:
    """How to type a sheet's readings: its options, a printer's name and the command."""
    from companion.press.sheets.guide import GAUGES, Instructions

    command = f"companion printer set {called} --paper {paper} \\"
    if profile is not None:
        tray = f" --tray {profile.tray}" if profile.tray else ""
        command = f"companion printer set {profile.printer}{tray} --paper {paper} --corrected \\"
    step = (
        say("Tell Companion, and print with --printer NAME"),
        say("NAME is yours to choose; add --tray where the printer has several."),
    )
    names = tuple(f"--{gauge}" for gauge in GAUGES)
    return Instructions(names, step, (command, " ".join(f"{name} ...." for name in names)))


@answer_command("set")
@click.argument("name", metavar="NAME")
@click.option("--paper", "given", default="a4", metavar="PAPER")
@click.option("--tray", default="", metavar="TRAY")
@click.option("--top", type=Measure(), required=True, metavar="MM")
@click.option("--bottom", type=Measure(), required=True, metavar="MM")
@click.option("--left", type=Measure(), required=True, metavar="MM")
@click.option("--right", type=Measure(), required=True, metavar="MM")
@click.option("--across", type=Measure(), default=100.0, metavar="MM")
@click.option("--down", type=Measure(), default=100.0, metavar="MM")
@click.option("--margin", type=Measure(0, 50), metavar="MM")
@click.option("--corrected", is_flag=True)
@config_option
def set_command(
    name: str, given: str, tray: str, margin: float | None, corrected: bool, config: Path | None, **readings: float
) -> Answer:
    """Keep what you have read off a calibration sheet, under a name of your own."""
    from companion.data.papers import parse_paper
    from companion.press.sheets.marks import Readings
    from companion.service.press.printers import keep_readings

    answer = keep_readings(name, tray, parse_paper(given), Readings(**readings), margin, corrected, config)
    kept = answer.data
    use = shlex.join(["--printer", kept["printer"], *(["--tray", kept["tray"]] if kept["tray"] else [])])
    told = say("Kept in {file}; print with {options}.", file=str(answer.files[0]), options=use)
    return replace(answer, lines=(*answer.lines, told))


@answer_command("list")
@config_option
def list_command(config: Path | None) -> Answer:
    """List the printers you have measured."""
    from companion.service.press.printers import list_printers

    return list_printers(config)


@click.group("printer", cls=SpokenGroup, commands=[sheet, set_command, list_command])
def printer() -> None:
    """Calibrate a printer, so that backs meet their fronts."""
