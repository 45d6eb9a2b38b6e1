"""A run of the press: editions are composed, then written all together, then told of in words or JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from companion.cli.findings import Found, tell_findings
from companion.cli.print_words import how_to_print, table
from companion.cli.voice import said, speak, speak_json, spoken, translated
from companion.data.deck import TUCKBOX, Component, Deck
from companion.data.files import write_together
from companion.errors import InputError
from companion.press.check.manifest import changed, manifest, read_manifest, written
from companion.press.check.preflight import examine, examine_names
from companion.press.composition import Composition, compose
from companion.press.face.pieces import Piece, chosen
from companion.press.impose.edition import Edition
from companion.press.ink.pdf import document_pdf
from companion.press.layout import lay_out
from companion.press.sheets.labels import component_name
from companion.press.sheets.nets.tuckbox import card_stacks
from companion.sentences import say, say_count

__all__ = ["list_components", "press"]

LONG, MANY = 300, 3
"""From so many pieces on, counted once for each edition, or so many editions, a progress bar shows how far
the press is."""

Step = Callable[[int, str], None]
"""Tells that so many more pieces are done, and of which edition."""


def press(
    editions: Sequence[Edition],
    output: Path,
    as_json: bool,
    *,
    only_changed: bool = False,
    force: bool = False,
) -> None:
    """Look editions over, compose them, write their files, and say how to print them.

    Nothing is written before all are composed, and either all files are written or none. Beside the
    PDF of an edition goes its manifest, from which the next ``--changed`` knows what was printed.

    Args:
        editions: What to print.
        output: The folder to write to.
        as_json: Whether to answer a program.
        only_changed: Print only the cards that look otherwise than the manifest says.
        force: Print even what preflight finds fault with.

    Raises:
        CompanionError: When something does not fit or cannot be written.
        click.exceptions.Exit: With 1, when preflight finds a fault.
    """
    laid_out: dict[tuple[Path, str, tuple[str, ...]], list[Piece]] = {}
    with _progress(translated("Laying out"), editions, 1) as step:
        for edition in editions:
            if _look(edition) not in laid_out:
                laid_out[_look(edition)] = whole = []
                for piece in lay_out(edition.deck, edition.language, edition.only):
                    whole.append(piece)
                    step(1, edition.name)
    if not force:
        _look_over(editions, laid_out, as_json)
    files: dict[Path, bytes] = {}
    done: list[tuple[Edition, Composition]] = []
    with _progress(translated("Composing"), editions, 2) as step:
        for edition in editions:
            whole = laid_out[_look(edition)]
            record = output / f"{edition.name}.printed.toml"
            before = read_manifest(record) if only_changed else {}
            some = bool(before)  # what was never printed is printed whole, nets too
            wanted = changed(whole, before) if some else whole
            if some and not wanted:
                speak("{file}: no card has changed since it was printed.", file=edition.name, err=as_json)
                continue
            composition = compose(replace(edition, changed=some), _told(wanted, step, edition.name))
            pages = sum(len(document.pages) for document in composition.documents)
            inked = _Inked(step, edition.name, len(wanted), max(pages, 1))
            for document in composition.documents:
                goal = output / f"{document.name}.pdf"
                if goal in files:
                    raise InputError("two decks would both be written to {file}.", file=str(goal))
                files[goal] = document_pdf(document, inked.page)
            files[record] = written({**before, **manifest(whole)}).encode()
            done.append((edition, composition))
    write_together(files)
    if as_json:
        _answer(done, output)
    elif done:
        _tell(done, output)


def _look(edition: Edition) -> tuple[Path, str, tuple[str, ...]]:
    """What decides how an edition's cards look, whatever the paper: deck, language and components."""
    return edition.deck.file, edition.language, edition.only


def _look_over(
    editions: Sequence[Edition],
    laid_out: Mapping[tuple[Path, str, tuple[str, ...]], list[Piece]],
    as_json: bool,
) -> None:
    once = {_look(edition): edition for edition in editions}
    found = [
        Found(edition.language, finding)
        for look, edition in once.items()
        for finding in (
            *examine_names(edition.deck, edition.language, edition.only),
            *examine(laid_out[look]),
        )
    ]
    if found:
        tell_findings(found, as_json)
        if not as_json:
            speak("Nothing is printed; --force prints all the same.")
        raise click.exceptions.Exit(1)


