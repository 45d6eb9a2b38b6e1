"""Print an order or a form: check, compose and write its editions, with files for cutting machines.

Cards that changed since the last print wait until somebody confirms that they are cut out. Inaccurate printers
are corrected by the readings of their calibration sheets.
"""

import gc
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, fields, replace
from functools import partial
from hashlib import sha256
from itertools import chain, product
from pathlib import Path
from typing import Any, NamedTuple

from companion.answers import Answer, AnswerLine, Figure
from companion.codec import encode
from companion.data.deck import TUCKBOX, Component, Deck
from companion.data.files import Spool, write_files, write_text
from companion.data.outputs import check_outputs
from companion.data.papers import Paper, get_profile, profiles_file, read_profiles
from companion.errors import DeckError, InputError, OutputError
from companion.paths import STANDARD_OUTPUT, find_user_folder, get_user_file
from companion.press.composition import Composition, compose, drop_copies, lay_out_pieces
from companion.press.face.pieces import Piece, select_components
from companion.press.ink.pdf import write_document
from companion.press.preflight import Examination, Manifest, list_changed, list_looks, read_manifest
from companion.press.sheets.gang import Edition, PrintOptions
from companion.press.sheets.leaf import describe_sheets, get_component_name
from companion.sentences import Sentence, join_with_commas, say, say_count
from companion.service.press.review import Review, review


@dataclass(repr=False, eq=False)
class ComponentRow:
    """A component of a deck: its name, its number of pieces, and its printed name."""

    component: str
    count: int
    name: str


@dataclass(repr=False, eq=False)
class PrintOrder(PrintOptions):
    """What to print; each combination of deck, language, paper, sides and ink is an edition."""

    decks: tuple[Deck, ...]
    papers: tuple[Paper, ...]
    languages: tuple[str, ...] = ()  # codes of languages on the cards; empty for the reader's
    reader: str = "en"  # code of the language that the user reads
    sides: tuple[str, ...] = ("duplex-long",)  # each as in `Edition`
    inks: tuple[str, ...] = ("full",)
    printer: str | None = None  # the name of a measured printer, for which sheets are corrected
    tray: str | None = None
    profiles: Path | None = None  # the file of measured printers; `None` for the default
    changed: bool = False  # print only cards that look different from those in the manifest
    force: bool | Collection[str] = ()  # rules whose faults do not stop it; true for all
    strict: bool = False  # drawings that cannot be drawn exactly stop it
    cards: tuple[str, ...] = ()  # names of cards; empty for all


def list_editions(order: PrintOrder) -> Iterator[Edition]:
    """Yield the editions of an order, each once."""
    profiles = () if order.printer is None else read_profiles(order.profiles or profiles_file())
    side_choices, inks = dict.fromkeys(order.sides), dict.fromkeys(order.inks)
    options = {each.name: getattr(order, each.name) for each in fields(PrintOptions)}
    for whole in order.decks:
        deck = whole if order.side == "both" else whole.with_side(order.side)
        options_picked: dict[str, Any] = {}
        if order.cards:
            from companion.press.card_names import parse_card_names, pick  # slow to import

            picks, names = pick(deck, order.only, order.cards), parse_card_names(deck, order.cards)
            options_picked = {"picks": picks, "card_names": names}
        codes = dict.fromkeys(order.languages or (deck.choose_language(order.reader),))
        for code, stock, sides, ink in product(codes, dict.fromkeys(order.papers), side_choices, inks):
            measured = order.tray, stock.name, stock.sheet
            profile = None if order.printer is None else get_profile(profiles, order.printer, *measured)
            if profile is not None and profile.margin is not None:
                stock = stock._replace(margin=profile.margin)
            margin = stock.margin if order.margin is None else order.margin
            white, stock = (stock.margin if margin < stock.margin else 0.0), stock._replace(margin=margin)
            yield Edition(deck, code, stock, sides, ink, profile, white=white, **options_picked, **options)


@dataclass(repr=False, eq=False)
class Contents(Figure):
    """The components of decks: for each its name, its usual components, and those printed only on request."""

    decks: tuple[tuple[str, tuple[ComponentRow, ...], tuple[ComponentRow, ...]], ...]


