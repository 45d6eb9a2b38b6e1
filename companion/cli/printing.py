"""``companion print``: from the name of a game or deck to PDF files, with advice on how to print them."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from companion.cli.answers import print_answer
from companion.cli.lazy import SpokenCommand, load_when_used
from companion.cli.outputs import (
    GAME_OR_FILE,
    cards_option,
    fetch_options,
    folder_option,
    force_option,
    overwrite_option,
    strict_option,
)
from companion.cli.printer import Measure, config_option, picture_options
from companion.cli.voice import get_language, json_option, to_text
from companion.sentences import say

MOST_COPIES = 99
RUN = r"\s*([0-9]{1,6})\s*(?:[-–]\s*([0-9]{1,6})\s*)?"


class Sheets(click.ParamType):  # type: ignore[type-arg]
    """Numbers of sheets and ranges of them, such as ``2-3,7``: the first and last of each."""

    name = "sheets"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[tuple[int, int], ...]:
        """The ranges that a text names."""
        if not isinstance(value, str):
            return tuple(value)
        runs = []
        for part in value.split(","):
            found = re.fullmatch(RUN, part)
            first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
            if not 1 <= first <= last:
                wrong = say("'{value}' names no sheets; write numbers, such as 2, 2-3 or 2,5.", value=value)
                self.fail(to_text(wrong), param, ctx)
            runs.append((first, last))
        return tuple(runs)


@click.command("print", cls=SpokenCommand)
@click.argument("games", nargs=-1, required=True, metavar="GAME|DECK.toml|FOLDER|CARDS.csv...", type=GAME_OR_FILE)
@click.option("--list", "listing", is_flag=True)
@click.option("--only", multiple=True, metavar="COMPONENT")
@cards_option
@click.option("--copies", default=1, type=click.IntRange(1, MOST_COPIES), metavar="N")
@click.option("--sheets", type=Sheets(), default=(), metavar="SHEETS")
@click.option("--paper", "papers", multiple=True, default=["a4"], metavar="PAPER")
@click.option(
    "--sides",
    multiple=True,
    default=["duplex-long"],
    type=click.Choice(["duplex-long", "duplex-short", "fold", "fronts", "separate"]),
)
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
@force_option
@strict_option
@click.option("--cube", default="8", type=click.Choice(["8", "10", "12"]), metavar="MM")
@click.option("--thickness", default=0.3, type=Measure(0.05, 2), metavar="MM")
@click.option("--sleeves", default="none", type=click.Choice(["none", "thin", "thick"]))
@click.option("--no-cover", is_flag=True)
@fetch_options
@folder_option
@overwrite_option
@json_option
def print_command(
    games: tuple[str, ...],
    listing: bool,
    papers: tuple[str, ...],
    size: str | None,
    picture_bleed: float | None,
    config: Path | None,
    printed: bool,
    no_cover: bool,
    output: Path,
    overwrite: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Print a game or your own deck to PDF, to cut out."""
    from companion.cli.printed import progress
    from companion.data.papers import parse_paper
    from companion.errors import InputError
    from companion.service.press.own_decks import open_any_deck
    from companion.service.press.printing import PrintOrder, confirm_cut_out, list_components, print_decks

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
    decks = tuple(open_any_deck(game, size, picture_bleed) for game in dict.fromkeys(games))
    reader = get_language().code
    if listing:
        print_answer(list_components(decks, options["only"], reader), as_json)
        return
    options |= {"only": tuple(dict.fromkeys(options["only"])), "cube": float(options["cube"])}
    load_when_used("PIL.Image")  # reportlab imports it; most decks hold no picture
    asked = tuple(map(parse_paper, papers))
    order = PrintOrder(decks, asked, reader=reader, profiles=config, cover=not no_cover, **options)
    answer = confirm_cut_out(order) if printed else print_decks(order, output, progress, overwrite, remembered=True)
    if not as_json:  # what is not printed again is told among the files
        answer = replace(answer, lines=(*answer.notices, *answer.lines), notices=())
    print_answer(answer, as_json)
