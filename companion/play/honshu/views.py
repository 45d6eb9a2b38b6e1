"""A trick laid card by card and how its cards are taken; and a table as a seat sees it: of the hands only its own."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.codec import UNSAID
from companion.data.honshu.cards import Colour
from companion.data.honshu.map import COLOUR_LETTERS, HonshuMap
from companion.data.honshu.placements import Play, parse_colour, parse_place
from companion.errors import Refused
from companion.play.honshu import hands
from companion.rules.honshu import tricks as rules
from companion.rules.honshu.board import Position
from companion.rules.honshu.laying import Pile
from companion.rules.honshu.score import Land
from companion.rules.honshu.tricks import ROUNDS
from companion.rules.rulings import Rulings
from companion.sentences import Sentence, join_sentences, say
from companion.table.history import Applied, Body, EventKind, Transition


@dataclass(frozen=True, slots=True)
class LayTrickCard:
    """Lay one's card of a trick, in player order."""

    seat: str
    card: int
    cube: str = field(default="", metadata=UNSAID)  # its place on one's own map, or else its letter


@dataclass(frozen=True, slots=True)
class TellPair:
    """Enter the pair of cards from the draw pile, in a game of two."""

    cards: tuple[int, int]


@dataclass(frozen=True, slots=True)
class DecidePair:
    """Remove two cubes to choose a pair, or not: for the player with the lower card, in a game of two."""

    seat: str
    cubes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeCard:
    """Take a card of the trick that was played."""

    seat: str
    card: int


@dataclass(frozen=True, slots=True)
class TakeCardBack:
    """Take back the card one laid or took last, while nobody has acted since."""

    seat: str


def list_takers(state: hands.HonshuState) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The seats that still take a card of the last trick, in order, and the cards for the first of them."""
    if not state.tricks or state.over:
        return (), ()
    plays = state.tricks[-1]
    players = tuple(play.player for play in plays if play.player)
    done = [each.card for each in state.taken if each.round == len(state.tricks)]
    seats = rules.list_takers(players, plays)[len(done) :]
    return seats, rules.list_cards_to_take(players, plays, done) if seats else ()


def list_seats_to_lay(state: hands.HonshuState) -> tuple[str, ...]:
    """The seats that may lay a card now: the next in order, or any in a game of two or without an order."""
    if hands.round_number(state) is None or list_takers(state)[0]:
        return ()
    order, laid = hands.get_play_order(state), {play.player for play in state.laid}
    waiting = tuple(seat for seat in order or state.names if seat not in laid)
    return waiting if not order or len(order) == 2 else waiting[:1]


def find_pair_chooser(state: hands.HonshuState) -> str | None:
    """The seat that may remove two cubes to choose, in a game of two whose cards both lie open."""
    if len(state.names) != 2 or len(state.laid) < 2 or not state.pair:
        return None
    return state.laid[1 - rules.resolve_pair_trick(state.laid).higher].player


def list_waiting_cards(state: hands.HonshuState, seat: str) -> tuple[int, ...]:
    """The cards a seat took that are not on its map yet; empty unless cards alone were laid on it."""
    pile = state.maps[seat].pile
    if not pile.cards or not pile.has_only_cards:
        return ()
    return tuple(each.card for each in state.taken if each.seat == seat and str(each.card) not in pile.names)


def _apply_lay(state: hands.HonshuState, request: LayTrickCard, recorded: Body | None) -> Applied[hands.HonshuState]:
    seat, card = request.seat, request.card
    hands.check_seat(seat, state.names)
    _check_turn(state, seat, list_seats_to_lay(state))
    hands.check_cards((card,), hands.list_played_cards(state, seat))
    hand = hands.find_hand(state, seat)
    if hand is not None and card not in hand:
        raise Refused("Card {card} is not in your hand as you entered it.", card=card)
    if request.cube and len(state.names) == 2:
        raise Refused("Of two players nobody adds a cube to a card.")
    spent, cubes = _spend_cubes(state, seat, card, [request.cube] if request.cube else [], request)
    first = next((cube for play in state.laid for cube in play.cubes), None)
    if first is not None and cubes and cubes[0] is not first:
        raise Refused("The first cube of this trick is {first}; all are of its colour.", first=first.word)
    laid, two = (*spent.laid, Play(seat, card, cubes)), len(state.names) == 2
    if two and [play.card for play in laid] == [card, card]:  # a refusal would tell what lies face down
        return Applied({"twice": card}, replace(state, laid=(), last=None))
    if len(laid) == len(state.names) and not two:
        return Applied({}, _with_last_move(state, seat, _close_trick(spent, laid)))
    after = _with_last_move(state, seat, replace(spent, laid=laid, hidden=state.hidden or two))
    return Applied({}, replace(after, last=None) if two and len(laid) == 2 else after)  # seen together


def _with_last_move(before: hands.HonshuState, seat: str, state: hands.HonshuState) -> hands.HonshuState:
    return replace(state, last=(seat, replace(before, last=None)))


def _check_turn(state: hands.HonshuState, seat: str, due: Sequence[str]) -> None:
    whose = (*due, *list_takers(state)[0])
    if not whose:
        raise Refused("No card is laid or taken now.")
    if seat not in due:
        raise Refused("It is {name}'s turn.", name=state.names[whose[0]])


def _close_trick(state: hands.HonshuState, plays: Sequence[Play], pair: Sequence[int] = ()) -> hands.HonshuState:
    """The state once a trick is complete, in the order in which it was laid."""
    order = state.order or tuple(play.player for play in plays)
    trick = (*plays, *(Play("", card) for card in pair))
    rules.check_trick(order, state.tricks, trick)
    players = tuple(play.player for play in plays)
    tricks = (*state.tricks, rules.assign_plays(players, trick))
    return replace(state, order=order, tricks=tricks, laid=(), pair=())


def _spend_cubes(
    state: hands.HonshuState, seat: str, card: int, cubes: Sequence[str], asked: object
) -> tuple[hands.HonshuState, tuple[Colour, ...]]:
    """The state without the cubes taken from a seat's map, if it has one here, and their colours."""
    own, colours = state.maps[seat], list[Colour]()
    pile = own.pile
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
    if pile == own.pile:
        return state, tuple(colours)
    done = hands.MapChange(asked, say("cube beside card {card}", card=card), own.pile, pile, spent=card)
    return state.with_map(seat, hands.PlayerMap(pile, (*own.done, done))), tuple(colours)


