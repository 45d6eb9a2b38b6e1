"""Laying a deck out in one language: every card with its front and back as frames."""

from collections.abc import Collection, Iterator, Mapping

from companion.data.deck import Deck
from companion.data.decks.languages import in_language
from companion.data.decks.values import FieldFault
from companion.data.fields import fill_fields
from companion.errors import CompanionError, DeckError, InputError, Place
from companion.limit import note_progress
from companion.paths import templates
from companion.press.face import kinds
from companion.press.face.context import FaceShelf
from companion.press.face.faults import meant
from companion.press.face.lettering import Lettering
from companion.press.face.pieces import Piece, chosen
from companion.press.face.trims import Backs
from companion.press.frame.frame import Frame
from companion.press.games import drawn_by_games
from companion.sentences import say

# The functions that draw each kind of element.
KINDS = {**kinds.KINDS, **kinds.drawn_by(drawn_by_games("ELEMENTS"))}

LEAST_PIECE = 3.0  # nothing smaller is cut out by hand, mm


Found = tuple[str, CompanionError]  # a card, or a component, and its fault


def lay_out(
    deck: Deck,
    language: str,
    only: Collection[str] = (),
    picked: Collection[tuple[str, str]] = (),
    found: list[Found] | None = None,
    seals: str = "printed",
    proof: bool = False,
    larger: bool = False,
) -> Iterator[Piece]:
    """Lay out the pieces of a deck; `only` and `picked` (component, id) choose some of them.

    Faults are put into `found`, each with its card: what cannot be drawn is then left out, and words that do
    not fit run over their box. Without it the first is raised. `seals` is ``printed`` or ``none``. In
    `larger` type the whole deck is laid out: the sign of words on the aid has one number in every print.
    """
    faults: list[CompanionError] | None = None if found is None else []
    homes = (deck.faces, templates() / "faces" / "shared")
    over = None
    if proof:
        from companion.press.face.proof import Proof

        over = Proof()
    shelf = FaceShelf(
        deck.words(language),
        *homes,
        kinds=KINDS,
        faults=faults,
        home=deck.file.parent,
        styles=deck.styles,
        proof=over,
        lettering=Lettering(deck.file.parent, deck.fonts, deck.icons, deck.icon_folder),
        larger=larger,
    )
    backs = Backs()
    told = set[tuple[str, str]]()
    wanted = chosen(deck, only)
    for component in deck.components if larger else wanted:
        for card in component.cards:
            left = component not in wanted or (picked and (component.name, card.id) not in picked)
            if left and not larger:
                continue
            label = f"{deck.name}/{component.name}/{card.id}"
            note_progress(card=label)
            sides: list[Frame | None] = []
            front, back = card.sides
            for name, suffix, fields in ((component.face, "", front), (component.back, "/back", back)):
                own = {"seals": seals, **fields}
                if component.languages:
                    own |= in_language(fields, language)
                try:
                    sides.append(_side(deck, shelf, name, label, suffix, own) if name else None)
                except InputError as fault:  # nothing of this side can be drawn
                    if faults is None:
                        raise
                    faults.append(fault)
            if found is not None and faults:
                for wrong in () if left else faults:
                    if (label, str(wrong)) not in told:  # a card of which there are several is told of once
                        told.add((label, str(wrong)))
                        found.append((label, wrong))
                faults.clear()
            if not left and len(sides) == 2 and sides[0] is not None:
                above, below = sides[0], sides[1] and backs.behind(sides[0], sides[1])
                if over is not None:
                    above, below = over.lined(above), below and over.lined(below)
                yield Piece(deck.name, component.name, card.id, above, below, component.run)


def _side(
    deck: Deck, shelf: FaceShelf, name: str, label: str, suffix: str, fields: Mapping[str, str]
) -> Frame | None:
    """A side of a card: its face, which may be named by the card's fields, such as ``event-{icon}``.

    A back that the fields give no name stays blank.
    """
    try:
        face = fill_fields(name, fields.get)
    except FieldFault as fault:
        told = {"name": name, "why": meant(fault.sentence, fault.missing, fields)}
        raise DeckError(say("the face '{name}': {why}.", **told), place=Place(deck.file.name)) from None
    if not face and suffix:
        return None
    frame = shelf.frame(face, label + suffix, fields)
    if min(frame.width, frame.height) < LEAST_PIECE:
        raise DeckError(
            "{card} is {width} x {height} mm; nothing smaller than {least} mm can be cut out.",
            card=label + suffix,
            width=frame.width,
            height=frame.height,
            least=LEAST_PIECE,
        )
    return frame
