"""Printing: editions are looked over, composed, written all together with files to cut by, and told of.

Changed cards are those that a print leaves to be cut out; a person says when it is done.
"""

import gc
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from companion.answers import Answer, Figure, Told
from companion.data.files import Spool, write_text, write_together
from companion.data.outputs import check_goals
from companion.errors import DeckError, OutputError
from companion.paths import STANDARD_OUTPUT, own_file, own_folder
from companion.press.check.manifest import Known, Manifest, changed, look, looks, read_manifest
from companion.press.check.preflight import Examination
from companion.press.composition import Composition, compose, each_once, pieces_of, saved, spares_little
from companion.press.face.pieces import Piece, chosen
from companion.press.impose.gang import Edition
from companion.press.ink.pdf import write_document
from companion.press.sheets.leaf import sheets_of
from companion.sentences import Sentence, listed, say, say_count
from companion.service.press.check import Review, review
from companion.service.press.order import Goal, PrintOrder, editions_of


class Work(NamedTuple):
    """A long piece of work that somebody may wait for."""

    label: Sentence
    pieces: int  # to cut out
    editions: int  # that they belong to
    steps: int  # the times each piece is counted


Advance = Callable[..., None]  # told that so many more pieces are done, of which edition, and page by page

Progress = Callable[[Work], AbstractContextManager[Advance]]  # told of work; its result is told of steps


@dataclass(frozen=True)
class Printed(Figure):
    """The files that were written: name, pages, sheets of paper, and the paper."""

    rows: tuple[tuple[str, int, int, str], ...]


@contextmanager
def _uncollected() -> Iterator[None]:
    """Pauses the search for circles of objects: a large deck makes a million that form none."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@_uncollected()
def print_decks(
    order: PrintOrder,
    output: Path,
    watch: Progress = lambda work: nullcontext(lambda more, name, *page: None),
    overwrite: bool = False,
    remembered: bool = False,
) -> Answer:
    """Print an order to PDF, and say how its files are printed on paper.

    Nothing is written before all is composed, and either all files are written or none. An order of changes
    keeps a manifest of each edition in the user's own folder, and so does a whole one that is ``remembered``:
    from it the next changes are known. Faults of a review are a negative answer; editions of which no card
    has changed are notices.
    """
    editions, goal = list(editions_of(order)), Goal(output, "pdf")
    remembered = remembered and not order.proof and own_folder("data") is not None
    pieces = sum(_count(edition) for edition in editions)
    laid_out: dict[tuple[Path, str], list[Piece]] = {}
    examined: dict[tuple[Path, str], Examination] = {}
    known: Known = {}
    with watch(Work(say("Laying out"), pieces, len(editions), 1)) as step:
        for edition in editions:
            if _look(edition) not in laid_out:
                examination = examined[_look(edition)] = Examination()
                coming = _described(examination.over(pieces_of(edition, examination.found)), known)
                laid_out[_look(edition)] = list(_stepping(coming, step, edition.name))
    once = {_look(edition): edition for edition in editions}.items()
    faults = [examined[look].faults(one.deck, one.language, one.components) for look, one in once]
    seen = review(chain.from_iterable(faults), order.decks, order.force, order.strict)
    if seen.faults:
        return seen.no("force")
    low = dict.fromkeys(_look(edition) for edition in editions if edition.ink == "low")
    savings = {look: saved(laid_out[look]) for look in low}
    files: dict[Path, bytes | Spool] = {}
    done: list[tuple[Edition, Composition]] = []
    unchanged: list[Sentence] = []
    records: list[tuple[Edition, Manifest]] = []
    with watch(Work(say("Composing"), pieces, len(editions), 2)) as step:
        for edition in editions:
            whole = laid_out[_look(edition)]
            before = read_manifest(record_of(edition)) if order.changed else Manifest()
            some = bool(before.cut)  # what was never printed is printed whole, nets too
            wanted = changed(whole, before.cut, known) if some else each_once(edition, whole)
            if some and not wanted:
                unchanged.append(say("{file}: no card has changed since it was printed.", file=edition.name))
                continue
            composition = compose(replace(edition, changed=some), _stepping(wanted, step, edition.name))
            pages = sum(len(document.pages) for document in composition.documents)
            if not pages:
                raise DeckError("the deck {deck} has no card to print.", deck=edition.deck.name)
            cut = cut_files(composition, goal)
            check_goals(
                {goal.file(document.name) for document in composition.documents} | cut.keys(),
                overwrite,
                folders=not goal.is_file,
            )
            inked = _inking(step, edition.name, len(wanted), max(pages, 1))
            for document in composition.documents:
                file = files[goal.file(document.name, files)] = Spool()
                write_document(document, file, partial(next, inked))
            files |= cut
            # Who prints a lost card has changed nothing, and a proof is not cut out.
            if output != STANDARD_OUTPUT and (order.changed or (remembered and not edition.partial)):
                after = after_printing(edition, before, whole, wanted, composition.left, known)
                records.append((edition, after))
            told = [*edition.deck.notes, *composition.notes]
            if edition.ink == "low":
                words = edition.deck.words(edition.language)
                spared = spares_little(wanted, edition.deck, words, savings[_look(edition)])
                told += [spared] if spared else []
            told += cut_notes(tuple(cut), edition.proof)
            composition = composition._replace(notes=tuple(told))
            done.append((edition, composition))
    write_together(files, overwrite=overwrite, folders=not goal.is_file)
    for edition, after in records:
        try:
            _keep(edition, after)
        except OutputError as error:  # the PDF is there; only its changes will not be known
            unchanged.append(error.sentence)
    remedies = ("cut out",) if any(after.waiting for _, after in records) else ()
    return replace(_answer(done, goal, seen), notices=tuple(unchanged), files=tuple(files), remedies=remedies)


def _count(edition: Edition) -> int:
    """The number of pieces an edition lays out."""
    if edition.picked:
        return len(edition.picked)
    return sum(len(part.cards) for part in chosen(edition.deck, edition.only))


def _look(edition: Edition) -> tuple[Path, str]:
    """The key of an edition's looks: in an order it is the same on every paper."""
    return edition.deck.file, edition.language


