"""What a few faces look like, as text."""

from companion.data.deck import open_deck
from companion.press.frame.drawing import Drawing
from companion.press.frame.frame import Frame, Item, Picture, Shape, Text, TranslucentFrame, Use
from companion.press.frame.outlines import Outline
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


def format_frame(frame: Frame) -> str:
    """A frame as readable text, an item per line; nested frames by name only, and drawings by a digest."""
    if isinstance(frame, Drawing):
        box = " ".join(f"{number + 0.0:.1f}".replace("-0.0", "0.0") for number in frame.extent)
        return f"drawing {frame.name} {box} | {frame.path_count} paths | {frame.digest}\n"
    trim = f" trim {format_outline(frame.trim)}" if frame.trim else ""
    lines = [f"frame {frame.name} {format_mm(frame.width, frame.height)} bleed {format_mm(frame.bleed)}{trim}"]
    return "\n".join([*lines, *(f"  {format_item(item)}" for item in frame.items)]) + "\n"


def format_mm(*numbers: float) -> str:
    return " ".join(f"{number:.2f}" for number in numbers).replace("-0.00", "0.00")


def format_item(item: Item) -> str:
    match item:
        case Shape():
            pen = [f"fill {item.fill}"] if item.fill else []
            pen += [f"stroke {item.stroke} {format_mm(item.width)}"] if item.stroke else []
            pen += [f"dash {format_mm(*item.dash)}"] if item.dash else []
            pen += [" ".join(filter(None, (item.role, item.group)))] if item.role or item.group else []
            return f"shape {format_outline(item.outline)} | {' | '.join(pen)}"
        case Text():
            colour, turn = item.colour or "unseen", f" turn {item.turn:g}" if item.turn else ""
            turn += f" spaced {item.spacing:g}" if item.spacing else ""
            turn += f" edge {format_mm(*item.edge)}" if item.edge else ""
            place = f"{format_mm(item.x, item.y)} {item.anchor} {item.font} {item.size:g}pt {colour}{turn}"
            return f"text {place} {item.text!r}" + (f" for {item.aid_words!r}" if item.aid_words else "")
        case Picture():
            return f"picture {format_mm(item.x, item.y, item.width, item.height)} {item.file}"
        case Use():
            clip = f" clip {format_outline(item.clip)}" if item.clip else ""
            linear = (item.matrix.a, item.matrix.b, item.matrix.c, item.matrix.d)
            transform = "" if linear == (1, 0, 0, 1) else " by " + " ".join(f"{n:.4g}" for n in linear)
            role = " | " + " ".join(filter(None, (item.role, item.group))) if item.role or item.group else ""
            faint = f" faint {item.frame.opacity:g}" if isinstance(item.frame, TranslucentFrame) else ""
            return f"use {item.frame.name}{faint} at {format_mm(item.matrix.e, item.matrix.f)}{transform}{clip}{role}"


def format_outline(outline: Outline) -> str:
    return " ".join(f"{letter} {format_mm(*numbers)}".strip() for letter, numbers in outline)


def format_parts(frame: Frame, seen: set[str]) -> str:
    """The log of a face, then of every face placed on it, each once."""
    text = format_frame(frame)
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
