"""Components on sheets of their own: boards too large for a page, in tiles, and nets to fold."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from importlib import import_module

from companion.data.deck import RULES_AID, TUCKBOX, Component
from companion.data.papers import Paper
from companion.errors import PaperError
from companion.press.face.pieces import Piece, chosen
from companion.press.frame.frame import Frame, Page
from companion.press.games import drawn_by_games
from companion.press.impose.edition import Edition
from companion.press.impose.gang import BOARD
from companion.press.impose.marks import note
from companion.press.impose.printer import correct_front, profile_words, reach
from companion.press.sheets.labels import component_name, how_to_print, speech
from companion.press.sheets.leaf import Leaf, corrected
from companion.sentences import Sentence, say


def is_oversize(piece: Piece, paper: Paper) -> bool:
    """True where a board does not fit the printable part of a sheet, upright or on its side.

    One with two sides may go over the margin: a whole sheet holds it, front and back.
    """
    if max(piece.front.width, piece.front.height) <= BOARD:
        return False
    from companion.press.sheets.tiling.tiles import fits

    if piece.back is not None and fits(piece.front, paper):
        return False
    width, height = paper.width - 2 * paper.margin, paper.height - 2 * paper.margin
    printed = paper._replace(width=width, height=height)
    return not fits(piece.front, printed)


def board_leaves(
    edition: Edition, boards: Iterable[Piece], words: Mapping[str, str], numbers: Iterator[int]
) -> Iterator[Leaf]:
    """Boards on sheets of their own, each with a plan of assembly; their backs stay blank.

    A board with two faces gives two sets of tiles: cut where the words of each face allow it, they do not lie
    back to back.
    """
    for piece in boards:
        from companion.press.sheets.tiling.tiles import tile

        title = f"{words.get('title', edition.deck.name)} · {component_name(piece.component, words)}"
        faces = (piece.front, None if edition.sides == "fronts" else piece.back)
        pages = [
            page
            for frame in faces
            if frame is not None
            for page in tile(frame, _sheet(edition), title, speech(edition.language))
        ]
        for place, leaf in enumerate(_leaves(edition, pages, numbers)):
            yield leaf._replace(pieces=(piece,), begins=place == 0)


def net_leaves(
    edition: Edition, words: Mapping[str, str], numbers: Iterator[int]
) -> tuple[list[str], list[Leaf], list[Sentence]]:
    """The components that are folded, their sheets, and what a person should know of them.

    There are none where only changed or single cards are printed. A net that cannot be cut to fit the paper
    is left out with a warning, unless it was asked for by name.
    """
    models: list[str] = []
    leaves: list[Leaf] = []
    notes: list[Sentence] = []
    for component in chosen(edition.deck, edition.only):
        if edition.changed or edition.picked or not component.net:
            continue
        try:
            pages, more = _net_pages(edition, component, words)
        except PaperError as error:
            if edition.only:
                raise
            name = component_name(component.name, words)
            notes.append(say("{name} is left out: {reason}", name=name, reason=error.sentence))
            continue
        models += [component.name] * edition.copies
        leaves += _leaves(edition, [*pages] * edition.copies, numbers)
        notes += more
    return models, leaves, notes


def words_leaves(edition: Edition, pieces: Iterable[Piece], numbers: Iterator[int]) -> Iterator[Leaf]:
    """The sheets with the words that found no room on cards in larger type."""
    if edition.type == "large":
        from companion.press.sheets.words_aid import words_aid

        yield from _leaves(edition, words_aid(edition, pieces, _sheet(edition)), numbers)


def _net_pages(
    edition: Edition, component: Component, words: Mapping[str, str]
) -> tuple[list[Page], list[Sentence]]:
    language, paper, low = speech(edition.language), _sheet(edition), edition.ink == "low"
    if component.net == TUCKBOX:
        from companion.press.sheets.nets.tuckbox import tuckbox_notes, tuckbox_pages

        deck, worn = edition.deck, (edition.thickness, edition.sleeves)
        pages = tuckbox_pages(deck, paper, words, language, *worn, low)
        return pages, list(tuckbox_notes(deck, *worn))
    if component.net == RULES_AID:
        from companion.press.sheets.rules_aid import aid_pages

        title = words.get("title", edition.deck.name)
        return aid_pages(edition.deck.name, paper, title, language, low, edition.type == "large"), []
    model = import_module(drawn_by_games("NETS")[component.net])
    pages = model.model_pages(paper, words, language, edition.cube, low)
    return pages, list(model.model_notes(paper, words, edition.cube))


def _told(edition: Edition, page: Page, number: int) -> Page:
    """A page with its number, its printer, and, where nothing else says so, how to print it."""
    if page.free is None:
        return page
    parts: list[Sentence] = [say("sheet {number}", number=number)]
    parts += [profile_words(edition.printer)] if edition.printer is not None else []
    parts += how_to_print(edition, False)[:1] if edition.uncovered else ()
    line = note(" · ".join(part.said(speech(edition.language)) for part in parts), *page.free)
    return page._replace(frame=replace(page.frame, items=(*page.frame.items, line))) if line else page


def _sheet(edition: Edition) -> Paper:
    """The paper, with a margin wide enough for what a printer's correction moves outward."""
    paper = edition.paper
    return paper._replace(margin=paper.margin + reach(edition.printer, paper)[0])


def _leaves(edition: Edition, pages: Iterable[Page], numbers: Iterator[int]) -> Iterator[Leaf]:
    paper = edition.paper
    for page in (_told(edition, page, number) for page, number in zip(pages, numbers, strict=False)):
        width, height = page.frame.width, page.frame.height
        label = say("{cards}, blank back", cards=page.label).said(speech(edition.language))
        profile = edition.printer
        if profile is not None and (width, height) != (paper.width, paper.height):
            # A page on its side goes through the printer upright: across the page is down the paper.
            profile = replace(profile, scale_x=profile.scale_y, scale_y=profile.scale_x)
        lies = paper._replace(width=width, height=height)
        yield Leaf(
            corrected(page, correct_front(profile, lies)), Page(Frame(label, width, height, ()), label)
        )
