"""The commands of ``companion honshu``: ``score``, ``place``, ``advise``, ``trick``, ``round`` and ``photo``.

Without files, maps are typed to ``score``: one row by row, or with ``--players`` those of a game, player by player.
"""

import os
import re
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any

import click

from companion.answers import GAP, Answer, describe_files
from companion.cli.answers import answer_command, print_answer, print_lines
from companion.cli.lazy import SpokenCommand
from companion.cli.outputs import FILE, output_option, overwrite_option
from companion.cli.prompt import Prompt, ask_to_remember, can_ask, remember_without_table
from companion.cli.rules import ruling_options
from companion.cli.table import open_for_command, store_option
from companion.cli.voice import begin_prompt, get_language, json_option, speak, to_text
from companion.data.files import STANDARD_INPUT, read_input, write_files, write_text
from companion.data.honshu.cards import parse_scoring_card, scoring_cards
from companion.data.honshu.map import check_row, parse_map
from companion.data.honshu.placements import (
    parse_card,
    parse_colour,
    parse_laying,
    parse_players,
    parse_plays,
    split_players,
)
from companion.data.outputs import check_outputs
from companion.errors import CompanionError, InputError
from companion.paths import STANDARD_OUTPUT
from companion.play.honshu.state import HonshuState
from companion.rules.honshu.board import RULINGS
from companion.rules.rulings import Rulings
from companion.sentences import say
from companion.service.honshu import score_entry as service
from companion.service.honshu.placing import advise_places, describe_round, judge_pairs, judge_trick, place_cards
from companion.service.honshu.scoring import build_scored_map, build_taken_score, score_maps
from companion.service.session import Session
from companion.table.shelf import check_names
from companion.vision.honshu.reading import MAP_CARDS

card_option = click.option("--card", type=click.IntRange(1, len(scoring_cards())), metavar=f"1-{len(scoring_cards())}")

ruling_option = ruling_options(RULINGS)  # the options ``--ruling`` and ``--list-rulings``

stack_option = click.option("--stack", is_flag=True)


@answer_command("place")
@click.argument("file", metavar="FILE", type=FILE)
@ruling_option
@stack_option
def place(file: str, rulings: Rulings, stack: bool) -> Answer:
    """Lay cards one by one into a map and judge each step."""
    return place_cards(parse_laying(read_input(file), file, stack), rulings)


@answer_command("advise")
@click.argument("file", metavar="FILE", type=FILE)
@click.argument("cards", nargs=-1, required=True, metavar="CARD...")
@card_option
@ruling_option
@click.option("--spent", multiple=True, metavar="COLOUR")
@stack_option
@click.option("--best", "number", type=click.IntRange(1, 50), default=5)
def advise(
    file: str, cards: tuple[str, ...], card: int | None, spent: tuple[str, ...], number: int, **more: Any
) -> Answer:
    """Show the best places for the cards offered."""
    laying = parse_laying(read_input(file), file, more["stack"])
    return advise_places(laying, [*map(parse_card, cards)], card, more["rulings"], [*map(parse_colour, spent)], number)


@answer_command("trick")
@click.argument("plays", nargs=-1, required=True, metavar="[NAME=]CARD[+COLOUR]...")
@click.option("--two", is_flag=True)
@click.option("--pile", type=click.IntRange(1, 60), nargs=2)
def trick(plays: tuple[str, ...], two: bool, pile: tuple[int, int] | None) -> Answer:
    """Say who chooses first after a trick, and the new player order."""
    plays_parsed = parse_plays(plays)
    if pile and not two:
        raise InputError("--pile belongs to the variant for two players; add --two.")
    if not two:
        return judge_trick(plays_parsed)
    if len(plays_parsed) != 2:
        raise InputError("--two takes two hand cards, not {cards}.", cards=len(plays_parsed))
    return judge_pairs((plays_parsed[0], plays_parsed[1]), pile)


@answer_command("round")
@click.argument("number", type=int, metavar="N")
@click.option("--players", type=int, required=True, metavar="2-5")
def round_command(number: int, players: int) -> Answer:
    """Say what happens in a round: dealing, passing, who starts."""
    return describe_round(number, players)


@answer_command("photo")
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...", type=click.Path(path_type=Path))
@card_option
@ruling_option
@output_option("-o", "--output")
@output_option("--annotate")
@click.option("--cards", type=click.IntRange(1, MAP_CARDS), metavar="N")
@click.option("--without", metavar="CARDS")
@overwrite_option
def photo_command(images: tuple[Path, ...], annotate: Path | None, **options: Any) -> Answer:
    """Read a finished map from a photo, and score it."""
    from companion.service.honshu.photo import score_photo  # slow to import, as it reads pictures

    if len(images) > 1:
        raise InputError("A map is read from one photo; you gave {number}.", number=len(images))
    if annotate is not None and annotate != STANDARD_OUTPUT and annotate.suffix.lower() != ".png":
        raise InputError("'{file}' is written as a PNG; its name must end in .png.", file=str(annotate))
    omitted = options.pop("without")
    options["cards"] = options["cards"] or MAP_CARDS
    options["without"] = [] if omitted is None else re.split(r"[\s,]+", omitted.strip())
    return score_photo(images[0], language=get_language(), annotate=annotate, **options)


