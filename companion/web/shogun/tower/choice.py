"""What is chosen on the page of the tower before anything is thrown: who fights, with how much, over what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.errors import InputError
from companion.rules.shogun.battle.muster import Attack, Rising
from companion.rules.shogun.cubes import ARMIES, GREEN, NEUTRAL
from companion.service.shogun.table.opening import ShogunSession
from companion.service.shogun.table.throws import last_fight
from companion.table.shogun.requests import ThrowAttack, ThrowCubes, ThrowRevolt
from companion.web.form import Form
from companion.web.visit import Visit

__all__ = ["BATTLE", "CUBES", "KINDS", "MOST_MARKERS", "REVOLT", "Choice", "again", "counts_of"]

BATTLE, REVOLT, CUBES = KINDS = "battle", "revolt", "cubes"
"""A battle, a revolt, or cubes nobody fights with."""

MOST_MARKERS = 9
_TICKS = ("attack-card", "defence-card", "castle", "temple", "real")


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice, as it stands in the form.

    Attributes:
        kind: One of ``KINDS``.
        attacker: Who attacks, or whose province revolts.
        defender: Who defends, or ``NEUTRAL``.
        armies: The attacker's armies, or the owner's; 0 before any were chosen.
        defenders: The defender's.
        markers: Revolt markers in the province.
        winter: Green armies that winter adds to a revolt; none outside of winter.
        ticks: Cards, buildings, and whether a real tower was thrown.
        event: The event in force.
        province: Its name, for the history.
        out: What came out of a real tower.
        cubes: What is thrown where nobody fights.
    """

    kind: str
    attacker: str
    defender: str
    armies: int = 0
    defenders: int = 0
    markers: int = 0
    winter: int | None = None
    ticks: frozenset[str] = frozenset()
    event: str = ""
    province: str = ""
    out: Mapping[str, int] | None = None
    cubes: Mapping[str, int] | None = None

    @classmethod
    def read(cls, visit: Visit, real: bool) -> Choice:
        """What was sent; else the own seat against the next one, and no armies yet.

        Args:
            visit: The request.
            real: Whether the table throws a real tower, so that a result is expected.
        """
        form, players = visit.form, visit.table.state.players
        kind = form.choice("kind", KINDS, BATTLE)
        seat = visit.seat if visit.seat in players else players[0]
        attacker = form.choice("who-attacks", players, seat)
        others = [each for each in players if each != attacker]
        defender = form.text("who-defends", others[0])
        colours = (*players, GREEN)
        ticks = {each for each in _TICKS if form.has(each)}
        if real:
            ticks.add("real")
        return cls(
            kind=kind,
            attacker=attacker,
            defender=defender if defender in (*others, NEUTRAL) else others[0],
            armies=_count(form, "attacker"),
            defenders=_count(form, "defender"),
            markers=_count(form, "markers", MOST_MARKERS, 1 if kind == REVOLT else 0),
            winter=_count(form, "winter", MOST_MARKERS) if form.has("in-winter") else None,
            ticks=frozenset(ticks),
            event=form.text("event"),
            province=form.text("province")[:40],
            out=counts_of(form, "out", colours) if "real" in ticks else None,
            cubes=counts_of(form, "cubes", colours) if kind == CUBES else None,
        )

    @property
    def query(self) -> dict[str, object]:
        """The choice as it stands in an address."""
        found: dict[str, object] = {
            "kind": self.kind, "who-attacks": self.attacker, "who-defends": self.defender,
            "attacker": self.armies, "defender": self.defenders, "markers": self.markers,
            "event": self.event, "province": self.province,
        }  # fmt: skip
        if self.winter is not None:
            found |= {"in-winter": 1, "winter": self.winter}
        found |= dict.fromkeys(sorted(self.ticks), 1)
        for name, counts in (("out", self.out), ("cubes", self.cubes)):
            found |= {f"{name}-{colour}": count for colour, count in (counts or {}).items() if count}
        return {name: value for name, value in found.items() if value != ""}

    @property
    def complete(self) -> bool:
        """Whether enough is chosen to reckon with."""
        return self.armies > 0 and (self.kind == REVOLT or self.defender == NEUTRAL or self.defenders > 0)

    @property
    def fight(self) -> ThrowAttack | ThrowRevolt:
        """The battle or revolt, without its result."""
        on = self.ticks.__contains__
        if self.kind == REVOLT:
            rising = Rising(
                self.attacker, self.armies, self.markers, self.winter,
                on("defence-card"), self.event, on("castle"),
            )  # fmt: skip
            return ThrowRevolt(rising, self.province)
        attack = Attack(
            self.attacker, self.armies, self.defender, 0 if self.defender == NEUTRAL else self.defenders,
            attack_card=on("attack-card"), defence_card=on("defence-card"), event=self.event,
            castle=on("castle"), temple=on("temple"),
        )  # fmt: skip
        return ThrowAttack(attack, self.markers, self.province)

    @property
    def request(self) -> ThrowAttack | ThrowRevolt | ThrowCubes:
        """What is to be thrown.

        Raises:
            InputError: When something is not chosen yet.
        """
        if self.kind == CUBES:
            return ThrowCubes({c: n for c, n in (self.cubes or {}).items() if n}, out=self.out)
        if not self.complete:
            raise InputError("Choose how many armies fight on each side.")
        return replace(self.fight, out=self.out)


def counts_of(form: Form, name: str, colours: tuple[str, ...]) -> dict[str, int]:
    """Numbers of cubes by colour, as they stand in a form."""
    return {colour: _count(form, f"{name}-{colour}") for colour in colours}


def _count(form: Form, name: str, most: int = ARMIES, default: int = 0) -> int:
    """A number of the form, after a tap on one of its buttons; within its bounds in any case."""
    typed = form.text(f"{name}-is") or form.text(name)
    value = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else default
    step = form.text("step")
    value += {f"{name}+1": 1, f"{name}-1": -1}.get(step, 0)
    return max(0, min(value, most))


def again(here: ShogunSession) -> dict[str, object] | None:
    """The last fight as a choice: the same two again."""
    last = last_fight(here)
    if last is None or last.order is not None or getattr(last, "hungry", None) is not None:
        return None
    if isinstance(last, ThrowRevolt):
        return Choice(
            REVOLT, last.rising.owner, NEUTRAL, last.rising.armies, markers=last.rising.markers
        ).query
    attack = last.attack
    return Choice(BATTLE, attack.attacker, attack.defender, attack.armies, attack.defenders).query
