"""Read and check the faces of a deck: TOML files that describe one side of a card, tile or sheet in millimetres.

``docs/deck-files.md`` describes the files. ``context`` fills a face with a card's fields and makes a frame of
it. A misspelt key is an error, so that nothing is silently left out.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.data.decks.values import FieldFault
from companion.data.files import read_toml
from companion.data.papers import css_colours, palette
from companion.data.rows import FIELD, fill_fields, strip_style
from companion.data.schema import check_document, find_document, get_element_keys, load_schema
from companion.data.vocabulary import suggest_words
from companion.errors import DeckError, Place
from companion.sentences import Sentence, join_with_commas, say, shorten_text

if TYPE_CHECKING:
    from companion.press.face.typesetting import TextBox
    from companion.press.frame.frame import Item

MOST_SCALE = 1000.0  # the greatest factor of enlargement
Element = Mapping[str, Any]  # an element as written in a face file
FieldValues = tuple[str | None, ...]  # of a card
KEPT = {"rect", "circle", "line", "polygon", "path", "text", "drawing"}  # kinds that hang on nothing but their keys
NAMES_WHAT = {"face", "land", "pattern"}
"""Kinds of elements whose `name` is what they draw; for other kinds it identifies the element."""


class FaceFault(DeckError):
    """An element that cannot be drawn for a card; `value` is the faulty value, if it is a single one."""

    rule = "face"

    def __init__(self, place: Place, fault: Sentence, card: str, value: object = None) -> None:
        super().__init__("{fault} ({card}).", place=place, fault=fault, card=card)
        self._fault, self.value = fault, value

    @property
    def fault(self) -> Sentence:
        """The fault and its place in the face file, without the card."""
        return say("{place}: {sentence}", place=self.place.words, sentence=self._fault)

    def set_row(self, element: Mapping[str, Any], place: Callable[..., Place]) -> None:
        """Set the row to that of the faulty key, or of its element, unless a row is known already."""
        keys = [key for key, value in element.items() if self.value is not None and self.value == value]
        keys += [key for key, value in element.items() if isinstance(value, list) and self.value in value]
        if self.place.row is None and (found_place := place(*keys[:1])).file == self.place.file:
            self.place = found_place


def suggest_names(fault: Sentence, name: str, names: Iterable[str]) -> Sentence:
    """Add to a fault about an unknown name the similar names that are known."""
    close = suggest_words(name, dict.fromkeys(names))
    return say("{fault}; did you mean {names}?", fault=fault, names=join_with_commas(close)) if close else fault


def fill_face_name(name: str, fields: Mapping[str, str], file: Path) -> str:
    """The face of a card of the deck in a file; its name may have fields, and is empty for a blank back."""
    try:
        return strip_style(fill_fields(name, fields.get))
    except FieldFault as fault:
        details = {"name": name, "why": suggest_names(fault.sentence, fault.missing, fields)}
        raise DeckError(say("the face '{name}': {why}.", **details), place=Place(file.name)) from None


def describe_unknown_colour(name: str) -> Sentence:
    close = suggest_words(name, dict.fromkeys((*palette(), *css_colours())))
    if close:
        return say("'{value}' is not a colour; did you mean {names}?", value=name, names=join_with_commas(close))
    fault = "'{value}' is not a colour; write #rrggbb, or a name of the palette or of CSS"
    return say(fault, value=shorten_text(name, 80))


class FaceRemark(FaceFault):
    """Something that has no effect on a card; it stops nothing."""

    rule = "markup"

    @property
    def fault(self) -> Sentence:
        return self._fault


class TooManyElements(FaceFault):
    """A face with too many elements, of which nothing is drawn."""


class Face(NamedTuple):
    """A face file that was read; where a number is expected, a text may name fields. Lengths are in mm."""

    name: str  # without `.toml`
    file: Path
    size: tuple[float | str, float | str]
    bleed: float | str
    safe: float  # from the trim to the safe zone
    elements: tuple[Element, ...]  # from bottom to top
    trim: str = ""  # `rounded`, `circle`, `hex` or an outline; empty for a rectangle
    corner: float | str = 3.0  # radius of rounded corners
    head: Mapping[str, Any] = MappingProxyType({})  # the keys at the top of the file, as written
    place: Callable[..., Place] = lambda *_path: Place("")  # the place of such a key, found only for a fault
    large: float = 1.0  # how many times its size it is in large type, if it grows with its words


class WrittenElement(dict[str, Any]):
    """An element as written in a face file, maybe that of a base face; its place there is found only for a fault."""

    def __init__(self, element: Element, file: Path, number: int, place: Callable[[], Place]) -> None:
        super().__init__(element)
        self.file, self.number, self.place = file, number, place  # its number in the file, from 1
        self.box: TextBox | None = None  # the box of a text with the same place on every card, once known
        self.items_by_values: dict[FieldValues, tuple[Item, ...]] = {}  # what it draws, by its fields

    @cached_property
    def field_names(self) -> tuple[str, ...] | None:
        """The fields on which all hangs that it draws; ``None`` if that cannot be told from its texts."""
        values = [value for key, value in self.items() if key != "when"]
        text = repr([[*each.values()] if isinstance(each, Mapping) else each for each in values])
        names = FIELD.findall(text)
        is_plain = self["kind"] in KEPT and "repeat" not in self and "$" not in text and text.count("{") == len(names)
        return tuple(dict.fromkeys(names)) if is_plain and "-" not in "".join(names) else None

    @property
    def is_fixed(self) -> bool:
        """True if only its text, its name and its `when` may differ from card to card."""
        texts = [str(value) for key, value in self.items() if key not in ("text", "name", "when", "large")]
        return "repeat" not in self and not any("{" in each or each.startswith("$") for each in texts)


def read_face(name: str, file: Path, styles: Mapping[str, Element], base: Callable[[str], Face]) -> Face:
    """Read a face file; `base` returns the face of a name, for a face that extends another."""
    place, kept = Place(file=file.name), find_document(file)
    raw = read_toml(file) if kept is None else kept
    get_place, elements = partial(raw.get_place, place), raw.get("element")
    if isinstance(elements, list):
        places = (partial(get_place, "element", number, "style") for number in range(1, len(elements) + 1))
        raw["element"] = [with_style(each, styles, locate) for each, locate in zip(elements, places, strict=True)]
    if kept is None:
        check_document(raw, load_schema("face"), place, say("a face"))
    numbered = enumerate(raw.get("element", ()), 1)
    own_elements = tuple(
        WrittenElement(each, file, number, partial(get_place, "element", number)) for number, each in numbered
    )
    if "extends" in raw:
        below = base(raw["extends"])
        face = below._replace(name=name, file=file, elements=_merge_elements(below.elements, own_elements))
    else:
        face = Face(name, file, (0.0, 0.0), 0.0, 0.0, own_elements)
    head = {key: raw[key] for key in ("size", "bleed", "safe", "trim", "corner", "large") if key in raw}
    values: dict[str, Any] = {key: tuple(value) if key == "size" else value for key, value in head.items()}
    return face._replace(head=head, place=get_place, **values)


def with_style(element: Any, styles: Mapping[str, Element], place: Callable[[], Place]) -> Any:
    """Complete an element with those keys of its style that its kind has and that it does not set itself."""
    name = element.get("style") if isinstance(element, dict) else None
    if not isinstance(name, str):
        return element
    if name not in styles:
        fields = {"name": name, "names": ", ".join(styles) or "-"}
        raise DeckError("there is no style '{name}' in the deck; its styles are {names}.", place=place(), **fields)
    keys = get_element_keys(element.get("kind"))
    return {**{key: value for key, value in styles[name].items() if key in keys}, **element}


def _merge_elements(below: Sequence[Element], own_elements: Sequence[Element]) -> tuple[Element, ...]:
    """The elements of a base, replaced by own ones of the same name; all other own ones on top."""
    replaced, elements = {_find_name(each) for each in own_elements} - {None}, list[Element]()
    placed = set[object]()
    for each in below:
        name = _find_name(each)
        if name not in replaced:
            elements.append(each)
        elif name not in placed:
            elements += [other for other in own_elements if _find_name(other) == name]
            placed.add(name)
    return (*elements, *(each for each in own_elements if _find_name(each) not in placed))


def _find_name(element: Element) -> object:
    return None if element["kind"] in NAMES_WHAT else element.get("name")
