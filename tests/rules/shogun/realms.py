"""Small tables to try an action on."""

from dataclasses import replace

from companion.data.shogun.facts import Side, facts
from companion.rules.rulings import Rulings
from companion.rules.shogun.realm import RULINGS, Belongings, Land, Realm, Stock

BOARD = facts().board(Side.SUN)
DEFAULTS = Rulings(RULINGS)


def build_realm(lands: dict[str, Land], chests: int = 10, supply: int = 20, rice: int = 0, **stock: int) -> Realm:
    """A table where all provinces that are not named are neutral; every player owns the same."""
    every = {name: lands.get(name, Land()) for name in BOARD.provinces}
    seats = {player: Belongings(supply, chests, rice) for player in ("blue", "yellow", "red")}
    return Realm(BOARD, tuple(seats), every, seats, replace(Stock(), **stock))


def choose_rulings(**chosen: str) -> Rulings:
    return Rulings(RULINGS, {name.replace("_", "-"): value for name, value in chosen.items()})
