"""``companion honshu score`` without a file: a map is asked for row by row, drawn after each, and saved."""

import os
from pathlib import Path

import click

from companion.cli.honshu.drawing import map_lines
from companion.cli.prompt import Prompt
from companion.cli.terminal import coloured
from companion.cli.voice import said, speak, speak_error
from companion.data.files import write_text
from companion.data.honshu.map import HonshuMap, check_row, read_map
from companion.errors import InputError
from companion.sentences import say


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
            _draw(rows)
    if map_ is None:
        return None
    file = _new_name()
    write_text(file, f"{map_}\n")
    return file


def _draw(rows: list[str]) -> None:
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
