"""The start of a table of Hogen: companion's cards dealt, or real cards judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from companion.data.hogen.cards import CARDS, card_named
from companion.data.hogen.events import seats_of
from companion.errors import InputError
from companion.rules.hogen.game import Game
from companion.rules.hogen.rulings import RULINGS
from companion.rules.hogen.setup import check_players, deal
from companion.rules.hogen.turn import Turn
from companion.rules.rulings import Rulings
from companion.table.hogen.state import HogenState
from companion.table.log import Body

__all__ = ["LONGEST_NAME", "asked_start", "decide_start", "fold_start"]

LONGEST_NAME = 30
"""Letters of a player's name."""


def asked_start(
    players: Sequence[str],
    seed: str,
    *,
    real: bool = False,
    palace: Sequence[str] | None = None,
    starts: str | None = None,
    rulings: Mapping[str, str] | None = None,
) -> Body:
    """The request that begins a table.

    Args:
        players: Their names, going left.
        seed: What the shuffles follow from; who knows it knows the cards.
        real: Whether the players hold real cards.
        palace: With real cards: the four that lie open, or ``None`` to keep no account of them.
        starts: With real cards: the seat that begins; drawn when it is not given.
        rulings: What the table plays by; every ruling that is not named has its default.
    """
    return {
        "players": list(players),
        "seed": seed,
        "real": real,
        "palace": None if palace is None else list(palace),
        "starts": starts,
        "rulings": dict(Rulings(RULINGS, rulings)),
    }


def decide_start(asked: Body) -> Body:
    """Shuffle and deal, or take in what lies on the table."""
    seats = seats_of(_check_names(asked["players"]))
    Rulings(RULINGS, asked["rulings"])
    dealt = deal(len(seats), Random(asked["seed"]))
    if not asked["real"]:
        return {
            "palace": list(map(str, dealt.palace)),
            "hands": {seat: list(map(str, cards)) for seat, cards in dealt.dealt.items()},
            "starts": dealt.starts,
        }
    starts = asked["starts"] or dealt.starts
    if starts not in seats:
        raise InputError("'{value}' is not a seat; expected {seats}.", value=starts, seats=", ".join(seats))
    palace = asked["palace"]
    if palace is not None:
        cards = {card_named(text) for text in palace}
        if len(palace) != 4 or len({c.clan for c in cards}) < 4 or len({c.rank for c in cards}) < 4:
            raise InputError(
                "{cards}: the palace opens with four different clans and four different ranks.",
                cards=" ".join(palace),
            )
        palace = [str(card) for card in CARDS if card in cards]
    return {"palace": palace, "hands": None, "starts": starts}


def fold_start(asked: Body, result: Body) -> HogenState:
    """The table before anybody has laid a rallied samurai."""
    palace, hands = result["palace"], result["hands"]
    turn = Turn.first(
        len(asked["players"]),
        None if palace is None else frozenset(map(card_named, palace)),
        result["starts"],
        Rulings(RULINGS, asked["rulings"]),
    )
    held = None if hands is None else {s: frozenset(map(card_named, cards)) for s, cards in hands.items()}
    return HogenState(tuple(asked["players"]), Game(turn, held))


def _check_names(names: Sequence[str]) -> int:
    check_players(len(names))
    for at, name in enumerate(names):
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise InputError(
                "'{name}' is not a name for a player; use 1 to {most} visible signs.",
                name="".join(sign if sign.isprintable() else "?" for sign in name[:LONGEST_NAME]),
                most=LONGEST_NAME,
            )
        if name.casefold() in (other.casefold() for other in names[:at]):
            raise InputError("Two players are named '{name}'; every name must tell one of them.", name=name)
        others = seats_of(len(names)).replace(seats_of(len(names))[at], "")
        if name.upper() in others:
            raise InputError(
                "'{name}' cannot sit at seat {seat}: that letter is another seat.",
                name=name,
                seat=seats_of(len(names))[at],
            )
    return len(names)
