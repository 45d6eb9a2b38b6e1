"""The evenings that are remembered: computed from the tables that are over, and the scores taken."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import CompanionError
from companion.play.game import Habit
from companion.play.games import game_played
from companion.sentences import Sentence, say
from companion.service.final_ranks import play_id
from companion.service.remembered.keeping import DAY, taken_scores
from companion.service.remembered.names import NAMELESS, rows_of
from companion.service.session import Session
from companion.table.shelf import Header, Shelf

FEWEST = 2  # players of an evening; one alone has won nothing


@dataclass(frozen=True, slots=True)
class Player:
    """A player of an evening; without a name where none is known, or it was taken out."""

    name: str
    shown: Sentence | str
    rank: int
    points: int | None
    parts: Mapping[str, int]
    seat: str = ""

    for_programs = ("name", "rank", "points", "parts")

    def called(self, name: str, unnamed: Sentence | str) -> "Player":
        """The same under a name; without one it is shown otherwise."""
        tidy = " ".join(name.split())
        return replace(self, name=tidy, shown=tidy or unnamed)


@dataclass(frozen=True, slots=True)
class Evening:
    """A game that was played to its end, or scored."""

    id: str  # the same however often the table was copied
    game: str
    players: tuple[Player, ...]  # best first
    day: str = ""  # such as ``2026-11-26``; empty where it is not known
    table: str = ""  # empty for a score that was taken without one
    habits: tuple[Habit, ...] = ()

    for_programs = ("day", "game", "table", "players")


class Reading:
    """Reads tables, each once as long as nothing happens at it: a log is long, and there may be hundreds."""

    def __init__(self) -> None:
        self.unread = 0  # tables that were left for the next time
        self._known: dict[tuple[str, str], Evening | bool] = {}  # false: not over; true: it cannot be read

    def played(self, shelf: Shelf, most: int | None = None) -> Iterator[tuple[str, Evening]]:
        """The tables that are over, as their logs tell; of those not known yet so many events are read."""
        known, self._known, self.unread = self._known, {}, 0
        for header in shelf.headers():
            head = (header.game, shelf.head(header.name))
            if head not in known and most is not None:
                if most <= 0:
                    self.unread += 1
                    continue
                most -= header.events
            over = self._known[head] = known[head] if head in known else _over(shelf, header)
            if isinstance(over, Evening):
                yield header.name, over

    @property
    def unreadable(self) -> int:
        """The number of tables that could not be read: damaged, or of a newer Companion."""
        return sum(over is True for over in self._known.values())

    def evenings(self, shelf: Shelf, most: int | None = None) -> list[Evening]:
        """Every evening, the last one first; those whose day is not known come last."""
        found = dict[str, Evening]()
        for table, over in self.played(shelf, most):
            day = shelf.read_note(table, DAY) or ""
            if over.id not in found or (day and not found[over.id].day):  # else it was taken in twice
                players = _named(shelf, table, over.players)
                found[over.id] = replace(over, players=players, day=day, table=table)
        for key, taken in taken_scores(shelf).items():
            scored = tuple(
                Player("", "", each.rank, each.points, each.parts).called(each.name, say("somebody"))
                for each in taken.players
            )
            found[key] = Evening(key, taken.game, scored, taken.day)
        return sorted(found.values(), key=lambda each: (each.day, each.table), reverse=True)


def _over(shelf: Shelf, header: Header) -> Evening | bool:
    """A table whose game is over; else whether it cannot be read."""
    try:
        game = game_played(header)
        here = Session[Any](shelf, header.name, game)
    except CompanionError:
        return True
    points = game.points(here)
    players = tuple(
        Player(
            each.name if isinstance(each.name, str) else "",
            each.name,
            each.rank,
            each.points,
            points.get(each.seat, {}),
            each.seat,
        )
        for each in game.final_ranks(here)
    )
    if len(players) < FEWEST:
        return False
    return Evening(play_id(here), game.name, players, habits=tuple(game.habits(here.history)))


def _named(shelf: Shelf, table: str, players: tuple[Player, ...]) -> tuple[Player, ...]:
    """The players under the names they sat down with."""
    sat, nameless = rows_of(shelf, table), (shelf.read_note(table, NAMELESS) or "").split()
    named = []
    for each in players:
        name = sat.get(each.seat, {}).get("name") or each.name
        unnamed = say("somebody") if each.name or each.seat in nameless else each.shown
        named.append(each.called("" if each.seat in nameless else name, unnamed))
    return tuple(named)
