"""Preflight: find faults of a print before paper is wasted; and the manifest, the record of cards cut out.

Kinds must not differ in colour alone. Faces tag shapes with a role and a group: ``icon`` of ``forest``.
Two groups of one role are fine if the frames that have them differ in their drawing. If only their
colours differ, these must be distinct in a grey copy and to red- and green-blind people.

The manifest is a JSON file with an entry ``"map-cards/12": [1, "3f9a0c21b7d4"]`` for each card: its copies, and
a hash of their look, front and back, so that only changed cards are printed again. Cards printed since, but not
yet confirmed as cut out, are apart, since paper may jam before they exist.
"""

import hashlib
import json
import re
import struct
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, pairwise
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from companion.codec import decode, encode
from companion.data.deck import Deck
from companion.data.files import read_json, read_text
from companion.data.rows import FIELD
from companion.errors import CompanionError, InputError, Place, TableError
from companion.press.face.kinds import LEAST_MODULE
from companion.press.face.markup import OVERFLOW
from companion.press.face.pieces import Piece, select_components
from companion.press.face.typesetting import text_extent
from companion.press.frame import fonts, outlines
from companion.press.frame.drawing import Drawing, collect_notes, intersect_boxes
from companion.press.frame.frame import MINIATURE, Frame, Picture, Shape, Text, Use
from companion.press.frame.low_ink import SIGHTS, compute_difference
from companion.press.frame.outlines import IDENTITY, Bounds, Matrix, compute_bounds, transform_bounds, transform_outline
from companion.press.frame.picture_edges import MadeBleed, describe_made_bleed
from companion.press.frame.pictures import inspect_picture
from companion.press.frame.trims import compute_clearance
from companion.sentences import Sentence, join_with_commas, say
from companion.units import MM_PER_INCH, to_millimetres

LEAST_DIFFERENCE = 12.0  # two flat colours with a smaller ΔE are hard to tell apart at a glance
Pattern = frozenset[tuple[object, ...]]  # what a frame draws, without colours
LEAST_STROKE = to_millimetres(0.25)  # the thinnest line that every printer prints, mm
LEAST_DPI = 300  # a picture with a lower resolution looks blurred on paper
FREE = {"decor", "margin", "cut", "fold", "mark", "pattern", "texture", OVERFLOW}
"""Roles that may be outside the safe zone, such as lines of a proof and patterns, which may be cut anywhere."""
THAI_PHRASE = f"[{fonts.THAI}]{{20,}}"
"""Several words of Thai or Lao, which are written without spaces."""
Looks = dict[int, str]  # hashes of frames by id; the frames must stay alive
CardLook = tuple[int, str]  # the copies of a card, and a hash of their look


def find_near_cut(frame: Frame, free: Collection[str]) -> Iterator[tuple[str, Sentence]]:
    """Find texts, drawings and shapes that end too near the cut of a face, except those with a role in `free`."""
    for item, matrix in _walk_near_cut(frame, IDENTITY, frame):
        if item.role in free:
            continue
        if isinstance(item, Text):
            yield from _find_text_near_cut(item, matrix, frame)
            continue
        for exact in (False,) if item.role == "ground" else (False, True):  # of a ground, no exact box is needed
            box = left, top, right, bottom = _ink_box(item, matrix, exact)
            distances = [left, top, frame.width - right, frame.height - bottom]
            if min(distances) >= frame.safe:
                break
        if frame.trim is not None:  # items that the trim cuts through are meant to be cut
            distances = [max(compute_clearance(frame.trim, box, frame.safe + 1), -frame.bleed)]
        name = item.frame.name.rpartition("/")[2] if isinstance(item, Use) else item.role or "shape"
        if too_near := [end for end in distances if 0.01 - frame.bleed < end < frame.safe - 0.01]:
            template = "'{name}' ends {distance} mm from the cut, neither in the safe zone nor beyond the bleed"
            yield "safe-zone", say(template, name=name, distance=abs(min(too_near)))


