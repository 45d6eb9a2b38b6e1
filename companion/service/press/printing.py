"""Printing: an order's editions, or a form's, are checked, composed and written, with files for cutting machines.

Cards that changed since the last print wait until a person confirms that they are cut out. Printers that print
askew are corrected: by the calibration sheet, and the readings kept of it.
"""

import gc
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, fields, replace
from functools import partial
from hashlib import sha256
from itertools import chain, product
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from companion.answers import Answer, AnswerLine, Figure, describe_files
from companion.codec import encode
from companion.data.deck import TUCKBOX, Component, Deck
from companion.data.files import Spool, write_files, write_text
from companion.data.outputs import check_outputs
from companion.data.papers import (
    Paper,
    Profile,
    get_profile,
    parse_paper,
    parse_printer_name,
    profiles_file,
    read_profiles,
    refine_profile,
    save_profiles,
)
from companion.errors import DeckError, InputError, OutputError
from companion.paths import STANDARD_OUTPUT, find_user_folder, get_user_file
from companion.press.composition import (
    Composition,
    compose,
    compute_savings,
    describe_small_savings,
    drop_copies,
    lay_out_pieces,
)
from companion.press.face.pieces import Piece, select_components
from companion.press.ink.pdf import render_document, write_document
from companion.press.layout import parse_card_names, pick
from companion.press.nets.tuckbox import count_cards
from companion.press.preflight import Examination, Manifest, hash_frame, list_changed, list_looks, read_manifest
from companion.press.sheets.gang import Edition, PrintOptions
from companion.press.sheets.guide import Instructions, lay_out_calibration
from companion.press.sheets.leaf import describe_sheets, get_component_name
from companion.press.sheets.marks import Readings, compute_profile, describe_profile
from companion.sentences import Sentence, join_with_commas, say, say_count
from companion.service.press.own_decks import list_titles, open_kept_deck
from companion.service.press.review import Review, review


@dataclass(frozen=True, slots=True)
class Row:
    """A component of a deck: its name, its number of pieces, and the name that is printed."""

    component: str
    count: int
    name: str


@dataclass(frozen=True, repr=False, eq=False)
class PrintOrder(PrintOptions):
    """What to print; each combination of deck, language, paper, sides and ink is an edition."""

    decks: tuple[Deck, ...]
    papers: tuple[Paper, ...]
    languages: tuple[str, ...] = ()  # codes of the words on the cards; by default the reader's
    reader: str = "en"  # code of the language that the person reads
    sides: tuple[str, ...] = ("duplex-long",)  # as an `Edition` names them
    inks: tuple[str, ...] = ("full",)
    printer: str | None = None  # measured; the sheets are corrected for it
    tray: str | None = None
    profiles: Path | None = None  # the file of measured printers; `None` for the usual one
    changed: bool = False  # print only cards that look otherwise than the manifest says
    force: bool | Collection[str] = ()  # rules of which faults do not stop it, or all
    strict: bool = False  # a drawing that can only be drawn otherwise than it was stops it
    cards: tuple[str, ...] = ()  # as a person names them; all when empty


def list_editions(order: PrintOrder) -> Iterator[Edition]:
    """The editions of an order, each once."""
    profiles = () if order.printer is None else read_profiles(order.profiles or profiles_file())
    ways, inks = dict.fromkeys(order.sides), dict.fromkeys(order.inks)
    options = {each.name: getattr(order, each.name) for each in fields(PrintOptions)}
    for deck in order.decks:
        picks: dict[str, Any] = {}
        if order.cards:
            asked = deck, order.only, order.cards
            picks = {"picked": pick(*asked), "named": parse_card_names(*asked)}
        codes = dict.fromkeys(order.languages or (deck.choose_language(order.reader),))
        for code, stock, sides, ink in product(codes, dict.fromkeys(order.papers), ways, inks):
            profile = None
            if order.printer is not None:
                profile = get_profile(profiles, order.printer, order.tray, stock.name)
            if profile is not None and profile.margin is not None:
                stock = stock._replace(margin=profile.margin)
            white = 0.0
            if order.margin is not None:
                white = stock.margin if order.margin < stock.margin else 0.0
                stock = stock._replace(margin=order.margin)
            yield Edition(deck, code, stock, sides, ink, profile, white=white, **picks, **options)


@dataclass(frozen=True)
class Contents(Figure):
    """The components of decks: a deck's name, its usual ones, and those printed only on request."""

    decks: tuple[tuple[str, tuple[Row, ...], tuple[Row, ...]], ...]


