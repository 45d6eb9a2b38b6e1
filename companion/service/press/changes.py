"""Changed cards: those that a print leaves to be cut out, and the word of a person that it is done."""

from collections.abc import Collection, Sequence
from pathlib import Path

from companion.answers import Answer
from companion.data.files import write_together
from companion.press.check.manifest import Known, Manifest, looks, read_manifest
from companion.press.face.pieces import Piece
from companion.press.impose.edition import Edition
from companion.sentences import Sentence, say, say_count
from companion.service.press.order import Goal, PrintOrder, editions_of


def record_of(edition: Edition, folder: Path) -> Path:
    """The manifest of an edition, whichever of its cards or sheets are printed."""
    return folder / f"{edition.whole.name}.printed.toml"


def after_printing(
    edition: Edition,
    before: Manifest,
    whole: Sequence[Piece],
    printed: Sequence[Piece],
    left: Collection[str],
    known: Known,
) -> Manifest:
    """The manifest of an edition once it is printed; `left` are cards partly on sheets that were not printed.

    Changed cards wait until a person says that they are cut out; who prints the whole edition begins anew.
    """
    now = looks(whole, known)
    if not (before.cut or edition.partial):
        return Manifest(now)
    done = {piece.key: now[piece.key] for piece in printed if piece.key not in left}
    return Manifest(before.cut, {**before.waiting, **done})


def confirm(order: PrintOrder, output: Path) -> Answer:
    """Take a person's word that all changed cards of an order, or those it names, are cut out."""
    files: dict[Path, bytes] = {}
    data: list[dict[str, object]] = []
    lines: list[Sentence] = []
    for edition in editions_of(order):
        file = record_of(edition, Goal(output, "pdf").folder)
        before = read_manifest(file)
        after = before.confirmed({f"{component}/{card}" for component, card in edition.picked})
        count = len(before.waiting) - len(after.waiting)
        data.append({"file": file, "cards": count})
        if not count:
            lines.append(say("{file}: no changed card waits to be cut out.", file=edition.whole.name))
            continue
        files[file] = after.text().encode()
        told = say_count(
            "{file}: one changed card is cut out.",
            "{file}: {count} changed cards are cut out.",
            count,
            file=edition.whole.name,
        )
        lines.append(told)
    write_together(files)
    return Answer({"printed": data}, tuple(lines))
