"""Lay out a face for a card as a frame: fill in fields, look up words, draw elements; and draw proofs over it."""

import math
import os
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.data.decks.values import FieldFault
from companion.data.files import check_inside
from companion.data.papers import palette, parse_css_colour
from companion.data.rows import fill_fields, is_true, split_comparison, strip_style
from companion.data.vocabulary import suggest_words
from companion.errors import CompanionError, DeckError, InputError, Place
from companion.paths import assets
from companion.press.face import schema
from companion.press.face.schema import Element, Face, FaceFault, FaceRemark, TooManyElements, WrittenElement
from companion.press.face.typesetting import DeckResources
from companion.press.frame import fonts
from companion.press.frame.drawing import Drawing
from companion.press.frame.frame import Frame, Item, Shape, Text, Use
from companion.press.frame.outlines import Bounds, Outline, rect, transform_bounds
from companion.press.frame.picture_edges import extend_pictures
from companion.press.frame.trims import find_bleed_outline, offset_outline, parse_trim
from companion.sentences import Sentence, join_with_commas, say, shorten_text
from companion.units import to_millimetres

if TYPE_CHECKING:
    from companion.press.face.drawing.parts import Parts

MOST_REPEATS = 10_000
MOST_KEPT = 64  # choices of fields for which the items of an element are kept
MOST_DRAWN = 200_000  # elements on a face; those of a nested face count each time it is placed
DEEPEST = 20  # levels of faces nested within faces, and faces that extend one another
LARGEST = 1e6  # the limit of numbers on a face, which also refuses infinity
LEAST_SIDE, MOST_SIDE = 0.5, 8_000.0  # limits of the sides of a face, mm: from a dot of an icon to a map on a floor
MOST_BLEED = 100.0  # mm
LONGEST_TEXT = 100_000  # characters of a text or an outline on a face, fields filled in
QUOTED = 80  # characters of a wrong value that a message quotes
BLEED, CUT, SAFE, BOX = "#1e90ff", "#ff2a1a", "#1fa050", "#b040d0"
"""Blue, red, green and violet, which show on light and on dark pictures."""
THIN, DASH = 0.1, (1.5, 0.75)
LABEL = 3.5  # type size of the name above the upper left corner of a box, points
MOST_NAME_LETTERS = 24  # letters of the name of a box
LINES, WORDS = "mark", "margin"
"""Roles of lines that low ink leaves unchanged, and of words that may be outside the safe zone."""
SHOWN = {"rect", "circle", "line", "polygon", "path", "art"}  # kinds that need no box in a proof
CachedFrame = tuple[Frame, tuple[CompanionError, ...], int]
"""A frame cached for cards with the same fields, its faults and the number of its elements."""


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

    Faces are searched for in `folders`, in order; `home` is the deck's folder, where shared faces find its
    pictures. `styles` are those that elements may name. Elements with faults are left out and their faults
    added to `faults`; without it the first fault is raised. In `larger` type words are half as large again.
    `picture_edge` is how pictures that end at the cut are extended (`picture_edges.WAYS`);
    in a deck that is `pictured`, drawings too.
    """

    def __init__(
        self,
        words: Mapping[str, str],
        *folders: Path,
        kinds: "Mapping[str, Drawer] | None" = None,
        faults: list[CompanionError] | None = None,
        home: Path | None = None,
        styles: Mapping[str, Element] | None = None,
        proof: "Proof | None" = None,
        resources: DeckResources | None = None,
        larger: bool = False,
        picture_edge: str = "none",
        pictured: bool = False,
    ) -> None:
        self.words, self.large_type = words, larger
        self.word_numbers: dict[str, int] = {}  # texts that only the aid has in full, with their numbers
        self.resources = resources or DeckResources()
        self._folders, self._styles = folders, styles or {}
        self._faces: dict[str, Face] = {}
        self.kinds = kinds or {}
        self.home = home
        self._proof, self._picture_edge = proof, (picture_edge, pictured)
        self._collects_faults = faults is not None
        self._faults = [] if faults is None else faults
        self._element_count = 0
        self._face_chain: list[str] = []
        self.art: dict[tuple[Path, str], Parts] = {}
        self.files: dict[tuple[Path, str, bool], Path] = {}  # by the folder of a face and what it calls them
        self.tables: dict[tuple[Path, str], tuple[list[dict[str, str]], Iterable[Sentence]]] = {}
        self._frames: dict[tuple[str, bool, bool], dict[tuple[str, ...], dict[schema.FieldValues, CachedFrame]]] = {}

    def get_face(self, name: str, extensions: tuple[str, ...] = ()) -> Face:
        """The face with this name; a `DeckError` if there is none. `extensions` are faces that extend it."""
        if name not in self._faces:
            for folder in self._folders:
                files = [check_inside(folder, folder / f"{name}{suffix}") for suffix in (".toml", ".svg")]
                existing = [file for file in files if os.path.lexists(file)]
                if existing:
                    self._faces[name] = self._read_face(name, existing, (*extensions, name))
                    break
            else:
                place = Place(file=str(self._folders[0]))
                close = suggest_words(name, sorted({file.stem for file in self._folders[0].glob("*.[ts][ov][mg]*")}))
                fault = "there is no face '{name}'; did you mean {names}?" if close else "there is no face '{name}'."
                raise DeckError(fault, place=place, name=name, names=join_with_commas(close))
        return self._faces[name]

    def _read_face(self, name: str, files: Sequence[Path], extensions: tuple[str, ...]) -> Face:
        if len(files) > 1:
            keys: dict[str, Any] = {"place": Place(file=files[0].name), "name": name, "file": files[1].name}
            raise DeckError("there are two faces '{name}', one written and one drawn; rename or remove {file}.", **keys)
        if files[0].suffix == ".toml":
            return schema.read_face(name, files[0], self._styles, partial(self._get_base, extensions))
        from companion.press.face.drawing.boxes import read_drawn_face

        return read_drawn_face(name, files[0], self._styles, self.resources)

    def _get_base(self, extensions: tuple[str, ...], base: str) -> Face:
        if base not in extensions and len(extensions) <= DEEPEST:
            return self.get_face(base, extensions)
        faces = " > ".join((*extensions, base))
        fault = say("more than {most} faces extend one another: {faces}", most=DEEPEST, faces=faces)
        if base in extensions:
            fault = say("a face extends itself: {faces}", faces=faces)
        raise DeckError("{fault}.", place=Place(file=f"{extensions[-1]}.toml"), fault=fault)

    def lay_out_face(self, name: str, label: str, fields: Mapping[str, str]) -> Frame:
        """Lay out a face with a card's fields; a face that reads no field is labelled with its own name.

        A frame depends only on the fields its face has read. Cards that agree in those, such as all the cards
        with one back, get the very same frame, and ink stores it once.
        """
        is_outermost = not self._face_chain
        if is_outermost:
            self._element_count = 0
        frames_by_fields = self._frames.setdefault((name, is_outermost, self.large_type), {})
        for names, frames in frames_by_fields.items():
            if (cached := frames.get(_get_fields(fields, names))) is not None:
                frame, faults, count = cached
                self._faults += faults
                self._element_count += count
                return frame
        face = self.get_face(name)
        tracked = TrackedFields(fields)
        context = FaceContext(self, face, label, tracked)
        self._check_depth(name, context)
        count, fault_count = self._element_count, len(self._faults)
        self._face_chain.append(name)
        is_larger, self.large_type = self.large_type, self.large_type and face.large == 1.0
        try:
            width, height = (context.value(side, LEAST_SIDE, MOST_SIDE) for side in face.size)
            bleed = context.value(face.bleed, 0, MOST_BLEED)
            trim = context.trim(width, height) if face.trim else None
            items = tuple(context.draw_elements())
        except FaceFault as fault:
            fault.set_row(face.head, face.place)
            raise
        finally:
            self._face_chain.pop()
            self.large_type = is_larger
        frame = Frame(label if tracked.names else name, width, height, items, bleed, face.safe, trim)
        if is_outermost:
            frame = extend_pictures(frame, *self._picture_edge)
            frame = frame if self._proof is None else self._proof.draw_over(frame)
            frame = frame.enlarge(face.large) if is_larger and face.large != 1.0 else frame
        names = tuple(sorted(tracked.names))
        cached = frame, tuple(self._faults[fault_count:]), self._element_count - count
        frames_by_fields.setdefault(names, {})[_get_fields(fields, names)] = cached
        return frame

    def draw_element(self, context: "FaceContext", element: Element, current: Element) -> Iterable[Item]:
        """Draw an element as `current` says; what it draws for the same fields on many cards is drawn once."""
        draw = self.kinds[element["kind"]]
        if not isinstance(element, WrittenElement) or element.field_names is None or self.large_type:
            return draw(context, current)
        values, drawn = _get_fields(context.fields, element.field_names), element.items_by_values
        if (items := drawn.get(values)) is None:
            fault_count, items = len(self._faults), (*draw(context, current),)
            is_flat = element["kind"] == "drawing" or all(isinstance(each, Shape | Text) for each in items)
            if is_flat and len(self._faults) == fault_count and len(drawn) < MOST_KEPT:
                drawn[values] = items
        return items

    @property
    def proof(self) -> "Proof | None":
        """What notes the boxes of elements; only those of the outermost face are shown."""
        return self._proof if len(self._face_chain) == 1 else None

    def gather_fault(self, fault: CompanionError) -> None:
        """Add a fault to the others if they are gathered; raise it if not, unless it is a remark."""
        if not (self._collects_faults or isinstance(fault, FaceRemark)):
            raise fault
        self._faults.append(fault)

    def count_element(self, context: "FaceContext") -> None:
        """Count an element that is drawn; raise `TooManyElements` if the outermost face has too many."""
        self._element_count += 1
        if self._element_count > MOST_DRAWN:
            fault = say("a face and everything inside it have more than {most} elements", most=MOST_DRAWN)
            raise TooManyElements(Place(context.face.file.name), fault, context.label)

    def _check_depth(self, name: str, context: "FaceContext") -> None:
        chain = " > ".join((*self._face_chain, name))
        if name in self._face_chain:
            raise context.fault(say("a face includes itself: {faces}", faces=chain))
        if len(self._face_chain) == DEEPEST:
            fault = say("faces are nested more than {most} levels deep: {faces}", most=DEEPEST, faces=chain)
            raise context.fault(fault)


def _get_fields(fields: Mapping[str, str], names: Sequence[str]) -> schema.FieldValues:
    return tuple(map(fields.get, names))


class FaceContext(NamedTuple):
    """A face while it is laid out for a card."""

    shelf: FaceShelf
    face: Face
    label: str  # the frame's name
    fields: Mapping[str, str]  # of the card
    row: int | None = None  # in the SVG file of a drawn face

    def draw_elements(self) -> Iterator[Item]:
        for element in self.face.elements:
            owner = self
            if isinstance(element, WrittenElement) and element.file is not self.face.file:  # inherited from a base face
                owner = self._replace(face=self.face._replace(file=element.file))
            current = element  # texts apply `large` themselves: they need their usual size too
            if self.shelf.large_type and element["kind"] != "text":
                current = {**element, **element.get("large", {})}
            try:
                for element_copy in owner._repeat(current):
                    if element_copy.is_shown(current.get("when")):
                        self.shelf.count_element(self)
                        items = self.shelf.draw_element(element_copy, element, current)
                        if self.shelf.proof is not None:
                            items = [*items]
                            self.shelf.proof.note(element_copy, current, items)
                        yield from items
            except TooManyElements:
                raise
            except InputError as fault:  # in this face, or in a face or a table that it names
                if isinstance(fault, FaceFault) and isinstance(element, WrittenElement):
                    fault.set_row(element, element.place)
                self.shelf.gather_fault(fault)

    def fill_inner_face(self, element: Element) -> tuple[str, str, Mapping[str, str]]:
        """The name, the label and the fields of a face on this one."""
        name = self.text(element["name"])
        values = {key: self.text(str(value), True) for key, value in element.get("with", {}).items()}
        if element.get("inherit"):
            return name, f"{name}/{self.label}", ChainMap(values, self.fields)  # type: ignore[arg-type]
        return name, "/".join([name, *values.values()]), values

    def trim(self, width: float, height: float) -> Outline | None:
        """The outline along which the face is cut out; mm."""
        text = self.text(self.face.trim).strip()
        corner = self.value(self.face.corner, 0, min(width, height) / 2) if text == "rounded" else 0.0
        try:
            return parse_trim(text, corner, width, height)
        except InputError as error:
            raise self.fault(error.sentence, self.face.trim) from None

    def locate(self, element: Element) -> tuple[float, float]:
        """The position of an element, shifted if it is repeated; mm."""
        x, y = self.value(element.get("x", 0)), self.value(element.get("y", 0))
        if "repeat" in element:
            x, y = x + float(self.fields["dx"]), y + float(self.fields["dy"])
        return x, y

    def locate_box(self, element: Element, least: float = 0.0) -> tuple[float, float, float, float]:
        """The position of an element, and its width and height, which must be at least `least`; mm."""
        return *self.locate(element), self.value(element["width"], least), self.value(element["height"], least)

    def clip(self, element: Element) -> Outline | None:
        """The box that an element is clipped to, shifted if it is repeated; ``None`` if it has no clip."""
        if not element.get("clip"):
            return None
        box = dict(zip(("x", "y", "width", "height"), element["clip"], strict=True))
        return rect(*self.locate_box({**element, **box}, 0.01))

    def shape(self, element: Element, outline: Outline, paints: tuple[str | None, str | None] | None = None) -> Shape:
        """An outline drawn as an element says; `paints` are the colours of fill and line if they are known already."""
        fill, stroke = paints or (self.colour(element.get("fill")), self.colour(element.get("stroke")))
        dash = tuple(float(length) for length in element.get("dash", ()))
        dash = dash if sum(dash) >= 0.01 else ()  # dashes without length: the line is drawn whole
        width = self.value(element.get("stroke_width", 0.25), 0) if element.get("stroke") else 0.0
        role, group = (self.text(str(element.get(key, ""))) for key in ("role", "group"))
        return Shape(outline, fill, stroke, width, dash, role, group)

    def _repeat(self, element: Mapping[str, Any]) -> "Iterator[FaceContext]":
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
            raise self.fault(say("{count} repetitions; the limit is {most}", count=count, most=MOST_REPEATS))
        for index in range(count):
            row, column = divmod(index, max(columns, 1))
            place = {"index": str(first + index), "column": str(column), "row": str(row)}
            place |= {key: str(step * self.value(repeat.get(key, 0))) for key, step in (("dx", column), ("dy", row))}
            yield self._replace(fields=ChainMap(place, self.fields))  # type: ignore[arg-type]

    def is_shown(self, value: object) -> bool:
        """True if a `when` holds: ``a == b|c``, ``a != b|c``, a ``$word`` that is not empty, or else `is_true`."""
        if value is None:
            return True
        left, operator, right = split_comparison(str(value))
        if operator:
            options = [option.strip() for option in self.text(right).split("|")]
            return (self.text(left) in options) is (operator == "==")
        if left.startswith("$"):
            return self.text(left).strip() != ""
        try:
            return is_true(left, self._find_field)
        except FieldFault as fault:
            raise self._refuse_unfilled(fault) from None

    def text(self, template: object, styled: bool = False) -> str:
        """A text with each ``{field}`` filled in; ``$key`` is replaced by its word, which is then filled in.

        Only one that is set in type, or given to a face, is `styled`: others have no tags such as ``<b>``.
        """
        text = template = str(template)
        if "{" not in template and template[:1] != "$" and len(template) <= LONGEST_TEXT:
            return template
        try:
            if "{" in template:
                text = fill_fields(template, self._find_field)
            if template.startswith("$"):  # in the face file: a price such as $5 in a cell is no key
                if text[1:] not in self.shelf.words:
                    missing = say("there is no word '{key}' in the word file", key=text[1:])
                    raise self.fault(schema.suggest_names(missing, text[1:], self.shelf.words))
                text = fill_fields(self.shelf.words[text[1:]], self._find_field)
        except FieldFault as fault:
            raise self._refuse_unfilled(fault, template) from None
        if len(text) > LONGEST_TEXT:
            message = say("a text has {found} characters; the limit is {most}", found=len(text), most=LONGEST_TEXT)
            raise self.fault(message)
        return text if styled else strip_style(text)

    def _refuse_unfilled(self, fault: FieldFault, value: object = None) -> FaceFault:
        names = (*self.fields, *self.shelf.words)
        return self.fault(schema.suggest_names(fault.sentence, fault.missing, names), value)

    def _find_field(self, name: str) -> str | None:
        value = self.fields.get(name, self.shelf.words.get(name))
        icon = value is None and self.shelf.resources.has_icon(name)  # an icon in the text
        return f"{{{name}}}" if icon else value

    def value(self, value: object, least: float = -LARGEST, most: float = LARGEST) -> float:
        """A number within limits, given as such or as a text with fields; ``a+b`` and ``a*b`` are computed."""
        if isinstance(value, (int, float)):
            total = float(value)
        else:
            filled = self.text(value)
            try:
                total = sum(math.prod(map(float, term.split("*"))) for term in filled.split("+"))
            except ValueError:
                raise self.fault(say("'{value}' is not a number", value=shorten_text(filled, QUOTED)), value) from None
        if not least <= total <= most:
            fault = say("{value} is not a number from {least} to {most}", value=total, least=least, most=most)
            raise self.fault(fault, value)
        return total

    def colour(self, value: object) -> str | None:
        """An opaque colour ``#rrggbb``; ``None`` for ``none``, nothing or a clear one; a fault for any other value."""
        name = "" if value is None else self.text(value)
        if name in ("", "none"):
            return None
        colour, opacity = self.tint(name, value)
        if 0 < opacity < 1:
            raise self.fault(say("'{value}' is partly transparent, which is not possible here", value=name), value)
        return colour if opacity else None

    def tint(self, name: str, value: object) -> tuple[str, float]:
        """A colour ``#rrggbb``, from the palette or any CSS notation, and its opacity, 0 to 1."""
        if name in palette():
            return palette()[name], 1.0
        colour = parse_css_colour(name)
        if colour is None:
            raise self.fault(schema.describe_unknown_colour(name), value)
        return colour

    def get_file(self, name: str, fault: Sentence, local: bool = False) -> Path:
        """Find a file that the face names, within the folder of its deck; raise `fault` if there is none.

        With `local`, the face's folder is searched, then the deck's; otherwise the deck's, the face's, then
        the game's assets.
        """
        folder, files = self.face.file.parent, self.shelf.files
        if (folder, name, local) in files:
            return files[folder, name, local]
        deck, game = folder.parent, assets() / "games" / folder.name
        homes = [(deck, folder), (deck, deck)] if local else [(deck, deck), (deck, folder), (game, game)]
        if self.shelf.home not in (None, deck):  # a shared face uses the pictures of the deck
            homes.append((self.shelf.home, self.shelf.home))
        for home, each in homes:
            try:
                file = check_inside(home, each / name)
            except DeckError:
                message = "'{file}' lies outside the folder of the deck; copy it into the folder"
                raise self.fault(say(message, file=str(each / name))) from None
            if os.path.lexists(file) and not file.is_dir():
                files[folder, name, local] = file
                return file
        raise self.fault(fault)

    def fault(self, sentence: Sentence, value: object = None) -> FaceFault:
        """A fault of this face, or of a value `value` in it; it names the file and the card."""
        return FaceFault(Place(self.face.file.name, self.row), sentence, self.label, value)