def _walk_near_cut(
    frame: Frame, matrix: Matrix, face: Frame, clipped: bool = False
) -> Iterator[tuple[Text | Shape | Use, Matrix]]:
    """Yield texts, drawings and shapes with their matrices onto a face; of what is `clipped` only texts.

    Frames that lie wholly in the safe zone are not looked into.
    """
    for item in frame.items:
        if isinstance(item, Use) and item.role == MINIATURE:
            continue
        if isinstance(item, Use) and not isinstance(item.frame, Drawing):
            if item.clip is not None and not clipped:
                yield item, matrix
            placing = item.matrix.then(matrix)
            if _compute_margin(transform_bounds(item.frame.visible_box, placing), face) < face.safe:
                yield from _walk_near_cut(item.frame, placing, face, clipped or item.clip is not None)
        elif isinstance(item, Text) or (isinstance(item, Shape | Use) and not clipped):
            yield item, matrix


def _compute_margin(box: Bounds, face: Frame) -> float:
    """The distance from a box to the cut of a face, mm; negative if it reaches beyond the cut."""
    margin = min(box[0], box[1], face.width - box[2], face.height - box[3])
    return margin if face.trim is None else min(margin, compute_clearance(face.trim, box, face.safe + 1))


def _ink_box(item: Shape | Use, matrix: Matrix, exact: bool) -> Bounds:
    """The box round an item with its line, mm; an item with a clip is as large as that, or smaller if a drawing."""
    if isinstance(item, Shape):
        return _measure_outline(item.outline, item.width if item.stroke else 0.0, matrix, exact)
    if isinstance(item.frame, Drawing):
        box = transform_bounds(item.frame.visible_bounds if exact else item.frame.extent, item.matrix.then(matrix))
        return intersect_boxes(box, compute_bounds(transform_outline(item.clip, matrix))) if item.clip else box
    return compute_bounds(transform_outline(item.clip or (), matrix))


@lru_cache(maxsize=1024)  # a deck draws the same box on every card
def _measure_outline(outline: outlines.Outline, width: float, matrix: Matrix, exact: bool) -> Bounds:
    box = transform_bounds(compute_bounds(outline), matrix)
    if exact:
        box = outlines.compute_tight_bounds(transform_outline(outline, matrix))
    edge = width * matrix.scale / 2
    return box[0] - edge, box[1] - edge, box[2] + edge, box[3] + edge


class Variant(NamedTuple):
    """A kind, such as forest, as a frame draws it."""

    group: str  # the name of the kind
    frame: str  # the card it was found on
    drawing: Pattern  # if its frame has several groups, only its own pattern
    colour: str  # of the tagged shape


