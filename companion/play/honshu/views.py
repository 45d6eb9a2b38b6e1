"""A table of Honshu as a seat sees it: of the hands only its own."""

from dataclasses import dataclass

import companion.play.honshu.hands as hands
from companion.data.honshu.map import HonshuMap
from companion.data.honshu.placements import Play
from companion.play.honshu.laying import (
    can_take_back,
    find_pair_chooser,
    list_seats_to_lay,
    list_takers,
    list_waiting_cards,
)
from companion.play.honshu.state import HonshuState, PlayerMap
from companion.rules.honshu.board import Position
from companion.rules.honshu.laying import Pile
from companion.rules.honshu.score import FinalMap
from companion.rules.honshu.tricks import ROUNDS
from companion.rules.rulings import Rulings
from companion.sentences import Sentence


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
    def land(self) -> FinalMap | None:
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
        return self.maps.get(seat) or _build_map_view(seat, self.names.get(seat, ""), PlayerMap())

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


def view(state: HonshuState, seat: str | None = None) -> View:
    """A table as a seat sees it, or, without a seat, as everyone does."""
    names, tricks = dict(state.names), state.tricks
    maps = {
        each: _build_map_view(each, names[each], own, list_waiting_cards(state, each), state.has_fixed_start(each))
        for each, own in state.maps.items()
    }
    own = seat if seat in names else None
    order = hands.get_play_order(state) or tuple(names)
    shown = hands.list_visible_seats(state, own)
    taking, left = list_takers(state)
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


def _build_private_view(state: HonshuState, seat: str) -> PrivateView:
    held = hands.find_hand(state, seat), hands.count_hand(state, seat)
    return PrivateView(*held, hands.can_name_neighbour(state, seat), can_take_back(state, seat))


def _build_map_view(
    seat: str, name: str, own: PlayerMap, waiting: tuple[int, ...] = (), begins: bool = False
) -> MapView:
    """A map as it is seen; the laying of its fixed start province is no change that can be taken back."""
    pile, done = own.pile, own.done[-1] if own.done else None
    last = None if done is None or done.spent is not None or begins else done.words
    back = own.undone[0].words if own.undone else None
    return MapView(
        seat, name, pile, pile.build_map(), pile.origin, len(pile.find_visible_squares()), last, back, waiting
    )
