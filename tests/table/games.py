"""Tables of Shogun to test with, and random things to do at them."""

from collections.abc import Mapping
from pathlib import Path

from hypothesis import strategies as st

from companion.data.shogun.towers import get_preset
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.corrections import ChooseTower, CorrectInside, CorrectTray
from companion.play.shogun.fights import ThrowAttack, ThrowCubes, ThrowRevolt
from companion.play.shogun.start import BeginTable, build_begin_request
from companion.play.shogun.state import ShogunState
from companion.rules.shogun.battle import Attack, Uprising
from companion.table.history import History, Redo, Undo
from companion.table.shelf import Table
from companion.table.store import Store

PLAYERS = ("blue", "yellow", "red")
NEITHER = "neutral"


def build_opening(**changes: object) -> BeginTable:
    given = {"players": PLAYERS, "preset": get_preset("shogun"), "seed": "kabuto", "salt": "0" * 32, **changes}
    players, preset, seed, salt = (given.pop(name) for name in ("players", "preset", "seed", "salt"))
    return build_begin_request(players, preset, seed, salt, **given)


def begin_history(**changes: object) -> History[ShogunState]:
    begun = History(SHOGUN)
    begun.do(build_opening(**changes))
    return begun


def begin_real_tower(holding: Mapping[str, int], **changes: object) -> History[ShogunState]:
    begun = begin_history(**changes)
    begun.do(ChooseTower(True))
    begun.do(CorrectInside(holding))
    return begun


def open_friday(path: Path, name: str = "friday", **changes: object) -> Table[ShogunState]:
    return Table(Store(path), name, SHOGUN, build_opening(**changes))


def build_attack(attacker: str = "blue=4", defender: str = "yellow=3", **rest: object) -> ThrowAttack:
    colour, _, armies = attacker.partition("=")
    other, _, defenders = defender.partition("=")
    common = {key: rest.pop(key) for key in ("markers", "province", "supply", "out") if key in rest}
    return ThrowAttack(Attack(colour, int(armies), other, int(defenders or 0), **rest), **common)


def build_revolt(owner: str = "blue=4", markers: int = 2, **rest: object) -> ThrowRevolt:
    colour, _, armies = owner.partition("=")
    common = {key: rest.pop(key) for key in ("province", "supply", "out") if key in rest}
    return ThrowRevolt(Uprising(colour, int(armies), markers, **rest), **common)


counts = st.dictionaries(st.sampled_from([*PLAYERS, "green"]), st.integers(0, 6))
sides = st.tuples(st.sampled_from(PLAYERS), st.integers(1, 8))


@st.composite
def attacks(draw: st.DrawFn) -> ThrowAttack:
    attacker, armies = draw(sides)
    defender = draw(st.sampled_from([player for player in (*PLAYERS, NEITHER) if player != attacker]))
    owned = defender != NEITHER
    declared = Attack(
        attacker,
        armies,
        defender,
        draw(st.integers(1, 8)) if owned else 0,
        attack_card=draw(st.booleans()),
        defence_card=draw(st.booleans()),
        event=draw(st.sampled_from(["", "neutral_green=2", "castle_defender=+1", "temple_protected=1"])),
        castle=draw(st.booleans()),
    )
    supply = draw(st.one_of(st.just({}), st.just({attacker: 0, "green": 0})))
    return ThrowAttack(declared, draw(st.integers(0, 2)) if owned else 0, supply=supply)


revolts = st.builds(
    lambda side, markers, winter: ThrowRevolt(Uprising(*side, markers, winter)),
    sides,
    st.integers(1, 4),
    st.one_of(st.none(), st.integers(0, 3)),
)
free_throws = st.builds(ThrowCubes, counts.filter(lambda each: any(each.values())))
trays = st.builds(CorrectTray, counts)
backs = st.sampled_from([Undo(), Redo()])
moves = st.lists(st.one_of(attacks(), attacks(), revolts, free_throws, trays, backs), max_size=25)
