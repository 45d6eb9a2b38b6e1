"""Write SVG templates to draw faces in, and draw samples of the faces of new decks."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.answers import Answer, describe_files
from companion.data.catalogue import language as get_language
from companion.data.deck import Component, Deck
from companion.data.decks.plain_deck import Size, parse_card_size
from companion.data.files import read_bytes, write_files
from companion.data.rows import FIELD, strip_style
from companion.errors import DeckError, InputError
from companion.press.face.context import FaceShelf
from companion.press.face.drawing.boxes import TRIMS, Blank, Label, choose_label, render_template
from companion.press.face.pieces import select_components
from companion.press.face.typesetting import DeckResources
from companion.press.ink.svg import render_svg
from companion.press.layout import lay_out
from companion.sentences import Language, say
from companion.service.press.new_deck import create_deck
from companion.service.press.own_decks import open_any_deck

CARD = Blank(63.0, 88.0, 2.0, 3.0)  # the default size, bleed and safe zone
MOST_DRAWN_BOXES, MOST_SEARCHED_CARDS = 40, 200  # of a template; cards are searched for samples


def write_template(
    path: str,
    output: Path | None,
    language: Language,
    *,
    only: str | None = None,
    bleed: float | None = None,
    safe: float | None = None,
    trim: str | None = None,
    corner: float | None = None,
    overwrite: bool = False,
) -> Answer:
    """Write an SVG template to draw a face in, for a size, ``63x88`` or ``poker``, for a deck or for a table of cards.

    By default it is for the first component and named after it, with the bleed, safe zone and corners (mm)
    of its face.
    """
    if (size := _parse_size(path)) is not None:
        name, blank = "card", CARD._replace(width=size[0], height=size[1])
        title, text = say("Title"), say("What the card says, over several lines.")
        samples = {Label("text", "title"): title.translate(language), Label("picture", "picture"): ""}
        samples[Label("text", "text")] = text.translate(language)
    else:
        deck = open_any_deck(path)
        component = next((each for each in select_components(deck, (only,) if only else ()) if each.cards), None)
        if component is None:
            raise InputError("{deck} has no cards of that kind.", deck=deck.name)
        name, blank, samples = component.name, _get_blank(deck, component), _list_samples(deck, component)
    sizes: dict[str, Any] = {"bleed": bleed, "safe": safe, "trim": trim, "corner": corner}
    blank = blank._replace(**{name: value for name, value in sizes.items() if value is not None})
    _check_blank(blank)
    file = output or Path(f"{name}.svg")
    content = render_template(blank, samples, language).encode("utf-8")
    # Repeating a command is no error: the file has the same content already.
    is_unchanged = file.is_file() and read_bytes(file, len(content) + 1, is_own=True) == content
    write_files({file: content}, overwrite=overwrite, replaceable=[file] if is_unchanged else ())
    hint = say(
        'Draw in it, lay it into the folder faces of your deck, and write face = "{name}" in deck.toml.', name=file.stem
    )
    boxes = [f"{label.kind}:{label.text}" for label in samples]
    data = {"file": file, "size": (blank.width, blank.height), "boxes": boxes}
    return Answer(data, (*describe_files((file,)), hint), files=(file,))


@cache
def draw_sample(face: str, language: str) -> str:
    """A card with a face of new decks, as an SVG."""
    tongue = get_language(language)
    words = say("Title"), say("What the card says, over several lines.")
    title, text = (each.translate(tongue) for each in words)
    with TemporaryDirectory() as folder:
        create_deck(Path(folder) / "new", "tcg", face, f"title\tvalue\ttext\n{title}\t3\t{text}", language)
        deck = open_any_deck(str(Path(folder) / "new"))
        return next(render_svg(piece.front, subset=True) for piece in lay_out(deck, language))


def _parse_size(text: str) -> Size | None:
    """The size given in place of a deck; ``None`` if it is not a size."""
    if Path(text).exists():
        return None
    try:
        return parse_card_size(text)
    except InputError:
        if text[:1].isdigit():
            raise
        return None


def _check_blank(blank: Blank) -> None:
    """Raise an ``InputError`` if the safe zone or rounded corners leave no room."""
    half = min(blank.width, blank.height) / 2
    size: dict[str, Any] = {"width": blank.width, "height": blank.height}
    for value in (blank.safe, blank.corner if blank.trim == "rounded" else 0.0):
        if value >= half:
            raise InputError(
                "a safe zone or a corner of {value} mm leaves nothing of {width} x {height} mm.", value=value, **size
            )


def _get_blank(deck: Deck, component: Component) -> Blank:
    """The size and trim of a component's face, or the default if it is not drawn yet."""
    try:
        face = FaceShelf({}, deck.faces, styles=deck.styles).get_face(component.face)
        width, height = (float(side) for side in face.size)
        trim = face.trim if face.trim in TRIMS else "box"
        return Blank(width, height, float(face.bleed), face.safe, trim, float(face.corner))
    except (DeckError, ValueError):  # not drawn yet, or its size has fields
        return CARD


def _list_samples(deck: Deck, component: Component) -> dict[Label, str]:
    """The labels of boxes for the columns of a card, each with the first sample found."""
    columns: dict[str, str] = {}
    for card in component.cards[:MOST_SEARCHED_CARDS]:
        for column, value in card.fields.items():
            name = column.split(".")[0]  # title.en and title.fr fill {title}
            if FIELD.fullmatch(f"{{{name}}}") and not columns.get(name):
                columns[name] = strip_style(value)
    columns.pop("seals", None)
    icons = DeckResources(deck.file.parent, deck.fonts, deck.icons, deck.icon_folder).has_icon
    return {choose_label(name, columns[name], icons): columns[name] for name in list(columns)[:MOST_DRAWN_BOXES]}
