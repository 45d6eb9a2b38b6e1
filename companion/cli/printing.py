"""``companion print``, ``printer``, ``deck``, ``check`` and ``export``, which make PDFs and pictures of decks."""

from __future__ import annotations

import math
import shlex
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.answers import Answer, AnswerLine
from companion.cli import outputs
from companion.cli.answers import answer_command, print_answer
from companion.cli.lazy import LazyGroup, SpokenCommand
from companion.cli.voice import get_language, json_option, speak, to_text
from companion.data.catalogue import LANGUAGES, language
from companion.errors import InputError
from companion.paths import templates
from companion.sentences import Sentence, join_with_commas, say
from companion.service.press import EXPORTS

if TYPE_CHECKING:
    from companion.data.deck import Deck
    from companion.data.papers import Profile
    from companion.press.sheets.guide import Instructions


class Measure(click.FloatRange):
    """An option's number within bounds, with a decimal point or comma; ``nan`` and infinity are refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        text: Any = value.replace(",", ".") if isinstance(value, str) else value
        number = super().convert(text, param, ctx)
        if number is not None and not math.isfinite(number):
            self.fail(to_text(say("'{value}' is not a number", value=str(value))), param, ctx)
        return number


_SIDES = ("duplex-long", "duplex-short", "fold", "fronts", "separate")
config_option = outputs.file_option("--config", "profiles", envvar="COMPANION_PRINTERS", show_envvar=True)
picture_options = outputs.combine_options(
    click.option("--picture-bleed", type=Measure(0, 20), metavar="MM"),
    click.option("--picture-edge", type=click.Choice(["mirror", "stretch", "none"])),
    click.option("--size", metavar="SIZE"),
    click.option("--grid", metavar="COLUMNSxROWS"),
    click.option("--gap", metavar="MM"),
    click.option("--pages", metavar="PAGES"),
    click.option("--backs", metavar="alternate|alternate-down|fold|fold-down|none|PAGES"),
)
"""The options that say how cards lie on their pictures, or on the pages of a PDF; below, their parameters."""

PICTURED = ("picture_bleed", "picture_edge", "size", "grid", "gap", "pages", "backs")


def _open_deck(name: str, options: dict[str, Any], faulty: bool = False) -> Deck:
    from companion.service.press.own_decks import open_any_deck

    cut = {key: value for key in ("grid", "gap", "pages", "backs") if (value := options[key]) is not None}
    return open_any_deck(name, options["size"], options["picture_bleed"], faulty, cut, options["picture_edge"])


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
    from companion.data.papers import parse_paper
    from companion.service.press.printers import print_calibration

    code = lang or get_language().code
    stock = parse_paper(paper)
    guide = partial(_build_instructions, stock.name, language(code).template("NAME"))
    return print_calibration(stock, language=code, guide=guide, **options)


def _build_instructions(paper: str, printer_name: str, profile: Profile | None) -> Instructions:
    """How to type the readings of a calibration sheet, which is printed on it: the options and the command."""
    from companion.press.sheets.guide import GAUGES, Instructions

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
    from companion.data.papers import parse_paper
    from companion.press.sheets.marks import Readings
    from companion.service.press.printers import keep_readings

    answer = keep_readings(name, tray, parse_paper(paper), Readings(**readings), margin, corrected, profiles)
    profile = answer.data
    use = shlex.join(["--printer", profile["printer"], *(["--tray", profile["tray"]] if profile["tray"] else [])])
    line = say("Saved in {file}; print with {options}.", file=str(answer.files[0]), options=use)
    return replace(answer, lines=(*answer.lines, line))


@answer_command("list")
@config_option
def list_command(profiles: Path | None) -> Answer:
    """List the printers you have measured."""
    from companion.service.press.printers import list_printers

    return list_printers(profiles)


@click.group("printer", cls=LazyGroup)
def printer() -> None:
    """Calibrate a printer, so that backs line up with their fronts."""


def _parse_sheets(ctx: click.Context, option: click.Parameter, text: str | None) -> tuple[tuple[int, int], ...]:
    """The first and last sheet of each range in a text such as ``2-3,7``, from 1; empty if not given."""
    if text is None:
        return ()
    from companion.press.sheets.gang import parse_ranges

    ranges = parse_ranges(text)
    if not ranges:
        error = say("'{value}' names no sheets; write numbers, such as 2, 2-3 or 2,5.", value=text)
        raise click.BadParameter(to_text(error), ctx, option)
    return ranges


@click.command("print", cls=SpokenCommand)
@click.argument("games", nargs=-1, metavar="[GAME|DECK.toml|FOLDER|CARDS.csv|CARDS.pdf]...", type=outputs.GAME_OR_FILE)
@click.option("--list", "listing", is_flag=True)
@click.option("--only", multiple=True, metavar="COMPONENT")
@outputs.cards_option
@click.option("--side", default="both", type=click.Choice(["sun", "moon", "both"]))
@click.option("--copies", default=1, type=click.IntRange(1, 99), metavar="N")
@click.option("--sheets", callback=_parse_sheets, metavar="SHEETS")
@click.option("--paper", "papers", multiple=True, default=["a4"], metavar="PAPER")
@click.option("--skip", default="", metavar="PLACES")
@click.option("--sides", multiple=True, default=["duplex-long"], type=click.Choice(_SIDES))
@click.option("--lang", "languages", multiple=True, metavar="LANGUAGE")
@click.option("--ink", "inks", multiple=True, default=["full"], type=click.Choice(["full", "low"]))
@click.option("--type", default="usual", type=click.Choice(["usual", "large"]))
@click.option("--seals", default="printed", type=click.Choice(["printed", "none"]))
@click.option("--marks", default="corners", type=click.Choice(["corners", "lines", "none"]))
@click.option("--marks-on-backs", is_flag=True)
@click.option("--bleed", type=Measure(0), metavar="MM")
@picture_options
@click.option("--margin", type=Measure(0), metavar="MM")
@click.option("--cut-lines", is_flag=True)
@click.option("--proof", is_flag=True)
@click.option("--printer", metavar="NAME")
@click.option("--tray", metavar="TRAY")
@config_option
@click.option("--reverse-backs", is_flag=True)
@click.option("--changed", is_flag=True)
@click.option("--printed", is_flag=True)
@outputs.force_option
@outputs.strict_option
@click.option("--cube", default="8", type=click.Choice(["8", "10", "12"]), metavar="MM")
@click.option("--thickness", default=0.3, type=Measure(0.05, 2), metavar="MM")
@click.option("--sleeves", default="none", type=click.Choice(["none", "thin", "thick"]))
@click.option("--no-cover", is_flag=True)
@outputs.fetch_options
@outputs.folder_option
@outputs.overwrite_option
@json_option
def print_command(
    games: tuple[str, ...], papers: tuple[str, ...], output: Path, overwrite: bool, as_json: bool, **options: Any
) -> None:
    """Print a game or your own deck to PDF, to cut out."""
    if options["tray"] is not None and options["printer"] is None:
        raise InputError("--tray needs --printer.")
    if options["reverse_backs"] and "separate" not in options["sides"]:
        raise InputError("--reverse-backs is for --sides separate.")
    if options["cut_lines"] and "fold" in options["sides"]:
        raise InputError("--cut-lines is not for --sides fold: no machine finds its marks on a folded sheet.")
    if options["cut_lines"] and str(output) == "-":
        raise InputError("--cut-lines writes files beside the PDF; name a folder with -o.")
    if options["proof"] and options["changed"]:
        raise InputError("--proof is not for --changed: a proof is not cut out.")
    laid = {key: options.pop(key) for key in PICTURED}
    if not (games or options["cards"]) and sys.stdin.isatty() and sys.stdout.isatty():
        from companion.cli.prompt import Prompt, ask_game  # slow to import

        speak("What is printed?")
        if (game := ask_game(Prompt())) is None:
            return
        games = (game,)
    decks = tuple(_open_deck(game, laid) for game in dict.fromkeys(games))
    if not decks:
        from companion.press.card_names import find_game  # slow to import

        decks = (find_game(options["cards"], options["only"]),)
    from companion.cli.print_output import progress  # slow to import: not before an unknown card is refused
    from companion.data.papers import parse_paper, read_own_papers
    from companion.press.sheets.gang import parse_places
    from companion.service.press.printing import PrintOrder, confirm_cut_out, list_components, print_decks

    reader = get_language().code
    names_only = options.pop("printed")
    if options.pop("listing"):
        print_answer(list_components(decks, options["only"], reader), as_json)
        return
    options |= {"only": tuple(dict.fromkeys(options["only"])), "cube": float(options["cube"])}
    options["skip"] = parse_places(options["skip"])
    own = {name: paper for deck in decks for name, paper in read_own_papers(deck.file.parent).items()}
    stocks = tuple(parse_paper(each, own) for each in papers)
    order = PrintOrder(decks, stocks, reader=reader, cover=not options.pop("no_cover"), **options)
    answer = confirm_cut_out(order) if names_only else print_decks(order, output, progress, overwrite, remembered=True)
    if not as_json:  # notices, such as of files not printed again, are printed with the list of files
        cut = ("cut otherwise",) * any(deck.file.suffix.lower() == ".pdf" for deck in decks)
        lines = (*answer.notices, *map(_name_bleed_option, answer.lines))
        answer = replace(answer, lines=lines, notices=(), remedies=answer.remedies + cut)
    print_answer(answer, as_json)


def _name_bleed_option(line: AnswerLine) -> AnswerLine:
    """Add the option to a note on the bleed that would save sheets."""
    note = dict(line.fields).get("sentence") if isinstance(line, Sentence) else None
    smaller = dict(note.fields).get("smaller") if isinstance(note, Sentence) else None
    return line if smaller is None else say("{line}: --bleed {bleed}", line=line, bleed=smaller)


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
    from companion.service.press.review import check as check_deck

    if translations == (game is not None) or (translations and (only or strict or any(laid.values()))):
        raise InputError("Name a game or a deck, or --languages alone.")
    if game is None:
        return check_languages(languages)
    return check_deck(_open_deck(game, laid, faulty=True), languages, only, strict)


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
    from companion.service.press.export import Export
    from companion.service.press.export import export as write_export

    for key, (option, kinds) in EXPORT_OPTIONS.items():
        if more[key] is not None and more[key] is not False and kind not in kinds:
            fields: dict[str, Any] = {"option": option, "kind": kind, "kinds": join_with_commas(kinds)}
            raise InputError("{option} does not go with --to {kind}; it is for {kinds}.", **fields)
    own_deck = _open_deck(game, {key: more.pop(key) for key in PICTURED})
    code = more.pop("lang") or own_deck.choose_language(get_language().code)
    more["paper"] = more["paper"] or "a4"
    looks = ("angle", "radius", "columns", "scale", "offset", "reflection")
    more["look"] = {key: value for key in looks if (value := more.pop(key)) is not None}
    return write_export(Export(own_deck, code, kind, output, **more), overwrite)