class Variants:
    """Gathers the variants of every role on the faces of a deck, to find kinds that look alike."""

    def __init__(self) -> None:
        self._roles: dict[str, dict[str, Variant]] = {}
        self._gathered: set[int] = set()
        self._patterns: dict[int, Pattern] = {}

    def gather(self, frame: Frame, face: str = "") -> None:
        """Add the variants of a frame on a face; the frame must stay alive, since its id is stored."""
        if id(frame) in self._gathered:
            return
        self._gathered.add(id(frame))
        face = face or frame.name
        tagged = {(item.role, item.group) for item in frame.items if isinstance(item, Shape) and item.group}
        counts = Counter(role for role, _ in tagged)
        for item in frame.items:
            if isinstance(item, Use):
                self.gather(item.frame, face)
                if isinstance(item.frame, Drawing) and item.role and item.group:
                    drawing: Pattern = frozenset({(item.frame.shape_digest,)})
                    self._keep_clearest(item.role, Variant(item.group, face, drawing, item.frame.colour))
            elif isinstance(item, Shape) and item.role and item.group:
                drawing = self._find_patterns(frame, item) if counts[item.role] > 1 else self._get_pattern(frame)
                colour = item.fill or item.stroke or "#000000"
                self._keep_clearest(item.role, Variant(item.group, face, drawing, colour))

    def _keep_clearest(self, role: str, variant: Variant) -> None:
        """Keep the variant of a kind with the fewest items, which shows best what the kind itself looks like."""
        variants = self._roles.setdefault(role, {})
        other = variants.get(variant.group)
        if other is None or not other.drawing or 0 < len(variant.drawing) < len(other.drawing):
            variants[variant.group] = variant

    def list_lookalikes(self) -> Iterator[tuple[Variant, Variant, str, str]]:
        """Yield pairs of variants of a role that look alike to a kind of sight, with role and sight."""
        for role, variants in sorted(self._roles.items()):
            for one, other in combinations(variants.values(), 2):
                for sight in SIGHTS if one.drawing == other.drawing else ():
                    if compute_difference(one.colour, other.colour, sight) < LEAST_DIFFERENCE:
                        yield one, other, role, sight
                        break

    def _find_patterns(self, frame: Frame, shape: Shape) -> Pattern:
        """The patterns that a frame clips to a shape."""
        clipped = (item for item in frame.items if isinstance(item, Use) and item.clip)
        frames = (item.frame for item in clipped if set(shape.outline) <= set(item.clip or ()))
        return frozenset().union(*map(self._get_pattern, frames))

    def _get_pattern(self, frame: Frame) -> Pattern:
        if id(frame) not in self._patterns:
            self._patterns[id(frame)] = frozenset(_list_pattern(frame))
        return self._patterns[id(frame)]


def _list_pattern(frame: Frame, matrix: Matrix = IDENTITY) -> Iterator[tuple[object, ...]]:
    numbers = tuple(round(part, 2) for part in matrix)
    for item in frame.items:
        match item:
            case Shape():
                yield (item.role, item.outline, numbers, item.fill is None, item.dash)
            case Text():
                yield (item.text,)
            case Use(frame=Drawing() as drawing):
                yield (drawing.shape_digest, *(round(part, 2) for part in item.matrix.then(matrix)))
            case Use():
                yield from _list_pattern(item.frame, item.matrix.then(matrix))


class PrintFault(NamedTuple):
    """Something that would print wrong, or deserves a remark; `preflight_rules` has the rules."""

    card: str  # deck, component and card, with slashes between
    rule: str  # such as `layout`, `safe-zone`; of `deck` and `note`, the text is a whole sentence
    text: Sentence  # names the box
    language: str | None = None  # the code of the language it was found in


def build_faults(errors: Iterable[tuple[str, CompanionError]]) -> Iterator[PrintFault]:
    for card, error in errors:
        yield PrintFault(card, getattr(error, "rule", "deck"), getattr(error, "fault", error.message))


def examine_names(deck: Deck, language: str, only: Collection[str] = ()) -> Iterator[PrintFault]:
    """Yield faults of texts on the first page and in margins, and texts that this language alone lacks."""
    yield from _find_untranslated(deck, language, only)
    words = {key: fonts.normalise_text(text) for key, text in deck.words(language).items()}
    others = {code: deck.words(code) for code in deck.languages if code != language}
    for key in ("title", *(f"component.{component.name}" for component in select_components(deck, only))):
        codes = [code for code, translations in others.items() if key in translations]
        if words and key not in words and codes:
            fields = {"file": f"words.{language}.toml", "key": key, "other": f"words.{codes[0]}.toml"}
            yield PrintFault(deck.name, "word", say("{file} lacks '{key}', which {other} has", **fields))
            continue
        text = words.get(key, deck.name if key == "title" else key.partition(".")[2])
        for fault in _find_lost_letters(text, key, "regular", "bold"):
            yield PrintFault(deck.name, "glyph", fault)


