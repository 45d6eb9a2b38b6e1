"""Tables as they are exported: one of each game that is over, and one of Hogen that goes on."""

import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from companion.codec import decode
from companion.play.hogen import GAME as HOGEN
from companion.play.honshu import GAME as HONSHU
from companion.table.archive import build_archive
from companion.table.history import History
from companion.table.shelf import Header
from tests.play.hogen import random_play as hogen
from tests.play.shogun.playthrough import Game

_ROWS = (
    ". T b* - T T y* . .",
    ". L b* T B3 N2 F . .",
    ". F T F y* T - . .",
    ". g* T T L g* F . .",
    "g* F T T L L - n* T",
    "G4 T T T T L L T F",
    "- T G2 T T T T . .",
    "y* F F T F F - . .",
    ". . . T T n* Y3 . .",
)
_CARDS = (
    *("A1 0 1 90", "16 1 3 0", "47 0 4 270 under 16", "26 3 3 180 under 16", "19 5 4 90 under 26"),
    *("50 6 3 0 under 47", "1 1 1 0", "55 5 2 0", "48 4 0 90", "32 5 0 180", "15 4 6 90", "11 2 5 0"),
    "12 6 5 180",
)
_EVENING: tuple[tuple[str, dict[str, Any]], ...] = (
    ("new", {"players": {"blue": "Aya", "red": "Bo"}, "card": 5, "rulings": {"covering": "strict"}}),
    ("sit", {"seat": "yellow", "name": "Chen"}),
    ("trick", {"order": ["red", "yellow", "blue"], "plays": ["11", "29+b", "57"]}),
    ("trick-back", {}),
    ("map", {"seat": "blue", "rows": _ROWS}),
    ("cards", {"seat": "red", "cards": _CARDS}),
    ("squares", {"seat": "yellow", "squares": {"0.0": "F", "0.1": "F"}}),
    ("squares", {"seat": "yellow", "squares": {"-1.0": "b*"}}),
    ("squares", {"seat": "yellow", "squares": {"-1.0": "b"}}),
    ("back", {"seat": "yellow"}),
    ("forth", {"seat": "yellow"}),
    ("card", {"seat": "yellow", "card": "29", "row": 0, "column": 0, "turn": 90, "under": "bottom"}),
    ("scoring", {"card": None}),
    ("ruling", {"ruling": "lake-card", "value": "added"}),
    ("end", {"over": True}),
)


def _play_honshu() -> History[Any]:
    log = History(HONSHU)
    for kind, asked in _EVENING:
        log.do(decode(HONSHU.by_name[kind].request, json.loads(json.dumps(asked))))
    return log


def _play_shogun() -> History[Any]:
    game = Game(3, "golden 3")
    list(game.play())
    return game.log


def _begin_hogen() -> History[Any]:
    log = History(HOGEN)
    log.do(hogen.begin_table(hogen.NAMES[:3], "real", real=True, starts="B"))
    for seat, card in zip("ABC", ("taira1", "taira2", "taira3"), strict=True):
        hogen.do_request(log, "rally", seat=seat, card=card)
    return log


_LOGS: dict[str, Callable[[], History[Any]]] = {
    "full": _play_shogun,
    "hogen-dealt": lambda: hogen.play_at_random(4, Random(7), 400),
    "hogen-real": _begin_hogen,
    "honshu": _play_honshu,
}
TABLES = tuple(_LOGS)


@cache
def export_table(table: str) -> str:
    log = _LOGS[table]()
    header = Header(table, log.game.name, log.game.version, len(log))
    return json.dumps(build_archive(header, [step.event for step in log]))
