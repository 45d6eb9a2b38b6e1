"""Honshu counted and laid the slow way: lists, loops and every possibility, sharing nothing with the rules.

Only the notation is common: a map is rows of symbols, a card six symbols.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product

Square = tuple[int, int]
COUNTED = {1, 2, 3, 4, 5, 6, 7, 8}
"""The scoring cards that are counted here; one that is not would pass for a card that adds nothing."""
COLOURS = {"b": "B", "n": "N", "g": "G", "y": "Y"}


def compute_total(rows: Sequence[Sequence[str]], card: int | None, rulings: Mapping[str, str]) -> int:
    assert card is None or card in COUNTED
    at = {(r, c): symbol for r, row in enumerate(rows) for c, symbol in enumerate(row) if symbol != "."}
    points = 2 * sum(symbol == "F" for symbol in at.values())
    points += score_towns(at, card, rulings)
    lakes = [len(lake) for lake in find_districts(at, "L")]
    if not (card == 4 and rulings["lake-card"] == "instead"):
        points += sum(3 * (size - 1) for size in lakes)
    if card == 4:
        points += 2 * sum(lakes)
    if card == 2:
        points += 4 * sum(count_forest_triples(line, rulings["forest-lines"]) for line in list_lines(rows))
    if card == 3:
        points += 5 * count_fallow_blocks(at, rulings["fallow-blocks"])
    for small, capital in COLOURS.items():
        points += score_cubes(at, small, capital, card, rulings)
    return points


def find_districts(at: Mapping[Square, str], symbol: str) -> list[set[Square]]:
    left = {square for square, found in at.items() if found == symbol}
    districts = []
    while left:
        district, edge = set(), [left.pop()]
        while edge:
            r, c = edge.pop()
            district.add((r, c))
            for beside in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if beside in left:
                    left.remove(beside)
                    edge.append(beside)
        districts.append(district)
    return districts


def score_towns(at: Mapping[Square, str], card: int | None, rulings: Mapping[str, str]) -> int:
    districts = find_districts(at, "T")
    if not districts:
        return 0
    most = max(map(len, districts))
    crowded = {
        (r, c)
        for district in districts
        for r, c in district
        if all(at.get(beside) == "T" for beside in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)))
    }
    possible = []
    for biggest in districts:
        if len(biggest) < most:
            continue
        points = 0
        for square in (square for district in districts for square in district):
            own = 1 if square in biggest else 0
            if card == 5 and square in crowded and (square in biggest or rulings["town-card-scope"] == "any"):
                own = 3 if rulings["town-card-value"] == "instead" else own + 3
            points += own
        possible.append(points)
    return max(possible)


def list_lines(rows: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    return [*rows, *(list(column) for column in zip(*rows, strict=True))]


def count_forest_triples(line: Sequence[str], ruling: str) -> int:
    starts = [i for i in range(len(line) - 2) if list(line[i : i + 3]) == ["F", "F", "F"]]
    if ruling == "windows":
        return len(starts)
    number, free = 0, 0
    for start in starts:
        if start >= free:
            number, free = number + 1, start + 3
    return number


def count_fallow_blocks(at: Mapping[Square, str], ruling: str) -> int:
    blocks = [
        frozenset({(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)})
        for r, c in sorted(at)
        if all(at.get(square) == "-" for square in ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)))
    ]
    ahead = [frozenset[Square]().union(*blocks[first:]) for first in range(len(blocks) + 1)]
    if ruling == "windows":
        return len(blocks)

    @cache
    def count_most(first: int, used: frozenset[Square]) -> int:
        if first == len(blocks):
            return 0
        without = count_most(first + 1, used & ahead[first + 1])  # what no later block wants is forgotten
        if blocks[first] & used:
            return without
        return max(without, 1 + count_most(first + 1, (used | blocks[first]) & ahead[first + 1]))

    return count_most(0, frozenset())


def score_cubes(
    at: Mapping[Square, str], small: str, capital: str, card: int | None, rulings: Mapping[str, str]
) -> int:
    """The best of all ways to deliver the cubes of a colour, what the card adds to it included."""
    held = sum(symbol == f"{small}*" for symbol in at.values())
    bare = sum(symbol == small for symbol in at.values())
    if held > 10 and rulings["cube-pool"] == "ten":
        bare, held = bare + held - 10, 10
    factories = Counter(int(symbol[1]) for symbol in at.values() if symbol[0] == capital)
    places = {worth: number * (2 if card == 1 else 1) for worth, number in factories.items()}
    prized = {7: "by", 8: "gn"}.get(card or 0, "")
    best = 0
    # Factories of one worth are alike: what matters is how many cubes come to those of each worth.
    for served in product(*(range(min(held, most) + 1) for most in places.values())):
        number = sum(served)
        if number > held:
            continue
        points = sum(worth * cubes for worth, cubes in zip(places, served, strict=True))
        if small in prized:
            points += 2 * number
        if card == 6:
            points += 2 * (bare + (number if rulings["empty-production"] == "after" else 0))
        best = max(best, points)
    return best


Card = tuple[tuple[str, str], tuple[str, str], tuple[str, str]]
Lying = Mapping[Square, str]


def turn_card(card: Sequence[Sequence[str]], turn: int) -> list[list[str]]:
    rows = [list(row) for row in card]
    for _ in range(turn // 90):
        height = len(rows)
        rows = [[rows[height - 1 - c][r] for c in range(height)] for r in range(len(rows[0]))]
    return rows


def find_visible(pile: Sequence[Lying]) -> dict[Square, str]:
    seen: dict[Square, str] = {}
    for lying in pile:
        seen.update(lying)
    return seen


def list_pictures(
    pile: Sequence[Lying], cubes_at: frozenset[Square], card: Card, strict: bool
) -> set[frozenset[tuple[Square, str]]]:
    """Every picture that a legal way of laying a card leaves, cubes included."""
    seen = find_visible(pile)
    rows, columns = [r for r, _ in seen], [c for _, c in seen]
    found = set()
    for turn in (0, 90, 180, 270):
        face = turn_card(card, turn)
        for r in range(min(rows) - 4, max(rows) + 5):
            for c in range(min(columns) - 4, max(columns) + 5):
                new = {(r + i, c + j): symbol for i, row in enumerate(face) for j, symbol in enumerate(row)}
                for level in range(len(pile) + 1):
                    after = [*pile[:level], new, *pile[level:]]
                    picture = build_legal_picture(pile, after, new, cubes_at, strict)
                    if picture is not None:
                        found.add(picture)
    return found


def build_legal_picture(
    pile: Sequence[Lying], after: Sequence[Lying], new: Lying, cubes_at: frozenset[Square], strict: bool
) -> frozenset[tuple[Square, str]] | None:
    def find_top(cards: Sequence[Lying], square: Square) -> Lying | None:
        return next((lying for lying in reversed(cards) if square in lying), None)

    if not any(square in lying for square in new for lying in pile):
        return None
    own = [square for square in new if find_top(after, square) is new]
    if not own or any(symbol == "L" and square not in own for square, symbol in new.items()):
        return None
    for square in own:
        below = find_top(pile, square)
        if below is not None and below[square] == "L":
            return None
    if strict:
        for lying in pile:
            was = any(find_top(pile, square) is lying for square in lying)
            if was and not any(find_top(after, square) is lying for square in lying):
                return None
    picture = find_visible(after)
    standing = {square for square in cubes_at if square not in own}
    count = Counter(picture[square] for square in standing)
    for square in sorted(own):
        symbol = picture[square]
        if symbol in COLOURS and count[symbol] < 10:
            count[symbol] += 1
            standing.add(square)
    return frozenset((square, symbol + ("*" if square in standing else "")) for square, symbol in picture.items())