def list_components(decks: Sequence[Deck], only: Collection[str], reader: str) -> Answer:
    """The components of decks, or those in `only`, and their numbers of pieces; people are also shown the extras."""

    def build_row(deck: Deck, component: Component) -> Row:
        words = deck.words(deck.choose_language(reader))
        return Row(component.name, len(component.cards) or 1, get_component_name(component.name, words))

    rows = [(deck, tuple(build_row(deck, each) for each in select_components(deck, only))) for deck in decks]
    data = [{"game": deck.name, **encode(each)} for deck, found in rows for each in found]
    extras = [() if only else tuple(build_row(deck, each) for each in _list_extras(deck)) for deck in decks]
    contents = ((deck.name, found, more) for (deck, found), more in zip(rows, extras, strict=True))
    return Answer({"components": data}, (Contents(tuple(contents)),))


def _list_extras(deck: Deck) -> list[Component]:
    """Components printed only on request; no tuck box where there are too few cards for one."""
    return [each for each in deck.components if each.extra and (each.net != TUCKBOX or count_cards(deck))]


class Goal(NamedTuple):
    """Where a person wants files written."""

    given: Path  # a folder, a file with the ending, or `-`, the standard output
    ending: str  # of the written files, without its dot

    @property
    def is_file(self) -> bool:
        """True where one file is named, not a folder."""
        return self.given == STANDARD_OUTPUT or (
            self.given.suffix.lower() == f".{self.ending}" and not self.given.is_dir()
        )

    @property
    def folder(self) -> Path:
        """The folder of all files; the standard output has none."""
        return self.given.parent if self.is_file and self.given != STANDARD_OUTPUT else self.given

    def file(self, name: str, taken: Collection[Path] = ()) -> Path:
        """The file of a document or picture; an ``InputError`` if another one is written to it already."""
        goal = self.given if self.is_file else self.folder / f"{name}.{self.ending}"
        if goal not in taken:
            return goal
        if self.is_file:
            raise InputError("'{file}' is one file, and several are made; name a folder.", file=str(goal))
        raise InputError("two decks would both be written to {file}.", file=str(goal))


FormFields: TypeAlias = Mapping[str, str | tuple[str, ...]]  # what a form or an address says

CHOICES = {
    "ink": ("full", "low"),
    "type": ("usual", "large"),
    "seals": ("printed", "none"),
    "cube": ("8", "10", "12"),  # sides of the cubes that a paper tower is made for, mm
    "sleeves": ("none", "thin", "thick"),
}
"""Fields of a form with a few answers, the first of them the usual one."""


@dataclass(frozen=True, slots=True)
class EditionOrder:
    """One edition of one game or deck, as chosen in a form."""

    game: str  # or the name of a deck that is kept
    paper: str = "a4"
    sides: str = "duplex-long"
    language: str = "en"
    ink: str = "full"
    parts: tuple[str, ...] = ()  # components; all when empty
    cards: str = ""  # single ones, as a person names them; all when empty
    margin: float | None = None  # white along every edge, mm; the printer's when `None`
    seals: str = "printed"
    cube: str = "8"
    sleeves: str = "none"
    reverse: str = ""  # anything where backs in a file of their own come last first
    printer: str = ""  # a measured one, and its tray
    tray: str = ""
    force: str = ""  # anything where it is printed with its faults
    type: str = "usual"
    cut: tuple[tuple[str, str], ...] = ()  # how a PDF is cut, field by field; what is left out is found

    @property
    def fingerprint(self) -> str:
        """A short hash; the same for equal choices until their printer is measured anew."""
        measured = profiles_file().read_bytes() if self.printer and profiles_file().exists() else b""
        return sha256(repr(self).encode() + measured).hexdigest()[:16]

    @property
    def form_fields(self) -> FormFields:
        """The choice as the fields of a form, without empty values."""
        given = {each.name: getattr(self, each.name) for each in fields(self)}
        given |= {"part": given.pop("parts"), **dict(given.pop("cut"))}
        there = {name: value for name, value in given.items() if value not in ((), "", None)}
        return {name: value if isinstance(value, tuple) else str(value) for name, value in there.items()}

    @property
    def title(self) -> str:
        return list_titles().get(self.game) or self.game.capitalize()

    @property
    def order(self) -> PrintOrder:
        return PrintOrder(
            (open_kept_deck(self.game, cut=self.cut),),
            (parse_paper(self.paper),),
            languages=(self.language,),
            reader=self.language,
            sides=(self.sides,),
            inks=(self.ink,),
            printer=self.printer or None,
            tray=self.tray or ("-" if self.printer else None),
            cards=(self.cards,) if self.cards else (),
            only=self.parts,
            margin=self.margin,
            type=self.type,
            seals=self.seals,
            cube=float(self.cube),
            sleeves=self.sleeves,
            reverse_backs=bool(self.reverse) and self.sides == "separate",
            force=bool(self.force),
        )

    @property
    def edition(self) -> Edition:
        return next(list_editions(self.order))


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
    known: dict[int, str] = {}
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


