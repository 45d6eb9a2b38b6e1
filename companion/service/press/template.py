"""An SVG file in which a person draws a face: of a size, or for the cards of a deck."""

from pathlib import Path

from companion.answers import Answer, written
from companion.data.deck import Component, Deck
from companion.data.decks.sizes import Size, card_size
from companion.data.fields import FIELD
from companion.data.files import read_bytes, write_together
from companion.errors import DeckError, InputError
from companion.press.face.context import FaceShelf
from companion.press.face.drawing.boxes import Label
from companion.press.face.drawing.template import TRIMS, Blank, label_for, template
from companion.press.face.lettering import Lettering
from companion.press.face.pieces import chosen
from companion.sentences import Language, say
from companion.service.press.deck_opening import open_given

CARD = Blank(63.0, 88.0, 2.0, 3.0)  # the paper of a face where nothing else is said
MOST_DRAWN_BOXES, MOST_SEARCHED_CARDS = 40, 200  # the cards are searched for samples


def write_template(
    given: str,
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
    """Write a file to draw a face in: of a size, ``63x88`` or ``poker``, or for a deck or a table of cards.

    By default it is of the first component, named after it, with bleed, safe zone and corner (mm) as its face
    has them.
    """
    if (size := _size(given)) is not None:
        name, blank = "card", CARD._replace(width=size[0], height=size[1])
        title, text = say("Title"), say("What the card says, over several lines.")
        samples = {Label("text", "title"): title.said(language), Label("picture", "picture"): ""}
        samples[Label("text", "text")] = text.said(language)
    else:
        deck = open_given(given)
        component = next((each for each in chosen(deck, (only,) if only else ()) if each.cards), None)
        if component is None:
            raise InputError("{deck} has no cards of that kind.", deck=deck.name)
        name, blank, samples = component.name, _blank(deck, component), _samples(deck, component)
    blank = blank._replace(
        bleed=blank.bleed if bleed is None else bleed,
        safe=blank.safe if safe is None else safe,
        trim=trim or blank.trim,
        corner=blank.corner if corner is None else corner,
    )
    _check(blank)
    file = output or Path(f"{name}.svg")
    content = template(blank, samples, language).encode("utf-8")
    # The same command may be given twice: the file then holds the same already.
    same = file.is_file() and read_bytes(file, len(content) + 1, own=True) == content
    write_together({file: content}, overwrite=overwrite, kept=[file] if same else ())
    hint = say(
        'Draw in it, lay it into the folder faces of your deck, and write face = "{name}" in deck.toml.',
        name=file.stem,
    )
    boxes = [f"{label.kind}:{label.rest}" for label in samples]
    data = {"file": file, "size": (blank.width, blank.height), "boxes": boxes}
    return Answer(data, (*written((file,)), hint), files=(file,))


def _size(given: str) -> Size | None:
    """The size that is given in place of a deck."""
    if Path(given).exists():
        return None
    try:
        return card_size(given)
    except InputError:
        if given[:1].isdigit():
            raise
        return None


def _check(blank: Blank) -> None:
    """Refuse a safe zone or rounded corners that leave nothing of the paper."""
    half = min(blank.width, blank.height) / 2
    corner = blank.corner if blank.trim == "rounded" else 0.0
    for value in (blank.safe, corner):
        if value >= half:
            raise InputError(
                "a safe zone or a corner of {value} mm leaves nothing of {width} x {height} mm.",
                value=value,
                width=blank.width,
                height=blank.height,
            )


def _blank(deck: Deck, component: Component) -> Blank:
    """The paper of a component, as its face has it where it has one already."""
    try:
        face = FaceShelf({}, deck.faces, styles=deck.styles).face(component.face)
        width, height = (float(side) for side in face.size)
        trim = face.trim if face.trim in TRIMS else "box"
        return Blank(width, height, float(face.bleed), face.safe, trim, float(face.corner))
    except (DeckError, ValueError):  # not drawn yet, or its size is told by each card
        return CARD


def _samples(deck: Deck, component: Component) -> dict[Label, str]:
    """The boxes for the columns of a card, each with the first sample found."""
    columns: dict[str, str] = {}
    for card in component.cards[:MOST_SEARCHED_CARDS]:
        for column, value in card.fields.items():
            name = column.split(".")[0]  # title.en and title.fr are {title}
            if FIELD.fullmatch(f"{{{name}}}") and not columns.get(name):
                columns[name] = value
    columns.pop("seals", None)
    icons = Lettering(deck.file.parent, deck.fonts, deck.icons, deck.icon_folder).has_icon
    return {label_for(name, columns[name], icons): columns[name] for name in list(columns)[:MOST_DRAWN_BOXES]}
