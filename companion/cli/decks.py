"""``companion printer``, ``deck``, ``check`` and ``export``: printers, decks of one's own, and other ways out."""

import shlex
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from companion.answers import Answer
from companion.cli import outputs
from companion.cli.answers import answer_command
from companion.cli.lazy import LazyGroup
from companion.cli.printing import PICTURED, Measure, config_option, open_deck, picture_options
from companion.cli.voice import get_language
from companion.data.catalogue import LANGUAGES, language
from companion.data.papers import Profile, parse_paper
from companion.errors import InputError
from companion.paths import templates
from companion.press.sheets.guide import GAUGES, Instructions
from companion.press.sheets.marks import Readings
from companion.sentences import join_with_commas, say
from companion.service.press import EXPORTS
from companion.service.press.printers import keep_readings, list_printers, print_calibration
from companion.service.press.review import check as check_deck


@answer_command("sheet")
@click.option("--paper", default="a4", metavar="PAPER")
@click.option("--sides", type=click.Choice(["duplex-long", "duplex-short", "separate"]), default="duplex-long")
@click.option("--lang", type=click.Choice(LANGUAGES))
@click.option("--printer", metavar="NAME")
@click.option("--tray", metavar="TRAY")
@config_option
@outputs.folder_option
@outputs.overwrite_option
def sheet(paper: str, lang: str | None, **options: Any) -> Answer:
    """Print a calibration sheet that explains how to read it."""
    code = lang or get_language().code
    stock = parse_paper(paper)
    guide = partial(_build_instructions, stock.name, language(code).template("NAME"))
    return print_calibration(stock, language=code, guide=guide, **options)


def _build_instructions(paper: str, printer_name: str, profile: Profile | None) -> Instructions:
    """How to type the readings of a calibration sheet, which is printed on it: the options and the command."""
    command = f"companion printer set {printer_name} --paper {paper} \\"
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
@click.option("--paper", default="a4", metavar="PAPER")
@click.option("--tray", default="", metavar="TRAY")
@outputs.combine_options(
    *(
        click.option(name, type=Measure(), required=True, metavar="MM")
        for name in ("--top", "--bottom", "--left", "--right")
    ),
    *(click.option(name, type=Measure(), default=100.0, metavar="MM") for name in ("--across", "--down")),
)
@click.option("--margin", type=Measure(0, 50), metavar="MM")
@click.option("--corrected", is_flag=True)
@config_option
def set_command(
    name: str, paper: str, tray: str, margin: float | None, corrected: bool, profiles: Path | None, **readings: float
) -> Answer:
    """Save what you have read off a calibration sheet, under a name of your choice."""
    answer = keep_readings(name, tray, parse_paper(paper), Readings(**readings), margin, corrected, profiles)
    profile = answer.data
    use = shlex.join(["--printer", profile["printer"], *(["--tray", profile["tray"]] if profile["tray"] else [])])
    line = say("Saved in {file}; print with {options}.", file=str(answer.files[0]), options=use)
    return replace(answer, lines=(*answer.lines, line))


@answer_command("list")
@config_option
def list_command(profiles: Path | None) -> Answer:
    """List the printers you have measured."""
    return list_printers(profiles)


@click.group("printer", cls=LazyGroup)
def printer() -> None:
    """Calibrate a printer, so that backs line up with their fronts."""


@answer_command("new")
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
@click.option(
    "--like",
    default="plain",
    type=click.Choice(sorted(each.name for each in (templates() / "decks").iterdir() if each.is_dir())),
)
def new(folder: Path, like: str) -> Answer:
    """Create a folder with a deck of your own, ready to print."""
    from companion.service.press.new_deck import begin_deck

    answer = begin_deck(folder, like, get_language().code)
    hint = say("Print it: {command}", command=f"companion print {shlex.quote(str(folder))}")
    return replace(answer, lines=(*answer.lines, hint))


@answer_command("template")
@click.argument("deck_or_size", metavar="DECK|SIZE", type=outputs.FILE)
@outputs.fetch_options
@outputs.output_option("-o", "--output")
@click.option("--only", metavar="COMPONENT")
@click.option("--bleed", type=Measure(0, 100), metavar="MM")
@click.option("--safe", type=Measure(0, 1000), metavar="MM")
@click.option("--trim", type=click.Choice(["box", "rounded", "circle", "hex"]))
@click.option("--corner", type=Measure(0, 1000), metavar="MM")
@outputs.overwrite_option
def template(deck_or_size: str, output: Path | None, **options: Any) -> Answer:
    """Write an SVG file to draw a face in, with lines for cut, bleed and safe zone."""
    from companion.service.press.new_deck import write_template

    return write_template(deck_or_size, output, get_language(), **options)


