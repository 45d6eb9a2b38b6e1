"""Place cards in a map one by one and judge each, find the best places for a card, and judge tricks."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.answers import Answer, Figure, catch_refusals
from companion.codec import encode
from companion.data.honshu.cards import CARD_COLUMNS, CARD_ROWS, CUBES_A_COLOUR, Colour, MapCard
from companion.data.honshu.map import COLOUR_LETTERS, HonshuMap, find_edges, get_symbol
from companion.data.honshu.placements import BOTTOM, TURNS, Laying, Placement, Play, parse_card
from companion.errors import InputError, Refused
from companion.play.honshu.views import View
from companion.rules.honshu import laying as rules
from companion.rules.honshu.advising import Advice, advise, compute_totals, select_best
from companion.rules.honshu.board import DEFAULT_RULINGS, Position
from companion.rules.honshu.laying import MapOutcome, Outcome, Pile, TypedSquares
from companion.rules.honshu.tricks import PLAYERS, ROUNDS, get_round, resolve_pair_trick, resolve_trick
from companion.rules.rulings import Rulings
from companion.sentences import Sentence, join_with_commas, say, say_count
from companion.service.honshu.scoring import format_warnings


@dataclass(frozen=True, slots=True)
class LaidMap(Figure):
    """A map after several placements, each judged."""

    steps: tuple[tuple[Placement, tuple[Sentence, ...], tuple[Sentence, ...]], ...]
    """Each placement, its effect on the map, and every rule that it breaks."""
    notes: tuple[Sentence, ...]
    remedies: tuple[str, ...]
    corner: Sentence  # says which row and column of the placements the map begins at
    map: HonshuMap  # empty if no card could be placed


@dataclass(frozen=True, slots=True)
class AdvisedPlacement(Figure):
    placement: Placement
    description: Sentence
    line: Sentence  # the placement in its notation
    map: HonshuMap
    marked_squares: frozenset[Position]
    """The visible squares of the card; rows and columns count from 0 at the top left of the map."""


def _judge_laying(laying: Laying, rulings: Rulings) -> MapOutcome:
    cards = laying.placements
    return rules.judge_placements(rules.find_laying_order(cards, rulings) if laying.is_stack else cards, rulings)


def _count_pool(pile: Pile) -> dict[str, int]:
    """The number of cubes of each colour that are not on the map; negative if substitutes are used for cubes."""
    on_map = pile.count_cubes()
    return {colour.value: CUBES_A_COLOUR - on_map[colour] for colour in COLOUR_LETTERS.values()}


def place_cards(laying: Laying, rulings: Rulings = DEFAULT_RULINGS) -> Answer:
    """Place cards in a map and judge each; the answer is negative if one is not allowed."""
    judgement = _judge_laying(laying, rulings)
    pile, map_ = judgement.pile, judgement.pile.build_map()
    first = judgement.outcomes[0].placement.card
    pool, warnings = _count_pool(pile), []
    if first.series == "map":
        warnings.append(say("The first card, {card}, is not a start province; a map begins with one.", card=first.name))
    data = {
        "legal": judgement.legal,
        "grid": map_.grid,
        "origin": pile.origin,
        "steps": judgement.outcomes,
        "pool": pool,
        "warnings": warnings,
    }
    # A card that touches nothing is unlikely: the cards may have been listed from bottom to top.
    separate = any(
        not step.legal and not step.covered and len(step.visible) == CARD_ROWS * CARD_COLUMNS
        for step in judgement.outcomes[1:]
    )
    left = join_with_commas(say("{count} {colour}", count=pool[each.value], colour=each.word) for each in Colour)
    row, column = pile.origin
    corner = say("row 1, column 1 of this map is ROW {row} COL {column} of the lines", row=row, column=column)
    steps = tuple((step.placement, tuple(_describe_step(step)), _describe_faults(step)) for step in judgement.outcomes)
    notes = (say("pool: {cubes}", cubes=left), *warnings)
    figure = LaidMap(steps, notes, ("stack",) if separate and not laying.is_stack else (), corner, map_)
    return Answer(data, (figure,), negative=not judgement.legal)


def _describe_faults(step: Outcome) -> tuple[Sentence, ...]:
    return tuple(say("NOT ALLOWED: {why}", why=reason) for reason in step.reasons)


def _describe_step(step: Outcome) -> Iterator[Sentence]:
    yield say_count("{count} square[|s] in view", len(step.visible))
    if step.covered:
        yield say_count("covers {count} square[|s]", len(step.covered))
    if step.lost:
        colours = join_with_commas(COLOUR_LETTERS[letter].word for letter in step.lost)
        yield say("lost to the pool: {cubes}", cubes=colours)
    if step.short:
        yield say_count(
            "the pool is short of {count} cube[|s]; the owner chooses which [square stays|squares stay] empty",
            len(step.short),
        )


@catch_refusals
def advise_places(
    laying: Laying,
    offered: Sequence[MapCard],
    card: int | None = None,
    rulings: Rulings = DEFAULT_RULINGS,
    cubes_spent: Sequence[Colour] = (),
    number: int = 5,
) -> Answer:
    """Find where on a map offered cards gain most; the cubes of ``cubes_spent`` are removed first."""
    judgement = _judge_laying(laying, rulings)
    places = advise_on_pile(judgement.pile, offered, card, rulings, cubes_spent, number=number)
    notices = format_warnings(laying.file, (reason for step in judgement.outcomes for reason in step.reasons))
    return replace(places, notices=tuple(notices))


def advise_on_pile(
    pile: Pile,
    offered: Sequence[MapCard],
    card: int | None,
    rulings: Rulings,
    cubes_spent: Sequence[Colour] = (),
    *,
    number: int,
) -> Answer:
    """Find the places of a pile of placed cards where offered cards gain most; ``spent`` as in `advise_places`."""
    cubes_held = pile.count_cubes()
    for colour, number_spent in Counter(cubes_spent).items():
        if number_spent > cubes_held[colour]:
            raise Refused(
                "Cubes to be spent ({colour}): {number}; the map holds {held}.",
                colour=colour.word,
                number=number_spent,
                held=cubes_held[colour],
            )
    on_map = {each.card.name for each in pile.cards}
    for offer in offered:
        if offer.series != "map":
            raise Refused("{card} is a start province; only map cards 1 to 60 are offered.", card=offer.name)
        if offer.name in on_map:
            raise Refused("card {card} is already on the map.", card=offer.name)
    advice = {offer.name: advise(pile, offer, card, rulings, cubes_spent) for offer in offered}
    best = select_best([way for offers in advice.values() for way in offers], number)
    steps = [rules.lay_card(pile, way.placement, rulings) for way in best]
    data = {
        "legal_placements": {name: len(offers) for name, offers in advice.items()},
        "best": [
            {
                "card": way.placement.card.name,
                **{name: getattr(way.placement, name) for name in ("row", "column", "turn", "under")},
                "placement": way.placement,
                **{name: getattr(way, name) for name in ("gained", "total", "fallow")},
                "grid": step.pile.build_map().grid,
            }
            for way, step in zip(best, steps, strict=True)
        ],
        "pool": _count_pool(pile),
    }
    counts = (
        say_count("Card {card}: {count} legal placement[|s]", len(offers), card=name) for name, offers in advice.items()
    )
    places = map(_describe_advice, range(1, len(best) + 1), best, steps)
    return Answer(data, (*counts, *places))


def _describe_advice(number: int, advice: Advice, step: Outcome) -> AdvisedPlacement:
    placement = advice.placement
    top, left = step.pile.origin
    turn = say("turned {degrees}° clockwise", degrees=placement.turn) if placement.turn else say("upright")
    if placement.under is None:
        level = say("on top")
    elif placement.under == BOTTOM:
        level = say("beneath everything")
    else:
        level = say("under card {card}", card=placement.under)
    fields = {"number": number, "card": placement.card.name, "turn": turn, "level": level, "total": advice.total}
    description = say_count(
        "{number}. Card {card} at row {row}, column {column}, {turn}, {level}: {gained} point[|s], total {total}",
        abs(advice.gained),
        row=placement.row - top + 1,
        column=placement.column - left + 1,
        gained=f"{advice.gained:+d}",
        **fields,
    )
    squares = frozenset((row - top, column - left) for row, column in step.visible)
    line = say("line to add: {line}", line=str(placement))
    return AdvisedPlacement(placement, description, line, step.pile.build_map(), squares)


_NEAR = 3  # one more than the rows and columns beyond the map at which a card can still touch it


@dataclass(frozen=True, slots=True)
class HeldSquare:
    position: Position
    symbol: str
    is_hidden: bool
    fault: bool


@dataclass(frozen=True, slots=True)
class HeldCard(Figure):
    placement: Placement
    squares: tuple[HeldSquare, ...]  # row by row, as the card is turned
    rows: int
    reasons: tuple[Sentence, ...]
    levels: tuple[tuple[str | None, Sentence], ...]
    """The levels at which it may be placed here, with words: on top (``None``), or under a card."""
    faults: Mapping[Position, tuple[int, ...]]
    """For positions of its top left corner, the indexes of squares that would break a rule there, with the same
    turn and level; at positions not listed it would touch no card.
    """
    totals: Mapping[Position, int]  # for positions where it is allowed, the points of the map with it

    @property
    def legal(self) -> bool:
        return not self.reasons


def hold_card(
    view: View, seat: str, name: str, position: Position | None = None, turn: int = 0, under: str | None = None
) -> HeldCard:
    """Hold a card over a map, turned clockwise; by default on top, near the middle, where it covers fewest squares."""
    pile, rulings = view.get_map(seat).pile, view.rulings
    card = parse_card(name)
    if turn not in TURNS:
        raise InputError("'{value}' is not a turn; expected 0, 90, 180 or 270 degrees clockwise.", value=turn)
    if under not in (BOTTOM, *(each.card.name for each in pile.cards if not isinstance(each.card, TypedSquares))):
        under = None
    trial = Placement(card, 0, 0, turn, under)
    points = compute_totals(pile, trial, view.card, rulings)
    faults = _find_faults(pile, trial, rulings, points)
    row, column = position or _find_quiet_place(pile, trial, faults)
    placement = replace(trial, row=row, column=column)
    step = rules.lay_card_from_corner(pile, placement, rulings)
    squares = tuple(
        HeldSquare(place, get_symbol(square), is_hidden=place not in step.visible, fault=place in step.faults)
        for place, square in rules.locate_squares(placement).items()
    )
    levels = tuple(_describe_levels(pile, placement, rulings))
    return HeldCard(placement, squares, len(rules.turn_card(card, turn)), step.reasons, levels, faults, points)


def _describe_levels(pile: Pile, placement: Placement, rulings: Rulings) -> Iterator[tuple[str | None, Sentence]]:
    """Yield the levels for a card: on top, its present one, and under each card that leaves a square of it visible."""
    yield None, say("on top")
    places = rules.locate_squares(placement).keys()
    cards = [each.card for each in reversed(pile.cards) if places & each.squares.keys()]
    names = [card.name for card in cards if not isinstance(card, TypedSquares)]
    if len(names) < len(cards) or placement.under == BOTTOM:
        names.append(BOTTOM)
    for name in names:
        if name == placement.under or rules.lay_card(pile, replace(placement, under=name), rulings).visible:
            yield name, say("at the bottom") if name == BOTTOM else say("under {card}", card=name)


def _find_faults(
    pile: Pile, placement: Placement, rulings: Rulings, allowed: Collection[Position]
) -> dict[Position, tuple[int, ...]]:
    """The value of ``HeldCard.faults``; positions in ``allowed`` are known to have no fault."""
    visible = pile.find_visible_squares()
    if not visible:
        return {}
    by_place: dict[tuple[int, int], tuple[int, ...]] = {}
    top, left, bottom, right = find_edges(visible)
    for row in range(top - _NEAR, bottom + 1):
        for column in range(left - _NEAR, right + 1):
            if (row, column) in allowed:
                by_place[row, column] = ()
                continue
            moved = replace(placement, row=row, column=column)
            places = rules.locate_squares(moved).keys()
            if places & visible.keys():
                step = rules.lay_card(pile, moved, rulings)
                faults = step.faults if step.faults or step.legal else places
                by_place[row, column] = tuple(i for i, place in enumerate(places) if place in faults)
    return by_place


def _find_quiet_place(pile: Pile, placement: Placement, faults: Mapping[Position, tuple[int, ...]]) -> Position:
    """The position where a card is allowed and covers fewest squares, the nearest to the middle of the map."""
    visible = pile.find_visible_squares()
    if not visible:
        return 0, 0
    middle = [sum(place[axis] for place in visible) / len(visible) - CARD_ROWS / 2 for axis in (0, 1)]

    def noise(spot: Position) -> tuple[bool, int, float]:
        overlap = len(rules.locate_squares(replace(placement, row=spot[0], column=spot[1])).keys() & visible.keys())
        return bool(faults[spot]), overlap, abs(spot[0] - middle[0]) + abs(spot[1] - middle[1])

    return min(faults, key=noise)


@catch_refusals
def advise_card(view: View, seat: str, name: str) -> Answer:
    """Find the three places of a seat's map where a card gains most."""
    return advise_on_pile(view.get_map(seat).pile, [parse_card(name)], view.card, view.rulings, number=3)


