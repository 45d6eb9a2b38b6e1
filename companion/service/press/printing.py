"""Printing: editions are checked, composed, and written all together with files for cutting machines.

Cards that changed since the last print wait until a person confirms that they are cut out.
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

from companion.answers import Answer, AnswerLine, Figure
from companion.data.files import Spool, write_files, write_text
from companion.data.outputs import check_outputs
from companion.errors import DeckError, OutputError
from companion.paths import STANDARD_OUTPUT, find_user_folder, get_user_file
from companion.press.check.manifest import LookCache, Manifest, hash_frame, list_changed, list_looks, read_manifest
from companion.press.check.preflight import Examination
from companion.press.composition import (
    Composition,
    compose,
    compute_savings,
    describe_small_savings,
    drop_copies,
    lay_out_pieces,
)
from companion.press.face.pieces import Piece, select_components
from companion.press.ink.pdf import write_document
from companion.press.sheets.gang import Edition
from companion.press.sheets.leaf import describe_sheets
from companion.sentences import Sentence, join_with_commas, say, say_count
from companion.service.press.check import Review, review
from companion.service.press.order import Goal, PrintOrder, list_editions


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
    """The files written: name, pages, sheets of paper, and the paper."""

    rows: tuple[tuple[str, int, int, str], ...]


@contextmanager
def _pause_garbage_collection() -> Iterator[None]:
    """Large decks make a million objects without a single cycle, so the search for cycles is paused."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@_pause_garbage_collection()
def print_decks(
    order: PrintOrder,
    output: Path,
    watch: Progress = lambda work: nullcontext(lambda more, name, *page: None),
    overwrite: bool = False,
    remembered: bool = False,
) -> Answer:
    """Print an order to PDF, and say how its files are printed on paper.

    Nothing is written before all is composed, and either all files are written or none. An order of changes
    saves a manifest of each edition in the user's own folder, and so does a whole one that is
    ``remembered``: the next changes are found from it. Faults make the answer negative; editions without
    changed cards are notices.
    """
    editions, goal = list(list_editions(order)), Goal(output, "pdf")
    remembered = remembered and not order.proof and find_user_folder("data") is not None
    pieces = sum(_count_pieces(edition) for edition in editions)
    laid_out: dict[tuple[Path, str], list[Piece]] = {}
    examined: dict[tuple[Path, str], Examination] = {}
    known: LookCache = {}
    with watch(Work(say("Laying out"), pieces, len(editions), 1)) as step:
        for edition in editions:
            if _build_look_key(edition) not in laid_out:
                examination = examined[_build_look_key(edition)] = Examination()
                coming = _record_looks(examination.examine(lay_out_pieces(edition, examination.found)), known)
                laid_out[_build_look_key(edition)] = list(_report_pieces(coming, step, edition.name))
    once = {_build_look_key(edition): edition for edition in editions}.items()
    faults = [examined[look].list_faults(one.deck, one.language, one.components) for look, one in once]
    seen = review(chain.from_iterable(faults), order.decks, order.force, order.strict)
    if seen.faults:
        return seen.build_negative_answer("force")
    low = dict.fromkeys(_build_look_key(edition) for edition in editions if edition.ink == "low")
    savings = {look: compute_savings(laid_out[look]) for look in low}
    files: dict[Path, bytes | Spool] = {}
    done: list[tuple[Edition, Composition]] = []
    unchanged: list[Sentence] = []
    records: list[tuple[Edition, Manifest]] = []
    with watch(Work(say("Composing"), pieces, len(editions), 2)) as step:
        for edition in editions:
            whole = laid_out[_build_look_key(edition)]
            before = read_manifest(get_manifest_file(edition)) if order.changed else Manifest()
            some = bool(before.cut)  # what was never printed is printed whole, nets too
            wanted = list_changed(whole, before.cut, known) if some else drop_copies(edition, whole)
            if some and not wanted:
                unchanged.append(say("{file}: no card has changed since it was printed.", file=edition.name))
                continue
            composition = compose(replace(edition, changed=some), _report_pieces(wanted, step, edition.name))
            pages = sum(len(document.pages) for document in composition.documents)
            if not pages:
                raise DeckError("the deck {deck} has no card to print.", deck=edition.deck.name)
            cut = render_cut_files(composition, goal)
            check_outputs(
                {goal.file(document.name) for document in composition.documents} | cut.keys(),
                overwrite,
                folders=not goal.is_file,
            )
            inked = _report_pages(step, edition.name, len(wanted), max(pages, 1))
            for document in composition.documents:
                file = files[goal.file(document.name, files)] = Spool()
                write_document(document, file, partial(next, inked))
            files |= cut
            # Who prints a lost card has changed nothing, and a proof is not cut out.
            if output != STANDARD_OUTPUT and (order.changed or (remembered and not edition.is_partial)):
                after = update_manifest(edition, before, whole, wanted, composition.left, known)
                records.append((edition, after))
            told = [*edition.deck.notes, *composition.notes]
            if edition.ink == "low":
                words = edition.deck.words(edition.language)
                spared = describe_small_savings(wanted, edition.deck, words, savings[_build_look_key(edition)])
                told += [spared] if spared else []
            told += describe_cutting(tuple(cut), edition.proof)
            composition = composition._replace(notes=tuple(told))
            done.append((edition, composition))
    write_files(files, overwrite=overwrite, folders=not goal.is_file)
    for edition, after in records:
        try:
            _write_manifest(edition, after)
        except OutputError as error:  # the PDF is there; only its changes will not be known
            unchanged.append(error.sentence)
    remedies = ("cut out",) if any(after.waiting for _, after in records) else ()
    return replace(_build_answer(done, goal, seen), notices=tuple(unchanged), files=tuple(files), remedies=remedies)