def list_components(decks: Sequence[Deck], only: Collection[str], reader: str) -> Answer:
    """List the components of decks, or those in `only`, with their numbers of pieces; lines also list extras."""

    def build_row(deck: Deck, component: Component) -> ComponentRow:
        words = deck.words(deck.choose_language(reader))
        return ComponentRow(component.name, len(component.cards) or 1, get_component_name(component.name, words))

    rows = [(deck, tuple(build_row(deck, each) for each in select_components(deck, only))) for deck in decks]
    data = [{"game": deck.name, **encode(each)} for deck, components in rows for each in components]
    extras = [() if only else tuple(build_row(deck, each) for each in _list_extras(deck)) for deck in decks]
    contents = ((deck.name, components, extra) for (deck, components), extra in zip(rows, extras, strict=True))
    return Answer({"components": data}, (Contents(tuple(contents)),))


def _list_extras(deck: Deck) -> list[Component]:
    """The components printed only on request; no tuck box if there are too few cards for one."""
    from companion.press.nets.tuckbox import count_cards  # slow to import

    return [each for each in deck.components if each.extra and (each.net != TUCKBOX or count_cards(deck))]


class Goal(NamedTuple):
    path: Path  # a folder, a file with this ending, or `-` for standard output
    ending: str  # of the files, without the dot

    @property
    def is_file(self) -> bool:
        """True if `given` is a single file, not a folder."""
        return self.path == STANDARD_OUTPUT or (
            self.path.suffix.lower() == f".{self.ending}" and not self.path.is_dir()
        )

    @property
    def folder(self) -> Path:
        """The folder of the files; for standard output, `-` itself."""
        return self.path.parent if self.is_file and self.path != STANDARD_OUTPUT else self.path

    def file(self, name: str, other_files: Collection[Path] = ()) -> Path:
        """The file for a document or picture; an ``InputError`` if it is among those `taken` already."""
        goal = self.path if self.is_file else self.folder / f"{name}.{self.ending}"
        if goal not in other_files:
            return goal
        if self.is_file:
            raise InputError("'{file}' is one file, but there are several; name a folder.", file=str(goal))
        raise InputError("two decks would both be written to {file}.", file=str(goal))


class Work(NamedTuple):
    """A long piece of work whose progress is shown."""

    label: Sentence
    pieces: int  # the number of pieces to cut out
    editions: int  # the number of their editions
    steps: int  # how many times each piece is counted


Advance = Callable[..., None]  # called with the number of pieces done, the edition's name, and page numbers

Progress = Callable[[Work], AbstractContextManager[Advance]]  # called with work; gives what to call at each step


@dataclass(repr=False, eq=False)
class Printed(Figure):
    """The files written, each with its name, pages, sheets of paper, and kind of paper."""

    rows: tuple[tuple[str, int, int, str], ...]


