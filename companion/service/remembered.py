"""What was played is remembered: evenings at tables and scores taken, once somebody has agreed to it."""

import csv
import io
import json
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import UUID

from companion.answers import Answer, Figure, answering, written
from companion.codec import decode, encode
from companion.data.files import write_together
from companion.errors import CompanionError, InputError, Refused, TableError
from companion.play.game import FinalRank, Game, game_of, table_data
from companion.play.games import GAMES, game_named, game_played
from companion.sentences import ENGLISH, Sentence, listed, say, say_count
from companion.service.session import Keeping, Session, shelf_of
from companion.table.history import canonical, hash_of
from companion.table.shelf import Header, Shelf

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
        *(_rank_line(each, names.get(each.seat)) for each in found),
    ]
    players = [replace(each, name=names.get(each.seat, each.name)) for each in found]
    link = (
        f"{BG_STATS}?data={quote(json.dumps(_describe_play(here, found, names, now or datetime.now(UTC))))}"
    )
    return Answer(table_data(here, game=game, players=players, bg_stats=link), tuple(lines))


def _rank_line(each: FinalRank, called: str | None) -> Sentence:
    name: Sentence | str = each.name
    if called is not None and called != str(each.name):
        name = say("{name} ({seat})", name=called, seat=each.name)
    if each.points is None:
        return say("{place}. {name}", place=each.rank, name=name)
    return say("{place}. {name}: {points}", place=each.rank, name=name, points=each.points)