def _record_looks(pieces: Iterable[Piece], known: dict[int, str]) -> Iterator[Piece]:
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
    known: dict[int, str],
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
    data, lines = list[dict[str, object]](), list[Sentence]()
    for edition in list_editions(order):
        before = read_manifest(get_manifest_file(edition))
        after = before.with_confirmed({f"{component}/{card}" for component, card in edition.picked})
        count = len(before.waiting) - len(after.waiting)
        data.append({"edition": edition.whole.name, "cards": count})
        if not count:
            lines.append(say("{file}: no changed card waits to be cut out.", file=edition.whole.name))
            continue
        _write_manifest(edition, after)
        named = {"file": edition.whole.name}
        lines.append(say_count("{file}: [one|{count}] changed [card is|cards are] cut out.", count, **named))
    return Answer({"printed": data}, tuple(lines))


def print_calibration(
    stock: Paper,
    sides: str,
    language: str,
    output: Path,
    guide: Callable[[Profile | None], Instructions],
    printer: str | None = None,
    tray: str | None = None,
    profiles: Path | None = None,
    overwrite: bool = False,
) -> Answer:
    """Print a calibration sheet; `guide` gives its instructions, for a first sheet or a corrected one.

    With a printer's name the sheet is corrected for it, as a check. `profiles` is the file of measured
    printers; ``None`` for the usual one.
    """
    profile = None
    if printer is not None:
        profile = get_profile(read_profiles(profiles or profiles_file()), printer, tray, stock.name)
    documents = lay_out_calibration(stock, sides, language, profile, guide(profile))
    files: dict[Path, bytes] = {}
    goal = Goal(output, "pdf")
    for document in documents:
        files[goal.file(document.name, files)] = render_document(document)
    write_files(files, overwrite=overwrite, folders=not goal.is_file)
    lines = (*describe_files(files), say("Print it at 100% and follow its five steps."))
    return Answer({"files": tuple(files)}, lines, files=tuple(files))


def keep_readings(
    name: str,
    tray: str,
    stock: Paper,
    readings: Readings,
    margin: float | None = None,
    corrected: bool = False,
    profiles: Path | None = None,
) -> Answer:
    """Save the readings of a calibration sheet, or add those of a corrected one; a margin stays unless one is given."""
    name, tray = parse_printer_name(name), parse_printer_name(tray) if tray else ""
    file = profiles or profiles_file()
    profile = compute_profile(readings, stock, name, tray)
    kept = {(each.printer, each.tray, each.paper): each for each in read_profiles(file)}
    before = kept.get((name, tray, profile.paper))
    if corrected:
        profile = refine_profile(get_profile(tuple(kept.values()), name, tray or "-", profile.paper), profile)
    profile = replace(profile, margin=before.margin if margin is None and before else margin)
    save_profiles((profile,), file)
    lines = [say("{profile}.", profile=describe_profile(profile))]
    if before is not None and not corrected:
        lines.append(say("It takes the place of what was kept: {profile}.", profile=describe_profile(before)))
    return Answer({"file": file, **encode(profile)}, tuple(lines), files=(file,))


def import_printers(file: Path, called: str) -> Answer:
    """Import the printers of a file, all or none; `called` is the file's name in errors."""
    try:
        found = read_profiles(file)
    except InputError as wrong:
        raise InputError(wrong.sentence, place=wrong.place._replace(file=called)) from None
    named = [(each, parse_printer_name(each.printer), each.tray and parse_printer_name(each.tray)) for each in found]
    taken = [replace(each, printer=name, tray=tray, paper=parse_paper(each.paper).name) for each, name, tray in named]
    save_profiles(taken, profiles_file())
    return Answer(taken, (say_count("[One printer|{count} printers] loaded.", len(taken)),))


def list_printers(profiles: Path | None = None) -> Answer:
    """The measured printers of this file, or of the usual one."""
    found = read_profiles(profiles or profiles_file())
    words = [(describe_profile(each), parse_paper(each.paper).title) for each in found]
    lines = tuple(say("{profile} ({paper})", profile=profile, paper=title) for profile, title in words)
    remedies = () if found else ("measure a printer",)
    return Answer({"printers": found}, lines, remedies=remedies)
