"""Checks of the facts as a whole: counts, totals, and no row twice.

Source: Shogun booklet, components and set-up; the totals are those of the printed cards.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from companion.data.rows import Row
from companion.data.shogun.model import REGIONS, Border, ProvinceCard, Side, StartingGroup
from companion.data.shogun.shares import Share
from companion.errors import DeckError, Place

PROVINCES_A_SIDE = 45
PROVINCES_A_REGION = 9
OUT_WITH_THREE = 8
CARDS = {"both": 37, "sun": 8, "moon": 8}
AMOUNTS = {"chests": "chests", "rice": "rice", "building_sites": "sites"}
TOTALS = {"chests": 220, "rice": 140, "building_sites": 87}
LAND_BORDERS, SEA_ROUTES = 91, 6


def check_cards(cards: Sequence[tuple[Row, ProvinceCard]]) -> None:
    """Hold the province cards against the box: 37, 8 and 8; 45 a side; five regions of nine; the totals."""
    for row, card in cards:
        twins = [(r, c) for r, c in cards if c.province == card.province and c.number < card.number]
        for _, twin in twins:
            if set(twin.sides) & set(card.sides):
                raise row.wrong(
                    "'{value}' has a card for this side already, card {card}.",
                    "card_valid_for",
                    value=card.province,
                    card=twin.number,
                )
            for column, name in AMOUNTS.items():
                mine, other = getattr(card, name), getattr(twin, name)
                if mine != other:
                    raise row.wrong(
                        "'{value}' was not expected; card {card} of the same province says {expected}.",
                        column,
                        card=twin.number,
                        expected=other,
                    )
    for row, card in cards:
        sides = {side for _, other in cards if other.province == card.province for side in other.sides}
        for side in Side:
            if side not in sides:
                raise row.wrong(
                    "'{value}' was not expected; no card of that name is for the {side} side.",
                    "province",
                    side=side.value,
                )
    kinds = Counter("both" if len(card.sides) == 2 else card.sides[0].value for _, card in cards)
    for kind, expected in CARDS.items():
        _hold("provinces.csv", "card_valid_for", kind, kinds[kind], expected)
    for side in Side:
        here = [card for _, card in cards if side in card.sides]
        _hold("provinces.csv", "province", side, len(here), PROVINCES_A_SIDE)
        regions = Counter(card.regions[side] for card in here)
        for region in REGIONS:
            _hold("provinces.csv", f"region_{side}", region, regions[region], PROVINCES_A_REGION)
        out = sum(card.out_with_three[side] for card in here)
        _hold("provinces.csv", f"out_3p_{side}", "1", out, OUT_WITH_THREE)
        for column, expected in TOTALS.items():
            found = sum(getattr(card, AMOUNTS[column]) for card in here)
            if found != expected:
                raise DeckError(
                    "the {side} side adds up to {found}; {expected} was expected.",
                    place=Place(file="provinces.csv", column=column),
                    side=side.value,
                    found=found,
                    expected=expected,
                )


def check_borders(borders: Sequence[tuple[Row, Border]]) -> None:
    """Hold the borders against the map: each once, in order, 91 over land and six over sea."""
    for row, border in borders:
        if border.a >= border.b:
            raise row.wrong(
                "'{value}' was not expected; column b holds the name that comes later than '{first}'.",
                "b",
                first=border.a,
            )
    _refuse_twice(((row, (border.a, border.b)) for row, border in borders), "b")
    kinds = Counter(border.kind for _, border in borders)
    for kind, expected in (("land", LAND_BORDERS), ("sea", SEA_ROUTES)):
        _hold("adjacency.csv", "kind", kind, kinds[kind], expected)


def check_starting_groups(
    starting_groups: Sequence[tuple[Row, StartingGroup]], expected: Mapping[int, Share]
) -> None:
    """Hold the fixed set-ups against the shares of players: each group once a player, no province twice."""
    _refuse_twice(((row, (group.players, group.province)) for row, group in starting_groups), "province")
    for players, share in expected.items():
        for player in "ABCDE"[:players]:
            own = (each for _, each in starting_groups if (each.players, each.player) == (players, player))
            found = sorted((each.armies for each in own), reverse=True)
            if found != sorted(share.groups, reverse=True):
                raise DeckError(
                    "player {player} of {players} sets up {found}; {expected} was expected.",
                    place=Place(file="setup_sun.csv", column="armies"),
                    player=player,
                    players=players,
                    found=" ".join(map(str, found)),
                    expected=" ".join(map(str, share.groups)),
                )


def _refuse_twice(entries: Iterable[tuple[Row, tuple[object, object]]], column: str) -> None:
    seen: dict[tuple[object, object], int] = {}
    for row, key in entries:
        if key in seen:
            raise row.wrong("'{value}' stands in row {first} already.", column, value=key[1], first=seen[key])
        seen[key] = row.number


def _hold(file: str, column: str, value: str, found: int, expected: int) -> None:
    if found != expected:
        raise DeckError(
            "'{value}' is counted there: {found}, expected: {expected}.",
            place=Place(file=file, column=column),
            value=value,
            found=found,
            expected=expected,
        )
