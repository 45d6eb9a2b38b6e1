"""Printing measured: our whole way from files to PDF against raw reportlab drawing the same primitives."""

import csv
import statistics
import tempfile
import time
from pathlib import Path

from reportlab.lib import rl_accel

from companion.data.deck import open_deck
from companion.data.papers import paper
from companion.press.composition import compose
from companion.press.frame.frame import Text
from companion.press.impose.edition import Edition
from companion.press.ink.pdf import document_pdf
from companion.press.layout import lay_out
from tests.bench.floor import Floor
from tests.bench.fresh import fresh
from tests.bench.plain import plain


def best(work: object, times: int = 7) -> float:
    """The CPU time of a work when nothing else slowed it down, seconds."""
    taken = []
    for _ in range(times):
        start = time.process_time()
        work()  # type: ignore[operator]
        taken.append(time.process_time() - start)
    return min(taken)


def ink(edition: Edition) -> bytes:
    """From files to the PDF."""
    return document_pdf(compose(edition).documents[0])


def ratio(name: str, edition: Edition, most: float) -> float:
    """Print ours, the floor and their ratios in time and in bytes; returns our seconds."""
    floor = Floor(compose(edition).documents[0].pages)
    ours, theirs = best(lambda: ink(edition)), best(floor.draw)
    size, bare = len(ink(edition)), len(floor.draw())
    print(
        f"{name}: {ours * 1000:.0f} ms, raw reportlab {theirs * 1000:.0f} ms: {ours / theirs:.2f};"
        f" {size / 1000:.0f} KB, {bare / 1000:.0f} KB: {size / bare:.2f} (aim {most})"
    )
    return ours


def given_lines(folder: Path) -> None:
    """Write the plain deck once more with its rules in lines, for a program that breaks none."""
    with (folder / "cards.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row, piece in zip(rows, lay_out(open_deck(str(folder / "deck.toml")), "en"), strict=True):
        words = [item for item in piece.front.items if isinstance(item, Text)]
        row["rule"] = "\n".join(line.text for line in words[1:-2])  # after the name, before points and number
    with (folder / "lines.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)


def whole(count: int, most: float, times: int) -> None:
    """Print what a whole command takes against a whole program of raw reportlab, run in turn."""
    with tempfile.TemporaryDirectory() as folder:
        deck = plain(Path(folder), count)
        given_lines(Path(folder))
        ours: list[float] = []
        forms: list[float] = []
        placed: list[float] = []
        for _ in range(times):
            ours.append(fresh(["print", str(deck), "-o", folder])[0])
            forms.append(fresh([folder, f"{folder}/bare.pdf"], "tests.bench.bare")[0])
            placed.append(fresh([folder, f"{folder}/bare.pdf", "placed"], "tests.bench.bare")[0])
    taken, form, place = map(statistics.median, (ours, forms, placed))
    print(
        f"{count} plain cards, whole command: {taken:.2f} s CPU, raw reportlab with a form a card"
        f" {form:.2f} s: {taken / form:.2f} (aim {most}); without forms {place:.2f} s: {taken / place:.2f}"
    )


def main() -> None:
    deck = open_deck("honshu")
    edition = Edition(deck, "en", paper("a4"), only=("map-cards",))
    print("reportlab's C helper:", "yes" if rl_accel._c_funcs else "no")
    ratio("60 map cards and backs", edition, 2.0)
    print(f"size of the PDF: {len(ink(edition)) / 1000:.0f} KB (aim 600)")
    print("two runs identical:", ink(edition) == ink(edition))
    with tempfile.TemporaryDirectory() as folder:
        cpu, peak = fresh(["print", "honshu", "--only", "map-cards", "-o", folder])
        print(f"fresh command: {cpu:.2f} s CPU (aim 0.6), {peak:.0f} MB peak (aim 60)")
        help_cpu, _ = fresh(["--help"])
        print(f"companion --help: {help_cpu:.3f} s CPU (aim 0.06)")
    whole(60, 1.5, 7)
    whole(3000, 2.0, 3)
