"""Printing measured: our whole way from files to PDF against raw reportlab drawing the same primitives."""

import statistics
import tempfile
import time
from pathlib import Path

from companion.data.games import open_deck
from companion.data.papers import paper
from companion.press.composition import compose
from companion.press.impose.edition import Edition
from companion.press.ink.pdf import document_pdf
from tests.bench.floor import Floor
from tests.bench.fresh import fresh

FACES = Path(__file__).parent.parent.parent / "templates/faces/honshu"


def best(work: object, times: int = 7) -> float:
    """The median CPU time of a work, seconds."""
    taken = []
    for _ in range(times):
        start = time.process_time()
        work()  # type: ignore[operator]
        taken.append(time.process_time() - start)
    return statistics.median(taken)


def ink(edition: Edition) -> bytes:
    """From files to the PDF."""
    return document_pdf(compose(edition).documents[0])


def ratio(name: str, edition: Edition) -> float:
    """Print ours, the floor and their ratio; returns our seconds."""
    floor = Floor(compose(edition).documents[0].pages)
    ours, theirs = best(lambda: ink(edition)), best(floor.draw)
    print(
        f"{name}: {ours * 1000:.0f} ms, raw reportlab {theirs * 1000:.0f} ms: {ours / theirs:.2f} (aim 2.0)"
    )
    return ours


def synthetic(folder: Path, count: int) -> Path:
    """A deck of so many different map cards, with Honshu's faces and words."""
    source = open_deck("honshu").file.parent
    rows = (source / "cards.csv").read_text(encoding="utf-8").splitlines()
    maps = [row.split(",", 2)[2] for row in rows[1:61]]
    table = [rows[0]] + [f"map,{number},{maps[number % 60]}" for number in range(1, count + 1)]
    (folder / "cards.csv").write_text("\n".join(table), encoding="utf-8")
    (folder / "words.en.toml").write_text(
        (source / "words.en.toml").read_text(encoding="utf-8"), encoding="utf-8"
    )
    (folder / "codes.json").write_text(
        '{"codes": ' + str([n % 65536 for n in range(count * 6)]) + "}", encoding="utf-8"
    )
    game = (source / "game.toml").read_text(encoding="utf-8")
    component = game[game.index("[[component]]") :].split("[[component]]")[1]
    lines = [line for line in component.splitlines() if not line.startswith(("count", "codes"))]
    lines += ['codes = { file = "codes.json", per_card = 6 }']
    (folder / "deck.toml").write_text('name = "many"\n[[component]]\n' + "\n".join(lines), encoding="utf-8")
    if not (folder / "faces").exists():
        (folder / "faces").symlink_to(FACES)
    return folder / "deck.toml"


def main() -> None:
    deck = open_deck("honshu")
    edition = Edition(deck, "en", paper("a4"), only=("map-cards",))
    ratio("60 map cards and backs", edition)
    size = len(ink(edition))
    print(f"size of the PDF: {size / 1000:.0f} KB (aim 250)")
    print("two runs identical:", ink(edition) == ink(edition))
    with tempfile.TemporaryDirectory() as folder:
        cpu, peak = fresh(["print", "honshu", "--only", "map-cards", "-o", folder])
        print(f"fresh command: {cpu:.2f} s CPU (aim 0.6), {peak:.0f} MB peak (aim 60)")
        help_cpu, _ = fresh(["--help"])
        print(f"companion --help: {help_cpu:.3f} s CPU (aim 0.15)")
        for count in (60, 600, 3000):
            many = Edition(open_deck(str(synthetic(Path(folder), count))), "en", paper("a4"))
            seconds = ratio(f"{count} synthetic cards", many)
            _, peak = fresh(["print", str(Path(folder) / "deck.toml"), "-o", folder])
            print(f"  a card: {seconds / count * 1000:.2f} ms, {peak / count * 1000:.0f} kB; {peak:.0f} MB")