Drawer = Callable[[FaceContext, Element], Iterator[Item]]  # draws the elements of one kind


class Proof:
    """Draws the bleed, the cut, the safe zone and the named boxes of elements over a card."""

    def __init__(self) -> None:
        self._boxes: list[tuple[str, Bounds]] = []
        self._cache: dict[int, tuple[Frame, Frame]] = {}

    def note(self, context: FaceContext, element: Element, items: Sequence[Item]) -> None:
        if element["kind"] in SHOWN and "name" not in element:
            return
        if (element["kind"] == "layer") is not ("matrix" in element):
            return  # note the elements of a layer, but a turned layer as a whole
        name = context.text(element.get("name", element.get("text", element["kind"])))
        name = shorten_text(name, MOST_NAME_LETTERS)
        if "width" in element and ("height" in element or element["kind"] == "qr"):
            x, y, width, height = context.locate_box({"height": element["width"], **element})
            self._boxes.append((name, (x, y, x + width, y + height)))
        else:
            self._boxes += [(name, compute_extent(item)) for item in items if isinstance(item, Use)]

    def draw_over(self, frame: Frame) -> Frame:
        boxes, self._boxes = self._boxes, []
        return replace(frame, items=(*frame.items, *(item for each in boxes for item in _draw_named_box(*each))))

    def draw_lines(self, frame: Frame) -> Frame:
        """The frame with lines for bleed, cut and safe zone; drawn once for each frame."""
        if id(frame) not in self._cache:
            trim = frame.trim or rect(0, 0, frame.width, frame.height)
            lines = [_draw_line(trim, CUT)]
            if frame.bleed > THIN:
                out = frame.bleed - THIN / 2
                lines.append(_draw_line(find_bleed_outline(frame, out) or _build_box(frame, out), BLEED, DASH))
            if 0 < frame.safe < min(frame.width, frame.height) / 2:
                safe = offset_outline(frame.trim, -frame.safe) if frame.trim else _build_box(frame, -frame.safe)
                lines.append(_draw_line(safe, SAFE, DASH))
            self._cache[id(frame)] = frame, replace(frame, items=(*frame.items, *lines))
        return self._cache[id(frame)][1]


