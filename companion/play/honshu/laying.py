"""A trick that players lay card by card, and how they take its cards; of two players, both lay face down."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import companion.play.honshu.hands as hands
from companion.codec import UNSAID
from companion.data.honshu.cards import Colour
from companion.data.honshu.map import COLOUR_LETTERS
from companion.data.honshu.placements import Play, parse_colour, parse_place
from companion.errors import Refused
from companion.play.honshu.state import HonshuState, MapChange, PlayerMap, TakenCard, check_seat
from companion.rules.honshu import tricks as rules
from companion.sentences import Sentence, join_sentences, say
from companion.table.history import Applied, Body, EventKind, Transition


@dataclass(frozen=True, slots=True)
class LayTrickCard:
    """Lay one's card of a trick, in player order."""

    seat: str
    card: int
    cube: str = field(default="", metadata=UNSAID)  # its square on the player's map, or its letter if there is no map


@dataclass(frozen=True, slots=True)
class EnterPair:
    """Enter the pair of cards from the draw pile, in a game of two."""

    cards: tuple[int, int]


@dataclass(frozen=True, slots=True)
class DecidePair:
    """Remove two cubes to choose a pair, or do not; for the player with the lower card, in a game of two."""

    seat: str
    cubes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeCard:
    """Take a card of the trick that was played."""

    seat: str
    card: int


@dataclass(frozen=True, slots=True)
class TakeCardBack:
    """Take back the card one laid or took last, if nobody has acted since."""

    seat: str