def _find_untranslated(deck: Deck, language: str, only: Collection[str]) -> Iterator[PrintFault]:
    """Yield cards that lack a text in a language, each once; a column without a language counts for all."""
    for component in select_components(deck, only):
        others = [code for code in component.languages if code != language]
        for id, fields in {card.id: card.fields for card in component.cards}.items() if others else ():
            for column, text in fields.items():
                name, _, code = column.rpartition(".")
                key = f"{name}.{language}"
                if text and code in others and not fields.get(key, "") and name not in fields:
                    remark = say("'{column}' is empty, and '{other}' is '{text}'", column=key, other=column, text=text)
                    yield PrintFault(f"{deck.name}/{component.name}/{id}", "word", remark)
                    break


def _find_lost_letters(text: str, box: str, *used: str) -> Iterator[Sentence]:
    """Yield a sentence on words that cannot be set in any font, and one on letters that the fonts `used` lack."""
    words = fonts.find_unsettable_words(text)
    if words:
        yield say(
            "{characters} in '{text}' (box '{box}') must be joined or set from right to left, which is done only in "
            "drawings: put these words in an SVG file",
            **{"characters": join_with_commas(words), "text": text, "box": box},
        )
    settable = "".join(each for each in text.split() if each not in words) if words else text
    if missing := "".join(dict.fromkeys("".join(fonts.find_missing_letters(settable, font) for font in used))):
        yield fonts.describe_missing_letters(missing, text, box)


class Examination:
    """Checks a deck in one language while it is laid out; each distinct face, also within others, is checked once."""

    def __init__(self) -> None:
        self.errors: list[tuple[str, CompanionError]] = []
        self._cache: dict[int, tuple[Frame, list[tuple[str, Sentence]]]] = {}
        self._looks: dict[tuple[int, float], tuple[Frame, list[tuple[str, Sentence]]]] = {}
        self._faces: list[PrintFault] = []
        self._variants = Variants()

    def examine(self, pieces: Iterable[Piece]) -> Iterator[Piece]:
        """Check pieces as they are laid out, and yield them unchanged."""
        for piece in pieces:
            card = f"{piece.deck}/{piece.key}"
            if piece.mismatch is not None:
                self._faces.append(PrintFault(card, "layout", piece.mismatch))
            for frame, side in ((piece.front, card), (piece.back, f"{card}/back")):
                if frame is None:
                    continue
                if id(frame) not in self._cache:
                    faults = [*self._examine_look(frame, 1.0), *find_near_cut(frame, FREE)]
                    for note in collect_notes([frame]):
                        faults.append(("glyph" if "characters" in dict(note.fields) else "drawing", note))
                    ways = {each.name for each in frame.nested_frames if isinstance(each, MadeBleed)}
                    faults += (("note", describe_made_bleed(way)) for way in ways)
                    self._cache[id(frame)] = frame, faults
                    self._variants.gather(frame)
                self._faces += (PrintFault(side, *each) for each in self._cache[id(frame)][1])
            yield piece

    def _examine_look(self, frame: Frame, scale: float) -> Sequence[tuple[str, Sentence]]:
        """The faults of a frame at a scale that do not depend on its place on the face."""
        key = id(frame), round(scale, 4)
        if key not in self._looks:
            faults = list[tuple[str, Sentence]]()
            for item in frame.items:
                if isinstance(item, Use) and (item.role == MINIATURE or isinstance(item.frame, MadeBleed)):
                    continue
                if not isinstance(item, Use):
                    faults += _examine_item(item, scale)
                elif isinstance(item.frame, Drawing):
                    faults += _examine_width(item.frame.name, item.frame.finest * scale * item.matrix.scale)
                else:
                    faults += self._examine_look(item.frame, scale * item.matrix.scale)
            self._looks[key] = frame, faults
        return self._looks[key][1]

    def list_face_faults(self) -> Iterator[PrintFault]:
        yield from self._faces
        for one, other, role, sight in self._variants.list_lookalikes():
            kinds = {"one": one.group, "other": other.group, "role": role, "sight": sight}
            fault = say("'{one}' and '{other}' ({role}) differ only in colour, and look alike in {sight}", **kinds)
            yield PrintFault(one.frame, "colour-alone", fault)

    def list_faults(self, deck: Deck, language: str, only: Collection[str] = ()) -> Iterator[PrintFault]:
        """Yield all faults of a deck, including those of its names."""
        for each in (*build_faults(self.errors), *examine_names(deck, language, only), *self.list_face_faults()):
            if not (each.rule in ("dpi", "note", "safe-zone") and deck.pictured):  # pictures are not judged; notes tell
                yield each._replace(language=language)