@click.group("deck", cls=LazyGroup)
def deck() -> None:
    """Start a deck of your own."""


@answer_command("check")
@click.argument(
    "game", metavar="[GAME|DECK.toml|FOLDER|CARDS.csv|CARDS.pdf]", required=False, type=outputs.GAME_OR_FILE
)
@click.option("--lang", "languages", multiple=True, type=click.Choice(LANGUAGES))
@picture_options
@outputs.fetch_options
@outputs.strict_option
@click.option("--only", multiple=True, metavar="COMPONENT")
@click.option("--languages", "translations", is_flag=True)
def check(
    game: str | None, languages: tuple[str, ...], only: tuple[str, ...], translations: bool, strict: bool, **laid: Any
) -> Answer:
    """Check a game or deck before printing."""
    from companion.service.languages import check_languages

    if translations == (game is not None) or (translations and (only or strict or any(laid.values()))):
        raise InputError("Name a game or a deck, or --languages alone.")
    if game is None:
        return check_languages(languages)
    return check_deck(open_deck(game, laid, faulty=True), languages, only, strict)


EXPORT_OPTIONS = {
    "bleed": ("--with-bleed", ("svg", "png")),
    "dpi": ("--dpi", ("png", "contact", "playingcards", "hand", "showcase", "sheet")),
    "fit": ("--fit", ("gamecrafter", "makeplayingcards", "drivethrucards")),
    "product": ("--product", ("gamecrafter", "makeplayingcards", "drivethrucards")),
    "address": ("--url", ("tts",)),
    "paper": ("--paper", ("contact",)),
    **{key: (f"--{key}", ("hand",)) for key in ("angle", "radius")},
    "columns": ("--columns", ("sheet",)),
    **{key: (f"--{key}", ("showcase",)) for key in ("scale", "offset", "reflection")},
}
"""Options that only some exports have: by parameter, the option and the exports."""


@answer_command("export")
@click.argument("game", metavar="GAME|DECK.toml|FOLDER|CARDS.csv|CARDS.pdf", type=outputs.GAME_OR_FILE)
@click.option("--to", "kind", type=click.Choice(tuple(EXPORTS)), required=True)
@click.option("--only", multiple=True, metavar="COMPONENT")
@click.option("--lang", metavar="LANGUAGE")
@click.option("--with-bleed", "bleed", is_flag=True)
@click.option("--dpi", type=click.IntRange(36, 1200))
@click.option("--fit", is_flag=True)
@click.option("--product", metavar="NAME")
@click.option("--url", "address", metavar="URL")
@outputs.cards_option
@click.option("--angle", type=Measure(0, 360))
@click.option("--radius", type=Measure(0, 9_999))
@click.option("--columns", type=click.IntRange(1, 999))
@click.option("--scale", type=Measure(0.3, 1))
@click.option("--offset", type=Measure(0.1, 9))
@click.option("--reflection", type=Measure(0, 1))
@click.option("--paper", metavar="PAPER")
@picture_options
@outputs.force_option
@outputs.strict_option
@outputs.fetch_options
@outputs.folder_option
@outputs.overwrite_option
def export(game: str, kind: str, output: Path, overwrite: bool, **more: Any) -> Answer:
    """Write a game's cards as pictures for other tools."""
    from companion.service.press import export as service  # slow to import, as it writes pictures

    for key, (option, kinds) in EXPORT_OPTIONS.items():
        if more[key] is not None and more[key] is not False and kind not in kinds:
            fields: dict[str, Any] = {"option": option, "kind": kind, "kinds": join_with_commas(kinds)}
            raise InputError("{option} does not go with --to {kind}; it is for {kinds}.", **fields)
    own_deck = open_deck(game, {key: more.pop(key) for key in PICTURED})
    code = more.pop("lang") or own_deck.choose_language(get_language().code)
    more["paper"] = more["paper"] or "a4"
    looks = ("angle", "radius", "columns", "scale", "offset", "reflection")
    more["look"] = {key: value for key in looks if (value := more.pop(key)) is not None}
    return service.export(service.Export(own_deck, code, kind, output, **more), overwrite)