@contextmanager
def pause_garbage_collection() -> Iterator[None]:
    """Pause the search for reference cycles: a large deck makes a million objects without any."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@pause_garbage_collection()
def print_decks(
    order: PrintOrder,
    output: Path,
    watch: Progress = lambda work: nullcontext(lambda more, name, *page: None),
    overwrite: bool = False,
    remembered: bool = False,
) -> Answer:
    """Print an order to PDF files, and say how to print them on paper.

    Nothing is written before everything is composed, and either all files are written or none. An order of
    changed cards saves a manifest of each edition in the user's data folder, and so does an order of whole
    editions that is ``remembered``: the next changes are found by it. Faults make the answer negative;
    editions without changed cards are notices.
    """
    editions, goal = list(list_editions(order)), Goal(output, "pdf")
    remembered = remembered and not order.proof and find_user_folder("data") is not None
    parts = [(each.picks, select_components(each.deck, each.only)) for each in editions]
    pieces = sum(len(picks) or sum(len(part.cards) for part in components) for picks, components in parts)
    laid_out: dict[tuple[Path, str], list[Piece]] = {}
    examinations: dict[tuple[Path, str], Examination] = {}
    looks: dict[int, str] = {}
    with watch(Work(say("Laying out"), pieces, len(editions), 1)) as step:
        for edition in editions:
            if _build_look_key(edition) not in laid_out:
                examination = examinations[_build_look_key(edition)] = Examination()
                examine = iter if edition.deck.shipped else examination.examine  # the tests check our own games
                examined = examine(lay_out_pieces(edition, examination.errors))
                laid_out[_build_look_key(edition)] = list(_report_pieces(examined, step, edition.name))
    by_look = {_build_look_key(edition): edition for edition in editions}.items()
    faults = [examinations[look].list_faults(one.deck, one.language, one.components) for look, one in by_look]
    result = review(chain.from_iterable(faults), order.decks, order.force, order.strict)
    if result.faults:
        return result.build_negative_answer("force")
    files: dict[Path, bytes | Spool] = {}
    prints: list[tuple[Edition, Composition]] = []
    notices: list[Sentence] = []
    records: list[tuple[Edition, Manifest]] = []
    with watch(Work(say("Composing"), pieces, len(editions), 2)) as step:
        for edition in editions:
            every = laid_out[_build_look_key(edition)]
            before = read_manifest(get_manifest_file(edition)) if order.changed else Manifest()
            is_partial = bool(before.cut)  # an edition never printed before is printed whole, nets too
            to_print = list_changed(every, before.cut, looks) if is_partial else drop_copies(edition, every)
            if is_partial and not to_print:
                notices.append(say("{file}: no card has changed since it was printed.", file=edition.name))
                continue
            composed = replace(edition, changed=is_partial, is_one_file=goal.is_file)
            composition = compose(composed, _report_pieces(to_print, step, edition.name))
            pages = sum(len(document.pages) for document in composition.documents)
            if not pages:
                raise DeckError("the deck {deck} has no card to print.", deck=edition.deck.name)
            cut = render_cut_files(composition, goal)
            check_outputs(
                {goal.file(document.name) for document in composition.documents} | cut.keys(),
                overwrite,
                folders=not goal.is_file,
            )
            finish = _report_pages(step, edition.name, len(to_print), max(pages, 1))
            for document in composition.documents:
                file = files[goal.file(document.name, files)] = Spool()
                write_document(document, file, partial(next, finish))
            files |= cut
            # A lost card that is printed again is no change, and proofs are not cut out.
            if output != STANDARD_OUTPUT and (order.changed or (remembered and not edition.is_partial)):
                after = update_manifest(edition, before, every, to_print, composition.partial_keys, looks)
                records.append((edition, after))
            notes = (*edition.deck.notes, *composition.notes, *describe_cutting(tuple(cut), edition.proof))
            prints.append((edition, composition._replace(notes=notes)))
    write_files(files, overwrite=overwrite, folders=not goal.is_file)
    for edition, after in records:
        try:
            _write_manifest(edition, after)
        except OutputError as error:  # the PDF is written; only the next changes cannot be found
            notices.append(error.sentence)
    remedies = ("cut out",) if any(after.pending for _, after in records) else ()
    return replace(_build_answer(prints, goal, result), notices=tuple(notices), files=tuple(files), remedies=remedies)


def _build_look_key(edition: Edition) -> tuple[Path, str]:
    """The key of editions whose cards look the same: those of one deck and language."""
    return edition.deck.file, edition.language


def _report_pieces(pieces: Iterable[Piece], step: Advance, name: str) -> Iterator[Piece]:
    for piece in pieces:
        yield piece
        step(1, name)


def _report_pages(step: Advance, name: str, pieces: int, pages: int) -> Iterator[None]:
    """Report the pieces of an edition spread over its pages, so that writing counts as much as composing."""
    for page in range(pages):
        step(pieces * (page + 1) // pages - pieces * page // pages, name, page + 1, pages)
        yield


def _build_answer(printed: Sequence[tuple[Edition, Composition]], goal: Goal, result: Review) -> Answer:
    files = [
        (edition, composition, document, str(goal.file(document.name)))
        for edition, composition in printed
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
        for edition, composition, document, file in files
    ]
    rows = tuple(
        (file, len(document.pages), document.sheets, edition.paper.title) for edition, _, document, file in files
    )
    lines: list[AnswerLine] = [_describe_file(*rows[0]) if len(rows) == 1 else Printed(rows)] if rows else []
    notes = [note for _, composition in printed for note in composition.notes]
    lines += dict.fromkeys((*result.notes, *(say("Note: {sentence}", sentence=note) for note in notes)))
    lines += dict.fromkeys(_describe_printing(*each) for each in printed)
    apart = [file for _, _, document, file in files if document.part == "one-side"]
    lines += [say("Print {file} at 100% on one side.", file=file) for file in apart]
    return Answer({"files": data, "remarks": result.remarks}, tuple(lines))


def _describe_file(file: str, pages: int, sheets: int, paper: str) -> Sentence:
    return say(
        "Wrote {file}: {pages} on {sheets}.",
        file=file,
        pages=say_count("[one page|{count} pages]", pages),
        sheets=describe_sheets(sheets, paper),
    )


_PRINTING = {
    "fronts": say("Print at 100% (“actual size”), on one side."),
    "duplex-long": say("Print at 100% (“actual size”), on both sides, flip on the long edge."),
    "duplex-short": say("Print at 100% (“actual size”), on both sides, flip on the short edge."),
    "fold": say("Print at 100% (“actual size”), on one side; fold along the dashed line, glue, then cut."),
    "separate": say(
        "Print the fronts at 100% (“actual size”), turn the sheets over about their long edge, put "
        "them back in, and print the backs."
    ),
    "reversed": say(
        "Print the fronts at 100% (“actual size”), turn the sheets over about their long edge, put "
        "them back in, and print the backs, which come last page first."
    ),
}


def _describe_printing(edition: Edition, composition: Composition) -> Sentence:
    sides = edition.sides if composition.backs else "fronts"
    return _PRINTING["reversed" if sides == "separate" and edition.reverse_backs else sides]


MOST_NAMED_FILES = 3  # files that a note lists


def render_cut_files(composition: Composition, goal: Goal) -> dict[Path, bytes]:
    if not composition.cuts:
        return {}
    from companion.press.ink.svg import render_cut_lines

    svg = Goal(goal.folder, "svg")
    return {svg.file(sheet.name): render_cut_lines(sheet).encode() for sheet in composition.cuts}


def describe_cutting(files: Sequence[Path], proof: bool) -> Iterator[Sentence]:
    """Yield notes on the files for a cutting machine, and on a proof."""
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
    """The file of an edition's manifest: the same whichever of its cards are printed, and to whichever folder."""
    deck = edition.deck
    suffix = "" if deck.shipped else f"-{sha256(str(deck.file.resolve()).encode()).hexdigest()[:12]}"
    return get_user_file("data", f"printed/{edition.full_edition.name}{suffix}.json")


