"""From a face and a card to a frame: fields are filled in, words looked up, elements drawn; and proofs of that."""

from __future__ import annotations

import math
import os
from collections import ChainMap
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.data.decks.values import FieldFault
from companion.data.files import check_inside
from companion.data.papers import is_colour, palette, parse_css_colour
from companion.data.rows import fill_fields, is_true, split_comparison, strip_style
from companion.errors import CompanionError, DeckError, InputError, Place
from companion.paths import assets
from companion.press.face import schema
from companion.press.face.library import FaceLibrary
from companion.press.face.schema import Element, Face, FaceFault, FaceRemark, TooManyElements, WrittenElement
from companion.press.face.typesetting import Lettering
from companion.press.frame import fonts
from companion.press.frame.drawing import Drawing
from companion.press.frame.frame import Frame, FrameSpool, Item, Shape, Text, Use
from companion.press.frame.outlines import Bounds, Outline, rect, transform_bounds
from companion.press.frame.trims import find_bleed_outline, offset_outline, parse_trim
from companion.sentences import Sentence, say, shorten_text
from companion.units import to_millimetres

if TYPE_CHECKING:
    from companion.press.face.drawing.parts import Parts

MOST_REPEATS = 10_000
MOST_DRAWN = 200_000  # elements of a face, those of the faces within it counted each time
DEEPEST = 20  # faces within faces
LARGEST = 1e6  # no number on a face is so large; infinity is refused with it
LEAST_SIDE, MOST_SIDE = 0.5, 8_000.0  # sides of a face, mm: from a dot within an icon to a map for a floor
MOST_BLEED = 100.0  # bleed of a face, mm
LONGEST_TEXT = 100_000  # of a text or an outline on a face, with its fields filled in
QUOTED = 80  # characters of a wrong value that are repeated
BLEED, CUT, SAFE, BOX = "#1e90ff", "#ff2a1a", "#1fa050", "#b040d0"
"""Blue, red, green, and violet for boxes: seen on light and on dark."""
THIN, DASH = 0.1, (1.5, 0.75)
LABEL = 3.5  # size of the names of boxes, points; they stand over the upper left corner of their box
MOST_NAME_LETTERS = 24  # of such a name
LINES, WORDS = "mark", "margin"
"""Roles of lines that stay as they are with little ink, and of words that may stand outside the safe zone."""
SHOWN = {"rect", "circle", "line", "polygon", "path", "art"}  # kinds of elements that need no box around them


CachedFrame = tuple[Frame, tuple[CompanionError, ...], int]
"""A frame kept for cards with the same fields, with its faults and the number of its elements."""


