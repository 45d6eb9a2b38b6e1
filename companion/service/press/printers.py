"""Measured printers: calibration sheets, what was read off them, and their files."""

from collections.abc import Callable
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
from companion.service.press.printing import Goal


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
    """Print a calibration sheet; `guide` returns its instructions, given the profile it is corrected by, if any.

    With a printer's name the sheet is corrected for it, as a check. `profiles` is the file of measured
    printers; ``None`` for the default.
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
    """Save the readings of a calibration sheet, or add those of a corrected one; the margin stays if none is given."""
    name, tray = parse_printer_name(name), parse_printer_name(tray) if tray else ""
    file = profiles or profiles_file()
    profile = compute_profile(readings, stock, name, tray)
    by_key = {(each.printer, each.tray, each.paper): each for each in read_profiles(file)}
    before = by_key.get((name, tray, profile.paper))
    if corrected:
        profile = refine_profile(get_profile(tuple(by_key.values()), name, tray or "-", profile.paper), profile)
    profile = profile._replace(margin=before.margin if margin is None and before else margin)
    save_profiles((profile,), file)
    lines = [say("{profile}.", profile=describe_profile(profile))]
    if before is not None and not corrected:
        lines.append(say("It replaces what was saved: {profile}.", profile=describe_profile(before)))
    return Answer({"file": file, **encode(profile)}, tuple(lines), files=(file,))


def import_printers(file: Path, printer_name: str) -> Answer:
    """Import the measured printers of a file, all or none; `printer_name` is the file's name in errors."""
    try:
        profiles = read_profiles(file)
    except InputError as error:
        raise InputError(error.sentence, place=error.place._replace(file=printer_name)) from None
    names = [(each, parse_printer_name(each.printer), each.tray and parse_printer_name(each.tray)) for each in profiles]
    added = [each._replace(printer=name, tray=tray, paper=parse_paper(each.paper).name) for each, name, tray in names]
    save_profiles(added, profiles_file())
    return Answer(added, (say_count("[One printer|{count} printers] loaded.", len(added)),))


def list_printers(profiles: Path | None = None) -> Answer:
    """List the measured printers of a file; ``None`` for the default."""
    profiles_found = read_profiles(profiles or profiles_file())
    words = [(describe_profile(each), parse_paper(each.paper).title) for each in profiles_found]
    lines = tuple(say("{profile} ({paper})", profile=profile, paper=title) for profile, title in words)
    return Answer({"printers": profiles_found}, lines, remedies=() if profiles_found else ("measure a printer",))
