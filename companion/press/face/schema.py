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
from companion.data.papers import css_names, palette
from companion.data.schema import check, declared, keys_of
from companion.data.vocabulary import guesses
from companion.errors import DeckError, Place
from companion.sentences import Sentence, listed, say, shortened

if TYPE_CHECKING:
    from companion.press.face.typesetting import TextBox


class FaceFault(DeckError):
    """An element that cannot be drawn for a card; `given` is the value at fault, if it is one value."""

    def __init__(self, place: Place, what: Sentence, card: str, given: object = None) -> None:
        super().__init__("{fault} ({card}).", place=place, fault=what, card=card)
        self._fault, self.given = what, given

    @property
    def what(self) -> Sentence:
        """The fault and the place of its face, to be said where the card is named already."""
        return say("{place}: {sentence}", place=self.place.words, sentence=self._fault)

    def find(self, element: Mapping[str, Any], place: Callable[..., Place]) -> None:
        """Take over the row of the key at fault, else of its element, where none of the file is known."""
        keys = [key for key, value in element.items() if self.given is not None and self.given == value]
        keys += [key for key, value in element.items() if isinstance(value, list) and self.given in value]
        if self.place.row is None and (found := place(*keys[:1])).file == self.place.file:
            self.place = found


def meant(fault: Sentence, name: str, known: Iterable[str]) -> Sentence:
    """A fault of a name that is unknown, with those that may have been meant."""
    close = guesses(name, dict.fromkeys(known))
    return say("{fault}; did you mean {names}?", fault=fault, names=listed(close)) if close else fault


def no_colour(name: str) -> Sentence:
    """The sentence for a name that no colour has."""
    close = guesses(name, dict.fromkeys((*palette(), *css_names())))
    if close:
        return say("'{value}' is not a colour; did you mean {names}?", value=name, names=listed(close))
    what = "'{value}' is not a colour; write #rrggbb, or a name of the palette or of CSS"
    return say(what, value=shortened(name, 80))


class TooMany(FaceFault):
    """A face with so many elements that nothing of it is drawn."""


MOST_SCALE = 1000.0  # how many times larger something may be made

Element = Mapping[str, Any]  # an element as written in a face file


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


class Written(dict[str, Any]):
    """An element as it is written in a face file, with its place there.

    The file may be that of a face below; the place is asked only where something is wrong with it.
    """

    def __init__(self, element: Element, file: Path, place: Callable[[], Place]) -> None:
        super().__init__(element)
        self.file, self.place = file, place
        self.box: TextBox | None = None  # of words that stand in the same place on every card, once known

    @property
    def fixed(self) -> bool:
        """True when all but its words, its name and when it is drawn is the same on every card."""
        given = [str(value) for key, value in self.items() if key not in ("text", "name", "when", "large")]
        return "repeat" not in self and not any("{" in each or each.startswith("$") for each in given)


NAMES_WHAT = {"face", "land", "pattern"}
"""Kinds of elements whose name says what is drawn; in others it says what the element is called."""


def read_face(
    name: str,
    file: Path,
    styles: Mapping[str, Element] | None = None,
    base: Callable[[str], Face] | None = None,
) -> Face:
    """Read a face file; `base` gives the face of a name that this one may extend."""
    raw, place = read_toml(file), Place(file=file.name)
    elements = raw.get("element")
    if isinstance(elements, list):
        raw["element"] = [
            styled(each, styles or {}, partial(raw.at, place, "element", number, "style"))
            for number, each in enumerate(elements, 1)
        ]
    check(raw, declared("face"), place, say("a face"))
    own = tuple(
        Written(each, file, partial(raw.at, place, "element", number))
        for number, each in enumerate(raw.get("element", ()), 1)
    )
    if "extends" in raw and base is not None:
        below = base(raw["extends"])
        whole = replace(below, name=name, file=file, elements=_in_place(below.elements, own))
    else:
        whole = Face(name, file, (0.0, 0.0), 0.0, 0.0, own)
    given = {key: raw[key] for key in ("size", "bleed", "safe", "trim", "corner") if key in raw}
    head, at = dict(given), partial(raw.at, place)
    if "size" in given:
        width, height = (side if isinstance(side, str) else float(side) for side in given["size"])
        given["size"] = width, height
    if "safe" in given:
        given["safe"] = float(given["safe"])
    return replace(whole, head=head, place=at, **given)


def styled(element: Any, styles: Mapping[str, Element], place: Callable[[], Place]) -> Any:
    """An element with the keys of its style that its kind has and it does not say itself."""
    name = element.get("style") if isinstance(element, dict) else None
    if not isinstance(name, str):
        return element
    if name not in styles:
        raise DeckError(
            "there is no style '{name}' in the deck; its styles are {names}.",
            place=place(),
            name=name,
            names=", ".join(styles) or "-",
        )
    keys = keys_of(element.get("kind"))
    return {**{key: value for key, value in styles[name].items() if key in keys}, **element}


def _in_place(below: Sequence[Element], own: Sequence[Element]) -> tuple[Element, ...]:
    """Elements with those of the same name in their place, and the others above them."""
    named: dict[object, list[Element]] = {}
    for each in own:
        if _name(each) is not None:
            named.setdefault(_name(each), []).append(each)
    found, replaced = list[Element](), set[object]()
    for each in below:
        name = _name(each)
        if name not in named:
            found.append(each)
        elif name not in replaced:
            found += named[name]
            replaced.add(name)
    return (*found, *(each for each in own if _name(each) not in replaced))


def _name(element: Element) -> object:
    return None if element["kind"] in NAMES_WHAT else element.get("name")