def _apply_pair(state: hands.HonshuState, request: TellPair, recorded: Body | None) -> Applied[hands.HonshuState]:
    if hands.round_number(state) is None or len(state.names) != 2 or list_takers(state)[0]:
        raise Refused("This is not the moment to turn up a pair from the draw pile.")
    hands.check_cards(request.cards, hands.list_played_cards(replace(state, pair=()), None))
    return Applied({}, replace(state, pair=request.cards))


def _apply_decide(state: hands.HonshuState, request: DecidePair, recorded: Body | None) -> Applied[hands.HonshuState]:
    seat = find_pair_chooser(state)
    if seat is None or seat != request.seat:
        raise Refused("There is no pair to choose now.")
    if len(request.cubes) not in (0, rules.CUBES_TO_CHOOSE):
        raise Refused("To choose, you must remove exactly two cubes of your own.")
    (card,) = (play.card for play in state.laid if play.player == seat)
    spent, cubes = _spend_cubes(state, seat, card, request.cubes, request)
    order = state.order or tuple(state.names)
    of = {play.player: play for play in (*state.laid, Play(seat, card, cubes))}
    closed = _close_trick(replace(spent, order=order), [of[each] for each in order], state.pair)
    return Applied({}, _with_last_move(state, seat, closed))


def _apply_take(state: hands.HonshuState, request: TakeCard, recorded: Body | None) -> Applied[hands.HonshuState]:
    hands.check_seat(request.seat, state.names)
    seats, cards = list_takers(state)
    _check_turn(state, request.seat, seats[:1])
    if request.card not in cards:
        raise Refused("Card {card} is not among those that can be taken.", card=request.card)
    number = len(state.tricks)
    after = replace(state, taken=(*state.taken, hands.TakenCard(number, request.seat, request.card)))
    last, rest = list_takers(after)
    if len(last) == len(rest) == 1:
        after = replace(after, taken=(*after.taken, hands.TakenCard(number, last[0], rest[0])))
    return Applied({}, _with_last_move(state, request.seat, after))


