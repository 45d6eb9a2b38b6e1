"""The tables of Shogun read from the assets, every cell held against what the game's box says."""

from collections import Counter
from functools import cache
from pathlib import Path

from companion.data.rows import Row, read_rows
from companion.data.shogun.checks import check_borders, check_cards, check_starting_groups
from companion.data.shogun.model import REGIONS, Border, EventCard, Facts, ProvinceCard, Side, StartingGroup
from companion.data.shogun.shares import read_shares
from companion.errors import DeckError, Place
from companion.paths import assets

EVENTS = 12
PROVINCE_COLUMNS = (
    "card_no",
    "province",
    "card_valid_for",
    "region_sun",
    "region_moon",
    "chests",
    "rice",
    "building_sites",
    "out_3p_sun",
    "out_3p_moon",
)
EVENT_PICTURES = {
    "castle_defender=+1": "walls",
    "max_chests=5": "taxes-most",
    "max_rice=3": "rice-most",
    "min_chests=6": "taxes-least",
    "min_rice=4": "rice-least",
    "neutral_green=2": "farmers",
    "recruit=3/2": "levies",
    "revolt_marker=-1": "calming",
    "temple_protected=1": "sanctuary",
}
"""The rule of each event, and its picture."""
WINTER_LOSSES = (5, 7, 3, 2, 6, 3, 0, 2, 4, 3, 4, 1)
"""Source: Shogun booklet, annex, event cards (reduced recruiting has winter loss 1)."""


@cache
def facts() -> Facts:
    """The facts that Companion comes with."""
    return read_facts(assets() / "games" / "shogun")


def read_facts(folder: Path) -> Facts:
    """Read and check the provinces, borders, events and set-ups of a folder."""
    rows = read_rows(folder / "provinces.csv", PROVINCE_COLUMNS)
    cards = [(row, _card(row, number)) for number, row in enumerate(rows, start=1)]
    rows = read_rows(folder / "adjacency.csv", ("a", "b", "kind", "moon_confirmed"))
    bordering = {row.cells[column] for row in rows for column in ("a", "b")}
    for row, card in cards:
        if card.province not in bordering:
            raise row.wrong(
                "'{value}' was not expected; adjacency.csv knows no province of that name.", "province"
            )
    check_cards(cards)
    names = frozenset(card.province for _, card in cards)
    borders = [(row, _border(row, names)) for row in rows]
    check_borders(borders)

    rows = read_rows(folder / "events.csv", ("event", "effect", "parameter", "winter_rice_loss"))
    events = tuple(_event(row, number) for number, row in enumerate(rows, start=1))
    if len(events) != EVENTS:
        raise DeckError(
            "event cards: {found}, expected: {expected}.",
            place=Place(file="events.csv"),
            found=len(events),
            expected=EVENTS,
        )
    _check_event_pairs(events)

    rows = read_rows(folder / "setup_sun.csv", ("players", "player", "province", "armies"))
    out = {card.province for _, card in cards if card.out_with_three.get(Side.SUN)}
    starting_groups = [(row, _starting_group(row, names, frozenset(out))) for row in rows]
    check_starting_groups(starting_groups, read_shares(folder / "shares.csv"))
    return Facts(
        tuple(card for _, card in cards),
        tuple(border for _, border in borders),
        events,
        tuple(group for _, group in starting_groups),
    )


def _number(row: Row, column: str, expected: int) -> int:
    if row.cells[column] != str(expected):
        raise row.wrong(
            "'{value}' was not expected; the cards are numbered in order and this is {expected}.",
            column,
            expected=expected,
        )
    return expected


def _known(row: Row, column: str, names: frozenset[str]) -> str:
    name = row.text(column)
    if name not in names:
        raise row.wrong("'{value}' is not a province of provinces.csv.", column)
    return name


def _card(row: Row, number: int) -> ProvinceCard:
    valid = row.choice("card_valid_for", ("both", *Side))
    sides = tuple(Side) if valid == "both" else (Side(valid),)
    regions = {}
    out = {}
    for side in Side:
        # A card for one side only says nothing of the other.
        region = row.choice(f"region_{side}", REGIONS if side in sides else ("",))
        left_out = row.choice(f"out_3p_{side}", ("0", "1") if side in sides else ("",))
        if side in sides:
            regions[side] = region
            out[side] = left_out == "1"
    return ProvinceCard(
        number=_number(row, "card_no", number),
        province=row.text("province"),
        sides=sides,
        regions=regions,
        chests=row.count("chests", 3, 7),
        rice=row.count("rice", 2, 5),
        sites=row.count("building_sites", 1, 3),
        out_with_three=out,
    )


def _border(row: Row, names: frozenset[str]) -> Border:
    a = _known(row, "a", names)
    b = _known(row, "b", names)
    kind = row.choice("kind", ("land", "sea"))
    # Land borders follow from the map, which both sides share; only sea routes are in doubt.
    confirmed = row.choice("moon_confirmed", ("1",) if kind == "land" else ("0", "1"))
    return Border(a, b, kind, confirmed == "1")


def _event(row: Row, number: int) -> EventCard:
    parameter, _, value = row.choice("parameter", tuple(EVENT_PICTURES)).partition("=")
    loss = row.count("winter_rice_loss", 0, max(WINTER_LOSSES))
    card = _number(row, "event", number)
    if number <= EVENTS and loss != WINTER_LOSSES[number - 1]:
        raise row.wrong(
            "'{value}' was not expected; the winter loss of event {event} is {expected}.",
            "winter_rice_loss",
            event=number,
            expected=WINTER_LOSSES[number - 1],
        )
    return EventCard(card, row.text("effect"), parameter, value, loss)


def _check_event_pairs(events: tuple[EventCard, ...]) -> None:
    """Three effects are on two cards each, the six others on one."""
    counts = Counter(f"{event.parameter}={event.value}" for event in events)
    twice = {"castle_defender=+1", "revolt_marker=-1", "temple_protected=1"}
    for effect in EVENT_PICTURES:
        expected = 2 if effect in twice else 1
        if counts[effect] != expected:
            raise DeckError(
                "event cards with '{value}': {found}, expected: {expected}.",
                place=Place(file="events.csv", column="parameter"),
                value=effect,
                found=counts[effect],
                expected=expected,
            )


def _starting_group(row: Row, names: frozenset[str], out: frozenset[str]) -> StartingGroup:
    players = int(row.choice("players", ("3", "4", "5")))
    player = row.choice("player", tuple("ABCDE"[:players]))
    province = _known(row, "province", names)
    if players == 3 and province in out:
        raise row.wrong("'{value}' is left out with three players and cannot be in their set-up.", "province")
    return StartingGroup(players, player, province, row.count("armies", 2, 5))
