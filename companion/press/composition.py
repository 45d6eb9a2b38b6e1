"""Compose an edition: turn pieces into documents to print; boards in tiles and nets get sheets of their own."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from itertools import count, takewhile
from typing import TYPE_CHECKING, NamedTuple

from companion.data.deck import RULES_AID, TUCKBOX, Component
from companion.data.papers import Paper
from companion.errors import InputError, PaperError
from companion.press.face.pieces import Piece, select_components
from companion.press.frame.fonts import normalise_text
from companion.press.frame.frame import DUPLEX, Document, Frame, Item, Page, Use
from companion.press.frame.low_ink import LowInk
from companion.press.games import find_drawing_modules
from companion.press.layout import CardFault, lay_out
from companion.press.sheets import leaf as leaves
from companion.press.sheets.gang import BOARD, Edition, Gang, find_ranges, format_ranges, gang_up, offer_bleed
from companion.press.sheets.guide import ContentsEntry, lay_out_cover, list_contents
from companion.press.sheets.leaf import Leaf, get_component_name, get_edition_language, lay_out_leaves
from companion.press.sheets.marks import describe_profile, set_note
from companion.sentences import Language, Sentence, say, say_count

if TYPE_CHECKING:
    from companion.press.sheets.tiles import Cuts, Tiling


def is_oversize(piece: Piece, paper: Paper) -> bool:
    """True if a board does not fit on one sheet, up to the edges of the paper."""
    sides, edges = sorted((piece.front.width, piece.front.height)), sorted((paper.width, paper.height))
    is_larger = any(side > edge + 1e-6 for side, edge in zip(sides, edges, strict=True))
    return sides[-1] > BOARD and paper.places is None and is_larger


class TiledBoard(NamedTuple):
    piece: Piece
    is_front: bool  # of the piece
    tiling: "Tiling"


def tile_boards(edition: Edition, boards: Sequence[Piece]) -> list[TiledBoard]:
    """Cut each face of boards into tiles; faces of one size are cut alike."""
    if not boards:
        return []
    from companion.press.sheets.tiles import choose_tiling

    sides = ((piece, (piece.front, piece.back if edition.sides != "fronts" else None)) for piece in boards)
    faces = [(piece, frame) for piece, both in sides for frame in both if frame is not None]
    least = {part.name: part.least_scale for part in edition.deck.components}
    paper, frames = edition.safe_paper, [frame for _, frame in faces]
    return [
        TiledBoard(piece, frame is piece.front, choose_tiling(frame, paper, frames, least.get(piece.component, 1.0)))
        for piece, frame in faces
    ]


def lay_out_boards(
    edition: Edition, boards: Iterable[TiledBoard], words: leaves.DeckWords, numbers: Iterator[int]
) -> Iterator[Leaf]:
    """Lay out boards on sheets of their own, with a plan for all with the same cuts; each face is a set of tiles."""
    from companion.press.sheets.tiles import lay_out_plan, lay_out_tiles

    language, alike = get_edition_language(edition.language), dict["Cuts", dict[tuple[Piece, bool], None]]()
    for piece, is_front, tiling in boards:
        alike.setdefault(tiling.cuts, {})[piece, is_front] = None
    title = words.get("title", edition.deck.name)
    for piece, is_front, tiling in boards:
        name, planned = get_component_name(piece.component, words), alike.pop(tiling.cuts, {})
        if planned:
            names = dict.fromkeys(get_component_name(each.component, words) for each, _ in planned)
            heading, is_low = f"{title} · {' / '.join(names)}", edition.ink == "low"
            plan = lay_out_plan(tiling, heading, language, is_low, len(planned))
            for leaf in _build_leaves(edition, [plan], numbers):
                yield leaf._replace(pieces=tuple(dict.fromkeys(each for each, _ in planned)), counts_pieces=is_front)
        if tiling.scale < 1:
            name = say("{board} at {percent}%", board=name, percent=round(100 * tiling.scale, 1)).translate(language)
        for leaf in _build_leaves(edition, lay_out_tiles(tiling, f"{title} · {name}", language), numbers):
            yield leaf._replace(pieces=(piece,), counts_pieces=False)


def lay_out_nets(edition: Edition, words: leaves.DeckWords) -> tuple[list[ContentsEntry], list[Page], list[Sentence]]:
    """Lay out components to fold: their entries in the contents, their pages, and notes.

    There are none if only changed or single cards are printed. A net that cannot be cut to fit the paper
    is left out with a note; if it was asked for by name, it is a `PaperError`.
    """
    models: list[ContentsEntry] = []
    net_pages: list[Page] = []
    notes: list[Sentence] = []
    for component in select_components(edition.deck, edition.only):
        if edition.changed or edition.picks or not component.net:
            continue
        name = get_component_name(component.name, words)
        try:
            pages, net_notes = _lay_out_net(edition, component, words)
        except PaperError as error:
            if edition.only:
                raise
            notes.append(say("{name} is left out: {reason}", name=name, reason=error.sentence))
            continue
        rules = [ContentsEntry(name, [page.frame for page in pages], 0)] * (component.net == RULES_AID)
        models += (rules or _list_models(pages, name, get_edition_language(edition.language))) * edition.copies
        net_pages += [*pages] * edition.copies
        notes += net_notes
    return models, net_pages, notes


def _list_models(pages: Sequence[Page], name: str, language: Language) -> list[ContentsEntry]:
    """Entries in the contents for a folded component, with its last step or largest part, and for its dividers."""
    models = [each.frame for each in pages[0].frame.items if isinstance(each, Use)] or [pages[0].frame]
    frames = [each.frame for page in pages for each in page.frame.items if isinstance(each, Use)]
    dividers = [frame for frame in frames if frame.name.startswith(f"{leaves.DIVIDER}/")]
    entries = [ContentsEntry(say("dividers").translate(language), dividers, len(dividers))] if dividers else []
    model = models[-1] if pages[0].is_guide else max(models, key=lambda frame: frame.width * frame.height)
    return [ContentsEntry(name, [model]), *entries]


def _lay_out_net(edition: Edition, component: Component, words: leaves.DeckWords) -> tuple[list[Page], list[Sentence]]:
    language = get_edition_language(edition.language)
    paper = edition.safe_paper
    low = edition.ink == "low"
    if paper.places is not None:
        raise PaperError("{paper} is cut for cards; print this on plain paper.", paper=paper.title)
    if component.net == TUCKBOX:
        from companion.press.nets.tuckbox import describe_tuckboxes, lay_out_tuckboxes

        deck, sizes = edition.deck, (edition.thickness, edition.sleeves)
        return lay_out_tuckboxes(deck, paper, words, language, *sizes, low), list(describe_tuckboxes(deck, *sizes))
    if component.net == RULES_AID:
        from companion.press.sheets.rules_aid import lay_out_rules_aid

        return lay_out_rules_aid(edition, paper, words), []
    lay_out_model = import_module(find_drawing_modules("NETS")[component.net]).lay_out_model
    model: tuple[list[Page], list[Sentence]] = lay_out_model(paper, words, language, edition.cube, low)
    return model


def _with_note(edition: Edition, page: Page, number: int) -> Page:
    """Add a line to a page, if it has room: its number, its printer and, if there is no first page, how to print it."""
    if page.strip is None:
        return page
    parts: list[Sentence] = [say("sheet {number}", number=number)]
    parts += [describe_profile(edition.printer)] if edition.printer is not None else []
    parts += leaves.describe_print_settings(edition, False)[:1] if edition.lacks_cover else ()
    line = set_note(" · ".join(part.translate(get_edition_language(edition.language)) for part in parts), *page.strip)
    return page._replace(frame=replace(page.frame, items=(*page.frame.items, line))) if line else page


def _build_leaves(edition: Edition, pages: Iterable[Page], numbers: Iterator[int]) -> Iterator[Leaf]:
    paper = edition.paper
    for page in (_with_note(edition, page, number) for page, number in zip(pages, numbers, strict=False)):
        width, height = page.frame.width, page.frame.height
        label = say("{cards}, blank back", cards=page.label).translate(get_edition_language(edition.language))
        profile = edition.printer
        if profile is not None and (width, height) != (paper.width, paper.height):
            # A landscape page goes through the printer upright: its width is the height of the paper.
            profile = profile._replace(scale_x=profile.scale_y, scale_y=profile.scale_x)
        leaf = Leaf(page, Page(Frame(label, width, height, ()), label))
        yield leaf.with_correction(profile, paper._replace(width=width, height=height), edition.sides)


HANDFUL = 9  # up to so many single or changed cards have no first page: their own sheet says how to print
LARGE, HUGE = 77_000.0, 130_000.0  # areas above those of A4 or Letter, and of A3 or Tabloid, mm²
FEW = 4  # up to so many large sheets have no first page, which would waste one; huge sheets never have
TWO_SIDED = (*DUPLEX, "separate")  # ways of printing by which each sheet goes through the printer twice
BETRAYED = say("A new back betrays a card among the others: put all of its kind into sleeves with opaque backs.")


class Composition(NamedTuple):
    documents: tuple[Document, ...]  # one file, or fronts and backs
    notes: tuple[Sentence, ...]  # such as that less bleed would save sheets
    cards: int  # pieces printed
    backs: bool
    partial_keys: frozenset[str] = frozenset()  # keys of cards that are wholly or partly on sheets left out
    cuts: tuple[Frame, ...] = ()  # for cutting machines, one for all sheets with the same cuts; its name is a file's

    @property
    def sheets(self) -> int:
        """The number of sheets of paper that all files need together."""
        return sum(document.sheets for document in self.documents)


def compose(edition: Edition, laid_out: Iterable[Piece] | None = None) -> Composition:
    """Compose an edition; `laid_out` gives its pieces if they are laid out already, or if only some are printed."""
    if laid_out is None:
        laid_out = drop_copies(edition, lay_out_pieces(edition))
    if edition.ink == "low":
        rewrite = LowInk().rewrite
        laid_out = (
            each._replace(front=rewrite(each.front), back=each.back and rewrite(each.back)) for each in laid_out
        )
    printed_pieces = [piece for piece in laid_out for _ in range(edition.copies)]
    are_few = (edition.changed or edition.picks) and len(printed_pieces) <= HANDFUL
    is_cut = edition.paper.places is not None  # such a sheet is too good for instructions
    if edition.cover and (edition.sheets or are_few or is_cut):
        edition = replace(edition, cover=not (are_few or is_cut), lacks_cover=True)
    boards = [piece for piece in printed_pieces if is_oversize(piece, edition.paper)]
    small = [piece for piece in printed_pieces if not is_oversize(piece, edition.paper)]
    gangs = gang_up(edition, small)
    words = {key: normalise_text(text) for key, text in edition.deck.words(edition.language).items()}
    backs, tiled = any(gang.backs for gang in gangs), tile_boards(edition, boards)
    paper, models, sheet_notes = _lay_out_sheets(edition, gangs, tiled, words)
    area = edition.paper.width * edition.paper.height
    is_alone = len(paper) == 1 and not backs and (not gangs or len(printed_pieces) == 1)  # there is nothing to align
    if edition.cover and (is_alone or area > HUGE or (area > LARGE and len(paper) <= FEW)):
        edition = replace(edition, cover=False, lacks_cover=True)
        paper, models, sheet_notes = _lay_out_sheets(edition, gangs, tiled, words)
    shrunk = [*dict.fromkeys(each.tiling.describe_scale() for each in tiled if each.tiling.scale < 1)]
    title, sides = words.get("title", edition.deck.name), edition.sides if backs else "fronts"
    if edition.cover and paper:
        whole = replace(edition, sheets=())
        one_sided = list[Sentence]()
        if tail := _find_tail(whole, sides, paper):
            load = leaves.describe_sheets(len(tail), edition.paper.title)
            one_sided.append(say("{file}: {sheets}, on one side", file=f"{whole.name}-one-side.pdf", sheets=load))
        has_sides = edition.deck.sides or edition.deck.whole
        by_side = [*_count_sides(edition, [*printed_pieces], tiled, paper, words)] if has_sides else []
        lines = [leaves.describe_sheets(len(paper) + 1, edition.paper.title)], by_side, one_sided, shrunk
        paper.insert(0, lay_out_cover(whole, gangs, words, lines, list_contents(printed_pieces, words, models)))
    paper, left = _select_sheets(edition, paper)
    cards = sum(len(leaf.pieces) for leaf in paper if leaf.counts_pieces)
    cards += 0 if edition.sheets else sum(each.number for each in models)
    tail = _find_tail(edition, sides, paper)
    notes = [note for gang in gangs for note in gang.list_notes(edition)]
    notes += *offer_bleed(edition, small, gangs), *shrunk, *sheet_notes
    names = {component for component, _ in edition.picks}
    for part in edition.deck.components:
        has_back = backs and part.back not in (None, part.face)
        if has_back and part.name in names and len({card.id for card in part.cards}) > 1:
            notes.append(BETRAYED)
    if edition.white and (boards or models):
        remark = say(
            "{paper}: what lies less than {white} mm from the edge may stay white; most printers leave it so.",
            paper=edition.paper.title,
            white=edition.white,
        )
        notes.append(remark)
    described = edition.name, title, edition.language, sides, edition.reverse_backs
    documents = leaves.build_documents(paper[: len(paper) - len(tail)], *described)
    if tail:
        pages = tuple(_raise_bookmark(leaf).front for leaf in tail)
        documents += (Document(f"{edition.name}-one-side", "one-side", title, edition.language, pages, "Simplex"),)
    cuts = tuple(_list_cut_lines(edition, paper))
    return Composition(documents, tuple(dict.fromkeys(notes)), cards, backs, left, cuts)


def _find_tail(edition: Edition, sides: str, paper: Sequence[Leaf]) -> list[Leaf]:
    """The last sheets, if they are a file of their own, which spares their blank backs."""
    tail = list(takewhile(lambda leaf: not leaf.back.frame.items, reversed(paper)))[::-1]
    return tail if sides in TWO_SIDED and not edition.is_one_file and FEW < len(tail) < len(paper) else []


def _count_sides(
    edition: Edition, every: list[Piece], boards: list[TiledBoard], paper: list[Leaf], words: leaves.DeckWords
) -> Iterator[Sentence]:
    """Yield how many sheets do for each side of a board that has two, and for both, with the first page."""
    deck, few, printed = edition.deck.whole or edition.deck, dict[str, int](), edition.deck.components
    edition = replace(edition, deck=deck)
    others = [part.name for part in select_components(deck, edition.components) if part not in printed]  # left out
    if others and not edition.picks:
        every += [piece for piece in lay_out_pieces(replace(edition, only=(*others,))) for _ in range(edition.copies)]
        boards = tile_boards(edition, [piece for piece in every if is_oversize(piece, edition.paper)])
    large = [{piece.component for piece in leaf.pieces} for leaf in lay_out_boards(edition, boards, words, count())]
    shared = sum(not leaf.pieces for leaf in paper)  # sheets of folded models and aids, with either side
    small = [piece for piece in every if not is_oversize(piece, edition.paper)]
    for side in (*deck.sides, "both") if others else deck.sides:
        names = {part.name for part in (deck if side == "both" else deck.with_side(side)).components}
        gangs = gang_up(edition, [piece for piece in small if piece.component in names])
        sheets = 1 + shared + sum(len(gang.pages) for gang in gangs) + sum(bool(each & names) for each in large)
        few[words.get(f"board.side.{side}", side)] = sheets
    both = few.pop("both", 1 + len(paper))
    if min(few.values()) > 1 and max(few.values()) < both:  # else a side spares none, or none is left
        for title, sheets in few.items():
            yield say_count("{side} only: [one sheet|{count} sheets]", sheets, side=title)
        yield say_count("both: [one sheet|{count} sheets]", both)


def lay_out_pieces(edition: Edition, faults: list[CardFault] | None = None) -> Iterator[Piece]:
    """Lay out the pieces of an edition; faults go into `faults`, see `lay_out`."""
    selection = edition.deck, edition.language, edition.components, edition.picks
    return lay_out(*selection, faults, edition.seals, edition.proof, edition.type == "large")


def drop_copies(edition: Edition, pieces: Iterable[Piece]) -> list[Piece]:
    """Keep one copy of each card if cards were picked by name, and otherwise all pieces."""
    return list({piece.key: piece for piece in pieces}.values()) if edition.picks else list(pieces)


def _list_cut_lines(edition: Edition, paper: Iterable[Leaf]) -> Iterator[Frame]:
    """Yield the cut lines of the sheets, one frame for all sheets with the same cuts."""
    groups: dict[Sequence[Item], list[Frame]] = {}
    for leaf in paper:
        if leaf.cut is not None:
            groups.setdefault(leaf.cut.items, []).append(leaf.cut)
    for sheets in groups.values():
        numbers = format_ranges(find_ranges(int(sheet.name) for sheet in sheets))
        yield replace(sheets[0], name=f"{edition.name}-cut-lines-{numbers}")


def _lay_out_sheets(
    edition: Edition, gangs: Sequence[Gang], boards: Sequence[TiledBoard], words: leaves.DeckWords
) -> tuple[list[Leaf], list[ContentsEntry], list[Sentence]]:
    """All sheets but the first page, the components to fold, and notes."""
    numbers = count(2 if edition.cover else 1)
    paper = [leaf for gang in gangs for leaf in lay_out_leaves(edition, gang, words, numbers)]
    models, net_pages, notes = lay_out_nets(edition, words)
    board_leaves = [*lay_out_boards(edition, boards, words, numbers)] if boards else []
    guide = next((page for page in net_pages if page.is_guide), None)
    if board_leaves and guide and edition.sides in TWO_SIDED and any(gang.backs for gang in gangs):
        net_pages.remove(guide)  # it goes behind the plan of the board
        behind = Leaf(guide, guide._replace(level=1)).with_correction(edition.printer, edition.paper, edition.sides)
        board_leaves[0] = board_leaves[0]._replace(back=behind.back)
    paper += board_leaves
    aids = list[Leaf]()
    if edition.type == "large":  # the texts too long for their cards go on an aid
        from companion.press.sheets.rules_aid import lay_out_words_aid

        pieces = [*(each for gang in gangs for each in gang.pieces), *(each.piece for each in boards if each.is_front)]
        aids += _build_leaves(edition, lay_out_words_aid(edition, pieces, edition.safe_paper), numbers)
    net_leaves = _build_leaves(edition, net_pages, numbers)
    if aids and edition.paper.places is not None:
        notes.append(say("The last sheets, with texts too long for their cards, are for plain paper."))
    return [*paper, *aids, *net_leaves], models, notes


def _select_sheets(edition: Edition, paper: Sequence[Leaf]) -> tuple[list[Leaf], frozenset[str]]:
    """The sheets to print, and the keys of pieces on others; an `InputError` for a sheet number that is too high."""
    if not edition.sheets:
        return list(paper), frozenset()
    last = max(high for _, high in edition.sheets)
    if last > len(paper):
        name, most = edition.full_edition.name, leaves.describe_sheets(len(paper), edition.paper.title)
        raise InputError("there is no sheet {number}: {edition} has {sheets}.", number=last, edition=name, sheets=most)
    pairs = [(leaf, any(low <= number <= high for low, high in edition.sheets)) for number, leaf in enumerate(paper, 1)]
    left = frozenset(piece.key for leaf, selected in pairs if not selected for piece in leaf.pieces)
    return [_raise_bookmark(leaf) for leaf, selected in pairs if selected], left


def _raise_bookmark(leaf: Leaf) -> Leaf:
    """The leaf with its bookmark outermost, since the one above it may be missing."""
    return leaf._replace(front=leaf.front._replace(level=0))