@dataclass(frozen=True, slots=True)
class PlayerOrder(Figure):
    """The new player order, from the first: each player's name and the worth of their play."""

    plays: tuple[tuple[Sentence | str, Sentence], ...]


@catch_refusals
def judge_trick(plays: Sequence[Play]) -> Answer:
    """Judge a trick of three to five players: who chooses first, and the new player order."""
    winner_order = resolve_trick(plays)
    ordered = [plays[index] for index in winner_order.order]
    data = {
        "legal": True,
        "why": None,
        "colour": winner_order.colour,
        "order": [play.player for play in ordered],
        "cards": [play.card for play in ordered],
        "plays": plays,
    }
    order = PlayerOrder(tuple((play.player_name, _describe_worth(play)) for play in ordered))
    new = say("New player order: {names}.", names=join_with_commas(play.player_name for play in ordered))
    line = say("In this order each takes one of the cards played and lays it; cubes used go to the pool first.")
    return Answer(data, (order, new, line))


def _describe_worth(play: Play) -> Sentence:
    value = f"{play.value:>3}"
    if not play.cubes:
        return say("worth {value}", value=value)
    fields = {"value": value, "card": play.card, "colour": play.cubes[0].word}
    return say("worth {value} (card {card} and 60 for a {colour} cube)", **fields)