def can_take_back(state: hands.HonshuState, seat: str) -> bool:
    """True when a seat laid or took the last card, and no card taken then lies on a map yet."""
    if state.last is None or state.last[0] != seat or state.over:
        return False
    new = (each for each in state.taken if each not in state.last[1].taken)
    return not any(str(each.card) in state.maps[each.seat].pile.names for each in new)


def _apply_take_back(
    state: hands.HonshuState, request: TakeCardBack, recorded: Body | None
) -> Applied[hands.HonshuState]:
    seat = request.seat
    if state.last is None or not can_take_back(state, seat):
        raise Refused("Others have played since, or there is nothing to undo.")
    was, own = state.last[1], state.maps[seat]
    spent = [done for done in own.done if done.spent is not None and done not in was.maps[seat].done]
    if spent and own.done[-1] != spent[0]:
        raise Refused("First undo what you have done on your map since.")
    maps = {**state.maps, seat: was.maps[seat]} if spent else state.maps
    trick = {name: getattr(was, name) for name in ("order", "tricks", "laid", "pair", "taken")}
    return Applied({}, replace(state, **trick, maps=maps, last=None))


def _format_play(play: Play) -> str:
    letters = {colour: letter for letter, colour in COLOUR_LETTERS.items()}
    return "+".join((str(play.card), *(letters[cube] for cube in play.cubes)))


def _lay_line(step: Transition[hands.HonshuState]) -> Sentence:
    """Who laid what; in a game of two the first card stays face down."""
    state, seat = step.after, step.request.seat
    if twice := step.event.result.get("twice"):
        return say("Both have laid card {card}: one of them is mistyped. Lay again.", card=twice)
    if state.laid and seat not in hands.list_visible_seats(state, None):
        return say("{name} has laid a card face down.", name=state.names[seat])
    shown = [each for each in state.laid or state.tricks[-1] if seat == each.player or len(state.names) == 2]
    lines = (say("{name} lays {card}.", name=state.names[each.player], card=_format_play(each)) for each in shown)
    return join_sentences(lines) or say("No card is laid.")


def _pair_line(step: Transition[hands.HonshuState]) -> Sentence:
    return say("The pair from the draw pile: {cards}", cards=" ".join(map(str, step.request.cards)))


def _decide_line(step: Transition[hands.HonshuState]) -> Sentence:
    name, cubes = step.after.names[step.request.seat], step.request.cubes
    if cubes:
        return say("{name} removes two cubes and chooses a pair.", name=name)
    return say("{name} does not choose the pair.", name=name)


def _take_line(step: Transition[hands.HonshuState]) -> Sentence:
    return say("{name} takes card {card}.", name=step.after.names[step.request.seat], card=step.request.card)


def _take_back_line(step: Transition[hands.HonshuState]) -> Sentence:
    return say("{name} takes a card back.", name=step.after.names[step.request.seat])


KINDS = (
    EventKind(
        *("lay", LayTrickCard, _apply_lay),
        line=_lay_line,
        final_when=lambda state: len(state.names) == len(state.laid) == 2,  # they have seen each other's card
    ),
    EventKind("pair", TellPair, _apply_pair, line=_pair_line),
    EventKind("decide", DecidePair, _apply_decide, line=_decide_line),
    EventKind("take", TakeCard, _apply_take, line=_take_line),
    EventKind("take-back", TakeCardBack, _apply_take_back, line=_take_back_line),
)


