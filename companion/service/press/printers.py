"""Printers that print askew: the calibration sheet, and the readings that are kept of it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.answers import Answer, written
from companion.codec import encode
from companion.data.files import write_together
from companion.data.papers import (
    Paper,
    Profile,
    find_profile,
    keep_profiles,
    paper,
    printer_named,
    profiles_file,
    read_profiles,
    refined,
)
from companion.errors import InputError
from companion.press.impose.marks import Readings, measured, profile_words
from companion.press.ink.pdf import document_pdf
from companion.press.sheets.calibration import Instructions, calibration
from companion.sentences import say, say_count
from companion.service.press.order import Goal


def print_sheet(
    stock: Paper,
    sides: str,
    language: str,
    output: Path,
    guide: Callable[[Profile | None], Instructions],
    printer: str | None = None,
    tray: str | None = None,
    profiles: Path | None = None,
    overwrite: bool = False,
) -> Answer:
    """Print a calibration sheet; `guide` gives the instructions on it for a corrected sheet or a first one.

    With a printer's name the sheet is corrected for it, to see that all is well now. `profiles` is the file
    of measured printers; ``None`` for the usual one.
    """
    profile = None
    if printer is not None:
        profile = find_profile(read_profiles(profiles or profiles_file()), printer, tray, stock.name)
    documents = calibration(stock, sides, language, profile, guide(profile))
    files: dict[Path, bytes] = {}
    goal = Goal(output, "pdf")
    for document in documents:
        files[goal.file(document.name, files)] = document_pdf(document)
    write_together(files, overwrite=overwrite, folders=not goal.is_file)
    lines = (*written(files), say("Print it at 100% and follow its five steps."))
    return Answer({"files": tuple(files)}, lines, files=tuple(files))


def keep_readings(
    name: str,
    tray: str,
    stock: Paper,
    readings: Readings,
    margin: float | None = None,
    corrected: bool = False,
    profiles: Path | None = None,
) -> Answer:
    """Keep the readings of a calibration sheet; those of a corrected sheet add to what is kept.

    A printer keeps its margin unless another is given.
    """
    name, tray = printer_named(name), printer_named(tray) if tray else ""
    file = profiles or profiles_file()
    profile = measured(readings, stock, name, tray)
    kept = {(each.printer, each.tray, each.paper): each for each in read_profiles(file)}
    before = kept.get((name, tray, profile.paper))
    if corrected:
        profile = refined(find_profile(tuple(kept.values()), name, tray or "-", profile.paper), profile)
    profile = replace(profile, margin=before.margin if margin is None and before else margin)
    keep_profiles((profile,), file)
    lines = [say("{profile}.", profile=profile_words(profile))]
    if before is not None and not corrected:
        lines.append(say("It takes the place of what was kept: {profile}.", profile=profile_words(before)))
    return Answer({"file": file, **encode(profile)}, tuple(lines), files=(file,))


def take_printers(file: Path, called: str) -> Answer:
    """Keep the printers of a file that somebody hands over and calls so, all of them or none."""
    try:
        found = read_profiles(file)
    except InputError as wrong:
        raise InputError(wrong.sentence, place=wrong.place._replace(file=called)) from None
    named = [(each, printer_named(each.printer), each.tray and printer_named(each.tray)) for each in found]
    taken = [
        replace(each, printer=name, tray=tray, paper=paper(each.paper).name) for each, name, tray in named
    ]
    keep_profiles(taken, profiles_file())
    return Answer(taken, (say_count("[One printer is|{count} printers are] taken in.", len(taken)),))


def list_printers(profiles: Path | None = None) -> Answer:
    """The printers that were measured, in this file or the usual one."""
    found = read_profiles(profiles or profiles_file())
    words = [(profile_words(each), paper(each.paper).title) for each in found]
    lines = tuple(say("{profile} ({paper})", profile=profile, paper=title) for profile, title in words)
    remedies = () if found else ("measure a printer",)
    return Answer({"printers": found}, lines, remedies=remedies)
