"""A trick laid card by card, of two players together; and its cards taken in the order it gives."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.codec import UNSAID
from companion.data.honshu.cards import Colour
from companion.data.honshu.map import COLOUR_LETTERS
from companion.data.honshu.placements import Play, read_colour, read_place
from companion.errors import Refused
from companion.play.honshu.hands import (
    check_cards,
    hand_of,
    open_plays,
    order_now,
    played_cards,
    round_number,
)
from companion.play.honshu.state import Done, HonshuState, PlayerMap, Taken, check_seat
from companion.rules.honshu import tricks as rules
from companion.sentences import Sentence, joined, say
from companion.table.history import Body, EventKind, Played, Step


@dataclass(frozen=True, slots=True)
class LayTrickCard:
    """Lay one's card of a trick, in player order."""

    seat: str
    card: int
    cube: str = field(default="", metadata=UNSAID)  # its place on one's own map, or else its letter


@dataclass(frozen=True, slots=True)
class TellPair:
    """Of two players: tell the pair of cards from the draw pile."""

    cards: tuple[int, int]


@dataclass(frozen=True, slots=True)
class DecidePair:
    """Of two players, who has the lower card: remove two cubes to choose a pair, or leave the choice."""

    seat: str
    cubes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeCard:
    """Take a card of the trick that was played."""

    seat: str
    card: int


@dataclass(frozen=True, slots=True)
class TakeCardBack:
    """Take back the card one laid or took last, while nobody has gone on upon it."""

    seat: str


def to_take(state: HonshuState) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The seats that take a card of the last trick still, in their order; and the cards for the first."""
    if not state.tricks or state.over:
        return (), ()
    plays = state.tricks[-1]
    players = tuple(play.player for play in plays if play.player)
    done = [each.card for each in state.taken if each.round == len(state.tricks)]
    seats = rules.takers(players, plays)[len(done) :]
    return seats, rules.left_to_take(players, plays, done) if seats else ()


def to_lay(state: HonshuState) -> tuple[str, ...]:
    """The seats that may lay their card now: in player order, or any where there is none yet."""
    if round_number(state) is None or to_take(state)[0]:
        return ()
    order, laid = order_now(state), {play.player for play in state.laid}
    waiting = tuple(seat for seat in order or state.names if seat not in laid)
    return waiting if not order or len(order) == 2 else waiting[:1]


def to_decide(state: HonshuState) -> str | None:
    """Of two players whose cards lie open, the seat that may remove two cubes."""
    if len(state.names) != 2 or len(state.laid) < 2 or not state.pair:
        return None
    return state.laid[1 - rules.take_pairs(state.laid).higher].player


def waiting_cards(state: HonshuState, seat: str) -> tuple[int, ...]:
    """The cards a seat took that do not lie on its map yet; of a map that is laid by cards alone."""
    pile = state.maps[seat].pile
    if not pile.cards or not pile.by_cards:
        return ()
    return tuple(each.card for each in state.taken if each.seat == seat and str(each.card) not in pile.names)


def _play_lay(state: HonshuState, request: LayTrickCard, recorded: Body | None) -> Played[HonshuState]:
    seat, card = request.seat, request.card
    check_seat(seat, state.names)
    _check_turn(state, seat, to_lay(state))
    check_cards((card,), played_cards(state, seat))
    hand = hand_of(state, seat)
    if hand is not None and card not in hand:
        raise Refused("Card {card} is not in your hand as you told it.", card=card)
    if request.cube and len(state.names) == 2:
        raise Refused("Of two players nobody adds a cube to a card.")
    spent, cubes = _spent(state, seat, card, [request.cube] if request.cube else [], request)
    first = next((cube for play in state.laid for cube in play.cubes), None)
    if first is not None and cubes and cubes[0] is not first:
        raise Refused("The first cube of this trick is {first}; all are of its colour.", first=first.word)
    laid, two = (*spent.laid, Play(seat, card, cubes)), len(state.names) == 2
    if two and [play.card for play in laid] == [card, card]:  # a refusal would tell what lies face down
        return Played({"twice": card}, replace(state, laid=(), last=None))
    if len(laid) == len(state.names) and not two:
        return Played({}, _after(state, seat, _closed(spent, laid)))
    after = _after(state, seat, replace(spent, laid=laid, hidden=state.hidden or two))
    return Played({}, replace(after, last=None) if two and len(laid) == 2 else after)  # seen together


def _after(before: HonshuState, seat: str, state: HonshuState) -> HonshuState:
    return replace(state, last=(seat, replace(before, last=None)))


def _check_turn(state: HonshuState, seat: str, due: Sequence[str]) -> None:
    whose = (*due, *to_take(state)[0])
    if not whose:
        raise Refused("No card is laid or taken now.")
    if seat not in due:
        raise Refused("It is {name}'s turn.", name=state.names[whose[0]])


def _closed(state: HonshuState, plays: Sequence[Play], pair: Sequence[int] = ()) -> HonshuState:
    """The state once a trick is whole, in the order in which it was laid."""
    order = state.order or tuple(play.player for play in plays)
    trick = (*plays, *(Play("", card) for card in pair))
    rules.check_trick(order, state.tricks, trick)
    players = tuple(play.player for play in plays)
    tricks = (*state.tricks, rules.named(players, trick))
    return replace(state, order=order, tricks=tricks, laid=(), pair=())


def _spent(
    state: HonshuState, seat: str, card: int, cubes: Sequence[str], asked: object
) -> tuple[HonshuState, tuple[Colour, ...]]:
    """The state without cubes that were taken from a seat's map, if it has one here; and their colours."""
    own, colours = state.maps[seat], list[Colour]()
    pile = own.pile
    for cube in cubes:
        if not pile.cards:
            colours.append(read_colour(cube))
            continue
        place = read_place(cube)
        colour = pile.tops()[place][1].colour if place in pile.cubes else None
        if colour is None:
            raise Refused("There is no such cube on your map.")
        colours.append(colour)
        pile = replace(pile, cubes=pile.cubes - {place})
    if pile == own.pile:
        return state, tuple(colours)
    done = Done(asked, say("cube beside card {card}", card=card), own.pile, pile, spent=card)
    return state.with_map(seat, PlayerMap(pile, (*own.done, done))), tuple(colours)


