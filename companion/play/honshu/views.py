"""A table of Honshu as a seat sees it: all of it, for maps lie open; its own map can be worked on."""

from dataclasses import dataclass
from typing import Any, Self

from companion.codec import decode
from companion.data.honshu.counts import Counts
from companion.data.honshu.map import HonshuMap, read_map
from companion.data.honshu.plays import Play
from companion.play.honshu.state import HonshuState, PlayerMap
from companion.play.honshu.tricks import order_now
from companion.rules.honshu.map.board import Position
from companion.rules.honshu.placing.laying import Pile
from companion.rules.honshu.rulings import RULINGS
from companion.rules.honshu.score.scoring import Land
from companion.rules.honshu.tricks.rounds import ROUNDS
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

    @property
    def land(self) -> Land | None:
        """What can be scored: its squares, or what was counted on it; ``None`` while there is neither."""
        return self.map if self.squares else self.pile.counts

    @property
    def by_place(self) -> dict[Position, str]:
        """The symbols that can be seen, by place."""
        return self.pile.symbols()


@dataclass(frozen=True, slots=True)
class View:
    """A table."""

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

    def map_of(self, seat: str) -> MapView:
        """A seat's map; an empty one where nobody sits there yet."""
        return self.maps.get(seat) or _map(seat, self.names.get(seat, ""), PlayerMap())

    @classmethod
    def read(cls, written: Any) -> Self:
        """A view again, without its tricks and what is hidden on the maps."""
        shown, card, rulings, number, over = written
        maps = {}
        for seat, (name, corner, rows, counts) in shown.items():
            map_ = read_map("\n".join(map(" ".join, rows))) if rows else HonshuMap(())
            pile = Pile(counts=counts and decode(Counts, counts))
            maps[seat] = MapView(seat, name, pile, map_, tuple(corner), len(map_.symbols), None, None)
        names = {seat: each.name for seat, each in maps.items()}
        return cls(names, maps, None, card, Rulings(RULINGS, rulings), number, tuple(names), (), over)

    @property
    def played(self) -> bool:
        """True when all rounds are."""
        return self.round not in ROUNDS


def view(state: HonshuState, seat: str | None = None) -> View:
    """A table as a seat sees it; as everyone does where none is given."""
    names, tricks = dict(state.names), state.tricks
    maps = {each: _map(each, names[each], own) for each, own in state.maps.items()}
    own, order = seat if seat in names else None, order_now(state) or tuple(names)
    return View(names, maps, own, state.card, state.rulings, len(tricks) + 1, order, tricks, state.over)


def shown(seen: View) -> tuple[object, tuple[Sentence, ...]]:
    """What a phone draws of a view that has no log of it; ``View.read`` makes a view of that again."""
    maps = {
        seat: (each.name, each.corner, each.map.rows, each.pile.counts) for seat, each in seen.maps.items()
    }
    return (maps, seen.card, seen.rulings, seen.round, seen.over), ()


def _map(seat: str, name: str, own: PlayerMap) -> MapView:
    pile = own.pile
    last = own.done[-1].words if own.done else None
    back = own.undone[0].words if own.undone else None
    return MapView(seat, name, pile, pile.map(), pile.origin, len(pile.tops()), last, back)
