"""Lay out a deck in one language, each card with front and back as frames."""

from collections.abc import Collection, Iterator, Mapping

from companion.data.deck import PAGE, Deck
from companion.data.decks.headings import select_language
from companion.errors import CompanionError, DeckError, InputError
from companion.limit import note_progress
from companion.paths import templates
from companion.press.face import kinds
from companion.press.face.context import FaceShelf, Proof
from companion.press.face.pieces import Piece, select_components
from companion.press.face.schema import fill_face_name
from companion.press.face.typesetting import DeckResources
from companion.press.frame.frame import Frame
from companion.press.frame.outlines import Outline
from companion.press.frame.trims import match_back
from companion.press.games import find_drawing_modules

# The functions that draw the kinds of elements.
KINDS = {**kinds.KINDS, **kinds.build_lazy_drawers(find_drawing_modules("ELEMENTS"))}

LEAST_PIECE = 3.0  # the least side of a piece that can be cut out by hand, mm

CardFault = tuple[str, CompanionError]  # the label of a card or a component, and its fault


def lay_out(
    deck: Deck,
    language: str,
    only: Collection[str] = (),
    picks: Collection[tuple[str, str]] = (),
    gathered: list[CardFault] | None = None,
    seals: str = "printed",
    proof: bool | Proof = False,
    larger: bool = False,
) -> Iterator[Piece]:
    """Lay out the pieces of a deck; `only` and `picks` (component, id) choose some of them.

    Faults are added to `gathered`, each with its card: elements that cannot be drawn are then left out, and
    text that does not fit runs over its box. Without `gathered` the first fault is raised. `seals` is
    ``printed`` or ``none``. In `larger` type the whole deck is always laid out, so that texts on the aid
    have the same number in every print.
    """
    faults: list[CompanionError] | None = None if gathered is None else []
    overlay = proof if isinstance(proof, Proof) else Proof() if proof else None
    shelf = FaceShelf(
        deck.words(language),
        deck.faces,
        templates() / "faces" / "shared",
        kinds=KINDS,
        faults=faults,
        home=deck.file.parent,
        styles=deck.styles,
        proof=overlay,
        resources=DeckResources(deck.file.parent, deck.fonts, deck.icons, deck.icon_folder),
        larger=larger,
        picture_edge=deck.picture_edge,
        pictured=deck.pictured,
    )
    backs: dict[tuple[int, Outline], tuple[Frame, Frame]] = {}
    warned = set[tuple[str, str]]()
    components = select_components(deck, only)
    for component in deck.components if larger else components:
        for card in component.cards:
            left = component not in components or (picks and (component.name, card.id) not in picks)
            if left and not larger:
                continue
            label = f"{deck.name}/{component.name}/{card.id}"
            note_progress(card=label)
            sides: list[Frame | None] = []
            front, back = card.sides
            for name, suffix, fields in ((component.face, "", front), (component.back, "/back", back)):
                card_fields = {"seals": seals, **fields}
                if component.languages:
                    card_fields |= select_language(fields, language)
                try:
                    sides.append(_lay_out_side(deck, shelf, name, label, suffix, card_fields) if name else None)
                except InputError as fault:  # the whole side cannot be drawn
                    if faults is None:
                        raise
                    faults.append(fault)
            if gathered is not None and faults:
                for each in () if left else faults:
                    if (label, str(each)) not in warned:  # once for all copies of a card
                        warned.add((label, str(each)))
                        gathered.append((label, each))
                faults.clear()
            if not left and len(sides) == 2 and sides[0] is not None:
                front_frame, below = sides[0], sides[1] and match_back(sides[0], sides[1], backs)
                if overlay is not None:
                    front_frame, below = overlay.draw_lines(front_frame), below and overlay.draw_lines(below)
                yield Piece(deck.name, component.name, card.id, front_frame, below, component.run)


def _lay_out_side(
    deck: Deck, shelf: FaceShelf, name: str, label: str, suffix: str, fields: Mapping[str, str]
) -> Frame | None:
    """Lay out a side of a card; `name` may have fields, such as ``event-{icon}``; ``None`` for a blank back."""
    if name == PAGE:
        from companion.press.page_deck import lay_out_cell

        return lay_out_cell(fields)
    face = fill_face_name(name, fields, deck.file)
    if not face and suffix:
        return None
    frame = shelf.lay_out_face(face, label + suffix, fields)
    if min(frame.width, frame.height) < LEAST_PIECE:
        raise DeckError(
            "{card} is {width} x {height} mm; nothing smaller than {least} mm can be cut out.",
            card=label + suffix,
            width=frame.width,
            height=frame.height,
            least=LEAST_PIECE,
        )
    return frame