def list_takers(state: HonshuState) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The seats that must still take a card of the last trick, in order, and the cards that the first can take."""
    if not state.tricks or state.is_over:
        return (), ()
    plays = state.tricks[-1]
    players = tuple(play.player for play in plays if play.player)
    cards = [each.card for each in state.taken_cards if each.round == len(state.tricks)]
    seats = rules.list_takers(players, plays)[len(cards) :]
    return seats, rules.list_cards_to_take(players, plays, cards) if seats else ()


def list_seats_to_lay(state: HonshuState) -> tuple[str, ...]:
    """The seats that may lay a card now: the next in order, or any in a game of two or without an order."""
    if hands.round_number(state) is None or list_takers(state)[0]:
        return ()
    order, players_done = hands.get_play_order(state), {play.player for play in state.laid_plays}
    seats = tuple(seat for seat in order or state.names if seat not in players_done)
    return seats if not order or len(order) == 2 else seats[:1]


def find_pair_chooser(state: HonshuState) -> str | None:
    """The seat that may remove two cubes to choose, in a game of two after both laid their cards."""
    if len(state.names) != 2 or len(state.laid_plays) < 2 or not state.pair:
        return None
    return state.laid_plays[1 - rules.resolve_pair_trick(state.laid_plays).higher_card].player


def list_waiting_cards(state: HonshuState, seat: str) -> tuple[int, ...]:
    """The cards a seat took that are not on its map yet; empty unless its map has only named cards."""
    pile = state.maps[seat].pile
    if not pile.cards or not pile.has_only_cards:
        return ()
    return tuple(each.card for each in state.taken_cards if each.seat == seat and str(each.card) not in pile.names)


def _apply_lay(state: HonshuState, request: LayTrickCard, recorded: Body | None) -> Applied[HonshuState]:
    seat, card = request.seat, request.card
    check_seat(seat, state.names)
    _check_turn(state, seat, list_seats_to_lay(state))
    hands.check_cards((card,), hands.list_played_cards(state, seat))
    hand = hands.find_hand(state, seat)
    if hand is not None and card not in hand:
        raise Refused("Card {card} is not in your hand as you entered it.", card=card)
    if request.cube and len(state.names) == 2:
        raise Refused("With two players, nobody adds a cube to a card.")
    later, cubes = _spend_cubes(state, seat, card, [request.cube] if request.cube else [], request)
    first = next((cube for play in state.laid_plays for cube in play.cubes), None)
    if first is not None and cubes and cubes[0] is not first:
        raise Refused("The first cube of this trick is {first}; all others must be of its colour.", first=first.word)
    plays = (*later.laid_plays, Play(seat, card, cubes))
    two = len(state.names) == 2
    if two and [play.card for play in plays] == [card, card]:  # a refusal would reveal the card that is face down
        return Applied({"twice": card}, replace(state, laid_plays=(), last_move=None))
    if len(plays) == len(state.names) and not two:
        return Applied({}, _with_last_move(state, seat, _close_trick(later, plays)))
    after = _with_last_move(state, seat, replace(later, laid_plays=plays, holds_secrets=state.holds_secrets or two))
    return Applied({}, replace(after, last_move=None) if two and len(plays) == 2 else after)  # both cards are seen now


def _with_last_move(before: HonshuState, seat: str, state: HonshuState) -> HonshuState:
    return replace(state, last_move=(seat, replace(before, last_move=None)))


def _check_turn(state: HonshuState, seat: str, due: Sequence[str]) -> None:
    whose = (*due, *list_takers(state)[0])
    if not whose:
        raise Refused("No card can be played or taken now.")
    if seat not in due:
        raise Refused("It is {name}'s turn.", name=state.names[whose[0]])


def _close_trick(state: HonshuState, plays: Sequence[Play], pair: Sequence[int] = ()) -> HonshuState:
    """The state after a trick is complete; ``plays`` are in the order in which they were laid."""
    order = state.order or tuple(play.player for play in plays)
    trick = (*plays, *(Play("", card) for card in pair))
    rules.check_trick(order, state.tricks, trick)
    players = tuple(play.player for play in plays)
    tricks = (*state.tricks, rules.assign_plays(players, trick))
    return replace(state, order=order, tricks=tricks, laid_plays=(), pair=())


def _spend_cubes(
    state: HonshuState, seat: str, card: int, cubes: Sequence[str], request: object
) -> tuple[HonshuState, tuple[Colour, ...]]:
    """The state without the cubes taken from a seat's map, if it has one here, and their colours."""
    player_map, colours = state.maps[seat], list[Colour]()
    pile = player_map.pile
    for cube in cubes:
        if not pile.cards:
            colours.append(parse_colour(cube))
            continue
        place = parse_place(cube)
        colour = pile.find_visible_squares()[place][1].colour if place in pile.cubes else None
        if colour is None:
            raise Refused("There is no such cube on your map.")
        colours.append(colour)
        pile = replace(pile, cubes=pile.cubes - {place})
    if pile == player_map.pile:
        return state, tuple(colours)
    change = MapChange(request, say("cube beside card {card}", card=card), player_map.pile, pile, spent_card=card)
    return state.with_map(seat, PlayerMap(pile, (*player_map.changes, change))), tuple(colours)


def _apply_pair(state: HonshuState, request: EnterPair, recorded: Body | None) -> Applied[HonshuState]:
    if hands.round_number(state) is None or len(state.names) != 2 or list_takers(state)[0]:
        raise Refused("This is not the moment to turn up a pair from the pile.")
    hands.check_cards(request.cards, hands.list_played_cards(replace(state, pair=()), None))
    return Applied({}, replace(state, pair=request.cards))


def _apply_decide(state: HonshuState, request: DecidePair, recorded: Body | None) -> Applied[HonshuState]:
    seat = find_pair_chooser(state)
    if seat is None or seat != request.seat:
        raise Refused("There is no pair to choose now.")
    if len(request.cubes) not in (0, rules.CUBES_TO_CHOOSE):
        raise Refused("To choose, you must remove exactly two cubes of your own.")
    (card,) = (play.card for play in state.laid_plays if play.player == seat)
    state_after, cubes = _spend_cubes(state, seat, card, request.cubes, request)
    order = state.order or tuple(state.names)
    plays = {play.player: play for play in (*state.laid_plays, Play(seat, card, cubes))}
    trick = _close_trick(replace(state_after, order=order), [plays[each] for each in order], state.pair)
    return Applied({}, _with_last_move(state, seat, trick))


