"""What printing shows in the terminal: a progress bar, a table of files, the contents of decks."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from companion.cli.answers import draw
from companion.cli.voice import columns, to_text, translate, wrap_for_terminal
from companion.sentences import shorten_text
from companion.service.press.printing import Advance, Contents, Printed, Work

LONG, MANY = 300, 3  # the fewest pieces, or else editions, with a progress bar
NARROW = 48  # columns; in a narrower terminal, the bar has no label and no time
BESIDE = 31  # columns for the brackets, the percentage, the time left (even days), and the spaces between
LEAST_NAME_LETTERS = 12  # a name of an edition is not cut to fewer letters


@contextmanager
def progress(work: Work) -> Iterator[Advance]:
    """Show a progress bar on standard error during long work, if that is a terminal."""
    length = work.steps * work.pieces
    if (work.pieces < LONG and work.editions < MANY) or not sys.stderr.isatty():
        yield lambda more, name, *page: None
        return
    across = os.get_terminal_size(sys.stderr.fileno()).columns or 80  # 0 if a terminal does not tell
    label, wide = to_text(work.label), max(1, min(30, across // 4))
    room = across - wide - len(label) - BESIDE
    with click.progressbar(  # type: ignore[var-annotated]
        length=length,
        label=label if across >= NARROW else "",
        file=sys.stderr,
        width=wide,
        show_percent=True,
        show_eta=across >= NARROW,
        item_show_func=lambda name: shorten_text(name or "", room - 1) if room > LEAST_NAME_LETTERS else "",
    ) as bar:
        yield lambda count, name, *_page: bar.update(count, name)
        bar.update(length - bar.pos)


@draw.register
def _(printed: Printed) -> Iterator[str]:
    headings = (translate("File"), translate("Pages"), translate("Sheets of paper"), translate("Paper"))
    texts = [(file, str(pages), str(sheets), paper) for file, pages, sheets, paper in printed.rows]
    pages, sheets = sum(row[1] for row in printed.rows), sum(row[2] for row in printed.rows)
    table = (headings, *texts, (translate("in all"), str(pages), str(sheets), ""))
    wide = [max(len(row[column]) for row in table) for column in range(4)]
    if sys.stdout.isatty() and sum(wide) + 6 >= columns():
        for file, *numbers in table[1:]:
            parts = (f"{head} {number}" for head, number in zip(headings[1:], numbers, strict=True) if number)
            yield from (f"{file}:", wrap_for_terminal(f"  {', '.join(parts)}"))
        return
    for row in table:
        yield f"{row[0]:{wide[0]}}  {row[1]:>{wide[1]}}  {row[2]:>{wide[2]}}  {row[3]}".rstrip()


@draw.register
def _(contents: Contents) -> Iterator[str]:
    wide = max(len(row.component) for _, rows, extras in contents.decks for row in (*rows, *extras))
    for deck, rows, extras in contents.decks:
        if len(contents.decks) > 1:
            yield f"{deck}:"
        for index, row in enumerate((*rows, *extras)):
            if index == len(rows):
                yield wrap_for_terminal(translate("Printed only when asked for with --only:"))
            yield wrap_for_terminal(f"{row.count:5}  {row.component:{wide}}  {row.name}")
