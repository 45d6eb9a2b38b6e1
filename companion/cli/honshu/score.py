"""``companion honshu score``: a finished map and what it brings, or several and who won."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import click

from companion.cli.honshu.asking import (
    card_option,
    ruling_option,
    rulings_from,
)
from companion.cli.honshu.drawing import beside, colours_shown, draw, styled
from companion.cli.honshu.parts import point_table
from companion.cli.honshu.ranking import tell_ranking
from companion.cli.honshu.scored import Scored, score_file
from companion.cli.lazy import SpokenCommand
from companion.cli.voice import json_option, said, speak, speak_json, translated
from companion.data.files import STANDARD_INPUT
from companion.errors import InputError
from companion.rules.honshu.rulings import HONSHU_RULINGS
from companion.rules.rulings import Rulings

__all__ = ["score_command"]


@click.command("score", cls=SpokenCommand)
@click.argument("files", nargs=-1, metavar="[FILE]...")
@card_option
@ruling_option
@click.option("--list-rulings", is_flag=True, help="List every open question with its answers, and leave.")
@click.option("--svg", metavar="FILE", help="Write the scored map as an SVG picture.")
@click.option("--pdf", metavar="FILE", help="Write the scored map as a PDF page.")
@click.option("--edit", is_flag=True, help="Open the map in the editor first.")
@click.option("-o", "--output", metavar="FILE", help="Where the editor saves the map.")
@json_option
def score_command(
    files: tuple[str, ...],
    card: int | None,
    rulings: tuple[str, ...],
    list_rulings: bool,
    svg: str | None,
    pdf: str | None,
    edit: bool,
    output: str | None,
    as_json: bool,
) -> None:
    """Score a finished map, every line explained; several maps are ranked.

    A map is typed one row a line, with blanks between squares: . no card, F forest, T town, L lake,
    - fallow, b n g y production (blue, brown, grey, yellow), b* with its cube, B2 a factory and its value.
    FILE - reads what is piped in. Without a file a small editor opens.

    \b
    companion honshu score
    companion honshu score map.txt --card 4
    companion honshu score anna.txt ben.txt chris.txt
    companion honshu score map.txt --ruling lake-card=added --svg map.svg
    """
    chosen = rulings_from(rulings)
    if list_rulings:
        _tell_rulings(chosen, as_json)
        return
    if len(files) > 1 and (edit or svg is not None or pdf is not None):
        raise InputError("A picture or the editor takes one map, not several.")
    if svg is not None and pdf is not None and Path(svg) == Path(pdf):
        raise InputError("The SVG and the PDF cannot be one file.")
    if files.count(STANDARD_INPUT) > 1:
        raise InputError("'-' can be read once only.")
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if edit and not terminal:
        raise InputError("The editor needs a terminal.")
    if edit or (not files and terminal):
        from companion.cli.honshu.editor import edit_map

        saved = edit_map(files[0] if files else None, output, card, chosen)
        if saved is None:
            speak("Nothing was saved.", err=True)
            return
        speak("The map is in {file}.", file=saved, err=True)
        files = (saved,)
    elif output is not None:
        raise InputError("-o belongs to the editor; add --edit.")
    results = [score_file(file, card, chosen) for file in files or (STANDARD_INPUT,)]
    for result in results:
        for warning in result.warnings:
            speak("Warning: {file}: {warning}", file=result.file, warning=warning, err=True)
    if svg is not None or pdf is not None:
        _write_pictures(results[0], svg, pdf)
    if len(results) > 1:
        tell_ranking(results, as_json)
    elif as_json:
        speak_json(results[0].as_json())
    else:
        _tell(results[0])


def _tell(result: Scored) -> None:
    colours = colours_shown()
    told, total, fallow = point_table(result.score, result.map.fallow, result.card)
    table = [*told, styled(total, colours, bold=True), "", f"{fallow}  {translated('(breaks a tie)')}"]
    width = shutil.get_terminal_size((100, 24)).columns
    for line in beside(draw(result.map, colours), ["", *table], width):
        click.echo(line, color=colours)
    click.echo()
    for scored in result.score.lines:
        line = f"{scored.points:>4}  {said(scored.text)}"
        squares = " ".join(f"{row + 1}.{column + 1}" for row, column in scored.where)
        if len(line) + 3 + len(squares) <= width:
            click.echo(f"{line}   {styled(squares, colours, dim=True)}", color=colours)
            continue
        click.echo(line)
        for row_of_squares in click.wrap_text(squares, width, "      ", "      ").split("\n"):
            click.echo(styled(row_of_squares, colours, dim=True), color=colours)
    speak("Squares are row.column, as beside the map.")
    if result.others:
        click.echo()
        speak("Other tables may count this map otherwise:")
        for other in result.others:
            meaning = dict(other.ruling.options)[other.value]
            speak(
                "  {total} with {ruling}: {meaning}",
                total=f"{other.total:>3}",
                ruling=other.name,
                meaning=meaning,
            )


def _tell_rulings(chosen: Rulings, as_json: bool) -> None:
    if as_json:
        speak_json(
            [
                {
                    "ruling": ruling.name,
                    "value": chosen[ruling.name],
                    "question": said(ruling.question),
                    "options": {value: said(meaning) for value, meaning in ruling.options},
                    "source": ruling.source,
                }
                for ruling in HONSHU_RULINGS
            ]
        )
        return
    for ruling in HONSHU_RULINGS:
        click.echo(f"{ruling.name}: {said(ruling.question)}")
        for value, meaning in ruling.options:
            mark = "*" if value == chosen[ruling.name] else " "
            click.echo(f"  {mark} {ruling.name}={value}: {said(meaning)}")
    speak("* is what holds now.")


def _write_pictures(result: Scored, svg: str | None, pdf: str | None) -> None:
    """Write the pictures asked for, all or none."""
    from companion.cli.honshu.picture import map_pdf, map_svg
    from companion.data.files import write_together

    pictures: dict[Path, bytes] = {}
    if svg is not None:
        pictures[Path(svg)] = map_svg(result).encode("utf-8")
    if pdf is not None:
        pictures[Path(pdf)] = map_pdf(result)
    write_together(pictures)