def _examine_item(item: Text | Shape | Picture, scale: float) -> Iterator[tuple[str, Sentence]]:
    match item:
        case Text():
            yield from _examine_text(item)
        case Shape():
            if item.stroke:
                yield from _examine_width(f"{item.role} {item.group}".strip() or "-", item.width * scale)
            if item.role == "qr":
                yield from _examine_code(item, scale)
        case Picture():
            yield from _examine_picture(item, scale)


def _examine_text(text: Text) -> Iterator[tuple[str, Sentence]]:
    words = fonts.normalise_text(text.aid_words).replace("\n", " ") if text.aid_words else text.text
    if not (fonts.find_missing_letters(words, text.font) or "{" in words + text.text) and words.isascii():
        return
    yield from (("glyph", fault) for fault in _find_lost_letters(words, text.box, text.font))
    for phrase in re.findall(THAI_PHRASE, words):
        template = "'{text}' (box '{box}') breaks nowhere: write a zero-width space (U+200B) where a line may end"
        yield "line-break", say(template, text=phrase, box=text.box)
    for field_name in FIELD.findall(text.text) if "{" in text.text else ():
        fault = say(
            "'{field}' would be printed as it stands (box '{box}'): the deck has no such icon, and "
            "fields are filled in faces and words, not in the cells of a table",
            **{"field": f"{{{field_name}}}", "box": text.box},
        )
        yield "field", fault


def _find_text_near_cut(text: Text, matrix: Matrix, frame: Frame) -> Iterator[tuple[str, Sentence]]:
    margin = _compute_margin(text_extent(text, matrix), frame)
    fields: dict[str, object] = {"text": text.text, "box": text.box}
    if margin < -0.01:
        yield "cut", say("'{text}' (box '{box}') reaches {distance} mm beyond the cut", **fields, distance=-margin)
    elif frame.safe - margin > 0.01:
        fields |= {"safe": frame.safe, "distance": frame.safe - margin}
        template = "'{text}' (box '{box}') reaches {distance} mm out of the safe zone of {safe} mm"
        yield "safe-zone", say(template, **fields)


def _examine_code(code: Shape, scale: float) -> Iterator[tuple[str, Sentence]]:
    ys = sorted({numbers[1] for letter, numbers in code.outline if letter != "Z"})
    # Rounding may make equal rows differ slightly.
    module = min((b - a for a, b in pairwise(ys) if b - a > 1e-6), default=0.0) * scale
    if round(module, 2) < LEAST_MODULE:
        fields = {"module": module, "least": LEAST_MODULE}
        yield "qr", say("the squares of a QR code are {module} mm wide; a phone needs {least}", **fields)


def _examine_width(name: str, width: float) -> Iterator[tuple[str, Sentence]]:
    if round(width, 2) < round(LEAST_STROKE, 2):  # rounded as in the message
        fields = {"role": name, "width": width, "least": LEAST_STROKE}
        yield "stroke", say("a line ({role}) is {width} mm wide; the minimum is {least} mm", **fields)


def _examine_picture(picture: Picture, scale: float) -> Iterator[tuple[str, Sentence]]:
    raster = inspect_picture(Path(picture.file))
    dots = min(raster.width / picture.width, raster.height / picture.height)
    dpi = dots / scale * MM_PER_INCH
    name = Path(picture.file).name
    if raster.is_sequence:
        yield "note", say("{picture} has several frames or pages; the first is printed.", picture=name)
    if round(dpi) < LEAST_DPI:
        template = "{picture} has {dpi} dpi at this size; {least} are needed"
        yield "dpi", say(template, picture=name, dpi=round(dpi), least=LEAST_DPI)


