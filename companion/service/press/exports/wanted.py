"""What to export, the files that an export makes, and the plain pictures of cards."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.answers import describe_files
from companion.data.deck import Deck
from companion.data.files import Passage, Spool
from companion.errors import InputError
from companion.press.exports import lay_out_hand, lay_out_sheet, render_showcase
from companion.press.face.pieces import Piece, format_file_name
from companion.press.frame.frame import Frame, Page
from companion.press.ink.pdf import render_pdf
from companion.press.ink.raster import DPI, build_cut_page, check_pixels, encode_png, render_pictures
from companion.press.ink.svg import render_svg
from companion.sentences import Sentence, say_count
from companion.service.press.order import Goal


@dataclass(frozen=True)
class Export:
    """What to export: a deck, its language, the way out and its options."""

    deck: Deck
    language: str  # code of its words
    kind: str  # the name of the way out
    output: Path  # the folder in which one for the files is made, or the one file to write
    only: Sequence[str] = ()  # components; all when empty
    bleed: bool = False  # pictures show what is drawn beyond the cut
    dpi: int | None = None  # of pictures, where one is asked for
    fit: bool = False  # make cards larger or smaller to suit a service
    product: str | None = None  # the service's name of what is made, where it sells several of a size
    address: str | None = None  # the URL below which the pictures will lie; by default where they are written
    paper: str = "a4"  # of an overview
    force: bool | Collection[str] = ()  # rules of which faults do not stop it, or all
    strict: bool = False  # a drawing that can only be drawn otherwise than it was stops it
    cards: Sequence[str] = ()  # some of its cards, as a person names them; all when empty
    look: Mapping[str, Any] = field(default_factory=dict)  # how cards that are shown lie or stand

    @property
    def name(self) -> str:
        return f"{self.deck.name}-{self.language}-{self.kind}"

    def folder(self, *endings: str) -> Path:
        """The folder of its files; an ``InputError`` if one file with such an ending is named."""
        if any(Goal(self.output, ending).is_file for ending in endings):
            raise InputError("'{file}' is one file, and several are made; name a folder.", file=str(self.output))
        return self.output / self.name


@dataclass
class ExportFiles:
    """The files that an export makes."""

    folder: Path
    files: dict[Path, bytes | Spool | Passage] = field(default_factory=dict)
    told: tuple[Sentence, ...] = ()  # says what these files are, and where
    lines: list[Sentence] = field(default_factory=list)  # told besides
    data: dict[str, Any] = field(default_factory=dict)  # told besides to programs
    spool: Spool = field(default_factory=Spool)  # keeps pictures until they are written


def describe_pictures(count: int, folder: Path) -> Sentence:
    """The number of pictures written to a folder, as a sentence."""
    return say_count("Wrote [one picture|{count} pictures] to {folder}.", count, folder=str(folder))


def list_different_faces(pieces: Sequence[Piece]) -> Iterator[tuple[str, Frame]]:
    """Every different face once, with a name such as ``map-cards/12`` or ``map-cards/card-back``."""
    seen: set[int] = set()
    names: set[str] = set()
    for piece in pieces:
        for frame, suffix in ((piece.front, ""), (piece.back, "-back")):
            if frame is not None and id(frame) not in seen:
                seen.add(id(frame))
                own = frame.name.startswith(f"{piece.deck}/")
                name = format_file_name(piece.card + suffix if own else frame.name)
                whole = f"{format_file_name(piece.component)}/{name}"
                while whole.casefold() in names:  # of two cards that differ in characters a file cannot have
                    whole += "+"
                names.add(whole.casefold())
                yield whole, frame


def export_pictures(wanted: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """Every different face once, cut out or with its bleed."""
    kind, dpi = wanted.kind, wanted.dpi or DPI
    goal = Goal(wanted.output, kind)
    if not goal.is_file:
        goal = Goal(wanted.output / wanted.name, kind)
    made = ExportFiles(goal.folder)
    faces = list(list_different_faces(pieces))
    if kind == "svg":
        drawn = (render_svg(face, bleed=wanted.bleed).encode("utf-8") for _, face in faces)
    else:
        drawn = (
            encode_png(each, dpi)
            for each in render_pictures((build_cut_page(face, wanted.bleed) for _, face in faces), dpi)
        )
    for name, content in zip([name for name, _ in faces], drawn, strict=True):
        made.files[goal.file(name, made.files)] = made.spool.write_passage(content)
    made.told = describe_files(made.files) if goal.is_file else (describe_pictures(len(faces), made.folder),)
    return made


ENDINGS = {"hand": ("png", "svg", "pdf"), "sheet": ("png", "svg", "pdf"), "showcase": ("png",)}


def export_spread(export: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """The fronts of cards in one picture, each once: a PNG, or an SVG or PDF if such a file is named."""
    named = export.output.suffix.lower().removeprefix(".")
    if named in ("svg", "pdf") and named not in ENDINGS[export.kind]:
        raise InputError("A showcase is a PNG picture; '{file}' is none.", file=str(export.output))
    goal = Goal(export.output, named if named in ENDINGS[export.kind] else "png")
    made, dpi = ExportFiles(goal.folder), export.dpi or DPI
    faces = [*{id(piece.front): piece.front for piece in pieces}.values()]
    if export.kind == "showcase":
        cards = [*render_pictures((build_cut_page(face) for face in faces), dpi)]
        check_pixels(export.kind, sum(card.width for card in cards), 2 * max(card.height for card in cards))
        content = encode_png(render_showcase(cards, **export.look), dpi)
    else:
        shown = (lay_out_sheet if export.kind == "sheet" else lay_out_hand)(faces, **export.look)
        if goal.ending == "svg":
            content = render_svg(shown).encode()
        elif goal.ending == "pdf":
            content = render_pdf([Page(shown)], export.deck.name, export.language)
        else:
            content = encode_png(next(render_pictures([shown], dpi)), dpi)
    made.files[goal.file(export.name)] = content
    made.told, made.data["cards"] = describe_files(made.files), len(faces)
    return made
