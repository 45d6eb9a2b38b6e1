"""The faces of a deck for other tools: single pictures, or as a service or a game on the screen has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from companion.answers import Answer, written
from companion.data.files import write_together
from companion.errors import InputError
from companion.press.face.pieces import Piece, chosen
from companion.press.ink.raster import DPI, cut, png_file, rasters
from companion.press.ink.svg import svg
from companion.press.layout import lay_out
from companion.sentences import say, say_count
from companion.service.press.goal import Goal
from companion.service.press.ways.screen import to_contact, to_tabletop
from companion.service.press.ways.services import to_drivethrucards, to_service
from companion.service.press.ways.wanted import Export, Made, different


def export(wanted: Export, overwrite: bool = False) -> Answer:
    """Write what is asked for: all files or none.

    Args:
        wanted: The deck and the way out.
        overwrite: Whether files that Companion did not make are replaced.

    Raises:
        CompanionError: When a face does not hold together or suit, or a picture cannot be made or written.
    """
    deck, only = wanted.deck, wanted.only
    folded = [component.name for component in chosen(deck, only) if component.net]
    if only and folded:
        raise InputError(
            "{names} is folded from a net, which has no faces; print it instead.", names=", ".join(folded)
        )
    pieces = list(lay_out(deck, wanted.language, only))
    if not pieces:
        raise InputError("{deck} has no card that could be written.", deck=deck.name)
    made = WAYS[wanted.kind](wanted, pieces)
    write_together(made.files, overwrite=overwrite)
    folder = str(made.folder)
    line = say_count(
        "One picture is written to {folder}.",
        "{count} pictures are written to {folder}.",
        sum(file.suffix != ".json" for file in made.files),
        folder=folder,
    )
    lines = written(made.files) if _named(wanted, made) else (line,)
    names = [str(file.relative_to(made.folder)) for file in made.files]
    return Answer(
        {"folder": folder, "files": names, **made.data},
        (*lines, *(say("Note: {sentence}", sentence=note) for note in deck.notes), *made.lines),
        files=tuple(made.files),
    )


def _named(wanted: Export, made: Made) -> bool:
    """Whether each file is told by its name: one that a person named, and documents."""
    return any(file.suffix == ".pdf" or file == wanted.output for file in made.files)


def _pictures(wanted: Export, pieces: Sequence[Piece]) -> Made:
    """Every different face once, as it is cut out or with what is drawn beyond the cut."""
    kind, dpi = wanted.kind, wanted.dpi or DPI
    goal = Goal(wanted.output, kind)
    if not goal.is_file:
        goal = Goal(wanted.output / wanted.name, kind)
    made = Made(goal.folder)
    faces = list(different(pieces))
    if kind == "svg":
        drawn = (svg(face, bleed=wanted.bleed).encode("utf-8") for _, face in faces)
    else:
        drawn = (png_file(each, dpi) for each in rasters((cut(face, wanted.bleed) for _, face in faces), dpi))
    for name, content in zip([name for name, _ in faces], drawn, strict=True):
        made.files[goal.file(name, made.files)] = made.draft.passage(content)
    return made


WAYS: Mapping[str, Callable[[Export, Sequence[Piece]], Made]] = MappingProxyType(
    {
        "svg": _pictures,
        "png": _pictures,
        "gamecrafter": to_service,
        "makeplayingcards": to_service,
        "drivethrucards": to_drivethrucards,
        "tts": to_tabletop,
        "contact": to_contact,
    }
)
"""What makes the files of each way out."""
