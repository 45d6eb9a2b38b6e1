"""The saving of low ink, card by card, so that those that gain little are named."""

from collections.abc import Iterable, Mapping
from importlib.util import find_spec

from companion.data.deck import Deck
from companion.press.face.pieces import Piece
from companion.press.frame.low_ink import LowInk
from companion.press.sheets.leaf import component_name
from companion.sentences import Sentence, listed, say

PROMISED = 0.6  # the share of ink that low ink is meant to save

LARGEST = 300.0  # a face longer than this is a board, mm
MOST_NAMED_CARDS = 12  # of a component's cards, one by one


def saved(pieces: Iterable[Piece]) -> dict[str, float] | None:
    """The share of ink that low ink saves on each card, front and back together; below 0 it costs ink.

    Cards without any ink are left out, and boards; ``None`` where no page can be rendered.
    """
    from companion.press.ink.raster import coverage

    if find_spec("pypdfium2") is None:  # no browser has it
        return None
    by_key = {
        piece.key: (piece.front, piece.back)
        for piece in pieces
        if max(piece.front.width, piece.front.height) < LARGEST
    }
    faces = {id(face): face for pair in by_key.values() for face in pair if face is not None}
    low = LowInk()
    full = dict(zip(faces, coverage([*faces.values()]), strict=True))
    less = dict(zip(faces, coverage([*map(low.rewrite, faces.values())]), strict=True))
    found = {}
    for key, pair in by_key.items():
        before, after = (sum(covered.get(id(face), 0.0) for face in pair if face) for covered in (full, less))
        if before > 0:
            found[key] = 1 - after / before
    return found


def spares_little(
    pieces: Iterable[Piece], deck: Deck, words: Mapping[str, str], savings: Mapping[str, float] | None
) -> Sentence | None:
    """A note on the cards that save less ink than promised, or on whole components."""
    if savings is None:
        return say("How much low ink saves on each card is not measured in a browser.")
    under: dict[str, list[str]] = {}
    for key, (component, card) in {piece.key: (piece.component, piece.card) for piece in pieces}.items():
        if savings.get(key, 1.0) < PROMISED:
            under.setdefault(component, []).append(card)
    if not under:
        return None
    cards = {part.name: {card.id for card in part.cards} for part in deck.components}
    named = []
    for part, ids in under.items():
        more = ["..."] * (len(ids) > MOST_NAMED_CARDS)
        told = "" if set(ids) == cards.get(part) else f" {', '.join(ids[:MOST_NAMED_CARDS] + more)}"
        named.append(component_name(part, words) + told)
    return say("Low ink saves less than 60% on {cards}.", cards=listed(named))
