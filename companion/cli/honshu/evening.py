"""``companion honshu score`` without files: maps typed row by row, or a game's maps player by player."""

import os
from contextlib import ExitStack
from dataclasses import replace
from datetime import date
from pathlib import Path

import click

from companion.answers import GAP, describe_files
from companion.cli.answers import print_answer, print_lines
from companion.cli.honshu.drawing import map_lines
from companion.cli.prompt import Prompt, ask_to_remember
from companion.cli.table import open_for_command
from companion.cli.voice import asking, get_language, speak, speak_error, to_text, wants_colours
from companion.data.files import write_files, write_text
from companion.data.honshu.cards import parse_scoring_card
from companion.data.honshu.map import HonshuMap, check_row, parse_map
from companion.data.outputs import check_outputs
from companion.errors import CompanionError, InputError
from companion.play.honshu.state import HonshuState
from companion.rules.rulings import Rulings
from companion.sentences import say
from companion.service.honshu.asking import (
    ScoreEntry,
    begin_score_table,
    describe_counts_input,
    keep_scores,
    render_score_pad,
)
from companion.service.honshu.scoring import build_scored_map, score_maps
from companion.service.session import Session


def type_map() -> Path | None:
    """Ask for a map and save it; the new file, or ``None`` where the person leaves."""
    prompt, rows, map_ = Prompt(), list[str](), None
    speak("Type your map row by row, such as F T b* -; an empty line ends it, u undoes a row, q exits.")
    while (line := prompt.ask(f"{to_text(say('row {row}', row=len(rows) + 1))}> ")) not in (None, "q"):
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
            speak_error(error)
            prompt.prefill(line)
        else:
            _draw_rows(rows)
    if map_ is None:
        return None
    file = _choose_file_name()
    write_text(file, f"{map_}\n")
    return file


def _draw_rows(rows: list[str]) -> None:
    """Print the map so far, if it has a square."""
    try:
        map_ = parse_map("\n".join(rows))
    except InputError:
        map_ = HonshuMap(())
    for line in map_lines(map_, wants_colours()) if map_.rows else ():
        click.echo(line.rstrip())


def _choose_file_name() -> Path:
    """A file name not used yet for a new map: ``map.txt``, ``map-2.txt``, ..."""
    number = 1
    while os.path.lexists(name := "map.txt" if number == 1 else f"map-{number}.txt"):
        number += 1
    return Path(name)


def score_evening(
    names: tuple[str, ...],
    card: int | None,
    rulings: Rulings,
    store: Path | None,
    pdf: Path | None,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Ask for all players' maps, print who won, and keep the result.

    An empty line then goes back to the last player.
    """
    if pdf is not None:
        check_outputs((pdf,), overwrite)  # before anything is typed
    prompt, today = Prompt(), date.today()
    with asking(), ExitStack() as kept:
        evening = ScoreEntry(names, _ask_card(prompt) if card is None else card, rulings)
        here: Session[HonshuState] | None = None
        for sentence in describe_counts_input(evening.card) if prompt.live else ():
            speak(sentence)
        while (line := prompt.ask(f"{to_text(evening.question)}> ")) is not None and line not in ("q", "quit"):
            try:
                told = evening.take_line(line)
            except CompanionError as error:
                _refuse(error, line, prompt)
            else:
                print_lines(() if as_json else told)  # a program gets the answer alone
            if not evening.is_complete:
                continue
            new = here is None
            here = here or kept.enter_context(
                open_for_command(begin_score_table(store, names, evening.card, rulings, today))
            )
            keep_scores(here, evening.lands, today)
            _print_result(evening, here.name, pdf, overwrite or not new, as_json, today)
            if not prompt.live:
                break
        if here is not None:
            ask_to_remember(here)
        else:
            speak("Nothing was kept.", err=True)
            raise click.exceptions.Exit(0 if prompt.live else 2)


def _ask_card(prompt: Prompt) -> int | None:
    while line := prompt.ask(to_text(say("Scoring card? (1 to 8, or Enter for none) "))):
        try:
            return parse_scoring_card(line)
        except CompanionError as error:
            _refuse(error, line, prompt)
    return None


def _refuse(error: CompanionError, line: str, prompt: Prompt) -> None:
    """Let a mistyped line be corrected at a terminal; in a pipe raise the error."""
    if not prompt.live:
        speak("Line {number} was not done, and nothing after it.", err=True, number=prompt.number)
        raise error
    speak_error(error)
    prompt.prefill(line)


def _print_result(
    evening: ScoreEntry, table: str, pdf: Path | None, overwrite: bool, as_json: bool, today: date
) -> None:
    """Print who won and where it is kept, and fill in the score pad."""
    answer = score_maps(evening.maps, evening.card, evening.rulings)
    if pdf is not None:
        maps = [build_scored_map(name, land, evening.card, evening.rulings) for name, land in evening.maps]
        write_files({pdf: render_score_pad(maps, get_language(), today.isoformat())}, overwrite=overwrite)
    data = {**answer.document, "table": table, "date": today.isoformat()}
    shown = say("Saved as the table {table}, which 'companion table' shows on phones.", table=table)
    files = () if pdf is None else (pdf,)
    lines = (GAP, *answer.lines, GAP, shown, *describe_files(files))
    print_answer(replace(answer, outcome=data, lines=lines, files=files), as_json)
