"""How a game at a table has ended, or stands: everybody's rank, as text to send and for BG Stats."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from companion.answers import Answer, answering
from companion.errors import Refused
from companion.play.game import FinalRank, Game, game_of, table_data
from companion.sentences import ENGLISH, Sentence, say
from companion.service.session import Session

BG_STATS = "https://app.bgstatsapp.com/createPlay.html"  # the address at which the app BG Stats takes a play


@answering
def result(
    here: Session[Any], found: Sequence[FinalRank], names: Mapping[str, str], now: datetime | None = None
) -> Answer:
    """The ranks at a table whose game is over since ``now``, by default the time of the question."""
    if not found:
        raise Refused("This game is not over; it has no result yet.")
    game = game_of(here).title
    lines = [
        say("{game} at the table {table}:", game=game, table=here.name),
        *(_line(each, names.get(each.seat)) for each in found),
    ]
    players = [replace(each, name=names.get(each.seat, each.name)) for each in found]
    link = f"{BG_STATS}?data={quote(json.dumps(_play(here, found, names, now or datetime.now(UTC))))}"
    return Answer(table_data(here, game=game, players=players, bg_stats=link), tuple(lines))


def _line(each: FinalRank, called: str | None) -> Sentence:
    name: Sentence | str = each.name
    if called is not None and called != str(each.name):
        name = say("{name} ({seat})", name=called, seat=each.name)
    if each.points is None:
        return say("{place}. {name}", place=each.rank, name=name)
    return say("{place}. {name}: {points}", place=each.rank, name=name, points=each.points)


def _play(
    here: Session[Any], ranks: Sequence[FinalRank], names: Mapping[str, str], now: datetime
) -> dict[str, Any]:
    """A play as BG Stats takes it; it asks for all of these, but for the number of the game."""
    game = game_of(here)
    players = []
    for each in ranks:
        name = names.get(each.seat) or in_english(each.name)
        player: dict[str, Any] = {
            "name": name,
            "sourcePlayerId": f"companion-{name.casefold()}",
            "startPlayer": False,
            "winner": each.rank == 1,
            "rank": each.rank,
            "role": in_english(each.name),
        }
        if each.points is not None:
            player["score"] = each.points
        players.append(player)
    return {
        "sourceName": "Companion",
        "sourcePlayId": play_id(here),
        "playDate": f"{now.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "game": about_game(game, pointless=all(each.points is None for each in ranks)),
        "players": players,
    }


def about_game(game: Game[Any], *, pointless: bool) -> dict[str, Any]:
    """A game as BG Stats takes it."""
    about = {"name": game.title, "sourceGameId": f"companion-{game.name}"}
    geek = {} if game.board_game_geek is None else {"bggId": game.board_game_geek}
    return {**about, "highestWins": True, "noPoints": pointless, **geek}


def play_id(here: Session[Any]) -> str:
    """What a play is known by, however often it is sent: by its last event, for many a table begins alike."""
    return here.history.step(max(here.history.standing)).event.hash[:32]


def in_english(name: Sentence | str) -> str:
    """A name as files have it, which everybody reads alike."""
    return name.said(ENGLISH) if isinstance(name, Sentence) else name
