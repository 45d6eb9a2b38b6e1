"""``companion honshu score``: the points of a finished map, or of several maps and who won."""

import sys
from datetime import date
from pathlib import Path

import click

from companion.cli.answers import print_answer
from companion.cli.honshu.placing import card_option, parse_honshu_rulings, ruling_option
from companion.cli.lazy import SpokenCommand
from companion.cli.outputs import FILE, output_option, overwrite_option
from companion.cli.prompt import remember_without_table
from companion.cli.table import store_option
from companion.cli.voice import get_language, json_option, speak
from companion.data.files import STANDARD_INPUT, read_input
from companion.data.honshu.map import parse_map
from companion.data.honshu.placements import parse_players
from companion.errors import InputError
from companion.service.honshu.scoring import build_taken_score, score_maps


@click.command("score", cls=SpokenCommand)
@click.argument("files", nargs=-1, metavar="[FILE]...", type=FILE)
@card_option
@ruling_option
@output_option("--svg")
@output_option("--pdf")
@click.option("--players", metavar="NAMES")
@overwrite_option
@store_option
@json_option
def score_command(
    files: tuple[str, ...],
    card: int | None,
    rulings: tuple[str, ...],
    svg: Path | None,
    pdf: Path | None,
    players: str | None,
    overwrite: bool,
    store: Path | None,
    as_json: bool,
) -> None:
    """Score a finished map, every line explained; several maps are ranked."""
    chosen = parse_honshu_rulings(rulings)
    if players is not None:
        if files or svg is not None:
            raise InputError("--players asks for the maps; neither a file nor --svg goes with it.")
        from companion.cli.honshu.evening import score_evening

        score_evening(parse_players(players), card, chosen, store, pdf, overwrite, as_json)
        return
    if len(files) > 1 and (svg is not None or pdf is not None):
        raise InputError("A picture shows one map, not several.")
    if svg is not None and svg == pdf:
        raise InputError("The SVG and the PDF cannot be one file.")
    if files.count(STANDARD_INPUT) > 1:
        raise InputError("'-' can be read once only.")
    if not files and sys.stdin.isatty() and sys.stdout.isatty():
        from companion.cli.honshu.evening import type_map

        typed = type_map()
        if typed is None:
            speak("Nothing was saved.", err=True)
            return
        speak("The map is in {file}.", file=str(typed), err=True)
        files = (str(typed),)
    maps = [(file, parse_map(read_input(file), file)) for file in files or (STANDARD_INPUT,)]
    answer = score_maps(maps, card, chosen, get_language(), svg, pdf, overwrite)
    print_answer(answer, as_json)
    if len(maps) > 1:
        remember_without_table(build_taken_score(answer.outcome, date.today()), store)
