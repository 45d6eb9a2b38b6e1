"""The plans that a table remembers: those laid face down, and the cards that were turned over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.rules.shogun.round.plans import Plan


@dataclass(frozen=True, slots=True)
class Opened:
    """A planned card that was turned over."""

    player: str
    action: str
    province: str
    # why the turn passed by itself: ``blank``; ``lost`` for a province that is another's by now; ``nothing``
    # where nothing can be done; empty where the turn is played
    passed: str = ""


@dataclass(frozen=True, slots=True)
class Planning:
    """The plans of a game; no undo takes any of it back."""

    # by round, then by player; ``None`` for a plan that cannot be read without the seed
    laid: Mapping[str, Mapping[str, Plan | None]] = field(default_factory=dict)
    closed: frozenset[str] = frozenset()  # the rounds whose plans can be changed no more
    seals: int = 0

    def of(self, label: str) -> Mapping[str, Plan | None]:
        """The plans of a round by player."""
        return self.laid.get(label, {})

    def before(self, label: str, player: str) -> Plan | None:
        """The last plan that a player laid before a round."""
        plans = [plans.get(player) for other, plans in self.laid.items() if other != label]
        return next((plan for plan in reversed(plans) if plan is not None), None)

    def with_plan(self, label: str, player: str, plan: Plan | None) -> Planning:
        """With a player's plan laid for a round."""
        plans = {**self.of(label), player: plan}
        return replace(self, laid={**self.laid, label: plans}, seals=self.seals + 1)

    def without(self, label: str, player: str) -> Planning:
        """With a player's plan for a round taken back into the hand."""
        plans = {other: plan for other, plan in self.of(label).items() if other != player}
        return replace(self, laid={**self.laid, label: plans})

    def closing(self, label: str) -> Planning:
        """With the plans of a round closed."""
        return replace(self, closed=self.closed | {label})