class TrackedFields(Mapping[str, str]):
    """A card's fields; it remembers which of them a face has read."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        self._fields = fields
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.names.add(name)
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)


class FaceShelf:
    """Lays out the faces of one deck in one language; each face is read once.

    Faces are looked for in `folders`, in order; `home` is the deck's folder, where shared faces find its
    pictures. `styles` are those that elements may take over. Faults of elements, which are then left out,
    are put into `faults`; without it the first is raised. In `larger` type words are half as large again.
    """

    def __init__(
        self,
        words: Mapping[str, str],
        *folders: Path,
        kinds: Mapping[str, Drawer] | None = None,
        faults: list[CompanionError] | None = None,
        home: Path | None = None,
        styles: Mapping[str, Element] | None = None,
        proof: Proof | None = None,
        lettering: Lettering | None = None,
        larger: bool = False,
    ) -> None:
        self.words, self.larger = words, larger
        self.moved: dict[str, int] = {}  # words that only the aid has, with their numbers
        self.lettering = lettering or Lettering()
        self.get_face = FaceLibrary(folders, styles or {}, self.lettering).get_face
        self.kinds = kinds or {}
        self.home = home
        self._proof = proof
        self._gathering = faults is not None
        self._faults = [] if faults is None else faults
        self._drawn = 0
        self._within: list[str] = []
        self._spool = FrameSpool()
        self.art: dict[tuple[Path, str], Parts] = {}
        self._frames: dict[str, dict[tuple[str, ...], dict[Hashable, CachedFrame]]] = {}

    def lay_out_face(self, name: str, label: str, fields: Mapping[str, str]) -> Frame:
        """Lay out a face with a card's fields; a face that reads no field is labelled with its own name.

        A frame depends only on the fields its face has read. Cards that agree in those, such as all the cards
        with one back, get the very same frame, and ink stores it once.
        """
        if not self._within:
            self._drawn = 0
        known, alike = self._frames.setdefault(name, {}), dict[tuple[str, ...], Hashable]()
        for names, frames in known.items():
            alike[names] = self._compute_key(names, fields)
            if alike[names] in frames:
                frame, faults, drawn = frames[alike[names]]
                self._faults += faults
                self._drawn += drawn
                return frame
        face = self.get_face(name)
        read = TrackedFields(fields)
        context = FaceContext(self, face, label, read)
        self._check_depth(name, context)
        drawn, told = self._drawn, len(self._faults)
        self._within.append(name)
        try:
            width, height = (context.value(side, LEAST_SIDE, MOST_SIDE) for side in face.size)
            bleed = context.value(face.bleed, 0, MOST_BLEED)
            trim = context.trim(width, height) if face.trim else None
            items = tuple(context.draw_elements())
        except FaceFault as fault:
            fault.set_row(face.head, face.place)
            raise
        finally:
            self._within.pop()
        frame = Frame(label if read.names else name, width, height, items, bleed, face.safe, trim)
        if self._proof is not None and not self._within:
            frame = self._proof.draw_over(frame)
        if read.names and not self._within:  # of a large deck each card has a frame of its own
            frame = self._spool.keep_in_memory(frame)
        names = tuple(sorted(read.names))
        key = alike.get(names) or self._compute_key(names, fields)
        known.setdefault(names, {})[key] = frame, tuple(self._faults[told:]), self._drawn - drawn
        return frame

    def _compute_key(self, names: Sequence[str], fields: Mapping[str, str]) -> Hashable:
        """A key shared by cards that agree in these fields; a digest for whole cards, which are many."""
        values = tuple(fields.get(each) for each in names)
        if self._within or not names:
            return values
        return blake2b(repr(values).encode(), digest_size=16).digest()

    def note_element(self, context: FaceContext, element: Element, drawn: Iterator[Item]) -> Iterable[Item]:
        """The items an element has drawn; where a proof is made of this face, its box is noted."""
        if self._proof is None or len(self._within) > 1:
            return drawn
        items = list(drawn)
        self._proof.note(context, element, items)
        return items

    def gather_fault(self, fault: CompanionError) -> None:
        """Add a fault to the others where they are gathered; else raise it."""
        if not self._gathering:
            raise fault
        self._faults.append(fault)

    def gather_remark(self, remark: FaceRemark) -> None:
        """Add a remark to the faults where they are gathered."""
        self._faults += [remark] * self._gathering

    def count_element(self, context: FaceContext) -> None:
        """Count an element that is drawn; raise `TooManyElements` where the outermost face has too many."""
        self._drawn += 1
        if self._drawn > MOST_DRAWN:
            what = say("a face and everything inside it have more than {most} elements", most=MOST_DRAWN)
            raise TooManyElements(Place(context.face.file.name), what, context.label)

    def _check_depth(self, name: str, context: FaceContext) -> None:
        chain = " > ".join((*self._within, name))
        if name in self._within:
            raise context.fault(say("a face includes itself: {faces}", faces=chain))
        if len(self._within) == DEEPEST:
            what = say("faces are nested more than {most} levels deep: {faces}", most=DEEPEST, faces=chain)
            raise context.fault(what)


class FaceContext(NamedTuple):
    """One face being laid out for one card."""

    shelf: FaceShelf
    face: Face
    label: str  # the frame's name
    fields: Mapping[str, str]  # of the card
    row: int | None = None  # of the file, where the elements come from a drawn face

    def draw_elements(self) -> Iterator[Item]:
        """Draw all elements of the face, in order."""
        for element in self.face.elements:
            owner = self
            if isinstance(element, WrittenElement) and element.file is not self.face.file:  # of a base
                owner = self._replace(face=replace(self.face, file=element.file))
            laid = element  # words are laid anew by themselves, since they ask how large they usually are
            if self.shelf.larger and element["kind"] != "text":
                laid = {**element, **element.get("large", {})}
            try:
                for repeated in owner._repeat(laid):
                    if repeated.is_shown(laid.get("when")):
                        self.shelf.count_element(self)
                        drawn = self.shelf.kinds[element["kind"]](repeated, laid)
                        yield from self.shelf.note_element(repeated, laid, drawn)
            except TooManyElements:
                raise
            except InputError as fault:  # of this face, or of a face or a table that it names
                if isinstance(fault, FaceFault) and isinstance(element, WrittenElement):
                    fault.set_row(element, element.place)
                self.shelf.gather_fault(fault)

    def trim(self, width: float, height: float) -> Outline | None:
        """The line that the face is cut out along, within its size; mm."""
        given = self.text(self.face.trim).strip()
        corner = self.value(self.face.corner, 0, min(width, height) / 2) if given == "rounded" else 0.0
        try:
            return parse_trim(given, corner, width, height)
        except InputError as error:
            raise self.fault(error.sentence, self.face.trim) from None

    def locate(self, element: Element) -> tuple[float, float]:
        """The position of an element, moved on by its repeat; mm."""
        x, y = self.value(element.get("x", 0)), self.value(element.get("y", 0))
        if "repeat" in element:
            x, y = x + float(self.fields["dx"]), y + float(self.fields["dy"])
        return x, y

    def clip(self, element: Element) -> Outline | None:
        """The box that an element is clipped to, moved on by its repeat; ``None`` where it has no clip."""
        if not element.get("clip"):
            return None
        x, y, *sides = element["clip"]
        width, height = (self.value(side, 0.01) for side in sides)
        return rect(*self.locate({**element, "x": x, "y": y}), width, height)

    def shape(self, element: Element, outline: Outline, paints: tuple[str | None, str | None] | None = None) -> Shape:
        """An outline with an element's pen; `paints` are its fill and line where they are known already."""
        fill, stroke = paints or (self.colour(element.get("fill")), self.colour(element.get("stroke")))
        dash = tuple(float(length) for length in element.get("dash", ()))
        dash = dash if sum(dash) >= 0.01 else ()  # dashes of no length are a whole line
        width = self.value(element.get("stroke_width", 0.25), 0) if element.get("stroke") else 0.0
        role, group = (self.text(str(element.get(key, ""))) for key in ("role", "group"))
        return Shape(outline, fill, stroke, width, dash, role, group)

    def _repeat(self, element: Mapping[str, Any]) -> Iterator[FaceContext]:
        repeat = element.get("repeat")
        if repeat is None:
            yield self
            return
        columns, rows = (int(self.value(repeat.get(key, 1), 0)) for key in ("columns", "rows"))
        count = columns * rows
        if "count" in repeat:
            count = int(self.value(repeat["count"], 0))
            columns = columns if "columns" in repeat else count
        first = int(self.value(repeat.get("from", 0)))
        if count > MOST_REPEATS:
            raise self.fault(say("{count} repetitions are more than {most}", count=count, most=MOST_REPEATS))
        for index in range(count):
            row, column = divmod(index, max(columns, 1))
            place = {"index": str(first + index), "column": str(column), "row": str(row)}
            place |= {key: str(step * self.value(repeat.get(key, 0))) for key, step in (("dx", column), ("dy", row))}
            yield self._replace(fields=ChainMap(place, self.fields))  # type: ignore[arg-type]

    def is_shown(self, given: object) -> bool:
        """True if a `when` holds: ``a == b|c``, ``a != b|c``, or a condition of ``rows.holds``."""
        if given is None:
            return True
        left, operator, right = split_comparison(str(given))
        if operator:
            options = [option.strip() for option in self.text(right).split("|")]
            return (self.text(left) in options) is (operator == "==")
        if left.startswith("$"):
            return self.text(left).strip() != ""
        try:
            return is_true(left, self._find_field)
        except FieldFault as fault:
            raise self._refuse_unfilled(fault) from None

    def text(self, given: object, styled: bool = False) -> str:
        """A text with its ``{field}`` places filled; ``$key`` is looked up in the words, then filled.

        Only one that is set in type, or given to a face, is `styled`: others have no tags such as ``<b>``.
        """
        text = given = str(given)
        if "{" not in given and given[:1] != "$" and len(given) <= LONGEST_TEXT:
            return given
        try:
            if "{" in given:
                text = fill_fields(given, self._find_field)
            if given.startswith("$"):  # of the face: a price in a cell is not the key of a word
                if text[1:] not in self.shelf.words:
                    lacking = say("there is no word '{key}' in the word file", key=text[1:])
                    raise self.fault(schema.suggest_names(lacking, text[1:], self.shelf.words))
                text = fill_fields(self.shelf.words[text[1:]], self._find_field)
        except FieldFault as fault:
            raise self._refuse_unfilled(fault, given) from None
        if len(text) > LONGEST_TEXT:
            what = say("a text has {found} characters; the limit is {most}", found=len(text), most=LONGEST_TEXT)
            raise self.fault(what)
        return text if styled else strip_style(text)

    def _refuse_unfilled(self, fault: FieldFault, given: object = None) -> FaceFault:
        known = (*self.fields, *self.shelf.words)
        return self.fault(schema.suggest_names(fault.sentence, fault.missing, known), given)

    def _find_field(self, name: str) -> str | None:
        found = self.fields.get(name, self.shelf.words.get(name))
        icon = found is None and self.shelf.lettering.has_icon(name)  # which is set among the words
        return f"{{{name}}}" if icon else found

    def value(self, given: object, least: float = -LARGEST, most: float = LARGEST) -> float:
        """A number, given as such or as a text with fields; ``a+b`` is added, ``a*b`` multiplied."""
        total = float(given) if isinstance(given, (int, float)) else self._parse_sum(self.text(given), given)
        if not least <= total <= most:
            what = say("{value} is not a number from {least} to {most}", value=total, least=least, most=most)
            raise self.fault(what, given)
        return total

    def _parse_sum(self, filled: str, given: object) -> float:
        try:
            return sum(math.prod(map(float, term.split("*"))) for term in filled.split("+"))
        except ValueError:
            raise self.fault(say("'{value}' is not a number", value=shorten_text(filled, QUOTED)), given) from None

    def colour(self, given: object) -> str | None:
        """An opaque colour ``#rrggbb``, else a fault; ``None`` for ``none``, nothing, or a clear one."""
        name = "" if given is None else self.text(given)
        if name in ("", "none"):
            return None
        if is_colour(name):
            return name.lower()
        colour, opacity = self.tint(name, given)
        if 0 < opacity < 1:
            raise self.fault(say("'{value}' is partly transparent, which is not possible here", value=name), given)
        return colour if opacity else None

    def tint(self, name: str, given: object) -> tuple[str, float]:
        """A colour ``#rrggbb``, from the palette or any CSS notation, and its opacity, 0 to 1."""
        if name in palette():
            return palette()[name], 1.0
        found = parse_css_colour(name)
        if found is None:
            raise self.fault(schema.describe_unknown_colour(name), given)
        return found

    def get_file(self, name: str, fault: Sentence, beside: bool = False) -> Path:
        """A file that the face names, within the folder of its deck; `fault` is raised where there is none.

        With `beside` it is looked for beside the face, then beside the deck file; else beside the deck file,
        then beside the face, then among the game's assets.
        """
        folder = self.face.file.parent
        deck, game = folder.parent, assets() / "games" / folder.name
        homes = [(deck, folder), (deck, deck)] if beside else [(deck, deck), (deck, folder), (game, game)]
        if self.shelf.home not in (None, deck):  # a shared face has nothing of its own beside it
            homes.append((self.shelf.home, self.shelf.home))
        for home, each in homes:
            try:
                file = check_inside(home, each / name)
            except DeckError:
                outside = "'{file}' lies outside the folder of the deck; copy it into the folder"
                raise self.fault(say(outside, file=str(each / name))) from None
            if os.path.lexists(file):
                return file
        raise self.fault(fault)

    def fault(self, sentence: Sentence, given: object = None) -> FaceFault:
        """A fault of this face, or of a value `given` in it; it names the file and the card."""
        return FaceFault(Place(self.face.file.name, self.row), sentence, self.label, given)


