"""The state of a table of Honshu: who sits where, every map and what was done to it, rulings, tricks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.data.honshu.plays import Play
from companion.play.honshu.requests import MapRequest
from companion.rules.honshu.placing.pile import Pile
from companion.rules.rulings import Rulings

SEATS = ("blue", "red", "yellow", "purple", "black")
"""The seats there are, called by the colour that tells them apart; the game itself has none."""


@dataclass(frozen=True, slots=True)
class Done:
    """Something that was done to a map.

    Attributes:
        asked: What.
        before: The map before it.
        after: The map after it.
    """

    asked: MapRequest
    before: Pile
    after: Pile


@dataclass(frozen=True, slots=True)
class Sheet:
    """A player's map.

    Attributes:
        pile: Its cards and squares as they lie.
        done: What was done to it and stands, in order.
        undone: What was taken back and can be put back, the last to be put back first.
    """

    pile: Pile = field(default_factory=Pile)
    done: tuple[Done, ...] = ()
    undone: tuple[Done, ...] = ()


@dataclass(frozen=True, slots=True)
class HonshuState:
    """A table of Honshu; nothing about it is a secret.

    Attributes:
        names: Seat to name, in the order of ``SEATS``.
        sheets: Seat to map.
        card: Number of the end-of-game scoring card; none without one.
        rulings: What the table plays by.
        order: The seats in the order of their order cards; nobody before the first trick.
        tricks: What was played, in the player order of each round.
        over: Whether the maps are finished.
    """

    names: Mapping[str, str]
    sheets: Mapping[str, Sheet]
    card: int | None
    rulings: Rulings
    order: tuple[str, ...] = ()
    tricks: tuple[tuple[Play, ...], ...] = field(default=())
    over: bool = False