def _describe_play(
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


SEATS = "seats"  # the note beside a table: who sits where, by seat
NAMELESS = "nameless"  # the note beside a table: the seats whose players had their names taken out
VISITORS = "visitors"  # the note of the house: the phones that have joined


def folded(name: str) -> str:
    """A name as it is compared: capitals and blanks make nobody another person."""
    return " ".join(unicodedata.normalize("NFKC", name).split()).casefold()


def noted(notes: Shelf, table: str, key: str, kind: type) -> Any:
    """A note, read; what a damaged one held is lost, for people join and sit down again in a moment."""
    try:
        value = json.loads(notes.read_note(table, key) or "null")
    except (RecursionError, ValueError):
        value = None
    return value if isinstance(value, kind) else kind()


def rows_of(notes: Shelf, table: str) -> dict[str, dict[str, str]]:
    """The rows of who sits at a table, by seat."""
    return {
        seat: row
        for seat, row in noted(notes, table, SEATS, dict).items()
        if isinstance(row, dict) and all(isinstance(row.get(key), str) for key in ("visitor", "name"))
    }


DAY = "ended"  # the note beside a table: the day on which its game ended
_SCORE = "score taken "  # what the key of a score's note begins with
_WHETHER = "remember results"  # the note of the house: ``yes`` or ``no``


@dataclass(frozen=True, slots=True)
class ScoredPlayer:
    """A player of a score that was taken without a table; 1 is the best rank."""

    name: str
    rank: int
    points: int
    parts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class TakenScore:
    """A score that was taken without a table, as it is remembered."""

    game: str
    day: str  # such as ``2026-11-26``
    players: tuple[ScoredPlayer, ...]  # best first


def remembers(shelf: Shelf) -> bool | None:
    """True when results may be remembered, false when they may not; ``None`` as long as nobody was asked."""
    return {"yes": True, "no": False}.get(shelf.read_note("", _WHETHER) or "")


def agreed(store: Keeping) -> bool | None:
    """The same for a file too, which nobody makes for the question alone."""
    if store is None or isinstance(store, Path):
        from companion.table.store import named  # only now is SQLite needed

        if not named(store).exists():
            return None
    with shelf_of(store, create=False) as shelf:
        return remembers(shelf)


def remember(store: Keeping, yes: bool) -> Answer:
    """Agree that results are remembered; or that they are not: then what was is struck out."""
    with shelf_of(store) as shelf, shelf.writing():
        shelf.write_note("", _WHETHER, "yes" if yes else "no")
        scores = [] if yes else [key for key in shelf.notes("") if key.startswith(_SCORE)]
        for key in scores:
            shelf.write_note("", key, None)
        for header in () if yes else shelf.headers():
            shelf.write_note(header.name, DAY, None)
    if yes:
        line = say("From now on results are remembered here.")
    else:
        line = say_count(
            "Results are not remembered here; {count} score[|s] and the days of all evenings are struck out.",
            len(scores),
        )
    return Answer({"remember": yes, "struck_out": len(scores)}, (line,))


def remember_score(shelf: Shelf, taken: TakenScore) -> bool:
    """Write a score down if results are remembered; the same one of a day only once."""
    if not remembers(shelf):
        return False
    text = canonical(encode(taken))
    key = _SCORE + hash_of(text)[:16]
    if shelf.read_note("", key) is None:  # else it is there, perhaps without a name that was taken out
        shelf.write_note("", key, text)
    return True


def taken_scores(shelf: Shelf) -> dict[str, TakenScore]:
    """The scores that are remembered, by the keys of their notes."""
    kept = {key: text for key, text in shelf.notes("").items() if key.startswith(_SCORE)}
    try:
        return {key: decode(TakenScore, json.loads(text)) for key, text in kept.items()}
    except (RecursionError, TableError, ValueError):
        raise shelf.damaged() from None


def note_end(here: Session[Any], today: Callable[[], date] = date.today) -> None:
    """Note the day on which a game ends if results are remembered; strike it out when the game goes on."""
    over, shelf = bool(game_of(here).final_ranks(here)), here.store
    noted = shelf.read_note(here.name, DAY) is not None
    # An earlier tap that is sent once more meets the table as it was then.
    if over != noted and (not over or remembers(shelf)) and here.head == shelf.head(here.name):
        shelf.write_note(here.name, DAY, today().isoformat() if over else None)


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
                players = tuple(_named(shelf, table, over.players))
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
    return Evening(play_id(here), game.name, players)


def _named(shelf: Shelf, table: str, players: tuple[Player, ...]) -> Iterator[Player]:
    """The players under the names they sat down with."""
    sat, nameless = rows_of(shelf, table), (shelf.read_note(table, NAMELESS) or "").split()
    for each in players:
        name = sat.get(each.seat, {}).get("name") or each.name
        unnamed = say("somebody") if each.name or each.seat in nameless else each.shown
        yield each.called("" if each.seat in nameless else name, unnamed)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who was there, or what they did in one game."""

    name: str
    evenings: int
    won: int
    points: float | None  # on average; none where no game was counted in points
    parts: Mapping[str, float]  # on average, of the evenings in which parts are known


@dataclass(frozen=True, slots=True)
class Summary(Figure):
    """All evenings, newest first, and what they come to."""

    evenings: tuple[Evening, ...]
    people: tuple[Person, ...]  # who has won most first
    by_game: Mapping[str, tuple[Person, ...]]


def summed_up(evenings: Iterable[Evening], who: str = "") -> Summary:
    """All evenings, or those at which somebody was."""
    key = folded(who)
    kept = tuple(each for each in evenings if not key or any(folded(at.name) == key for at in each.players))
    games = sorted({each.game for each in kept})
    by_game = {game: tuple(_people([each for each in kept if each.game == game])) for game in games}
    return Summary(kept, tuple(_people(kept)), by_game)


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


def take_name_out(store: Keeping, name: str, reading: Reading | None = None) -> Answer:
    """Take somebody's name out of every evening that is over, and of the phones' memory.

    A log is a chain of hashes in which no letter can be changed: a name that stands there is not told any
    more, and the tables are named in whose logs it stays.
    """
    who, logs, evenings = folded(name), list[str](), 0
    with shelf_of(store, create=False) as shelf, shelf.writing():
        for key, taken in taken_scores(shelf).items():
            players = tuple(
                replace(each, name="") if folded(each.name) == who else each for each in taken.players
            )
            if players != taken.players:
                evenings += 1
                shelf.write_note("", key, canonical(encode(replace(taken, players=players))))
        for table, played in (reading or Reading()).played(shelf):
            rows = rows_of(shelf, table)
            sat = {seat for seat, row in rows.items() if folded(row["name"]) == who}
            written = {each.seat for each in played.players if folded(each.name) == who}
            gone = set((shelf.read_note(table, NAMELESS) or "").split())
            if written:
                logs.append(table)
            if sat or written - gone:
                evenings += 1
                kept = {seat: {**row, "name": ""} if seat in sat else row for seat, row in rows.items()}
                shelf.write_note(table, SEATS, json.dumps(kept))
                shelf.write_note(table, NAMELESS, " ".join(sorted(gone | sat | written)))
        if not evenings:
            raise InputError("Nobody is called {name} in what is remembered.", name=name)
        visitors = noted(shelf, "", VISITORS, list)
        for row in visitors:  # no phone offers the name any more
            if isinstance(row, dict) and folded(str(row.get("name", ""))) == who:
                row["name"] = ""
        if visitors:
            shelf.write_note("", VISITORS, json.dumps(visitors))
    lines = [say_count("{name} is taken out of {count} evening[|s].", evenings, name=name)]
    if logs:
        lines.append(
            say(
                "The name still stands in the logs of these tables: {tables}. A log is a chain in which no "
                "letter can be changed, or it could prove nothing; to be rid of the name, delete the table.",
                tables=listed(logs),
            )
        )
    lines.append(say("Backups and files that were saved before still hold the name."))
    return Answer({"evenings": evenings, "logs": logs}, tuple(lines))


_OF_GAMES = {"bggId": 0, "bggYear": 0, "cooperative": False, "usesTeams": False}
_OF_PLAYS: dict[str, Any] = {"ignored": False, "usesTeams": False, "manualWinner": False, "playImages": "[]"}
_OF_PLAYS |= dict.fromkeys(("rating", "rounds", "scoringSetting", "durationMin"), 0)
_OF_SCORES = {"startPlayer": False, "newPlayer": False, "seatOrder": 0}
"""What BG Stats writes of every game, play and score, and may ask for; of these evenings it is not known."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would reckon


def tell_remembered(
    store: Keeping,
    who: str = "",
    csv: Path | None = None,
    bg_stats: Path | None = None,
    overwrite: bool = False,
) -> Answer:
    """All evenings, or somebody's, and what they come to; written to files where some are named."""
    if not (kept := agreed(store)):
        no = say("Results are not remembered here; nobody has agreed to it.")
        if csv or bg_stats:
            raise Refused(no)
        return Answer({"remember": kept}, (no,), remedies=("remember results",))
    reading = Reading()
    with shelf_of(store, create=False) as shelf:
        found = summed_up(reading.evenings(shelf), who)
    if who and not found.evenings:
        raise InputError("Nobody is called {name} in what is remembered.", name=who)
    files = {csv: as_csv(found.evenings).encode()} if csv else {}
    files |= {bg_stats: as_bg_stats(found.evenings).encode()} if bg_stats else {}
    write_together(files, overwrite=overwrite, private=True)
    notices = []
    if count := reading.unreadable:
        notices.append(say_count("{count} table[|s] cannot be read.", count))
    if bg_stats and (count := sum(not each.day for each in found.evenings)):
        one = say_count(
            "{count} evening[|s] whose day is not known [is|are] left out: BG Stats takes none without a "
            "day.",
            count,
        )
        notices.append(one)
    lines = written(files) if files else (found,)
    return Answer(found, lines, notices=tuple(notices), files=tuple(files))


def as_csv(evenings: Iterable[Evening]) -> str:
    """A row for each player of each evening, with the points by part."""
    parts = [part.name for game in GAMES for part in game_named(game).parts]
    text = io.StringIO(newline="")
    rows = csv.writer(text)
    rows.writerow(["day", "game", "table", "player", "rank", "points", *parts])
    for each in evenings:
        for player in each.players:
            points = "" if player.points is None else player.points
            counted = [player.parts.get(part, "") for part in parts]
            named = [_plain(each.table), _plain(in_english(player.shown))]
            rows.writerow([each.day, each.game, *named, player.rank, points, *counted])
    return text.getvalue()


def _plain(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def as_bg_stats(evenings: Sequence[Evening]) -> str:
    """The plays whose day is known, as BG Stats exports its own: players, games and plays that name them."""
    plays = [each for each in evenings if each.day]
    games = {name: game_named(name) for name in sorted({each.game for each in plays})}
    people = {_key(each): in_english(each.shown) for play in plays for each in play.players}
    document = {
        "about": "Companion",
        "games": [
            {"id": id_, "uuid": _uuid(name), **_OF_GAMES, **about_game(game, pointless=not game.parts)}
            for id_, (name, game) in enumerate(games.items(), 1)
        ],
        "players": [
            {"id": id_, "uuid": _uuid(key), "name": name, "isAnonymous": not key.startswith("=")}
            for id_, (key, name) in enumerate(people.items(), 1)
        ],
        "locations": [],
        "plays": [_play(each, [*games].index(each.game) + 1, [*people]) for each in plays],
        "userInfo": {"meRefId": 0},  # none of these players keeps the app
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _play(evening: Evening, game: int, people: list[str]) -> dict[str, Any]:
    scores = []
    for each in evening.players:
        points = "" if each.points is None else str(each.points)
        about = {"playerRefId": people.index(_key(each)) + 1, "winner": each.rank == 1, "rank": each.rank}
        scores.append({**about, "score": points, **_OF_SCORES})
    named = {"uuid": _uuid(evening.id), "playDate": f"{evening.day} 00:00:00", "gameRefId": game}
    return {**_OF_PLAYS, **named, "playerScores": scores}


def _key(player: Player) -> str:
    """One key for a person, however the name was typed."""
    return f"={folded(player.name)}" if player.name else in_english(player.shown)


def _uuid(text: str) -> str:
    return str(UUID(hash_of(f"companion {text}")[:32]))
