"""Cards laid one by one into a map, each step judged, and the best places for the next."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.answers import Answer, Figure, answering
from companion.data.honshu.cards import CARD_COLUMNS, CARD_ROWS, CUBES_A_COLOUR, Colour, MapCard
from companion.data.honshu.map import COLOUR_LETTERS, HonshuMap
from companion.data.honshu.placements import BOTTOM, Laying, Placement
from companion.errors import Refused
from companion.rules.honshu.board import Position
from companion.rules.honshu.placing.advising import Advice, advise, best
from companion.rules.honshu.placing.laying import Judged, Outcome, Pile, judge, lay, order_of_laying
from companion.rules.honshu.rulings import DEFAULT_RULINGS
from companion.rules.rulings import Rulings
from companion.sentences import Sentence, listed, say, say_count
from companion.service.honshu.scored import warned


@dataclass(frozen=True, slots=True)
class LaidMap(Figure):
    """A map laid card by card."""

    steps: tuple[tuple[Placement, tuple[Sentence, ...], tuple[Sentence, ...]], ...]
    """Each card as it was laid, its effect on the map, and all that was not allowed of it."""
    notes: tuple[Sentence, ...]
    remedies: tuple[str, ...]
    corner: Sentence  # the first row and column as the lines of the placements count them
    map: HonshuMap  # without rows where no card could be laid


@dataclass(frozen=True, slots=True)
class AdvisedPlacement(Figure):
    """A good place for a card."""

    placement: Placement
    what: Sentence
    line: Sentence  # the same in the notation of placements
    map: HonshuMap
    marked: frozenset[Position]
    """The squares of the card that are in sight, from 0 at the top left of the map."""


def _judged(laying: Laying, rulings: Rulings) -> Judged:
    cards = laying.placements
    return judge(order_of_laying(cards, rulings) if laying.is_stack else cards, rulings)


def _pool(pile: Pile) -> dict[str, int]:
    """Cubes of each colour that are not on the map; below 0 where anything serves as a cube."""
    held = pile.cubes_held()
    return {colour.value: CUBES_A_COLOUR - held[colour] for colour in COLOUR_LETTERS.values()}


def place_cards(laying: Laying, rulings: Rulings = DEFAULT_RULINGS) -> Answer:
    """Lay cards into a map and judge each step; the answer is no where one is not allowed."""
    judged = _judged(laying, rulings)
    pile, map_ = judged.pile, judged.pile.map()
    first = judged.outcomes[0].placement.card
    pool, warnings = _pool(pile), []
    if first.series == "map":
        warnings.append(
            say("The first card, {card}, is not a start province; a map begins with one.", card=first.name)
        )
    data = {
        "legal": judged.legal,
        "grid": map_.grid,
        "origin": pile.origin,
        "steps": judged.outcomes,
        "pool": pool,
        "warnings": warnings,
    }
    # A card that touches nothing was hardly laid so: the cards may have been told from bottom to top.
    apart = any(
        not step.legal and not step.covered and len(step.visible) == CARD_ROWS * CARD_COLUMNS
        for step in judged.outcomes[1:]
    )
    left = listed(say("{count} {colour}", count=pool[each.value], colour=each.word) for each in Colour)
    row, column = pile.origin
    corner = say("row 1, column 1 of this map is ROW {row} COL {column} of the lines", row=row, column=column)
    steps = tuple((step.placement, tuple(_done(step)), _faults(step)) for step in judged.outcomes)
    notes = (say("pool: {cubes}", cubes=left), *warnings)
    figure = LaidMap(steps, notes, ("stack",) if apart and not laying.is_stack else (), corner, map_)
    return Answer(data, (figure,), negative=not judged.legal)


def _faults(step: Outcome) -> tuple[Sentence, ...]:
    return tuple(say("NOT ALLOWED: {why}", why=why) for why in step.reasons)


def _done(step: Outcome) -> Iterator[Sentence]:
    yield say_count("{count} square[|s] in sight", len(step.visible))
    if step.covered:
        yield say_count("covers {count} square[|s]", len(step.covered))
    if step.lost:
        lost = listed(COLOUR_LETTERS[letter].word for letter in step.lost)
        yield say("lost to the pool: {cubes}", cubes=lost)
    if step.short:
        yield say_count(
            "the pool is short of {count} cube[|s]; the owner chooses which [square stays|squares stay] "
            "empty",
            len(step.short),
        )


@answering
def advise_places(
    laying: Laying,
    offered: Sequence[MapCard],
    card: int | None = None,
    rulings: Rulings = DEFAULT_RULINGS,
    spent: Sequence[Colour] = (),
    number: int = 5,
) -> Answer:
    """Find the places of a map where the cards offered gain most.

    Args:
        spent: Colours of cubes that leave the map before.
    """
    judged = _judged(laying, rulings)
    advised = advise_on(judged.pile, offered, card, rulings, spent, number=number)
    notices = warned(laying.file, (why for step in judged.outcomes for why in step.reasons))
    return replace(advised, notices=tuple(notices))


def advise_on(
    pile: Pile,
    offered: Sequence[MapCard],
    card: int | None = None,
    rulings: Rulings = DEFAULT_RULINGS,
    spent: Sequence[Colour] = (),
    *,
    number: int,
) -> Answer:
    """The places of a map that lies there where the cards offered gain most; see ``advise_places``."""
    held = pile.cubes_held()
    for colour, number_spent in Counter(spent).items():
        if number_spent > held[colour]:
            raise Refused(
                "Cubes to be spent ({colour}): {number}; the map holds {held}.",
                colour=colour.word,
                number=number_spent,
                held=held[colour],
            )
    on_map = {laid.card.name for laid in pile.cards}
    for offer in offered:
        if offer.series != "map":
            raise Refused("{card} is a start province; only map cards 1 to 60 are offered.", card=offer.name)
        if offer.name in on_map:
            raise Refused("card {card} lies on the map already.", card=offer.name)
    ways = {offer.name: advise(pile, offer, card, rulings, spent) for offer in offered}
    chosen = best([way for found in ways.values() for way in found], number)
    steps = [lay(pile, way.placement, rulings) for way in chosen]
    data = {
        "legal_placements": {name: len(found) for name, found in ways.items()},
        "best": [
            {
                "card": way.placement.card.name,
                "row": way.placement.row,
                "column": way.placement.column,
                "turn": way.placement.turn,
                "under": way.placement.under,
                "placement": way.placement,
                "gained": way.gained,
                "total": way.total,
                "fallow": way.fallow,
                "grid": step.pile.map().grid,
            }
            for way, step in zip(chosen, steps, strict=True)
        ],
        "pool": _pool(pile),
    }
    counts = (
        say_count("Card {card}: {count} legal placement[|s]", len(found), card=name)
        for name, found in ways.items()
    )
    places = map(_place, range(1, len(chosen) + 1), chosen, steps)
    return Answer(data, (*counts, *places))


def _place(at: int, way: Advice, step: Outcome) -> AdvisedPlacement:
    placed = way.placement
    top, left = step.pile.origin
    turn = say("turned {degrees}° clockwise", degrees=placed.turn) if placed.turn else say("upright")
    if placed.under is None:
        level = say("on top")
    elif placed.under == BOTTOM:
        level = say("beneath everything")
    else:
        level = say("under card {card}", card=placed.under)
    told = {"number": at, "card": placed.card.name, "turn": turn, "level": level, "total": way.total}
    what = say_count(
        "{number}. Card {card} at row {row}, column {column}, {turn}, {level}: {gained} point[|s], "
        "total {total}",
        abs(way.gained),
        row=placed.row - top + 1,
        column=placed.column - left + 1,
        gained=f"{way.gained:+d}",
        **told,
    )
    marked = frozenset((row - top, column - left) for row, column in step.visible)
    line = say("line to add: {line}", line=str(placed))
    return AdvisedPlacement(placed, what, line, step.pile.map(), marked)
