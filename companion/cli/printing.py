"""``companion print``, which makes PDFs of decks, and what other commands of decks have in common with it."""

from __future__ import annotations

import math
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.answers import AnswerLine
from companion.cli import outputs
from companion.cli.answers import print_answer
from companion.cli.lazy import SpokenCommand
from companion.cli.voice import get_language, json_option, speak, to_text
from companion.errors import InputError
from companion.sentences import Sentence, say

if TYPE_CHECKING:
    from companion.data.deck import Deck


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


def open_deck(name: str, options: dict[str, Any], faulty: bool = False) -> Deck:
    from companion.service.press.own_decks import open_any_deck

    cut = {key: value for key in ("grid", "gap", "pages", "backs") if (value := options[key]) is not None}
    return open_any_deck(name, options["size"], options["picture_bleed"], faulty, cut, options["picture_edge"])


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
    decks = tuple(open_deck(game, laid) for game in dict.fromkeys(games))
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