def _write_manifest(edition: Edition, manifest: Manifest) -> None:
    file = get_manifest_file(edition)
    write_text(file, manifest.format(), replaceable=(file,), folders=True)


def update_manifest(
    edition: Edition,
    before: Manifest,
    pieces: Sequence[Piece],
    new_pieces: Sequence[Piece],
    left: Collection[str],
    looks: dict[int, str],
) -> Manifest:
    """The manifest of an edition after a print; `left` are keys of cards on sheets that were not printed.

    Changed cards wait until somebody confirms that they are cut out; a whole edition starts a new manifest.
    """
    looks_now = list_looks(pieces, looks)
    if not (before.cut or edition.is_partial):
        return Manifest(looks_now)
    entries = {piece.key: looks_now[piece.key] for piece in new_pieces if piece.key not in left}
    return Manifest(before.cut, {**before.pending, **entries})


def confirm_cut_out(order: PrintOrder) -> Answer:
    """Record that the changed cards of an order are cut out: all, or those it names."""
    data, lines = list[dict[str, object]](), list[Sentence]()
    for edition in list_editions(order):
        before = read_manifest(get_manifest_file(edition))
        after = before.with_confirmed({f"{component}/{card}" for component, card in edition.picks})
        count = len(before.pending) - len(after.pending)
        data.append({"edition": edition.full_edition.name, "cards": count})
        if not count:
            lines.append(say("{file}: no changed card waits to be cut out.", file=edition.full_edition.name))
            continue
        _write_manifest(edition, after)
        details = {"file": edition.full_edition.name}
        lines.append(say_count("{file}: [one|{count}] changed [card is|cards are] cut out.", count, **details))
    return Answer({"printed": data}, tuple(lines))
