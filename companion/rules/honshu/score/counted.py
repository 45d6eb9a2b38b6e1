"""The same score from counts: what cannot have been counted, and the features of what was."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

from companion.data.honshu.cards import Square, Terrain, load_cards
from companion.data.honshu.counts import ASKING, Counts
from companion.errors import InputError
from companion.rules.honshu.map.doubts import MOST_COVERED_SQUARES
from companion.rules.honshu.score.bonuses import TRIPLE, line_times
from companion.rules.honshu.score.land import Feature, crowded_parts, feature
from companion.sentences import Sentence, say

VALUES = (2, 3, 4)  # of factories
_CARDS = 12  # map cards that lie on a finished map, beside its start province


@cache
def most(terrain: Terrain, value: int = 0) -> int:
    """The most squares of a sort that twelve map cards and a start province show."""

    def shown(square: Square) -> bool:
        return square.terrain is terrain and square.value == value

    numbers: dict[bool, list[int]] = {True: [], False: []}
    for card in load_cards():
        numbers[card.series == "map"].append(sum(shown(square) for row in card.squares for square in row))
    return sum(sorted(numbers[True])[-_CARDS:]) + max(numbers[False])


def check_counts(counts: Counts) -> None:
    """Refuse what no finished map can have, and say what it can."""
    factories, cubes = Counter(counts.factories), 2 if counts.card == 1 else 1
    if strange := [value for value in factories if value not in VALUES]:
        raise InputError(
            "There is no factory of {value}; for each cube delivered 2, 3 or 4 is told.", value=strange[0]
        )
    limits = [
        (counts.forests, most(Terrain.FOREST), say("forests")),
        (counts.town, most(Terrain.TOWN), say("town squares")),
        (sum(counts.lakes), most(Terrain.LAKE), say("lake squares")),
        (len(counts.factories), most(Terrain.PRODUCTION), say("cubes")),
        (counts.fallow or 0, most(Terrain.FALLOW), say("fallow squares")),
    ]
    for value, number in factories.items():
        at_most = cubes * most(Terrain.FACTORY, value)
        limits.append((number, at_most, say("cubes in factories of {value}", value=value)))
    for number, at_most, what in (*limits, *_of_card(counts)):
        if not 0 <= number <= at_most:
            raise InputError(
                "{number} {what} cannot be; at most {most}.", number=number, what=what, most=at_most
            )
    squares = counts.forests + counts.town + sum(counts.lakes) + (counts.fallow or 0)
    squares += sum(-(-number // cubes) for number in factories.values())
    if squares > MOST_COVERED_SQUARES:
        raise InputError(
            "That makes {squares} squares; thirteen cards show {most} at most.",
            squares=squares,
            most=MOST_COVERED_SQUARES,
        )


def _of_card(counts: Counts) -> Iterator[tuple[int, int, Sentence]]:
    """What a scoring card asked for, the most of it, and what it is called."""
    card, bonus, delivered = counts.card, counts.bonus, len(counts.factories)
    asked = {3: 2, 5: 2, 6: 1, 7: 1, 8: 1}.get(card or 0, len(bonus))
    why = None
    if not min(asked, 1) <= len(bonus) <= asked:
        why = say("one number is asked; of cards 3 and 5 it may be two.")
    elif card == 2 and any(length < TRIPLE for length in bonus):
        why = say("a line has three forests or more, not {length}.", length=min(bonus))
    elif card == 3 and bonus[-1] < bonus[0]:
        why = say("with those that overlap there are no fewer blocks.")
    elif card == 6 and bonus[0] < delivered:
        why = say("each cube delivered leaves a square empty: at least {count}.", count=delivered)
    if why is not None:
        raise InputError("Scoring card {card}: {what}", card=card, what=why)
    match card:
        case 2:
            yield max(bonus, default=0), counts.forests, say("forests in a line")
        case 3:
            yield bonus[-1], most(Terrain.FALLOW), say("blocks")
        case 5:  # a town with such a square has four more
            yield bonus[0], max(counts.town - 4, 0), say("squares amid the biggest town")
        case 6:
            yield bonus[0], most(Terrain.PRODUCTION), say("production squares")
        case 7 | 8:
            yield bonus[0], delivered, say("of the cubes delivered")


def counted(counts: Counts, card: int | None, rulings: Mapping[str, str]) -> list[Feature]:
    """The features of a map that was counted; see ``features``."""
    found = [feature("forest", 0, counts.forests)] if counts.forests else []
    found += [feature("town", 0, counts.town, 1)] if counts.town else []
    found += [feature("factory", 0, 4, value, 1) for value in sorted(counts.factories, reverse=True)]
    squares = sum(counts.lakes)
    instead = card == 4 and rulings["lake-card"] == "instead"
    if instead and squares:
        found.append(feature("lake", 0, squares, 4))
    elif not instead:
        found += [feature("lake", 0, size) for size in counts.lakes]
    if counts.card != card and (card in ASKING or 1 in (card, counts.card)):
        return [*found, feature("recount", 0, card or 0)]
    return [*found, *_bonus(counts, card, rulings)]


def _bonus(counts: Counts, card: int | None, rulings: Mapping[str, str]) -> Iterator[Feature]:
    """What a scoring card adds."""
    bonus, lakes = counts.bonus, sum(counts.lakes)
    match card:
        case 2:
            yield from (feature("card-2", 0, length, line_times(length, rulings), 2) for length in bonus)
        case 3:
            blocks = bonus[0 if rulings["fallow-blocks"] == "disjoint" else -1]
            yield from [feature("card-3", 0)] * blocks
        case 4 if rulings["lake-card"] == "added" and lakes:
            yield feature("card-4", 0, lakes)
        case 5:
            inside, outside = (*bonus, 0)[:2]
            parts = crowded_parts(inside, outside, rulings)
            yield from (feature("card-5", 0, number, each) for number, each in parts if number)
        case 6 | 7 | 8:
            held = card == 6 and rulings["empty-production"] == "before"
            if number := bonus[0] - (len(counts.factories) if held else 0):
                yield feature(f"card-{card}", 0, number)
