"""Logs of towers thrown by chance, with all that a throw can hang on, and the same with one thing changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from companion.data.shogun.towers import TowerPreset, load_presets
from companion.errors import CompanionError
from companion.play.shogun.corrections import ChooseTower, CorrectTray
from companion.play.shogun.fights import ThrowCubes
from companion.play.shogun.start import MixWords, RevealSeed
from companion.play.shogun.state import ShogunState
from companion.play.shogun.views import list_visible_records
from companion.table.history import History, Redo, Undo, build_event
from tests.table.games import begin_history, build_attack, build_revolt

_COLOURS = ("blue", "yellow", "red", "purple", "black")
_ODD = (
    {"p": "1", "B": "0", "a_fill": "100"},
    {"p": "0.05", "p_fill": "1/3", "B": "100"},
    {"p": "0.999999999999", "B": "0.000000000001", "a_fill": "0.5"},
    {"p": "3/7", "B": "2/3", "a_fill": "1/7"},
)


def list_records(log: History[ShogunState]) -> tuple[str, list[dict[str, str]]]:
    """The hash under which the seed is sealed, and the records as a phone gets them."""
    records = [{"hash": digest, "text": record} for digest, record in list_visible_records(log)]
    return log.state.seal.commitment, records


def play_tower_log(seed: int, length: int = 14) -> History[ShogunState]:
    chance = Random(seed)
    presets = [
        *load_presets().values(),
        *(TowerPreset.parse_parameters(f"odd{n}", each) for n, each in enumerate(_ODD)),
    ]
    players = tuple(chance.sample(_COLOURS, chance.randint(2, 5)))
    rulings = {"tie": chance.choice(("supply", "tower")), "green-short": chance.choice(("left", "unlimited"))}
    text = f"{'é' * (seed % 2)}{'long ' * (seed % 30)}{seed}"
    history = begin_history(
        players=players,
        preset=presets[seed % len(presets)],
        seed=text,
        rulings=rulings,
        inside=chance.choice(("open", "hidden")),
    )
    if seed % 10 == 5:
        for each in players[1::-1]:
            history.do(MixWords(((each, f"{each} thé e\u0301te\u0301"),)))
    while len(history) < length:
        try:
            _play_move(history, chance)
        except CompanionError:
            continue
    history.do(RevealSeed())
    return history


def _play_move(history: History[ShogunState], chance: Random) -> None:
    one, two = chance.sample(history.state.players, 2)
    colours = history.state.colours
    defender = chance.choice((two, two, "neutral"))
    fight: Any = build_attack(
        f"{one}={chance.randint(1, 9)}", f"{defender}={0 if defender == 'neutral' else chance.randint(1, 9)}"
    )
    moves = (
        Undo(),
        Redo(),
        CorrectTray({each: chance.randint(0, 3) for each in chance.sample(colours, 2)}),
        ThrowCubes({each: chance.randint(0, 4) for each in colours}),
        ChooseTower(not history.state.real_tower),
        ThrowCubes({one: 3}, out={one: chance.randint(0, 3)}),
        *(build_revolt(f"{one}={chance.randint(1, 6)}", chance.randint(1, 4)), fight, fight, fight),
    )
    history.do(chance.choice(moves))


Change = Callable[[dict[str, Any]], None]


def forge_records(records: list[dict[str, str]], number: int, change: Change) -> list[dict[str, str]]:
    """The records of a laptop that changed one event and every hash after it."""
    made, head = [], json.loads(records[0]["text"])["previous"]
    for at, each in enumerate(records, 1):
        if not each["text"]:  # what nobody reads can have any hash
            made.append(each)
            head = each["hash"]
            continue
        record = json.loads(each["text"])
        if at == number:
            change(record)
        event = build_event(at, record["kind"], record["asked"], record["result"], head)
        made.append({"hash": event.hash, "text": event.record})
        head = event.hash
    return made


def forge_one_cube(record: dict[str, Any]) -> None:
    """One cube that came out is written as if it had stayed inside, everywhere and without a slip."""
    result = record["result"]
    cube = result["out"].pop()
    for name in ("tray", "survivors", "to_supply"):
        if cube in result.get(name, ()):
            result[name].remove(cube)
    result["lodged"][cube] = result.get("throw", 0)
