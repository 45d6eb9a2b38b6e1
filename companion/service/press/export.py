"""Exports the faces of a deck for other tools, as single pictures or as a service or screen wants them."""

from importlib import import_module

from companion.answers import Answer
from companion.data.files import write_files
from companion.data.outputs import is_replaceable, list_inputs
from companion.errors import InputError
from companion.press.face.pieces import select_components
from companion.press.layout import lay_out, pick
from companion.press.preflight import Examination
from companion.sentences import join_with_commas
from companion.service.press.check import review
from companion.service.press.exports import EXPORTS
from companion.service.press.exports.wanted import Export, ExportFiles


def export(wanted: Export, overwrite: bool = False) -> Answer:
    """Write the files of an export: all or none."""
    deck, only = wanted.deck, wanted.only
    folded = [component.name for component in select_components(deck, only) if component.net]
    if only and folded:
        raise InputError(
            "{names} is folded from a net, which has no faces; print it instead.", names=join_with_commas(folded)
        )
    examination = Examination()
    picked = pick(deck, only, wanted.cards) if wanted.cards else ()
    laid = lay_out(deck, wanted.language, only, picked, examination.found)
    pieces = list(examination.examine(laid))
    seen = review(examination.list_faults(deck, wanted.language, only), (deck,), wanted.force, wanted.strict)
    if seen.faults:
        return seen.build_negative_answer("force")
    if not pieces:
        raise InputError("{deck} has no card that could be written.", deck=deck.name)
    module, name = EXPORTS[wanted.kind].split(":")
    make = getattr(import_module(f"companion.service.press.exports.{module}"), name)
    made: ExportFiles = make(wanted, pieces)
    write_files(made.files, overwrite=overwrite, folders=wanted.output not in made.files)
    if made.folder.name == wanted.name:  # its own folder, in which no card of before stays among those of now
        beside = {each for file in made.files for each in file.parent.glob(f"*{file.suffix}")}
        for each in beside - made.files.keys() - list_inputs():
            if each.is_file() and is_replaceable(each):
                each.unlink()
    names = [file.relative_to(made.folder) for file in made.files]
    return Answer(
        {"folder": made.folder, "files": names, **made.data, "remarks": seen.remarks},
        (*made.told, *seen.notes, *made.lines),
        files=tuple(made.files),
    )