def type_map() -> Path | None:
    """Ask for a map row by row and save it; the new file, or ``None`` if the user exits."""
    from companion.cli.honshu.drawing import describe_cube_squares, map_lines  # slow to import, as it reads photos

    prompt, rows, map_ = Prompt(), list[str](), None
    intro = say("Type your map row by row, such as F T b* -; an empty line ends it, u undoes a row, q exits.")
    print_lines(help := (intro, describe_cube_squares()))
    while (line := prompt.ask(f"{to_text(say('row {row}', row=len(rows) + 1))}> ", *help)) not in (None, "q"):
        try:
            if not line:
                map_ = parse_map("\n".join(rows))
                break
            if line == "u":
                del rows[-1:]
            else:
                check_row(rows, line)
                rows.append(line)
        except InputError as error:
            prompt.refuse(error, line)
        else:
            with suppress(InputError):  # no square is typed yet
                click.echo("\n".join(line.rstrip() for line in map_lines(parse_map("\n".join(rows)))))
    if map_ is None:
        return None
    names = ("map.txt" if number == 1 else f"map-{number}.txt" for number in count(1))
    file = Path(next(name for name in names if not os.path.lexists(name)))
    write_text(file, f"{map_}\n")
    return file


def _ask_players(text: str) -> tuple[str, ...]:
    """The players in a text, or as many as it says; in a terminal, one alone is asked for the others."""
    if text.strip() in ("2", "3", "4", "5"):
        return tuple(to_text(say("Player {number}", number=number + 1)) for number in range(int(text)))
    if len(first := split_players(text)) == 1 and text.strip() and can_ask():
        question, help = say("Who has played with {name}?", name=text), say("1 to 4 more names.")
        names = Prompt().ask_until_done(
            question, lambda line: parse_players(",".join((*first, *split_players(line)))), help
        )
        if names is not None:
            return names
    return parse_players(text)


def score_evening(
    names: tuple[str, ...],
    card: int | None,
    rulings: Rulings,
    store: Path | None,
    pdf: Path | None,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Ask for all players' maps, print who won, and save them as a table; an empty line returns to the last player."""
    if pdf is not None:
        check_outputs((pdf,), overwrite)  # fails before anything is typed
    prompt, today = Prompt(), date.today()
    begin_prompt()
    with ExitStack() as stack:
        if card is None:
            question = say("Scoring card? (1 to 8, or Enter for none)")
            card = prompt.ask_until_done(question, parse_scoring_card, say("The number printed on the card, 1 to 8."))
        evening = service.ScoreEntry(names, card, rulings)
        table: Session[HonshuState] | None = None
        help = service.describe_counts_input(evening.card)
        print_lines(help if prompt.is_live else ())
        while (line := prompt.ask(f"{to_text(evening.question)}> ", *help)) is not None and line not in ("q", "quit"):
            try:
                answer = evening.take_line(line)
            except CompanionError as error:
                prompt.refuse(error, line)
            else:
                print_lines(() if as_json else answer)  # with ``--json``, only the answer is printed
            if not evening.is_complete:
                continue
            new = table is None
            table = table or stack.enter_context(
                open_for_command(service.begin_score_table(store, names, evening.card, rulings, today))
            )
            service.keep_scores(table, evening.lands, today)
            _print_result(evening, table.name, pdf, overwrite or not new, as_json, today)
            if not prompt.is_live:
                break
        if table is not None:
            ask_to_remember(table)
        else:
            speak("Nothing was kept.", err=True)
            raise click.exceptions.Exit(0 if prompt.is_live else 2)


def _print_result(
    evening: service.ScoreEntry, table: str, pdf: Path | None, overwrite: bool, as_json: bool, today: date
) -> None:
    """Print who won and the table where it is saved, and write the score pad as PDF if requested."""
    answer = score_maps(evening.maps, evening.card, evening.rulings)
    if pdf is not None:
        maps = [build_scored_map(name, land, evening.card, evening.rulings) for name, land in evening.maps]
        write_files({pdf: service.render_score_pad(maps, get_language(), today.isoformat())}, overwrite=overwrite)
    data = {**answer.document, "table": table, "date": today.isoformat()}
    line = say("Saved as the table {table}, which 'companion table' shows on phones.", table=table)
    files = () if pdf is None else (pdf,)
    lines = (GAP, *answer.lines, GAP, line, *describe_files(files))
    print_answer(replace(answer, outcome=data, lines=lines, files=files), as_json)


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
    files: tuple[str, ...], card: int | None, svg: Path | None, pdf: Path | None, as_json: bool, **options: Any
) -> None:
    """Score a finished map, every line explained; several maps are ranked."""
    rulings, store, overwrite = options["rulings"], options["store"], options["overwrite"]
    if options["players"] is not None:
        if files or svg is not None:
            raise InputError("--players asks for the maps; leave out files and --svg.")
        names = _ask_players(options["players"])
        check_names(names)  # fails before anything is typed
        score_evening(names, card, rulings, store, pdf, overwrite, as_json)
        return
    if len(files) > 1 and (svg is not None or pdf is not None):
        raise InputError("A picture shows one map, not several.")
    if svg is not None and svg == pdf:
        raise InputError("The SVG and the PDF cannot be one file.")
    if files.count(STANDARD_INPUT) > 1:
        raise InputError("'-' can be read only once.")
    if not files and can_ask():
        if (file := type_map()) is None:
            speak("Nothing was saved.", err=True)
            return
        speak("The map is in {file}.", file=str(file), err=True)
        files = (str(file),)
    maps = [(file, parse_map(read_input(file), file)) for file in files or (STANDARD_INPUT,)]
    answer = score_maps(maps, card, rulings, get_language(), svg, pdf, overwrite)
    print_answer(answer, as_json)
    if len(maps) > 1 and (taken := build_taken_score(answer.outcome, date.today())):
        remember_without_table(taken, store)
