"""Maps of copies that nobody has, guessed under a grid: right squares, and taps until the whole map is.

``python -m tests.bench bought`` tells, by copy and on average, how many of the squares that were not told are
guessed rightly: before anything was told; once the cards with most wrong squares were put right, one and two;
and of the next evening's photo, other cards under another lamp, when the first map was taken. Then the taps
that mend the first map and the next. ``BOUGHT_SEEDS=1-4`` takes other maps.
"""

import os
import time
from collections import Counter
from collections.abc import Mapping

from companion.rules.honshu.map.board import Position
from companion.service.honshu.seen_map import symbol_seen
from companion.vision.honshu.by_hand.likeness import Example
from companion.vision.honshu.by_hand.proposing import guess_again, named, propose
from companion.vision.honshu.reading import Reading
from tests.vision.bought import OTHER_WAY, OURS, PLAIN, Bought, Invented, bought, laid_map

COPIES = {"ours, other hues": OURS, "ours, paler": OTHER_WAY, "plain": PLAIN}
COPIES |= {f"invented {number}": Invented(number) for number in range(8)}
Told = dict[Position, str]


def truth(photo: Bought) -> Told:
    """Every symbol of the box."""
    return {(row, column): each for row, line in enumerate(photo.grid) for column, each in enumerate(line)}


def wrong(photo: Bought, reading: Reading, whole: bool = False) -> list[Position]:
    """Squares whose terrain or colour is not what was guessed; whose value or cube is not, with the whole."""
    true, seen = truth(photo), {(each.row, each.column): symbol_seen(each) or "" for each in reading.squares}
    return [at for at in true if (seen[at] != true[at] if whole else seen[at][0] != true[at][0])]


def right(photo: Bought, reading: Reading, told: Mapping[Position, str]) -> float:
    """The share of the squares that were not told."""
    return 1 - len(wrong(photo, reading)) / (len(truth(photo)) - len(told))


def read(photo: Bought, before: tuple[Example, ...] = ()) -> Reading:
    """The first guess."""
    return propose(photo.photo, photo.corners, len(photo.grid), len(photo.grid[0]), before=before)


def cards_of(seed: int) -> list[list[Position]]:
    """The squares of each card in sight."""
    _, pile = laid_map(seed)
    top, left = pile.origin
    cards: dict[str, list[Position]] = {}
    for (row, column), (laid, _) in pile.tops().items():
        cards.setdefault(laid.card.name, []).append((row - top, column - left))
    return list(cards.values())


def corrected(seed: int, photo: Bought, first: Reading, before: tuple[Example, ...] = ()) -> list[float]:
    """What is right with one card put right, then with two: those with most wrong squares."""
    told: Told = {}
    shares, reading = [], first
    for _ in range(2):
        missed = Counter(wrong(photo, reading))
        worst = max(cards_of(seed), key=lambda card: (sum(missed[at] for at in card), len({*card} - {*told})))
        told |= {at: truth(photo)[at] for at in worst}
        reading = guess_again(first, told, before)
        shares.append(right(photo, reading, told))
    return shares


def taps(photo: Bought, reading: Reading, before: tuple[Example, ...] = ()) -> int:
    """Taps on wrong squares, one after the other from the top, until none is left."""
    told: Told = {}
    while missed := wrong(photo, reading, whole=True):
        told[missed[0]] = truth(photo)[missed[0]]
        reading = guess_again(reading, told, before)
    return len(told)


def evenings(copy: object, seed: int) -> tuple[list[float], list[int]]:
    """The shares and the taps of an evening and the next."""
    first, second = (bought(each, copy, width=1200) for each in (seed, seed + 1))
    reading = read(first)
    shares = [right(first, reading, {}), *corrected(seed, first, reading)]
    before = tuple(each for each in named(reading, truth(first)) if each[0] != ".")
    later = read(second, before)
    shares += [right(second, later, {}), *corrected(seed + 1, second, later, before)]
    return shares, [taps(first, reading), taps(second, later, before)]


def main() -> None:
    """Print a line a copy, and the average."""
    first, _, last = os.environ.get("BOUGHT_SEEDS", "1-2").partition("-")
    lines: list[list[float]] = []
    print(f"{'':18} at once, one card, two; next evening likewise (%); taps, and then")
    for name, copy in COPIES.items():
        start = time.process_time()
        got = [evenings(copy, seed) for seed in range(int(first), int(last or first) + 1)]
        mean = [sum(each) / len(got) for each in zip(*(shares + told for shares, told in got), strict=True)]
        lines.append(mean)
        least = min(shares[2] for shares, _ in got)
        print(_line(name, mean), f" least with two {100 * least:.0f}; {time.process_time() - start:.0f} s")
    print(_line("all", [sum(each) / len(lines) for each in zip(*lines, strict=True)]))


def _line(name: str, mean: list[float]) -> str:
    shares = " ".join(f"{100 * each:5.1f}" for each in mean[:6])
    return f"{name:18} {shares}  {mean[6]:4.1f} {mean[7]:4.1f}"