@catch_refusals
def judge_pairs(plays: tuple[Play, Play], pile: tuple[int, int] | None = None) -> Answer:
    """Judge a trick of two players, maybe with the two cards of the pile; cubes in a play are removed to choose."""
    pair_trick = resolve_pair_trick(plays, pile)
    hands = plays[0].card, plays[1].card
    data = {
        "legal": True,
        "why": None,
        "higher": plays[pair_trick.higher_card].player,
        "chooser": plays[pair_trick.chooser].player,
        "pairs": {"pile": pile, "hands": hands},
        "plays": [{**encode(play), "value": play.card} for play in plays],
    }
    higher, lower = plays[pair_trick.higher_card], plays[1 - pair_trick.higher_card]
    lines = [say("{name} has the higher card, {card}.", name=higher.subject, card=higher.card)]
    if pair_trick.chooser != pair_trick.higher_card:
        lines.append(say("{name} removes two cubes and chooses a pair.", name=lower.subject))
    else:
        names = {"name": higher.subject, "other": lower.player_name}
        lines.append(say("{name} chooses a pair, unless {other} first removes two cubes of their own.", **names))
    if pile:
        cards = dict(zip(("first", "second", "third", "fourth"), (*pile, *hands), strict=True))
        pairs = say("The pairs: {first} and {second} from the pile, {third} and {fourth} from the hands.", **cards)
        lines.append(pairs)
    lines.append(say("The other pair goes to the opponent. Each keeps one card of a pair; the other leaves the game."))
    return Answer(data, tuple(lines))


def judge_plays(plays: Sequence[Play], players: int) -> Answer:
    """Judge a trick of two to five players; with two, the pair from the draw pile may follow their plays."""
    if players != 2:
        return judge_trick(plays)
    pile = (plays[2].card, plays[3].card) if len(plays) == 4 else None
    return judge_pairs((plays[0], plays[1]), pile)


def describe_round(number: int, players: int) -> Answer:
    """Describe a round: hands, dealing, passing, who starts."""
    round_ = get_round(number, players)
    heading = say("Round {number} of 12, {players} players", number=number, players=players)
    return Answer(round_, (heading, *round_.text))


def judge_last_trick(view: View) -> Answer:
    """Judge the last trick played; at least one must have been played."""
    plays = [replace(play, player=view.names.get(play.player, play.player)) for play in view.tricks[-1]]
    return judge_plays(plays, len(view.order))


def describe_current_round(view: View) -> Answer:
    if view.round not in ROUNDS:
        return Answer({"round": None}, (say("All twelve rounds are played: now the maps are scored."),))
    if len(view.order) not in PLAYERS:
        return Answer({"round": view.round}, (say("Tricks are for 2 to 5 players."),))
    return describe_round(view.round, len(view.order))
