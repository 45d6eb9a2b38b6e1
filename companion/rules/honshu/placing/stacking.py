"""From how cards lie to an order in which they can have been laid.

Who looks at a finished map sees what lies on what, not what came first. An order is found in which every
card overlaps an earlier one, with each card slid beneath those that lie above it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.data.honshu.placements import BOTTOM, Placement
from companion.rules.honshu.placing.laying import lay
from companion.rules.honshu.placing.pile import Pile
from companion.rules.honshu.rulings import DEFAULT_RULINGS

__all__ = ["order_of_laying"]


def order_of_laying(
    stack: Sequence[Placement], rulings: Mapping[str, str] = DEFAULT_RULINGS
) -> tuple[Placement, ...]:
    """An order in which the cards of a finished map can have been laid.

    Args:
        stack: The cards from the bottom to the top; the first start province among them was laid first,
            or else the lowest card. What they say of ``under`` and ``spent`` is not read.
        rulings: What the table plays by.

    Returns:
        Placements that give the same stack. Where no order is allowed, cards that cannot follow come last.
    """
    order: list[Placement] = []
    pile = Pile()
    waiting = list(range(len(stack)))
    laid: list[int] = []
    while waiting:
        candidates = waiting if laid else [next((at for at in waiting if stack[at].card.series != "map"), 0)]
        steps = {
            at: lay(pile, replace(stack[at], under=_under(stack, at, laid), spent=()), rulings)
            for at in candidates
        }
        chosen = next((at for at, step in steps.items() if step.legal), candidates[0])
        order.append(steps[chosen].placement)
        pile = steps[chosen].pile
        waiting.remove(chosen)
        laid.append(chosen)
    return tuple(order)


def _under(stack: Sequence[Placement], at: int, laid: Sequence[int]) -> str | None:
    above = [other for other in laid if other > at]
    if not above:
        return None
    return BOTTOM if len(above) == len(laid) else stack[min(above)].card.name
