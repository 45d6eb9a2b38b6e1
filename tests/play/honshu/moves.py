"""What players do at an open table of Honshu, as their phones do it."""

import json
from collections.abc import Mapping, Sequence

from companion.answers import Answer
from companion.paths import assets
from companion.play.honshu import GAME
from companion.play.honshu.changes import TakeMap, find_paint_request
from companion.play.honshu.ending import BeginTable
from companion.play.honshu.state import HonshuState
from companion.play.honshu.views import view
from companion.rules.honshu.board import Position
from companion.service.playing import play
from companion.service.session import Session, StoreOrShelf

EXAMPLE = (assets() / "games/honshu/example63.json").read_text(encoding="utf-8")
GRID = "\n".join(json.loads(EXAMPLE)["grid"])
"""The booklet's example: its cards and their places, and the squares that are to be seen."""


def begin(store: StoreOrShelf, name: str, players: Mapping[str, str], card: int | None = None) -> Session[HonshuState]:
    return Session(store, name, GAME, BeginTable(players, card))


def paint(session: Session[HonshuState], seat: str, places: Sequence[Position], symbol: str) -> Answer | None:
    asked = find_paint_request(view(session.state).get_map(seat), places, symbol)
    return None if asked is None else play(session, asked)


def take_in(session: Session[HonshuState], seat: str, text: str) -> Answer:
    return play(session, TakeMap(seat, text=text))