def _apply_take(state: HonshuState, request: TakeCard, recorded: Body | None) -> Applied[HonshuState]:
    check_seat(request.seat, state.names)
    seats, cards = list_takers(state)
    _check_turn(state, request.seat, seats[:1])
    if request.card not in cards:
        raise Refused("Card {card} is not among those that can be taken.", card=request.card)
    number = len(state.tricks)
    after = replace(state, taken_cards=(*state.taken_cards, TakenCard(number, request.seat, request.card)))
    last, rest = list_takers(after)
    if len(last) == len(rest) == 1:
        after = replace(after, taken_cards=(*after.taken_cards, TakenCard(number, last[0], rest[0])))
    return Applied({}, _with_last_move(state, request.seat, after))


def can_take_back(state: HonshuState, seat: str) -> bool:
    """True when this seat was the last to lay or take a card, and no card taken then is on a map yet."""
    if state.last_move is None or state.last_move[0] != seat or state.is_over:
        return False
    new = (each for each in state.taken_cards if each not in state.last_move[1].taken_cards)
    return not any(str(each.card) in state.maps[each.seat].pile.names for each in new)


def _apply_take_back(state: HonshuState, request: TakeCardBack, recorded: Body | None) -> Applied[HonshuState]:
    seat = request.seat
    if state.last_move is None or not can_take_back(state, seat):
        raise Refused("Others have played since, or there is nothing to undo.")
    past, own_map = state.last_move[1], state.maps[seat]
    payments = [each for each in own_map.changes if each.spent_card is not None and each not in past.maps[seat].changes]
    if payments and own_map.changes[-1] != payments[0]:
        raise Refused("First undo what you have done on your map since.")
    maps = {**state.maps, seat: past.maps[seat]} if payments else state.maps
    trick = {name: getattr(past, name) for name in ("order", "tricks", "laid_plays", "pair", "taken_cards")}
    return Applied({}, replace(state, **trick, maps=maps, last_move=None))


def _format_play(play: Play) -> str:
    letters = {colour: letter for letter, colour in COLOUR_LETTERS.items()}
    return "+".join((str(play.card), *(letters[cube] for cube in play.cubes)))


def _lay_line(step: Transition[HonshuState]) -> Sentence:
    """Who laid what; in a game of two, the first card is not named."""
    state, seat = step.after, step.request.seat
    if number := step.event.result.get("twice"):
        return say("Both have played card {card}: one of them is mistyped. Play again.", card=number)
    if state.laid_plays and seat not in hands.list_visible_seats(state, None):
        return say("{name} has played a card face down.", name=state.names[seat])
    plays = [each for each in state.laid_plays or state.tricks[-1] if seat == each.player or len(state.names) == 2]
    lines = (say("{name} plays {card}.", name=state.names[each.player], card=_format_play(each)) for each in plays)
    return join_sentences(lines) or say("No card was played.")


def _pair_line(step: Transition[HonshuState]) -> Sentence:
    return say("The pair from the pile: {cards}", cards=" ".join(map(str, step.request.cards)))


def _decide_line(step: Transition[HonshuState]) -> Sentence:
    name, cubes = step.after.names[step.request.seat], step.request.cubes
    if cubes:
        return say("{name} removes two cubes and chooses a pair.", name=name)
    return say("{name} does not choose the pair.", name=name)


def _take_line(step: Transition[HonshuState]) -> Sentence:
    return say("{name} takes card {card}.", name=step.after.names[step.request.seat], card=step.request.card)


def _take_back_line(step: Transition[HonshuState]) -> Sentence:
    return say("{name} takes a card back.", name=step.after.names[step.request.seat])


KINDS = (
    EventKind(
        *("lay", LayTrickCard, _apply_lay),
        line=_lay_line,
        is_final=lambda state: len(state.names) == len(state.laid_plays) == 2,  # both cards have been seen
    ),
    EventKind("pair", EnterPair, _apply_pair, line=_pair_line),
    EventKind("decide", DecidePair, _apply_decide, line=_decide_line),
    EventKind("take", TakeCard, _apply_take, line=_take_line),
    EventKind("take-back", TakeCardBack, _apply_take_back, line=_take_back_line),
)