def _count_pieces(edition: Edition) -> int:
    if edition.picked:
        return len(edition.picked)
    return sum(len(part.cards) for part in select_components(edition.deck, edition.only))


def _build_look_key(edition: Edition) -> tuple[Path, str]:
    """The key of an edition's looks, which are the same on every paper of an order."""
    return edition.deck.file, edition.language


def _record_looks(pieces: Iterable[Piece], known: LookCache) -> Iterator[Piece]:
    """The pieces; their looks go into ``known`` while their items are in memory, before they lie on disk."""
    for piece in pieces:
        for side in (piece.front, piece.back):
            if side is not None:
                hash_frame(side, known)
        yield piece


def _report_pieces(pieces: Iterable[Piece], step: Advance, name: str) -> Iterator[Piece]:
    for piece in pieces:
        yield piece
        step(1, name)


def _report_pages(step: Advance, name: str, pieces: int, pages: int) -> Iterator[None]:
    """Spreads the pieces of an edition over its pages, so that inking counts as much as composing."""
    for page in range(pages):
        step(pieces * (page + 1) // pages - pieces * page // pages, name, page + 1, pages)
        yield


def _build_answer(done: Sequence[tuple[Edition, Composition]], goal: Goal, seen: Review) -> Answer:
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
        (file, len(document.pages), document.sheets, edition.paper.title) for edition, _, document, file in all_of
    )
    lines: list[AnswerLine] = [_describe_file(*rows[0]) if len(rows) == 1 else Printed(rows)] if rows else []
    notes = [note for _, composition in done for note in composition.notes]
    lines += dict.fromkeys((*seen.notes, *(say("Note: {sentence}", sentence=note) for note in notes)))
    lines += dict.fromkeys(_describe_printing(*each) for each in done)
    return Answer({"files": data, "remarks": seen.remarks}, tuple(lines))


def _describe_file(file: str, pages: int, sheets: int, paper: str) -> Sentence:
    return say(
        "Wrote {file}: {pages} on {sheets}.",
        file=file,
        pages=say_count("[one page|{count} pages]", pages),
        sheets=describe_sheets(sheets, paper),
    )


def _describe_printing(edition: Edition, composition: Composition) -> Sentence:
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


def render_cut_files(composition: Composition, goal: Goal) -> dict[Path, bytes]:
    """The cut lines of each sheet as SVG, by file."""
    if not composition.cuts:
        return {}
    from companion.press.ink.svg import render_cut_lines

    svg = Goal(goal.folder, "svg")
    return {svg.file(sheet.name): render_cut_lines(sheet).encode() for sheet in composition.cuts}


def describe_cutting(files: Sequence[Path], proof: bool) -> Iterator[Sentence]:
    """Notes on the files for a cutting machine, and on a proof."""
    if proof:
        yield say("This is a proof: bleed is blue, the cut red, the safe zone green, boxes are violet.")
    if files:
        names = [file.name for file in files[:MOST_NAMED_FILES]] + ["..."][: len(files) > MOST_NAMED_FILES]
        yield say(
            "For the cutting machine: {files}, by the numbers of the sheets; put each sheet in as printed, "
            "and let the machine find the square and the two brackets.",
            files=join_with_commas(names),
        )


def get_manifest_file(edition: Edition) -> Path:
    """The manifest's file of an edition, whichever of its cards are printed, and wherever to."""
    deck = edition.deck
    where = "" if deck.shipped else f"-{sha256(str(deck.file.resolve()).encode()).hexdigest()[:12]}"
    return get_user_file("data", f"printed/{edition.whole.name}{where}.toml")


def _write_manifest(edition: Edition, manifest: Manifest) -> None:
    file = get_manifest_file(edition)
    write_text(file, manifest.format(), kept=(file,), folders=True)


def update_manifest(
    edition: Edition,
    before: Manifest,
    whole: Sequence[Piece],
    printed: Sequence[Piece],
    left: Collection[str],
    known: LookCache,
) -> Manifest:
    """The manifest of an edition after a print; `left` are cards partly on sheets that were not printed.

    Changed cards wait until a person confirms that they are cut out; a whole edition starts a new manifest.
    """
    now = list_looks(whole, known)
    if not (before.cut or edition.is_partial):
        return Manifest(now)
    done = {piece.key: now[piece.key] for piece in printed if piece.key not in left}
    return Manifest(before.cut, {**before.waiting, **done})


def confirm_cut_out(order: PrintOrder) -> Answer:
    """Record that all changed cards of an order, or those it names, are cut out."""
    data: list[dict[str, object]] = []
    lines: list[Sentence] = []
    for edition in list_editions(order):
        before = read_manifest(get_manifest_file(edition))
        after = before.with_confirmed({f"{component}/{card}" for component, card in edition.picked})
        count = len(before.waiting) - len(after.waiting)
        data.append({"edition": edition.whole.name, "cards": count})
        if not count:
            lines.append(say("{file}: no changed card waits to be cut out.", file=edition.whole.name))
            continue
        _write_manifest(edition, after)
        told = say_count("{file}: [one|{count}] changed [card is|cards are] cut out.", count, file=edition.whole.name)
        lines.append(told)
    return Answer({"printed": data}, tuple(lines))
