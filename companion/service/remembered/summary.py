"""What all evenings come to: who has won how often, the points by part, records, and the habits of chance."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.answers import Figure
from companion.play.game import Habit
from companion.play.games import game_named
from companion.sentences import Sentence, say
from companion.service.remembered.evenings import Evening, Player
from companion.service.remembered.names import folded


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who was there, or what they did in one game."""

    name: str
    evenings: int
    won: int
    points: float | None  # on average; none where no game was counted in points
    parts: Mapping[str, float]  # on average, of the evenings in which parts are known


@dataclass(frozen=True, slots=True)
class Record:
    """The most points for something, whose they are and since when."""

    game: str
    part: str  # ``total`` for all points
    words: Sentence
    points: int
    player: Player
    evening: Evening

    for_programs = ("game", "part", "points", "name", "day")

    @property
    def name(self) -> str:
        """Who has it; empty where no name is known."""
        return self.player.name

    @property
    def day(self) -> str:
        """The day on which it was set."""
        return self.evening.day


@dataclass(frozen=True, slots=True)
class Summary(Figure):
    """All evenings, newest first, and what they come to."""

    evenings: tuple[Evening, ...]
    people: tuple[Person, ...]  # who has won most first
    by_game: Mapping[str, tuple[Person, ...]]
    records: tuple[Record, ...]
    habits: tuple[Habit, ...]


def summed_up(evenings: Iterable[Evening], who: str = "") -> Summary:
    """All evenings, or those at which somebody was; records are then theirs."""
    key = folded(who)
    kept = tuple(each for each in evenings if not key or any(folded(at.name) == key for at in each.players))
    games = sorted({each.game for each in kept})
    by_game = {game: tuple(_people([each for each in kept if each.game == game])) for game in games}
    records = tuple(record for game in games for record in _records(game, kept[::-1], key))
    return Summary(kept, tuple(_people(kept)), by_game, records, tuple(_habits(kept)))


def _people(evenings: Sequence[Evening]) -> list[Person]:
    there: dict[str, list[Player]] = {}
    for evening in evenings:
        for each in evening.players:
            if each.name:
                there.setdefault(folded(each.name), []).append(each)
    people = [_person(each) for each in there.values()]
    return sorted(people, key=lambda each: (-each.won, -each.evenings, folded(each.name)))


def _person(found: Sequence[Player]) -> Person:
    points = [each.points for each in found if each.points is not None]
    counted = [each.parts for each in found if each.parts]
    total = Counter[str]()
    for parts in counted:
        total.update(parts)
    return Person(
        found[0].name,
        len(found),
        sum(each.rank == 1 for each in found),
        sum(points) / len(points) if points else None,
        {part: points / len(counted) for part, points in total.items()},
    )


def _records(game: str, evenings: Sequence[Evening], key: str) -> Iterator[Record]:
    """The records of a game; of equal ones the earliest."""
    words = {"total": say("the most points")} | {part.name: part.record for part in game_named(game).parts}
    found: dict[str, Record] = {}
    for evening in evenings:
        for each in evening.players if evening.game == game else ():
            counted = {**each.parts, **({} if each.points is None else {"total": each.points})}
            for part, points in counted.items() if key in ("", folded(each.name)) else ():
                if part in words and points > (found[part].points if part in found else 0):
                    found[part] = Record(game, part, words[part], points, each, evening)
    return (found[part] for part in words if part in found)


def _habits(evenings: Sequence[Evening]) -> Iterator[Habit]:
    """The habits of chance, those of all evenings together."""
    found: dict[str, Habit] = {}
    for each in (habit for evening in evenings for habit in evening.habits):
        before = found.get(each.name, Habit(each.name, each.words, 0, 0, 0.0))
        found[each.name] = Habit(
            each.name,
            each.words,
            before.tries + each.tries,
            before.came + each.came,
            before.expected + each.expected,
        )
    return iter(found.values())