def _build_box(frame: Frame, out: float) -> Outline:
    """The box of a frame, enlarged on all sides, mm."""
    return rect(-out, -out, frame.width + 2 * out, frame.height + 2 * out)


def compute_extent(use: Use) -> Bounds:
    """The box that a frame covers as it lies, mm; of a drawing, its visible part."""
    if isinstance(use.frame, Drawing):
        return transform_bounds(use.frame.visible_bounds, use.matrix)
    return transform_bounds((0.0, 0.0, use.frame.width, use.frame.height), use.matrix)


def _draw_line(outline: Outline, colour: str, dash: tuple[float, ...] = ()) -> Shape:
    return Shape(outline, stroke=colour, width=THIN, dash=dash, role=LINES)


def _draw_named_box(name: str, box: Bounds) -> Iterator[Item]:
    """A box, and its name on white so that it is readable on any picture."""
    left, top, right, bottom = box
    yield _draw_line(rect(left, top, right - left, bottom - top), BOX)
    if name.strip():
        high, wide = to_millimetres(LABEL), to_millimetres(fonts.measure_width(name, "regular", LABEL))
        base = top if top < high else top - high  # above its box if there is room on the card
        yield Shape(rect(left, base, wide + 0.6, high), "#ffffff", role=LINES)
        yield Text(name, left + 0.3, base + 0.8 * high, LABEL, colour=BOX, role=WORDS)
