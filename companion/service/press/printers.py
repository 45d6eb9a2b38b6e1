"""Corrects printers that print askew: the calibration sheet, and the readings kept of it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.answers import Answer, describe_files
from companion.codec import encode
from companion.data.files import write_files
from companion.data.papers import (
    Paper,
    Profile,
    get_profile,
    parse_paper,
    parse_printer_name,
    profiles_file,
    read_profiles,
    refine_profile,
    save_profiles,
)
from companion.errors import InputError
from companion.press.ink.pdf import render_document
from companion.press.sheets.guide import Instructions, lay_out_calibration
from companion.press.sheets.marks import Readings, compute_profile, describe_profile
from companion.sentences import say, say_count
from companion.service.press.order import Goal


def print_calibration(
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
    """Print a calibration sheet; `guide` gives its instructions, for a first sheet or a corrected one.

    With a printer's name the sheet is corrected for it, as a check. `profiles` is the file of measured
    printers; ``None`` for the usual one.
    """
    profile = None
    if printer is not None:
        profile = get_profile(read_profiles(profiles or profiles_file()), printer, tray, stock.name)
    documents = lay_out_calibration(stock, sides, language, profile, guide(profile))
    files: dict[Path, bytes] = {}
    goal = Goal(output, "pdf")
    for document in documents:
        files[goal.file(document.name, files)] = render_document(document)
    write_files(files, overwrite=overwrite, folders=not goal.is_file)
    lines = (*describe_files(files), say("Print it at 100% and follow its five steps."))
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
    """Save the readings of a calibration sheet; those of a corrected sheet are added to the saved ones.

    A printer keeps its margin unless another is given.
    """
    name, tray = parse_printer_name(name), parse_printer_name(tray) if tray else ""
    file = profiles or profiles_file()
    profile = compute_profile(readings, stock, name, tray)
    kept = {(each.printer, each.tray, each.paper): each for each in read_profiles(file)}
    before = kept.get((name, tray, profile.paper))
    if corrected:
        profile = refine_profile(get_profile(tuple(kept.values()), name, tray or "-", profile.paper), profile)
    profile = replace(profile, margin=before.margin if margin is None and before else margin)
    save_profiles((profile,), file)
    lines = [say("{profile}.", profile=describe_profile(profile))]
    if before is not None and not corrected:
        lines.append(say("It takes the place of what was kept: {profile}.", profile=describe_profile(before)))
    return Answer({"file": file, **encode(profile)}, tuple(lines), files=(file,))


def import_printers(file: Path, called: str) -> Answer:
    """Import the printers of a file, all or none; `called` is the file's name in errors."""
    try:
        found = read_profiles(file)
    except InputError as wrong:
        raise InputError(wrong.sentence, place=wrong.place._replace(file=called)) from None
    named = [(each, parse_printer_name(each.printer), each.tray and parse_printer_name(each.tray)) for each in found]
    taken = [replace(each, printer=name, tray=tray, paper=parse_paper(each.paper).name) for each, name, tray in named]
    save_profiles(taken, profiles_file())
    return Answer(taken, (say_count("[One printer|{count} printers] loaded.", len(taken)),))


def list_printers(profiles: Path | None = None) -> Answer:
    """The measured printers of this file, or of the usual one."""
    found = read_profiles(profiles or profiles_file())
    words = [(describe_profile(each), parse_paper(each.paper).title) for each in found]
    lines = tuple(say("{profile} ({paper})", profile=profile, paper=title) for profile, title in words)
    remedies = () if found else ("measure a printer",)
    return Answer({"printers": found}, lines, remedies=remedies)
