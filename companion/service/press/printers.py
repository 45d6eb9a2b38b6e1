"""Printers that print askew: the calibration sheet, and what is kept of its readings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

from companion.answers import Answer, written
from companion.data.files import write_together
from companion.data.papers import Paper, paper
from companion.data.printers import Profile, find_profile, keep_profile, profiles_file, read_profiles, refined
from companion.press.impose.printer import Readings, measured, profile_words
from companion.press.ink.pdf import document_pdf
from companion.press.sheets.calibration import Entry, calibration
from companion.sentences import say
from companion.service.press.goal import Goal


def print_sheet(
    stock: Paper,
    sides: str,
    language: str,
    output: Path,
    entry: Callable[[Profile | None], Entry],
    printer: str | None = None,
    tray: str | None = None,
    profiles: Path | None = None,
    overwrite: bool = False,
) -> Answer:
    """Print a calibration sheet.

    Args:
        stock: The paper.
        sides: ``duplex-long``, ``duplex-short`` or ``separate``.
        language: Code of its words.
        output: The folder to write to, or the one PDF to write.
        entry: How readings are told to the program, for a corrected sheet or a first one.
        printer: A printer that it is corrected for, to see that all is well now.
        tray: The printer's tray.
        profiles: The file of measured printers; ``None`` for the usual one.
        overwrite: Whether files that Companion did not make are replaced.

    Raises:
        CompanionError: When the paper is too small, the printer not known, or a file cannot be written.
    """
    profile = None
    if printer:
        profile = find_profile(read_profiles(profiles or profiles_file()), printer, tray, stock.name)
    documents = calibration(stock, sides, language, profile, entry(profile))
    files: dict[Path, bytes] = {}
    for document in documents:
        files[Goal(output).file(document.name, files)] = document_pdf(document)
    write_together(files, overwrite=overwrite)
    lines = (*written(files), say("Print it at 100 % and follow its five steps."))
    return Answer({"files": [str(file) for file in files]}, lines, files=tuple(files))


def keep_readings(
    name: str,
    tray: str,
    stock: Paper,
    scales: tuple[float, float, float, float],
    rulers: tuple[float, float] = (100.0, 100.0),
    margin: float | None = None,
    corrected: bool = False,
    profiles: Path | None = None,
) -> Answer:
    """Keep what was read off a calibration sheet; a printer keeps its margin unless another is given.

    Args:
        name: Of the printer.
        tray: The tray the sheet was fed from, or empty.
        stock: The paper of the sheet.
        scales: Readings of the upper, lower, left and right scale.
        rulers: Lengths of the horizontal and the vertical ruler, mm.
        margin: What the printer leaves white at each edge, mm.
        corrected: Whether the sheet was corrected for the printer: the readings add to what is kept.
        profiles: The file of measured printers; ``None`` for the usual one.

    Raises:
        InputError: For a reading that no sheet can give.
        OutputError: When the profile cannot be kept.
    """
    file = profiles or profiles_file()
    profile = measured(Readings(*scales, *rulers), stock, name, tray)
    kept = {(each.printer, each.tray, each.paper): each for each in read_profiles(file)}
    before = kept.get((name, tray, profile.paper))
    if corrected:
        profile = refined(find_profile(tuple(kept.values()), name, tray or "-", profile.paper), profile)
    profile = replace(profile, margin=before.margin if margin is None and before else margin)
    keep_profile(profile, file)
    lines = [say("{profile}.", profile=profile_words(profile))]
    if before is not None and not corrected:
        lines.append(say("It takes the place of what was kept: {profile}.", profile=profile_words(before)))
    return Answer({"file": str(file), **asdict(profile)}, tuple(lines), files=(file,))


def list_printers(profiles: Path | None = None) -> Answer:
    """The printers that were measured.

    Args:
        profiles: The file of measured printers; ``None`` for the usual one.
    """
    found = read_profiles(profiles or profiles_file())
    lines = [
        say("{profile} ({paper})", profile=profile_words(each), paper=paper(each.paper).title)
        for each in found
    ]
    return Answer(
        [asdict(each) for each in found], tuple(lines), remedies=() if found else ("measure a printer",)
    )
