"""How a game at a table has ended, or stands: everybody's place, as text to send and for BG Stats."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from companion.answers import Answer, answering
from companion.errors import Refused
from companion.play.game import FinalPlace, game_of
from companion.sentences import ENGLISH, Sentence, say
from companion.service.session import Session

BG_STATS = "https://app.bgstatsapp.com/createPlay.html"
"""The address at which the app BG Stats takes a play."""


@answering
def result(
    here: Session[Any], found: Sequence[FinalPlace], names: Mapping[str, str], now: datetime | None = None
) -> Answer:
    """The places at a table whose game is over since ``now``, by default the time of the question."""
    if not found:
        raise Refused("This game is not over; it has no result yet.")
    game = game_of(here).title
    lines = [
        say("{game} at the table {table}:", game=game, table=here.name),
        *(_line(place, names.get(place.seat)) for place in found),
    ]
    players = [
        {
            "seat": place.seat,
            "name": names.get(place.seat, place.name),
            "rank": place.rank,
            "points": place.points,
        }
        for place in found
    ]
    link = f"{BG_STATS}?data={quote(json.dumps(_play(here, found, names, now or datetime.now(UTC))))}"
    return Answer({"table": here.name, "game": game, "players": players, "bg_stats": link}, tuple(lines))


def _line(place: FinalPlace, called: str | None) -> Sentence:
    name: Sentence | str = place.name
    if called is not None and called != str(place.name):
        name = say("{name} ({seat})", name=called, seat=place.name)
    if place.points is None:
        return say("{place}. {name}", place=place.rank, name=name)
    return say("{place}. {name}: {points}", place=place.rank, name=name, points=place.points)


def _play(
    here: Session[Any], places: Sequence[FinalPlace], names: Mapping[str, str], now: datetime
) -> dict[str, Any]:
    """A play as BG Stats takes it; it asks for all of these, but for the number of the game."""
    game = game_of(here)
    pointless = all(place.points is None for place in places)
    about = {
        "name": game.title,
        "sourceGameId": f"companion-{game.name}",
        "highestWins": True,
        "noPoints": pointless,
    }
    if game.board_game_geek is not None:
        about["bggId"] = game.board_game_geek
    players = []
    for place in places:
        name = names.get(place.seat) or _english(place.name)
        player: dict[str, Any] = {
            "name": name,
            "sourcePlayerId": f"companion-{name.casefold()}",
            "startPlayer": False,
            "winner": place.rank == 1,
            "rank": place.rank,
            "role": _english(place.name),
        }
        if place.points is not None:
            player["score"] = place.points
        players.append(player)
    return {
        "sourceName": "Companion",
        "sourcePlayId": here.history.step(1).event.hash[:32],  # the same however often it is sent
        "playDate": f"{now.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "game": about,
        "players": players,
    }


def _english(name: Sentence | str) -> str:
    return name.said(ENGLISH) if isinstance(name, Sentence) else name