@dataclass(frozen=True, slots=True)
class MapView:
    """A map as it lies on the table."""

    seat: str
    name: str
    pile: Pile
    map: HonshuMap  # without rows while there is nothing
    corner: Position  # the place of its first row and column
    squares: int
    last: Sentence | None
    next: Sentence | None
    waiting: tuple[int, ...] = ()  # the cards that were taken for it and do not lie on it yet

    @property
    def land(self) -> Land | None:
        """What can be scored: the map's squares, or the counts entered for it; ``None`` without either."""
        return self.map if self.squares else self.pile.counts

    @property
    def symbols(self) -> dict[Position, str]:
        return self.pile.list_symbols()


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What only one seat sees."""

    hand: tuple[int, ...] | None  # ``None`` while nobody told it
    held: int  # the number of cards it holds
    asks_neighbour: bool
    takes_back: bool  # true while the card it laid or took last can be taken back


@dataclass(frozen=True, slots=True)
class View:
    """A table of Honshu as it may be seen."""

    names: dict[str, str]
    maps: dict[str, MapView]
    own: str | None  # the seat whose view it is, where it is one of this table
    card: int | None
    rulings: Rulings
    round: int  # the round that is played now; 13 when all are
    order: tuple[str, ...]
    """The seats in the order in which they play now; as they sit before the first trick."""
    tricks: tuple[tuple[Play, ...], ...]  # in the player order of each round
    over: bool
    laid: tuple[tuple[str, Play | None], ...] = ()  # of the open trick; of two players the other's is hidden
    to_lay: tuple[str, ...] = ()
    to_take: tuple[str, ...] = ()  # the seats that take a card of the last trick still, in their order
    left: tuple[int, ...] = ()  # the cards for the first of them
    pair: tuple[int, ...] = ()
    decides: str | None = None  # of two players, the seat that may remove two cubes to choose
    gone: frozenset[int] = frozenset()  # the cards that were played
    mine: PrivateView | None = None
    by_phones: bool = False  # true where tricks are laid from the phones, or none was told yet as a whole
    taking: bool = False  # true where cards of tricks are taken from the phones too

    def get_map(self, seat: str) -> MapView:
        """A seat's map; an empty one where nobody sits there yet."""
        return self.maps.get(seat) or _build_map_view(seat, self.names.get(seat, ""), hands.PlayerMap())

    @property
    def current_round(self) -> int:
        """The round in play; it lasts until each player has taken a card of its trick on a phone."""
        return self.round - bool(self.to_take and self.taking)

    @property
    def waiting_seats(self) -> tuple[str, ...]:
        """The seats with a taken card that is not on their map yet."""
        return tuple(seat for seat, each in self.maps.items() if each.waiting)

    @property
    def has_played_all(self) -> bool:
        return self.round not in ROUNDS


def view(state: hands.HonshuState, seat: str | None = None) -> View:
    """A table as a seat sees it, or, without a seat, as everyone does."""
    names, tricks = dict(state.names), state.tricks
    maps = {
        each: _build_map_view(each, names[each], own, list_waiting_cards(state, each), state.has_fixed_start(each))
        for each, own in state.maps.items()
    }
    own, order = seat if seat in names else None, hands.get_play_order(state) or tuple(names)
    shown, (taking, left) = hands.list_visible_seats(state, own), list_takers(state)
    return View(
        names,
        maps,
        own,
        state.card,
        state.rulings,
        len(tricks) + 1,
        order,
        tricks,
        state.over,
        laid=tuple((play.player, play if play.player in shown else None) for play in state.laid),
        to_lay=list_seats_to_lay(state),
        to_take=taking,
        left=left,
        pair=state.pair,
        decides=find_pair_chooser(state),
        gone=hands.list_played_cards(state, own),
        mine=None if own is None else _build_private_view(state, own),
        by_phones=bool(state.hands or state.laid or state.taken) or len(state.tricks) < 2,
        taking=bool(state.hidden or state.taken or state.last),
    )


def _build_private_view(state: hands.HonshuState, seat: str) -> PrivateView:
    held = hands.find_hand(state, seat), hands.count_hand(state, seat)
    return PrivateView(*held, hands.can_name_neighbour(state, seat), can_take_back(state, seat))


def _build_map_view(
    seat: str, name: str, own: hands.PlayerMap, waiting: tuple[int, ...] = (), begins: bool = False
) -> MapView:
    """A map as it is seen; the laying of its fixed start province is no change that can be taken back."""
    pile, done = own.pile, own.done[-1] if own.done else None
    last = None if done is None or done.spent is not None or begins else done.words
    back = own.undone[0].words if own.undone else None
    return MapView(
        seat, name, pile, pile.build_map(), pile.origin, len(pile.find_visible_squares()), last, back, waiting
    )