def _play_pair(state: HonshuState, request: TellPair, recorded: Body | None) -> Played[HonshuState]:
    if round_number(state) is None or len(state.names) != 2 or to_take(state)[0]:
        raise Refused("No pair is laid out from the draw pile now.")
    check_cards(request.cards, played_cards(replace(state, pair=()), None))
    return Played({}, replace(state, pair=request.cards))


def _play_decide(state: HonshuState, request: DecidePair, recorded: Body | None) -> Played[HonshuState]:
    seat = to_decide(state)
    if seat is None or seat != request.seat:
        raise Refused("There is no pair to decide about now.")
    if len(request.cubes) not in (0, rules.CUBES_TO_CHOOSE):
        raise Refused("It takes exactly two cubes of your own to choose.")
    (card,) = (play.card for play in state.laid if play.player == seat)
    spent, cubes = _spent(state, seat, card, request.cubes, request)
    order = state.order or tuple(state.names)
    of = {play.player: play for play in (*state.laid, Play(seat, card, cubes))}
    closed = _closed(replace(spent, order=order), [of[each] for each in order], state.pair)
    return Played({}, _after(state, seat, closed))


def _play_take(state: HonshuState, request: TakeCard, recorded: Body | None) -> Played[HonshuState]:
    check_seat(request.seat, state.names)
    seats, cards = to_take(state)
    _check_turn(state, request.seat, seats[:1])
    if request.card not in cards:
        raise Refused("Card {card} is not among those that can be taken.", card=request.card)
    number = len(state.tricks)
    after = replace(state, taken=(*state.taken, Taken(number, request.seat, request.card)))
    last, rest = to_take(after)
    if len(last) == len(rest) == 1:
        after = replace(after, taken=(*after.taken, Taken(number, last[0], rest[0])))
    return Played({}, _after(state, request.seat, after))


def takes_back(state: HonshuState, seat: str) -> bool:
    """True when a seat laid or took the last card, and what it took lies on no map yet."""
    if state.last is None or state.last[0] != seat or state.over:
        return False
    new = (each for each in state.taken if each not in state.last[1].taken)
    return not any(str(each.card) in state.maps[each.seat].pile.names for each in new)


def _play_back(state: HonshuState, request: TakeCardBack, recorded: Body | None) -> Played[HonshuState]:
    seat = request.seat
    if state.last is None or not takes_back(state, seat):
        raise Refused("Others have gone on since, or there is nothing to take back.")
    was, own = state.last[1], state.maps[seat]
    spent = [done for done in own.done if done.spent is not None and done not in was.maps[seat].done]
    if spent and own.done[-1] != spent[0]:
        raise Refused("Take back first what you have done on your map since.")
    maps = {**state.maps, seat: was.maps[seat]} if spent else state.maps
    trick = {name: getattr(was, name) for name in ("order", "tricks", "laid", "pair", "taken")}
    return Played({}, replace(state, **trick, maps=maps, last=None))


def _words(play: Play) -> str:
    letters = {colour: letter for letter, colour in COLOUR_LETTERS.items()}
    return "+".join((str(play.card), *(letters[cube] for cube in play.cubes)))


def _lay_line(step: Step[HonshuState]) -> Sentence:
    """Who laid what; of two players the first has only laid a card."""
    state, seat = step.after, step.request.seat
    if twice := step.event.result.get("twice"):
        return say("Both have laid card {card}: one of them is mistyped. Lay again.", card=twice)
    if state.laid and seat not in open_plays(state, None):
        return say("{name} has laid a card face down.", name=state.names[seat])
    shown = [each for each in state.laid or state.tricks[-1] if seat == each.player or len(state.names) == 2]
    lines = (say("{name} lays {card}.", name=state.names[each.player], card=_words(each)) for each in shown)
    return joined(lines) or say("No card is laid.")


def _pair_line(step: Step[HonshuState]) -> Sentence:
    return say("The pair from the draw pile: {cards}", cards=" ".join(map(str, step.request.cards)))


def _decide_line(step: Step[HonshuState]) -> Sentence:
    name, cubes = step.after.names[step.request.seat], step.request.cubes
    if cubes:
        return say("{name} removes two cubes and chooses a pair.", name=name)
    return say("{name} leaves the choice of a pair.", name=name)


def _take_line(step: Step[HonshuState]) -> Sentence:
    return say("{name} takes card {card}.", name=step.after.names[step.request.seat], card=step.request.card)


def _back_line(step: Step[HonshuState]) -> Sentence:
    return say("{name} takes a card back.", name=step.after.names[step.request.seat])


def _together(state: HonshuState) -> bool:
    return len(state.names) == len(state.laid) == 2


KINDS = (
    EventKind("lay", LayTrickCard, _play_lay, line=_lay_line, final_when=_together),
    EventKind("pair", TellPair, _play_pair, line=_pair_line),
    EventKind("decide", DecidePair, _play_decide, line=_decide_line),
    EventKind("take", TakeCard, _play_take, line=_take_line),
    EventKind("take-back", TakeCardBack, _play_back, line=_back_line),
)
