"""The faces of a deck as single pictures, and cards to be shown: a hand, a sheet, a showcase."""

from collections.abc import Sequence

from companion.answers import written
from companion.errors import InputError
from companion.press.exports.spread import hand, sheet, showcase
from companion.press.face.pieces import Piece
from companion.press.frame.frame import Page
from companion.press.ink.pdf import pdf
from companion.press.ink.raster import DPI, check_pixels, cut, png_file, rasters
from companion.press.ink.svg import svg
from companion.service.press.exports.wanted import Export, Made, different, pictures_written
from companion.service.press.order import Goal


def to_pictures(wanted: Export, pieces: Sequence[Piece]) -> Made:
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
        made.files[goal.file(name, made.files)] = made.spool.passage(content)
    made.told = written(made.files) if goal.is_file else (pictures_written(len(faces), made.folder),)
    return made


ENDINGS = {"hand": ("png", "svg", "pdf"), "sheet": ("png", "svg", "pdf"), "showcase": ("png",)}


def to_shown(export: Export, pieces: Sequence[Piece]) -> Made:
    """The fronts of cards in one picture, each once: a PNG, or an SVG or PDF where such a file is named."""
    named = export.output.suffix.lower().removeprefix(".")
    if named in ("svg", "pdf") and named not in ENDINGS[export.kind]:
        raise InputError("A showcase is a PNG picture; '{file}' is none.", file=str(export.output))
    goal = Goal(export.output, named if named in ENDINGS[export.kind] else "png")
    made, dpi = Made(goal.folder), export.dpi or DPI
    faces = [*{id(piece.front): piece.front for piece in pieces}.values()]
    if export.kind == "showcase":
        cards = [*rasters((cut(face) for face in faces), dpi)]
        check_pixels(export.kind, sum(card.width for card in cards), 2 * max(card.height for card in cards))
        content = png_file(showcase(cards, **export.look), dpi)
    else:
        shown = (sheet if export.kind == "sheet" else hand)(faces, **export.look)
        if goal.ending == "svg":
            content = svg(shown).encode()
        elif goal.ending == "pdf":
            content = pdf([Page(shown)], export.deck.name, export.language)
        else:
            content = png_file(next(rasters([shown], dpi)), dpi)
    made.files[goal.file(export.name)] = content
    made.told, made.data["cards"] = written(made.files), len(faces)
    return made
