"""Preflight: faults of a print, found before paper is spent; and the manifest, the record of cut cards.

No kinds may differ by colour alone. Faces tag shapes with a role and a group: ``icon`` of ``forest``.
Two groups of one role are fine if the frames that carry them differ in their drawing. If only their
colours differ, these must stay apart in a grey copy and to red- and green-blind eyes.

The manifest is a TOML file a person can read: ``"map-cards/12" = "1 x 3f9a0c21b7d4"`` - the copies, and a hash
of their look, front and back, so that only changed cards are printed again. Cards printed since, but not yet
confirmed as cut out, stand under ``[waiting]``: paper jams, and a sheet that was never cut is no card.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from companion.data.deck import Deck
from companion.data.files import read_text
from companion.data.rows import FIELD
from companion.errors import CompanionError, InputError, Place
from companion.press.face.kinds import LEAST_MODULE
from companion.press.face.markup import OVERFLOW
from companion.press.face.pieces import Piece, select_components
from companion.press.face.schema import FaceFault
from companion.press.face.typesetting import Overflow, text_extent
from companion.press.frame import fonts, outlines
from companion.press.frame.drawing import Drawing, collect_notes, intersect_boxes
from companion.press.frame.frame import Frame, Item, Picture, Shape, Text, Use
from companion.press.frame.low_ink import SIGHTS, compute_difference
from companion.press.frame.outlines import IDENTITY, Bounds, Matrix, compute_bounds, transform_bounds, transform_outline
from companion.press.frame.pictures import inspect_picture
from companion.press.frame.trims import compute_clearance
from companion.sentences import Sentence, say, shorten_text
from companion.units import MM_PER_INCH, to_millimetres

LEAST_DIFFERENCE = 12.0  # ΔE below which two flat colours are not plainly different at a glance
Pattern = frozenset[tuple[object, ...]]  # what is drawn
LEAST_STROKE = to_millimetres(0.25)  # the thinnest line that prints everywhere, mm
LEAST_DPI = 300  # resolution below which a picture looks soft on paper
FREE = {"decor", "margin", "cut", "fold", "mark", "pattern", "texture", OVERFLOW}
"""Roles that may stand outside the safe zone: lines of a proof too, and what is cut anywhere, as cloth is."""
HEAD = "# What is cut out, card by card: copies x look. Delete this file to print everything again.\n"
WAITING = "waiting"
QUOTED = 80  # letters of an error that are repeated
ENTRY = re.compile(r"([0-9]{1,6}) x (\w{1,64})", re.ASCII)
Looks = dict[int, str]  # the look of frames that live on, by their identity


def find_near_cut(frame: Frame, free: Collection[str]) -> Iterator[tuple[str, Sentence]]:
    """Find drawings and shapes that end too near the cut of a face; those of the roles `free` may."""
    for item, matrix in _walk_items(frame, IDENTITY, free):
        for exact in (False,) if item.role == "ground" else (False, True):  # for a ground a wide box will do
            box = left, top, right, bottom = _ink_box(item, matrix, exact)
            ends = [left, top, frame.width - right, frame.height - bottom]
            if min(ends) >= frame.safe:
                break
        if frame.trim is not None:  # what an outline cuts through is meant to be cut
            ends = [max(compute_clearance(frame.trim, box, frame.safe + 1), -frame.bleed)]
        name = item.frame.name.rpartition("/")[2] if isinstance(item, Use) else item.role or "shape"
        if near := [end for end in ends if 0.01 - frame.bleed < end < frame.safe - 0.01]:
            said = "'{name}' ends {distance} mm from the cut, neither in the safe zone nor beyond the bleed"
            yield "safe-zone", say(said, name=name, distance=abs(min(near)))


def _walk_items(frame: Frame, matrix: Matrix, free: Collection[str]) -> Iterator[tuple[Shape | Use, Matrix]]:
    """Yield the drawings and shapes of a face, nested ones too, each with its matrix onto the face."""
    for item in frame.items:
        if isinstance(item, Use) and item.clip is None and not isinstance(item.frame, Drawing):
            yield from _walk_items(item.frame, item.matrix.then(matrix), free)
        elif isinstance(item, Shape | Use) and item.role not in free:
            yield item, matrix


def _ink_box(item: Shape | Use, matrix: Matrix, exact: bool) -> Bounds:
    """The box round the ink of an item, mm; a window of a map or a pattern is as large as its clip."""
    if isinstance(item, Shape):
        box = transform_bounds(compute_bounds(item.outline), matrix)
        if exact:
            box = outlines.compute_tight_bounds(transform_outline(item.outline, matrix))
        edge = item.width * matrix.scale / 2 if item.stroke else 0.0
        return box[0] - edge, box[1] - edge, box[2] + edge, box[3] + edge
    if isinstance(item.frame, Drawing):
        box = transform_bounds(item.frame.visible_bounds if exact else item.frame.extent, item.matrix.then(matrix))
        return intersect_boxes(box, compute_bounds(transform_outline(item.clip, matrix))) if item.clip else box
    return compute_bounds(transform_outline(item.clip or (), matrix))


class Variant(NamedTuple):
    """One kind, such as a forest, as one frame draws it."""

    group: str  # the kind
    frame: str  # name of the face it was found on
    drawing: Pattern  # without colours; of several groups in a frame, the own pattern
    colour: str  # of the tagged shape


class Variants:
    """The variants of every role on the faces of a deck, gathered one face at a time."""

    def __init__(self) -> None:
        self._roles: dict[str, dict[str, Variant]] = {}
        self._seen: dict[int, Pattern | None] = {}

    def gather(self, frame: Frame, face: str = "") -> None:
        """Add the variants of a frame on a face; it must stay alive, for it is known by its identity."""
        if id(frame) in self._seen:
            return
        face = face or frame.name
        self._seen[id(frame)] = None
        tagged = {(item.role, item.group) for item in frame.items if isinstance(item, Shape) and item.group}
        shared = {role for role, _ in tagged if sum(1 for each, _ in tagged if each == role) > 1}
        whole = frozenset(_list_pattern(frame)) if {role for role, _ in tagged if role} - shared else frozenset()
        for item in frame.items:
            if isinstance(item, Use):
                self.gather(item.frame, face)
                if isinstance(item.frame, Drawing) and item.role and item.group:
                    drawn = Variant(item.group, face, frozenset({(item.frame.shape_digest,)}), item.frame.colour)
                    self._roles.setdefault(item.role, {}).setdefault(item.group, drawn)
            elif isinstance(item, Shape) and item.role and item.group:
                variants = self._roles.setdefault(item.role, {})
                drawing = self._find_patterns(frame, item) if item.role in shared else whole
                variant = Variant(item.group, face, drawing, item.fill or item.stroke or "#000000")
                # The smallest frame that carries the tag says best what the kind itself looks like.
                known = variants.get(item.group)
                if known is None or not known.drawing or 0 < len(variant.drawing) < len(known.drawing):
                    variants[item.group] = variant

    def list_lookalikes(self) -> Iterator[tuple[Variant, Variant, str, str]]:
        """Yield pairs of variants of a role that look alike to some sight, with role and sight."""
        for role, variants in sorted(self._roles.items()):
            for one, other in combinations(variants.values(), 2):
                if one.drawing != other.drawing:
                    continue
                apart = {sight: compute_difference(one.colour, other.colour, sight) for sight in SIGHTS}
                if alike := [sight for sight in SIGHTS if apart[sight] < LEAST_DIFFERENCE]:
                    yield one, other, role, alike[0]

    def _find_patterns(self, frame: Frame, shape: Shape) -> Pattern:
        """The patterns clipped to a shape; each is computed once and cached."""
        found: Pattern = frozenset()
        for item in frame.items:
            if isinstance(item, Use) and item.clip and set(shape.outline) <= set(item.clip):
                drawing = self._seen.get(id(item.frame))
                if drawing is None:
                    drawing = self._seen[id(item.frame)] = frozenset(_list_pattern(item.frame))
                found |= drawing
        return found


def _list_pattern(frame: Frame, matrix: Matrix = IDENTITY) -> Iterator[tuple[object, ...]]:
    placed = tuple(round(part, 2) for part in matrix)
    for item in frame.items:
        match item:
            case Shape():
                yield (item.role, item.outline, placed, item.fill is None, item.dash)
            case Text():
                yield (item.text,)
            case Use(frame=Drawing() as drawing):
                yield (drawing.shape_digest, *(round(part, 2) for part in item.matrix.then(matrix)))
            case Use():
                yield from _list_pattern(item.frame, item.matrix.then(matrix))


class PrintFault(NamedTuple):
    """One thing that would print wrong, or deserves a remark; see ``preflight_rules``."""

    card: str  # deck, component and card, with slashes between
    rule: str  # such as `layout`, `word`, `safe-zone`; with `deck` and `note` the sentence is whole
    text: Sentence  # with the box
    language: str | None = None  # code of the words it is found in, where it is told


def build_faults(found: Iterable[tuple[str, CompanionError]]) -> Iterator[PrintFault]:
    """Turn errors of layout into faults, each with its card."""
    for card, error in found:
        if isinstance(error, FaceFault | Overflow):
            yield PrintFault(card, "layout" if isinstance(error, Overflow) else "face", error.what)
        else:
            yield PrintFault(card, "deck", error.whole)


def examine_names(deck: Deck, language: str, only: Collection[str] = ()) -> Iterator[PrintFault]:
    """Check the texts of a deck that stand on the first page and in margins, and those of its tables.

    They may be left out, but not in one language alone.
    """
    yield from _find_untranslated(deck, language, only)
    words = deck.words(language)
    others = {code: deck.words(code) for code in deck.languages if code != language}
    for key in ("title", *(f"component.{component.name}" for component in select_components(deck, only))):
        known = [code for code, theirs in others.items() if key in theirs]
        if words and key not in words and known:
            told = {"file": f"words.{language}.toml", "key": key, "other": f"words.{known[0]}.toml"}
            yield PrintFault(deck.name, "word", say("{file} lacks '{key}', which {other} has", **told))
            continue
        text = words.get(key, deck.name if key == "title" else key.partition(".")[2])
        unknown = "".join(dict.fromkeys(fonts.find_missing_letters(text) + fonts.find_missing_letters(text, "bold")))
        if unknown:
            yield PrintFault(deck.name, "glyph", fonts.describe_missing_letters(unknown, text, key))


def _find_untranslated(deck: Deck, language: str, only: Collection[str]) -> Iterator[PrintFault]:
    """Yield cards that lack a text in a language, each once; a column without a language serves all."""
    for component in select_components(deck, only):
        others = [code for code in component.languages if code != language]
        for id, fields in {card.id: card.fields for card in component.cards}.items() if others else ():
            for column, text in fields.items():
                name, _, code = column.rpartition(".")
                mine = f"{name}.{language}"
                if text and code in others and not fields.get(mine, "") and name not in fields:
                    told = say("'{column}' is empty, and '{other}' is '{text}'", column=mine, other=column, text=text)
                    yield PrintFault(f"{deck.name}/{component.name}/{id}", "word", told)
                    break


class Examination:
    """Checks a deck in one language while it is laid out, each different face once.

    Layout adds the faults it finds itself to `found`.
    """

    def __init__(self) -> None:
        self.found: list[tuple[str, CompanionError]] = []
        self._seen: dict[int, tuple[Frame, list[tuple[str, Sentence]]]] = {}
        self._faces: list[PrintFault] = []
        self._variants = Variants()

    def examine(self, pieces: Iterable[Piece]) -> Iterator[Piece]:
        """Yield the pieces, each checked as it comes."""
        for piece in pieces:
            card = f"{piece.deck}/{piece.key}"
            if piece.mismatch is not None:
                self._faces.append(PrintFault(card, "layout", piece.mismatch))
            for frame, side in ((piece.front, card), (piece.back, f"{card}/back")):
                if frame is None:
                    continue
                if id(frame) not in self._seen:
                    found = [each for item, matrix in frame.walk() for each in _examine_item(item, matrix, frame)]
                    found += find_near_cut(frame, FREE)
                    for note in collect_notes([frame]):
                        found.append(("glyph" if "characters" in dict(note.fields) else "drawing", note))
                    self._seen[id(frame)] = frame, found
                    self._variants.gather(frame)
                self._faces += (PrintFault(side, *each) for each in self._seen[id(frame)][1])
            yield piece

    def list_face_faults(self) -> Iterator[PrintFault]:
        yield from self._faces
        for one, other, role, sight in self._variants.list_lookalikes():
            told = say(
                "'{one}' and '{other}' ({role}) differ only in colour, and look alike in {sight}",
                **{"one": one.group, "other": other.group, "role": role, "sight": sight},
            )
            yield PrintFault(one.frame, "colour-alone", told)

    def list_faults(self, deck: Deck, language: str, only: Collection[str] = ()) -> Iterator[PrintFault]:
        """All faults of a deck, those in its names included."""
        for each in (*build_faults(self.found), *examine_names(deck, language, only), *self.list_face_faults()):
            if not (each.rule == "dpi" and deck.pictured):  # told of in a note
                yield each._replace(language=language)


def _examine_item(item: Item | Drawing, matrix: Matrix, frame: Frame) -> Iterable[tuple[str, Sentence]]:
    match item:
        case Text():
            return _examine_text(item, matrix, frame)
        case Shape():
            return _examine_shape(item, matrix)
        case Drawing():
            return _examine_width(item.name, item.finest * matrix.scale)
        case Picture():
            return _examine_picture(item, matrix)
        case _:
            return ()


def _examine_text(text: Text, matrix: Matrix, frame: Frame) -> Iterator[tuple[str, Sentence]]:
    said = text.stands.replace("\n", " ") or text.text
    if lacking := fonts.find_missing_letters(said, text.font):
        yield "glyph", fonts.describe_missing_letters(lacking, said, text.box)
    for found in FIELD.findall(text.text) if "{" in text.text else ():
        bare = say(
            "'{field}' would be printed as it stands (box '{box}'): the deck has no such icon, and "
            "fields are filled in faces and words, not in the cells of a table",
            **{"field": f"{{{found}}}", "box": text.box},
        )
        yield "field", bare
    if text.role in FREE:
        return
    box = left, top, right, bottom = text_extent(text, matrix)
    within = min(left, top, frame.width - right, frame.height - bottom)
    if frame.trim is not None:
        within = min(within, compute_clearance(frame.trim, box, frame.safe + 1))
    told: dict[str, object] = {"text": text.text, "box": text.box, "safe": frame.safe}
    told["distance"] = outside = -within if within < -0.01 else frame.safe - within
    if within < -0.01:
        yield "cut", say("'{text}' (box '{box}') reaches {distance} mm beyond the cut", **told)
    elif outside > 0.01:
        near = say("'{text}' (box '{box}') reaches {distance} mm out of the safe zone of {safe} mm", **told)
        yield "safe-zone", near


def _examine_shape(shape: Shape, matrix: Matrix) -> Iterator[tuple[str, Sentence]]:
    if shape.stroke:
        yield from _examine_width(f"{shape.role} {shape.group}".strip() or "-", shape.width * matrix.scale)
    if shape.role == "qr":
        ys = sorted({at[1] for letter, at in shape.outline if letter != "Z"})
        # Two rows of one height may differ by a breath where the code stands at 43.52 mm.
        module = min((b - a for a, b in pairwise(ys) if b - a > 1e-6), default=0.0) * matrix.scale
        if round(module, 2) < LEAST_MODULE:
            told = {"module": module, "least": LEAST_MODULE}
            yield "qr", say("the squares of a QR code are {module} mm wide; a phone needs {least}", **told)


def _examine_width(name: str, width: float) -> Iterator[tuple[str, Sentence]]:
    if round(width, 2) < round(LEAST_STROKE, 2):  # as they are told: the least is not its own fault
        told = {"role": name, "width": width, "least": LEAST_STROKE}
        yield "stroke", say("a line ({role}) is {width} mm wide; the minimum is {least} mm", **told)


def _examine_picture(picture: Picture, matrix: Matrix) -> Iterator[tuple[str, Sentence]]:
    about = inspect_picture(Path(picture.file))
    dots = min(about.width / picture.width, about.height / picture.height)
    dpi = dots / matrix.scale * MM_PER_INCH
    if round(dpi) < LEAST_DPI:
        told = {"picture": Path(picture.file).name, "dpi": round(dpi), "least": LEAST_DPI}
        yield "dpi", say("{picture} has {dpi} dpi at this size; {least} are needed", **told)


@dataclass(frozen=True)
class Manifest:
    """The cards of an edition: copies and look of each, by component and card."""

    cut: Mapping[str, str] = field(default_factory=dict)  # on the table, as far as anybody has said
    waiting: Mapping[str, str] = field(default_factory=dict)  # printed since, and not yet said to be cut out

    def with_confirmed(self, picked: Collection[str] = ()) -> Manifest:
        """The manifest after the waiting cards are cut out: all of them, or those picked."""
        done = {key: entry for key, entry in self.waiting.items() if not picked or key in picked}
        left = {key: entry for key, entry in self.waiting.items() if key not in done}
        return Manifest({**self.cut, **done}, left)

    def format(self) -> str:
        lines = [HEAD, *_format_lines(self.cut)]
        if self.waiting:
            lines += [f"\n[{WAITING}]\n", *_format_lines(self.waiting)]
        return "".join(lines)


def _format_lines(entries: Mapping[str, str]) -> Iterator[str]:
    """The lines of a TOML file, whatever characters the name of a card has."""
    for key, entry in entries.items():
        plain = key.replace("\\", "\\\\").replace('"', '\\"')
        shown = "".join(each if each.isprintable() else f"\\U{ord(each):08x}" for each in plain)
        yield f'"{shown}" = "{entry}"\n'


def list_looks(pieces: Sequence[Piece], known: Looks | None = None) -> dict[str, str]:
    """The copies and look of every card, as in a manifest; `known` caches looks found before."""
    known = {} if known is None else known
    copies = Counter(piece.key for piece in pieces)
    found = {}
    for piece in pieces:
        sides = [hash_frame(side, known) for side in (piece.front, piece.back) if side is not None]
        found[piece.key] = f"{copies[piece.key]} x {hashlib.sha256(''.join(sides).encode()).hexdigest()[:12]}"
    return found


def list_changed(pieces: Sequence[Piece], before: Mapping[str, str], known: Looks | None = None) -> list[Piece]:
    """The pieces that look different from those cut out, and copies that are missing; in order.

    Of a card that looks the same but now has more copies, only the new copies.
    """
    now = list_looks(pieces, known)
    wanted: Counter[str] = Counter()
    for key, entry in now.items():
        copies, look = entry.split(" x ")
        had, old_look = before.get(key, "0 x ").split(" x ")
        wanted[key] = max(0, int(copies) - int(had)) if look == old_look else int(copies)
    chosen = []
    for piece in pieces:
        if wanted[piece.key] > 0:
            wanted[piece.key] -= 1
            chosen.append(piece)
    return chosen


def read_manifest(file: Path) -> Manifest:
    """Read a manifest; a missing file gives an empty one, as before the first print."""
    if not file.exists():
        return Manifest()
    try:
        raw = tomllib.loads(read_text(file, own=True))
    except (ValueError, RecursionError) as error:  # a number of 5,000 digits is no TOMLDecodeError
        told: dict[str, Any] = {"place": Place(file=str(file)), "reason": shorten_text(str(error), QUOTED)}
        raise InputError("this is not a manifest any more ({reason}); delete it to print everything.", **told) from None
    waiting = raw.pop(WAITING, {})
    if not isinstance(waiting, dict):
        raise _build_entry_error(file, WAITING, waiting)
    return Manifest(_check_entries(file, raw), _check_entries(file, waiting))


def _check_entries(file: Path, raw: Mapping[str, Any]) -> Mapping[str, str]:
    for key, entry in raw.items():
        if not isinstance(entry, str) or not ENTRY.fullmatch(entry):
            raise _build_entry_error(file, key, entry)
    return raw


def _build_entry_error(file: Path, key: str, entry: object) -> InputError:
    return InputError(
        "the entry {key} = '{entry}' is none of ours; delete the file to print everything.",
        place=Place(file=str(file)),
        key=shorten_text(key, QUOTED),
        entry=shorten_text(str(entry), QUOTED),
    )


def hash_frame(frame: Frame, known: Looks) -> str:
    """A hash of all that a frame draws, nested frames and pictures included."""
    if id(frame) not in known:
        digest = hashlib.sha256(str(frame).encode())
        for item in frame.items:
            if isinstance(item, Use):
                digest.update(hash_frame(item.frame, known).encode())
            elif isinstance(item, Picture):
                digest.update(Path(item.file).read_bytes())
        known[id(frame)] = digest.hexdigest()
    return known[id(frame)]