Drawer = Callable[[FaceContext, Element], Iterator[Item]]  # draws the elements of one kind


class Proof:
    """A card with its lines of bleed, cut and safe zone, and its named boxes, drawn over it."""

    def __init__(self) -> None:
        self._boxes: list[tuple[str, Bounds]] = []
        self._lined: dict[int, tuple[Frame, Frame]] = {}

    def note(self, context: FaceContext, element: Element, drawn: Sequence[Item]) -> None:
        """Note the box of an element that was drawn."""
        if element["kind"] in SHOWN and "name" not in element:
            return
        if (element["kind"] == "layer") is not ("matrix" in element):
            return  # what lies in a layer is noted by itself, where the layer is turned the layer is
        name = context.text(element.get("name", element.get("text", element["kind"])))
        name = shorten_text(name, MOST_NAME_LETTERS)
        if "width" in element and ("height" in element or element["kind"] == "qr"):
            x, y = context.locate(element)
            width, height = (context.value(element.get(side, element["width"])) for side in ("width", "height"))
            self._boxes.append((name, (x, y, x + width, y + height)))
        else:
            self._boxes += [(name, _compute_extent(item)) for item in drawn if isinstance(item, Use)]

    def draw_over(self, frame: Frame) -> Frame:
        """The frame of a face, with the noted boxes drawn over it."""
        boxes, self._boxes = self._boxes, []
        return replace(frame, items=(*frame.items, *(item for each in boxes for item in _draw_named_box(*each))))

    def draw_lines(self, frame: Frame) -> Frame:
        """The frame with its lines of bleed, cut and safe zone; equal frames give one frame."""
        if id(frame) not in self._lined:
            trim = frame.trim or rect(0, 0, frame.width, frame.height)
            lines = [_draw_line(trim, CUT)]
            if frame.bleed > THIN:
                out = frame.bleed - THIN / 2
                lines.append(_draw_line(find_bleed_outline(frame, out) or _build_box(frame, out), BLEED, DASH))
            if 0 < frame.safe < min(frame.width, frame.height) / 2:
                safe = offset_outline(frame.trim, -frame.safe) if frame.trim else _build_box(frame, -frame.safe)
                lines.append(_draw_line(safe, SAFE, DASH))
            self._lined[id(frame)] = frame, frame.with_items((*frame.items, *lines))
        return self._lined[id(frame)][1]


