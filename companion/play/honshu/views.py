"""A table of Honshu as a seat sees it, with no hand but its own."""

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
    map: HonshuMap  # without rows while it is empty
    corner: Position  # the place of its first row and column
    squares: int
    last_change: Sentence | None
    next: Sentence | None
    waiting_cards: tuple[int, ...] = ()  # cards taken in tricks that are not on it yet

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

    hand: tuple[int, ...] | None  # ``None`` if it was not entered
    hand_size: int  # the number of cards it holds
    asks_neighbour: bool
    can_take_back: bool  # true while the card it laid or took last can be taken back


@dataclass(frozen=True, slots=True)
class View:
    """A table of Honshu as it may be seen."""

    names: dict[str, str]
    maps: dict[str, MapView]
    own_seat: str | None  # the seat whose view it is; ``None`` in the view for all
    card: int | None
    rulings: Rulings
    round: int  # the round of the next trick; 13 after the last
    order: tuple[str, ...]
    """The seats in the current order of play; before the first trick, in the order of ``SEATS``."""
    tricks: tuple[tuple[Play, ...], ...]  # in the player order of each round
    is_over: bool
    laid_plays: tuple[tuple[str, Play | None], ...] = ()  # cards laid so far; ``None`` for a hidden one
    seats_to_lay: tuple[str, ...] = ()
    takers: tuple[str, ...] = ()  # seats that must still take a card of the last trick, in order
    cards_to_take: tuple[int, ...] = ()  # the cards that the first of them may take
    pair: tuple[int, ...] = ()
    chooser: str | None = None  # with two players, the seat that may remove two cubes to choose
    played_cards: frozenset[int] = frozenset()  # cards that were played, as far as this seat may know
    private: PrivateView | None = None
    uses_phones: bool = False  # true if tricks are laid on phones, or may still be
    takes_by_phones: bool = False  # true if players take the cards of tricks on phones too

    def get_map(self, seat: str) -> MapView:
        """A seat's map; an empty one if the seat is free."""
        return self.maps.get(seat) or _build_map_view(seat, self.names.get(seat, ""), PlayerMap())

    @property
    def current_round(self) -> int:
        """The round in play; it lasts until each player has taken a card of its trick on a phone."""
        return self.round - bool(self.takers and self.takes_by_phones)

    @property
    def waiting_seats(self) -> tuple[str, ...]:
        """The seats with a taken card that is not on their map yet."""
        return tuple(seat for seat, each in self.maps.items() if each.waiting_cards)

    @property
    def has_played_all(self) -> bool:
        return self.round not in ROUNDS


def view(state: HonshuState, seat: str | None = None) -> View:
    """A table as a seat sees it, or, without a seat, as everyone does."""
    names, tricks = dict(state.names), state.tricks
    maps = {
        each: _build_map_view(each, names[each], own_map, list_waiting_cards(state, each), state.has_fixed_start(each))
        for each, own_map in state.maps.items()
    }
    own_map = seat if seat in names else None
    order = hands.get_play_order(state) or tuple(names)
    seats = hands.list_visible_seats(state, own_map)
    takers, left = list_takers(state)
    return View(
        names,
        maps,
        own_map,
        state.card,
        state.rulings,
        len(tricks) + 1,
        order,
        tricks,
        state.is_over,
        laid_plays=tuple((play.player, play if play.player in seats else None) for play in state.laid_plays),
        seats_to_lay=list_seats_to_lay(state),
        takers=takers,
        cards_to_take=left,
        pair=state.pair,
        chooser=find_pair_chooser(state),
        played_cards=hands.list_played_cards(state, own_map),
        private=None if own_map is None else _build_private_view(state, own_map),
        uses_phones=bool(state.hands or state.laid_plays or state.taken_cards) or len(state.tricks) < 2,
        takes_by_phones=bool(state.holds_secrets or state.taken_cards or state.last_move),
    )


def _build_private_view(state: HonshuState, seat: str) -> PrivateView:
    hand = hands.find_hand(state, seat), hands.count_hand(state, seat)
    return PrivateView(*hand, hands.can_name_neighbour(state, seat), can_take_back(state, seat))


def _build_map_view(
    seat: str, name: str, player_map: PlayerMap, cards_waiting: tuple[int, ...] = (), begins_map: bool = False
) -> MapView:
    """Build the view of a map; with ``begins``, its last change is its fixed start province and cannot be undone."""
    pile, change = player_map.pile, player_map.changes[-1] if player_map.changes else None
    last = None if change is None or change.spent_card is not None or begins_map else change.words
    back = player_map.undone_changes[0].words if player_map.undone_changes else None
    return MapView(
        seat, name, pile, pile.build_map(), pile.origin, len(pile.find_visible_squares()), last, back, cards_waiting
    )
