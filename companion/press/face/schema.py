"""A face is a TOML file in millimetres that describes one side of a card, tile or sheet.

``docs/deck-files.md`` describes the file. Here it is read and checked; ``context`` fills it with a card's
fields and makes a frame of it. A misspelt key is an error and not a silently missing line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.data.files import read_toml
from companion.data.papers import css_colours, palette
from companion.data.schema import check_document, get_element_keys, load_schema
from companion.data.vocabulary import suggest_words
from companion.errors import DeckError, Place
from companion.sentences import Sentence, join_with_commas, say, shorten_text

if TYPE_CHECKING:
    from companion.press.face.typesetting import TextBox

MOST_SCALE = 1000.0  # how many times larger something may be made
Element = Mapping[str, Any]  # an element as written in a face file
NAMES_WHAT = {"face", "land", "pattern"}
"""Kinds of elements whose name says what is drawn; in others it says what the element is called."""


class FaceFault(DeckError):
    """An element that cannot be drawn for a card; `given` is the value at fault, if it is one value."""

    def __init__(self, place: Place, what: Sentence, card: str, given: object = None) -> None:
        super().__init__("{fault} ({card}).", place=place, fault=what, card=card)
        self._fault, self.given = what, given

    @property
    def what(self) -> Sentence:
        """The fault and the place of its face, without the card."""
        return say("{place}: {sentence}", place=self.place.words, sentence=self._fault)

    def set_row(self, element: Mapping[str, Any], place: Callable[..., Place]) -> None:
        """Take the row of the key at fault, else of its element, unless a row is known already."""
        keys = [key for key, value in element.items() if self.given is not None and self.given == value]
        keys += [key for key, value in element.items() if isinstance(value, list) and self.given in value]
        if self.place.row is None and (found := place(*keys[:1])).file == self.place.file:
            self.place = found


def suggest_names(fault: Sentence, name: str, known: Iterable[str]) -> Sentence:
    """A fault about an unknown name, with the known names that may have been meant."""
    close = suggest_words(name, dict.fromkeys(known))
    return say("{fault}; did you mean {names}?", fault=fault, names=join_with_commas(close)) if close else fault


def describe_unknown_colour(name: str) -> Sentence:
    """The fault of a word that is not a colour, with the colours that may have been meant."""
    close = suggest_words(name, dict.fromkeys((*palette(), *css_colours())))
    if close:
        return say("'{value}' is not a colour; did you mean {names}?", value=name, names=join_with_commas(close))
    what = "'{value}' is not a colour; write #rrggbb, or a name of the palette or of CSS"
    return say(what, value=shorten_text(name, 80))


class FaceRemark(FaceFault):
    """Something that has no effect on a card; it stops nothing."""

    @property
    def what(self) -> Sentence:
        return self._fault


class TooManyElements(FaceFault):
    """A face with so many elements that nothing of it is drawn."""


@dataclass(frozen=True)
class Face:
    """A face file; a text in place of a number may name fields of the card. Lengths are in mm."""

    name: str  # without `.toml`
    file: Path
    size: tuple[float | str, float | str]
    bleed: float | str
    safe: float  # how far from the trim words stay
    elements: tuple[Element, ...]  # the lowest first
    trim: str = ""  # `rounded`, `circle`, `hex` or an outline; empty for its box
    corner: float | str = 3.0  # radius of rounded corners
    head: Mapping[str, Any] = field(default_factory=dict)  # the keys of the file itself as written
    place: Callable[..., Place] = lambda *_path: Place("")  # of such a key, asked only for a fault


class WrittenElement(dict[str, Any]):
    """An element as written in a face file, with its place there.

    The file may be that of a base face; the place is asked for only where something is wrong.
    """

    def __init__(self, element: Element, file: Path, place: Callable[[], Place]) -> None:
        super().__init__(element)
        self.file, self.place = file, place
        self.box: TextBox | None = None  # of words that stand in the same place on every card, once known

    @property
    def is_fixed(self) -> bool:
        """True when all but its words, its name and its `when` is the same on every card."""
        given = [str(value) for key, value in self.items() if key not in ("text", "name", "when", "large")]
        return "repeat" not in self and not any("{" in each or each.startswith("$") for each in given)


def read_face(name: str, file: Path, styles: Mapping[str, Element], base: Callable[[str], Face]) -> Face:
    """Read a face file; `base` gives the face of a name, which this one may extend."""
    raw, place = read_toml(file), Place(file=file.name)
    at, elements = partial(raw.get_place, place), raw.get("element")
    if isinstance(elements, list):
        places = (partial(at, "element", number, "style") for number in range(1, len(elements) + 1))
        raw["element"] = [with_style(each, styles, where) for each, where in zip(elements, places, strict=True)]
    check_document(raw, load_schema("face"), place, say("a face"))
    written = enumerate(raw.get("element", ()), 1)
    own = tuple(WrittenElement(each, file, partial(at, "element", number)) for number, each in written)
    if "extends" in raw:
        below = base(raw["extends"])
        whole = replace(below, name=name, file=file, elements=_merge_elements(below.elements, own))
    else:
        whole = Face(name, file, (0.0, 0.0), 0.0, 0.0, own)
    given = {key: raw[key] for key in ("size", "bleed", "safe", "trim", "corner") if key in raw}
    head = dict(given)
    if "size" in given:
        width, height = (side if isinstance(side, str) else float(side) for side in given["size"])
        given["size"] = width, height
    if "safe" in given:
        given["safe"] = float(given["safe"])
    return replace(whole, head=head, place=at, **given)


def with_style(element: Any, styles: Mapping[str, Element], place: Callable[[], Place]) -> Any:
    """An element with those keys of its style that its kind has and that it does not set itself."""
    name = element.get("style") if isinstance(element, dict) else None
    if not isinstance(name, str):
        return element
    if name not in styles:
        told = {"name": name, "names": ", ".join(styles) or "-"}
        raise DeckError("there is no style '{name}' in the deck; its styles are {names}.", place=place(), **told)
    keys = get_element_keys(element.get("kind"))
    return {**{key: value for key, value in styles[name].items() if key in keys}, **element}


def _merge_elements(below: Sequence[Element], own: Sequence[Element]) -> tuple[Element, ...]:
    """The elements of a base with own ones in place of those of the same name; other own ones on top."""
    named: dict[object, list[Element]] = {}
    for each in own:
        if _find_name(each) is not None:
            named.setdefault(_find_name(each), []).append(each)
    found, replaced = list[Element](), set[object]()
    for each in below:
        name = _find_name(each)
        if name not in named:
            found.append(each)
        elif name not in replaced:
            found += named[name]
            replaced.add(name)
    return (*found, *(each for each in own if _find_name(each) not in replaced))


def _find_name(element: Element) -> object:
    return None if element["kind"] in NAMES_WHAT else element.get("name")