def _build_box(frame: Frame, out: float) -> Outline:
    """The box of a frame with its sides moved outward, mm."""
    return rect(-out, -out, frame.width + 2 * out, frame.height + 2 * out)


def _compute_extent(use: Use) -> Bounds:
    if isinstance(use.frame, Drawing):
        return transform_bounds(use.frame.visible_bounds, use.matrix)
    return transform_bounds((0.0, 0.0, use.frame.width, use.frame.height), use.matrix)


def _draw_line(outline: Outline, colour: str, dash: tuple[float, ...] = ()) -> Shape:
    return Shape(outline, stroke=colour, width=THIN, dash=dash, role=LINES)


def _draw_named_box(name: str, box: Bounds) -> Iterator[Item]:
    """A box, and its name on white so that it can be read on any ground."""
    left, top, right, bottom = box
    yield _draw_line(rect(left, top, right - left, bottom - top), BOX)
    if name.strip():
        high, wide = to_millimetres(LABEL), to_millimetres(fonts.measure_width(name, "regular", LABEL))
        base = top if top < high else top - high  # above its box, where there is room on the card
        yield Shape(rect(left, base, wide + 0.6, high), "#ffffff", role=LINES)
        yield Text(name, left + 0.3, base + 0.8 * high, LABEL, colour=BOX, role=WORDS)
