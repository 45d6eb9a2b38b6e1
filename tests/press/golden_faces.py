"""What a few faces look like, as text."""

from companion.data.deck import open_deck
from companion.press.frame.frame import Frame, Use
from companion.press.layout import lay_out

FACES = {
    "honshu-map-card-12": ("honshu", "en", "map-cards", "12", "front"),
    "honshu-scoring-card-2": ("honshu", "fr", "scoring-cards", "2", "front"),
    "shogun-event-card-8": ("shogun", "fr", "event-cards", "8", "front"),
    "shogun-chest-card-red-2": ("shogun", "en", "chest-cards", "red-2", "front"),
    "shogun-castle": ("shogun", "en", "castles", "1", "front"),
    "honshu-token-yellow": ("honshu", "en", "tokens", "yellow", "front"),
}
"""Golden file -> game, language, component, card and side."""


def format_parts(frame: Frame, seen: set[str]) -> str:
    """The log of a face, then of every face placed on it, each once."""
    text = str(frame)
    for item in frame.items:
        if isinstance(item, Use) and item.frame.name not in seen:
            seen.add(item.frame.name)
            text += format_parts(item.frame, seen)
    return text


def format_face(name: str) -> str:
    game, language, component, card, side = FACES[name]
    for piece in lay_out(open_deck(game), language, [component]):
        if piece.card == card:
            frame = piece.front if side == "front" else piece.back
            assert frame is not None
            return format_parts(frame, set())
    raise LookupError(name)