class Manifest(NamedTuple):
    """The record of the cards of an edition, by ``component/card``."""

    cut: Mapping[str, CardLook] = MappingProxyType({})  # confirmed as cut out
    pending: Mapping[str, CardLook] = MappingProxyType({})  # printed since, and not yet confirmed

    def with_confirmed(self, keys: Collection[str] = ()) -> "Manifest":
        """The manifest after waiting cards are confirmed as cut out: all of them, or those picked."""
        cut_out = {key: entry for key, entry in self.pending.items() if not keys or key in keys}
        left = {key: entry for key, entry in self.pending.items() if key not in cut_out}
        return Manifest({**self.cut, **cut_out}, left)

    def format(self) -> str:
        return json.dumps(encode(self), ensure_ascii=False) + "\n"


def list_looks(pieces: Sequence[Piece], cache: Looks | None = None) -> dict[str, CardLook]:
    """The copies and look of every card, as in a manifest; `cache` caches looks found before."""
    cache = {} if cache is None else cache
    copies = Counter(piece.key for piece in pieces)
    looks = {}
    for piece in pieces:
        sides = [hash_frame(side, cache) for side in (piece.front, piece.back) if side is not None]
        looks[piece.key] = copies[piece.key], hashlib.sha256("".join(sides).encode()).hexdigest()[:12]
    return looks


def list_changed(pieces: Sequence[Piece], before: Mapping[str, CardLook], looks: Looks | None = None) -> list[Piece]:
    """The pieces that look different from those cut out, and copies that a card has now in addition, in order."""
    counts: Counter[str] = Counter()
    for key, (copies, look) in list_looks(pieces, looks).items():
        old_copies, old_look = before.get(key, (0, ""))
        counts[key] = max(0, copies - old_copies) if look == old_look else copies
    changed = []
    for piece in pieces:
        if counts[piece.key] > 0:
            counts[piece.key] -= 1
            changed.append(piece)
    return changed


def read_manifest(file: Path) -> Manifest:
    """Read a manifest; a missing file gives an empty one, as before the first print."""
    if not file.exists():
        return Manifest()
    try:
        return Manifest(**decode(dict[str, dict[str, CardLook]], read_json(file, read_text(file, is_own=True))))
    except (TableError, TypeError, ValueError):
        fault = "this is no longer a record of what is cut out; delete it to print everything."
        raise InputError(fault, place=Place(file=str(file))) from None


def hash_frame(frame: Frame, looks: Looks) -> str:
    """A hash of everything that a frame draws, nested frames and pictures included."""
    if id(frame) not in looks:
        digest = hashlib.sha256((frame.digest if isinstance(frame, Drawing) else repr(frame)).encode())
        for item in frame.items:
            match item:
                case Shape():
                    digest.update(_pack_outline(item.outline) + repr(item[1:]).encode())
                case Text():
                    digest.update(repr(item[:8] + item[10:]).encode())  # without the name of its box, and its role
                case Use():
                    digest.update(_pack_outline(item.clip or ()) + struct.pack("6d", *item.matrix))
                    digest.update(f"{item[3:]}{hash_frame(item.frame, looks)}".encode())
                case Picture():
                    digest.update(repr(item).encode() + Path(item.file).read_bytes())
        looks[id(frame)] = digest.hexdigest()
    return looks[id(frame)]


@lru_cache(maxsize=256)  # a deck draws the same box on every card
def _pack_outline(outline: outlines.Outline) -> bytes:
    """The numbers of an outline as they are, and its letters: to format them takes five times as long."""
    numbers = [*chain.from_iterable([xy for _, xy in outline])]
    return struct.pack(f"{len(numbers)}d", *numbers) + "".join([letter for letter, _ in outline]).encode()
