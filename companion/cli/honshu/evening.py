"""``companion honshu score`` where maps are asked for: row by row, or an evening's a player at a time."""

import os
from contextlib import ExitStack
from dataclasses import replace
from datetime import date
from pathlib import Path

import click

from companion.answers import GAP, written
from companion.cli.answers import tell, tell_lines
from companion.cli.honshu.drawing import map_lines
from companion.cli.menu import ask_at_end
from companion.cli.prompt import Prompt
from companion.cli.table_commands import open_for_command
from companion.cli.voice import asking, coloured, current, said, speak, speak_error
from companion.data.files import write_text, write_together
from companion.data.honshu.cards import scoring_card
from companion.data.honshu.map import HonshuMap, check_row, read_map
from companion.data.outputs import check_goals
from companion.errors import CompanionError, InputError
from companion.play.honshu.state import HonshuState
from companion.rules.rulings import Rulings
from companion.sentences import say
from companion.service.honshu.asking import Asking, asked_of, begin_scores, keep_scores, pad_pdf
from companion.service.honshu.scoring import score_maps, scored
from companion.service.session import Session


def type_map() -> Path | None:
    """Ask for a map and save it; the new file, or nothing where whoever types leaves."""
    prompt, rows, map_ = Prompt(lambda before: ()), list[str](), None
    speak("Type your map row by row, such as F T b* -; an empty line ends it, u takes a row back, q leaves.")
    while (line := prompt.ask(f"{said(say('row {row}', row=len(rows) + 1))}> ")) not in (None, "q"):
        try:
            if not line:
                map_ = read_map("\n".join(rows))
                break
            if line == "u":
                del rows[-1:]
            else:
                check_row(rows, line)
                rows.append(line)
        except InputError as error:
            speak_error(error)
            prompt.mend(line)
        else:
            _draw_rows(rows)
    if map_ is None:
        return None
    file = _new_name()
    write_text(file, f"{map_}\n")
    return file


def _draw_rows(rows: list[str]) -> None:
    """The map so far; a row without a square is no map yet."""
    try:
        map_ = read_map("\n".join(rows))
    except InputError:
        map_ = HonshuMap(())
    for line in map_lines(map_, coloured()) if map_.rows else ():
        click.echo(line.rstrip())


def _new_name() -> Path:
    """A file for a new map that is not there yet: ``map.txt``, ``map-2.txt``, ..."""
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
    """Ask for the maps, tell who won, and keep it; an empty line then goes back to the last player."""
    if pdf is not None:
        check_goals((pdf,), overwrite)  # before anything is typed
    prompt, today = Prompt(lambda before: ()), date.today()
    with asking(), ExitStack() as kept:
        evening = Asking(names, _card(prompt) if card is None else card, rulings)
        here: Session[HonshuState] | None = None
        for sentence in asked_of(evening.card) if prompt.live else ():
            speak(sentence)
        while (line := prompt.ask(f"{said(evening.question)}> ")) is not None and line not in ("q", "quit"):
            try:
                told = evening.take(line)
            except CompanionError as error:
                _refuse(error, line, prompt)
            else:
                tell_lines(() if as_json else told)  # a program gets the answer alone
            if not evening.done:
                continue
            new = here is None
            here = here or kept.enter_context(
                open_for_command(begin_scores(store, names, evening.card, rulings, today))
            )
            keep_scores(here, evening.lands, today)
            _tell(evening, here.name, pdf, overwrite or not new, as_json, today)
            if not prompt.live:
                break
        if here is not None:
            ask_at_end(here)
        else:
            speak("Nothing was kept.", err=True)
            raise click.exceptions.Exit(0 if prompt.live else 2)


def _card(prompt: Prompt) -> int | None:
    """The scoring card, as it is asked for once."""
    while line := prompt.ask(said(say("Scoring card? (1 to 8, or Enter for none) "))):
        try:
            return scoring_card(line)
        except CompanionError as error:
            _refuse(error, line, prompt)
    return None


def _refuse(error: CompanionError, line: str, prompt: Prompt) -> None:
    """Let a slip be mended where it was typed; in a pipe it ends everything."""
    if not prompt.live:
        speak("Line {number} was not done, and nothing after it.", err=True, number=prompt.number)
        raise error
    speak_error(error)
    prompt.mend(line)


def _tell(evening: Asking, table: str, pdf: Path | None, overwrite: bool, as_json: bool, today: date) -> None:
    """Tell who won, where it is kept, and fill the score pad in."""
    answer = score_maps(evening.maps, evening.card, evening.rulings)
    if pdf is not None:
        maps = [scored(name, land, evening.card, evening.rulings) for name, land in evening.maps]
        write_together({pdf: pad_pdf(maps, current(), today.isoformat())}, overwrite=overwrite)
    data = {**answer.document, "table": table, "date": today.isoformat()}
    shown = say("Saved as the table {table}, which 'companion table' shows on phones.", table=table)
    files = () if pdf is None else (pdf,)
    lines = (GAP, *answer.lines, GAP, shown, *written(files))
    tell(replace(answer, outcome=data, lines=lines, files=files), as_json)
