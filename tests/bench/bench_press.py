"""Printing measured: the whole way from files to PDF, and a command in a process of its own."""

import tempfile
import time

from reportlab.lib import rl_accel

from companion.data.deck import open_deck
from companion.data.papers import parse_paper
from companion.press.composition import compose
from companion.press.ink.pdf import render_document
from companion.press.sheets.gang import Edition
from tests.bench.fresh_process import run_fresh


def main() -> None:
    edition = Edition(open_deck("honshu"), "en", parse_paper("a4"), only=("map-cards",))
    made, taken = set[bytes](), []
    for _ in range(7):
        start = time.process_time()
        made.add(render_document(compose(edition).documents[0]))
        taken.append(time.process_time() - start)
    size = len(next(iter(made))) / 1000
    print("reportlab's C helper:", "yes" if rl_accel._c_funcs else "no")
    print(f"60 map cards and backs: {min(taken) * 1000:.0f} ms, {size:.0f} KB (aim 600), all alike: {len(made) == 1}")
    with tempfile.TemporaryDirectory() as folder:
        cpu, peak = run_fresh(["print", "honshu", "--only", "map-cards", "-o", folder])
        print(f"fresh command: {cpu:.2f} s CPU (aim 0.6), {peak:.0f} MB peak (aim 60)")
        help_cpu, _ = run_fresh(["--help"])
        print(f"companion --help: {help_cpu:.3f} s CPU (aim 0.06)")
