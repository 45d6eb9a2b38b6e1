"""The numbers of armies a player can choose from, before one is declared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.play.shogun.fights import Fight
from companion.play.shogun.keeping import campaign_at
from companion.play.shogun.requests import TakeTurn, ThrowAttack
from companion.play.shogun.state import ShogunState


def with_fewer(state: ShogunState, request: Fight) -> Iterator[tuple[int, Fight]]:
    """A fight with 1 army, with 2, and so on to what was asked; anything but an attack as it is.

    Where a turn names no number, all armies go that can: one stays behind.
    """
    match request:
        case TakeTurn(order=order) if order.target is not None and order.province is not None:
            land = campaign_at(state).realm.lands.get(order.province)
            most = order.armies or max(1, (land.armies if land else 0) - 1)
            for armies in range(1, most + 1):
                yield armies, replace(request, order=replace(order, armies=armies))
        case ThrowAttack(attack=attack):
            for armies in range(1, attack.armies + 1):
                yield armies, replace(request, attack=replace(attack, armies=armies))
        case _:
            yield 0, request