def _described(pieces: Iterable[Piece], known: Known) -> Iterator[Piece]:
    """The pieces, each described while its items are in memory: later they lie on disk."""
    for piece in pieces:
        for side in (piece.front, piece.back):
            if side is not None:
                look(side, known)
        yield piece


def _stepping(pieces: Iterable[Piece], step: Advance, name: str) -> Iterator[Piece]:
    for piece in pieces:
        yield piece
        step(1, name)


def _inking(step: Advance, name: str, pieces: int, pages: int) -> Iterator[None]:
    """Spreads the pieces of an edition over its pages, so that inking counts as much as composing."""
    for page in range(pages):
        step(pieces * (page + 1) // pages - pieces * page // pages, name, page + 1, pages)
        yield


def _answer(done: Sequence[tuple[Edition, Composition]], goal: Goal, seen: Review) -> Answer:
    all_of = [
        (edition, composition, document, str(goal.file(document.name)))
        for edition, composition in done
        for document in composition.documents
    ]
    data = [
        {
            "file": file,
            "game": edition.deck.name,
            "language": edition.language,
            "paper": edition.paper.name,
            "sides": edition.sides,
            "part": document.part,
            "ink": edition.ink,
            "pages": len(document.pages),
            "sheets": document.sheets,
            "cards": composition.cards,
            "notes": composition.notes,
        }
        for edition, composition, document, file in all_of
    ]
    rows = tuple(
        (file, len(document.pages), document.sheets, edition.paper.title)
        for edition, _, document, file in all_of
    )
    lines: list[Told] = [_written(*rows[0]) if len(rows) == 1 else Printed(rows)] if rows else []
    notes = [note for _, composition in done for note in composition.notes]
    lines += dict.fromkeys((*seen.notes, *(say("Note: {sentence}", sentence=note) for note in notes)))
    lines += dict.fromkeys(_how_to_print(*each) for each in done)
    return Answer({"files": data, "remarks": seen.remarks}, tuple(lines))


def _written(file: str, pages: int, sheets: int, paper: str) -> Sentence:
    return say(
        "{file} is written: {pages} on {sheets}.",
        file=file,
        pages=say_count("[one page|{count} pages]", pages),
        sheets=sheets_of(sheets, paper),
    )


def _how_to_print(edition: Edition, composition: Composition) -> Sentence:
    sides = edition.sides if composition.backs else "fronts"
    if sides == "fronts":
        return say("Print at 100% (“actual size”), on one side.")
    if sides == "duplex-long":
        return say("Print at 100% (“actual size”), on both sides, flip on the long edge.")
    if sides == "duplex-short":
        return say("Print at 100% (“actual size”), on both sides, flip on the short edge.")
    if sides == "fold":
        return say("Print at 100% (“actual size”), on one side; fold along the dashed line, glue, then cut.")
    if edition.reverse_backs:
        return say(
            "Print the fronts at 100% (“actual size”), turn the sheets over about their long edge, put "
            "them back in, and print the backs, which come last page first."
        )
    return say(
        "Print the fronts at 100% (“actual size”), turn the sheets over about their long edge, put "
        "them back in, and print the backs."
    )


MOST_NAMED_FILES = 3  # of the files, one by one


def cut_files(composition: Composition, goal: Goal) -> dict[Path, bytes]:
    """The lines of all sheets by the file they go to."""
    if not composition.cuts:
        return {}
    from companion.press.ink.svg import cut_lines_svg

    svg = Goal(goal.folder, "svg")
    return {svg.file(sheet.name): cut_lines_svg(sheet).encode() for sheet in composition.cuts}


def cut_notes(files: Sequence[Path], proof: bool) -> Iterator[Sentence]:
    """Notes on the files for a cutting machine, and on a proof."""
    if proof:
        yield say("This is a proof: bleed is blue, the cut red, the safe zone green, boxes are violet.")
    if files:
        names = [file.name for file in files[:MOST_NAMED_FILES]] + ["..."][: len(files) > MOST_NAMED_FILES]
        yield say(
            "For the cutting machine: {files}, by the numbers of the sheets; put each sheet in as printed, "
            "and let the machine find the square and the two brackets.",
            files=listed(names),
        )


def record_of(edition: Edition) -> Path:
    """The manifest of an edition, whichever of its cards or sheets are printed, and wherever to."""
    deck = edition.deck
    where = "" if deck.shipped else f"-{sha256(str(deck.file.resolve()).encode()).hexdigest()[:12]}"
    return own_file("data", f"printed/{edition.whole.name}{where}.toml")


def _keep(edition: Edition, manifest: Manifest) -> None:
    file = record_of(edition)
    write_text(file, manifest.text(), kept=(file,), folders=True)


def after_printing(
    edition: Edition,
    before: Manifest,
    whole: Sequence[Piece],
    printed: Sequence[Piece],
    left: Collection[str],
    known: Known,
) -> Manifest:
    """The manifest of an edition once it is printed; `left` are cards partly on sheets that were not printed.

    Changed cards wait until a person says that they are cut out; who prints the whole edition begins anew.
    """
    now = looks(whole, known)
    if not (before.cut or edition.partial):
        return Manifest(now)
    done = {piece.key: now[piece.key] for piece in printed if piece.key not in left}
    return Manifest(before.cut, {**before.waiting, **done})


def confirm(order: PrintOrder) -> Answer:
    """Take a person's word that all changed cards of an order, or those it names, are cut out."""
    data: list[dict[str, object]] = []
    lines: list[Sentence] = []
    for edition in editions_of(order):
        before = read_manifest(record_of(edition))
        after = before.confirmed({f"{component}/{card}" for component, card in edition.picked})
        count = len(before.waiting) - len(after.waiting)
        data.append({"edition": edition.whole.name, "cards": count})
        if not count:
            lines.append(say("{file}: no changed card waits to be cut out.", file=edition.whole.name))
            continue
        _keep(edition, after)
        told = say_count(
            "{file}: [one|{count}] changed [card is|cards are] cut out.", count, file=edition.whole.name
        )
        lines.append(told)
    return Answer({"printed": data}, tuple(lines))
