"""Printing measured: our whole way from files to PDF against raw reportlab drawing the same primitives."""

import tempfile
import time

from reportlab.lib import rl_accel

from companion.data.deck import open_deck
from companion.data.papers import parse_paper
from companion.press.composition import compose
from companion.press.impose.gang import Edition
from companion.press.ink.pdf import render_document
from tests.bench.floor import Floor
from tests.bench.fresh import fresh


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
    return render_document(compose(edition).documents[0])


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


def main() -> None:
    deck = open_deck("honshu")
    edition = Edition(deck, "en", parse_paper("a4"), only=("map-cards",))
    print("reportlab's C helper:", "yes" if rl_accel._c_funcs else "no")
    ratio("60 map cards and backs", edition, 2.0)
    print(f"size of the PDF: {len(ink(edition)) / 1000:.0f} KB (aim 600)")
    print("two runs identical:", ink(edition) == ink(edition))
    with tempfile.TemporaryDirectory() as folder:
        cpu, peak = fresh(["print", "honshu", "--only", "map-cards", "-o", folder])
        print(f"fresh command: {cpu:.2f} s CPU (aim 0.6), {peak:.0f} MB peak (aim 60)")
        help_cpu, _ = fresh(["--help"])
        print(f"companion --help: {help_cpu:.3f} s CPU (aim 0.06)")