def list_components(decks: Sequence[Deck], only: Sequence[str], as_json: bool) -> None:
    """Name the components of decks and how many pieces each has; to people also what --only gives besides."""
    rows = {deck.name: [_row(deck, component) for component in chosen(deck, only)] for deck in decks}
    if as_json:
        speak_json(
            [
                {"game": game, "component": name, "count": count, "name": printed}
                for game, found in rows.items()
                for name, count, printed in found
            ]
        )
        return
    extras = {deck.name: [] if only else [_row(deck, each) for each in _extras(deck)] for deck in decks}
    wide = max(len(name) for found in (*rows.values(), *extras.values()) for name, _, _ in found)
    for deck in decks:
        if len(decks) > 1:
            click.echo(f"{deck.name}:")
        _show(rows[deck.name], wide)
        if extras[deck.name]:
            speak("Printed only when asked for with --only:")
            _show(extras[deck.name], wide)


def _row(deck: Deck, component: Component) -> tuple[str, int, str]:
    words = deck.words(spoken(deck.languages))
    return component.name, len(component.cards) or 1, component_name(component.name, words)


def _extras(deck: Deck) -> Iterator[Component]:
    """What is printed only when it is asked for; no tuck box where there are too few cards for one."""
    for component in deck.components:
        if component.extra and (component.net != TUCKBOX or card_stacks(deck)):
            yield component


def _show(rows: Iterable[tuple[str, int, str]], wide: int) -> None:
    for name, count, printed in rows:
        click.echo(f"{count:5}  {name:{wide}}  {printed}")


def _count(editions: Sequence[Edition]) -> int:
    """How many pieces all editions have together."""
    return sum(len(part.cards) for edition in editions for part in chosen(edition.deck, edition.only))


def _told(wanted: Iterable[Piece], step: Step, name: str) -> Iterator[Piece]:
    for piece in wanted:
        step(1, name)
        yield piece


class _Inked:
    """Spreads the pieces of an edition over its pages, so that inking counts as much as composing."""

    def __init__(self, step: Step, name: str, pieces: int, pages: int) -> None:
        self.step, self.name, self.pieces, self.pages = step, name, pieces, pages
        self.done = 0

    def page(self) -> None:
        """Another page is inked."""
        before = self.pieces * self.done // self.pages
        self.done += 1
        self.step(self.pieces * self.done // self.pages - before, self.name)


@contextmanager
def _progress(label: str, editions: Sequence[Edition], steps: int) -> Iterator[Step]:
    """A progress bar over long work, so many steps a piece, where a person sees it."""
    count = _count(editions)
    length = steps * count
    if (count < LONG and len(editions) < MANY) or not sys.stderr.isatty():
        yield lambda more, name: None
        return
    shown: list[str] = [""]
    with click.progressbar(  # type: ignore[var-annotated]
        length=length, label=label, file=sys.stderr, show_percent=True, item_show_func=lambda _: shown[0]
    ) as bar:

        def step(more: int, name: str) -> None:
            shown[0] = name
            bar.update(more)

        yield step
        bar.update(length - bar.pos)


def _answer(done: Sequence[tuple[Edition, Composition]], output: Path) -> None:
    files: list[dict[str, Any]] = [
        {
            "file": str(output / f"{document.name}.pdf"),
            "game": edition.deck.name,
            "language": edition.language,
            "paper": edition.paper.name,
            "sides": edition.sides,
            "part": document.part,
            "ink": edition.ink,
            "pages": len(document.pages),
            "sheets": document.sheets,
            "cards": composition.cards,
            "notes": [said(note) for note in composition.notes],
        }
        for edition, composition in done
        for document in composition.documents
    ]
    speak_json({"files": files})


def _tell(done: Sequence[tuple[Edition, Composition]], output: Path) -> None:
    rows = [
        (str(output / f"{document.name}.pdf"), len(document.pages), document.sheets, edition.paper.title)
        for edition, composition in done
        for document in composition.documents
    ]
    if len(rows) == 1:
        file, pages, sheets, paper = rows[0]
        speak(
            "{file} is written: {pages} on {sheets}.",
            file=file,
            pages=say_count("one page", "{count} pages", pages),
            sheets=say_count("one sheet of {paper}", "{count} sheets of {paper}", sheets, paper=paper),
        )
    else:
        table(rows)
    for note in dict.fromkeys(note for _, composition in done for note in composition.notes):
        speak(say("Note: {sentence}", sentence=note))
    for sentence in dict.fromkeys(how_to_print(*each) for each in done):
        speak(sentence)
