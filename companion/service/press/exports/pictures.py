"""Exports the faces of a deck as single pictures, or cards to be shown: a hand, a sheet, a showcase."""

from collections.abc import Sequence

from companion.answers import describe_files
from companion.errors import InputError
from companion.press.exports.spread import lay_out_hand, lay_out_sheet, render_showcase
from companion.press.face.pieces import Piece
from companion.press.frame.frame import Page
from companion.press.ink.pdf import render_pdf
from companion.press.ink.raster import DPI, build_cut_page, check_pixels, encode_png, render_pictures
from companion.press.ink.svg import render_svg
from companion.service.press.exports.wanted import Export, ExportFiles, describe_pictures, list_different_faces
from companion.service.press.order import Goal


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
