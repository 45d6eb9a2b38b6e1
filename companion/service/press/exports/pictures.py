"""The faces of a deck as single pictures."""

from collections.abc import Sequence

from companion.answers import written
from companion.press.face.pieces import Piece
from companion.press.ink.raster import DPI, cut, png_file, rasters
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
