"""Remember results, with players' consent: of finished tables and of scores taken without a table."""

import csv
import io
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import UUID

from companion.answers import Answer, Figure, catch_refusals, describe_files
from companion.codec import decode, encode
from companion.data.files import write_files
from companion.errors import CompanionError, InputError, Refused, TableError
from companion.play.game import FinalRank, Game, game_of, table_data
from companion.play.games import GAMES, get_game, get_table_game
from companion.sentences import ENGLISH, Sentence, join_with_commas, say, say_count
from companion.service.session import Session, StoreOrShelf, open_shelf
from companion.table.history import format_canonical, hash_record
from companion.table.shelf import Header, Shelf, fold_name

BG_STATS = "https://app.bgstatsapp.com/createPlay.html"  # the address that opens a play in the app BG Stats


@catch_refusals
def describe_result(
    table: Session[Any], ranks: Sequence[FinalRank], names: Mapping[str, str], now: datetime | None = None
) -> Answer:
    """Describe the ranks at a table whose game is over; ``now`` is the time of play for BG Stats."""
    if not ranks:
        raise Refused("This game is not over; it has no result yet.")
    game, players_by_rank = game_of(table).title, Counter(each.rank for each in ranks)
    lines = [
        say("{game} at the table {table}:", game=game, table=table.name),
        *(_rank_line(each, names.get(each.seat), players_by_rank[each.rank] > 1) for each in ranks),
    ]
    players = [replace(each, name=names.get(each.seat, each.name)) for each in ranks]
    play = _build_shared_play(table, ranks, names, now or datetime.now(UTC))
    link = f"{BG_STATS}?data={quote(json.dumps(play))}"
    return Answer(table_data(table, game=game, players=players, bg_stats=link), tuple(lines))


def _rank_line(each: FinalRank, title: str | None, is_tied: bool) -> Sentence:
    name: Sentence | str = each.name
    if title is not None and title != str(each.name):
        name = say("{name} ({seat})", name=title, seat=each.name)
    line = say("{place}. {name}", place=each.rank, name=name)
    if each.points is not None:
        line = say("{place}. {name}: {points}", place=each.rank, name=name, points=each.points)
    return say("{line} ({note})", line=line, note=say("shared")) if is_tied else line


def _build_shared_play(
    table: Session[Any], ranks: Sequence[FinalRank], names: Mapping[str, str], now: datetime
) -> dict[str, Any]:
    """A play in the format of a BG Stats link, which requires every field but the game's number."""
    game = game_of(table)
    players = []
    for each in ranks:
        name = names.get(each.seat) or format_english(each.name)
        player = {"name": name, "sourcePlayerId": f"companion-{fold_name(name)}", "startPlayer": False}
        player |= {"winner": each.rank == 1, "rank": each.rank, "role": format_english(each.name)}
        players.append(player | ({} if each.points is None else {"score": each.points}))
    return {
        "sourceName": "Companion",
        "sourcePlayId": compute_play_id(table),
        "playDate": f"{now.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "game": build_game_entry(game, pointless=all(each.points is None for each in ranks)),
        "players": players,
    }


def build_game_entry(game: Game[Any], *, pointless: bool) -> dict[str, Any]:
    entry = {"name": game.title, "sourceGameId": f"companion-{game.name}"}
    bgg_id = {} if game.board_game_geek is None else {"bggId": game.board_game_geek}
    return {**entry, "highestWins": True, "noPoints": pointless, **bgg_id}


def compute_play_id(table: Session[Any]) -> str:
    """The id of a play, the same each time it is sent: made from the last event, since many tables begin alike."""
    return table.history.get_transition(max(table.history.standing_numbers)).event.hash[:32]


def format_english(name: Sentence | str) -> str:
    """A name in English, which files use whatever language the user reads."""
    return name.translate(ENGLISH) if isinstance(name, Sentence) else name


SEATS = "seats"  # the key of a table's note with its players by seat
NAMELESS = "nameless"  # the key of a table's note with the seats whose names were removed
VISITORS = "visitors"  # the key of the note, of no table, with the phones that have joined


def read_json_note(notes: Shelf, table: str, key: str, kind: type) -> Any:
    """Parse the JSON of a note; an empty ``kind`` if the note is missing or damaged."""
    try:
        value = json.loads(notes.read_note(table, key) or "null")
    except (RecursionError, ValueError):
        value = None
    return value if isinstance(value, kind) else kind()


def read_seat_rows(notes: Shelf, table: str) -> dict[str, dict[str, str]]:
    """The players of a table by seat: the valid rows of the note ``SEATS``."""
    return {
        seat: row
        for seat, row in read_json_note(notes, table, SEATS, dict).items()
        if isinstance(row, dict) and all(isinstance(row.get(key), str) for key in ("visitor", "name"))
    }


DAY = "ended"  # the key of a table's note with the day on which its game ended
_SCORE = "score taken "  # begins the key of a score's note
_WHETHER = "remember results"  # the key of the note, of no table, with ``yes`` or ``no``


@dataclass(frozen=True, slots=True)
class ScoredPlayer:
    """A player of a score taken without a table; rank 1 is the best."""

    name: str
    rank: int
    points: int
    parts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class TakenScore:
    """A remembered score that was taken without a table."""

    game: str
    day: str  # such as ``2026-11-26``
    players: tuple[ScoredPlayer, ...]  # best first


def find_consent(shelf: Shelf) -> bool | None:
    """True if results may be remembered, false if not; ``None`` if nobody has been asked yet."""
    return {"yes": True, "no": False}.get(shelf.read_note("", _WHETHER) or "")


def find_store_consent(store: StoreOrShelf) -> bool | None:
    """As ``find_consent``, for a shelf or a file; a missing file is not created."""
    if store is None or isinstance(store, Path):
        from companion.table.store import resolve_store_file  # imports SQLite

        if not resolve_store_file(store).exists():
            return None
    with open_shelf(store, create=False) as shelf:
        return find_consent(shelf)


def record_consent(store: StoreOrShelf, agrees: bool) -> Answer:
    """Record that results may be remembered, or that they may not, which also removes those remembered."""
    with open_shelf(store) as shelf, shelf.transaction():
        shelf.write_note("", _WHETHER, "yes" if agrees else "no")
        scores = [] if agrees else [key for key in shelf.list_notes("") if key.startswith(_SCORE)]
        for key in scores:
            shelf.write_note("", key, None)
        for header in () if agrees else shelf.list_tables():
            shelf.write_note(header.name, DAY, None)
    if agrees:
        line = say("From now on results are remembered here.")
    else:
        line = say_count(
            "Results are not remembered here; {count} score[|s] and the days of all evenings are struck out.",
            len(scores),
        )
    return Answer({"remember": agrees, "struck_out": len(scores)}, (line,))


def remember_score(shelf: Shelf, score: TakenScore) -> bool:
    """Save a score if results are remembered, and return whether they are; an equal score of a day only once."""
    if not find_consent(shelf):
        return False
    text = format_canonical(encode(score))
    key = _SCORE + hash_record(text)[:16]
    if shelf.read_note("", key) is None:  # otherwise it is saved already, perhaps with a name removed
        shelf.write_note("", key, text)
    return True


def read_taken_scores(shelf: Shelf) -> dict[str, TakenScore]:
    """The remembered scores, by the keys of their notes."""
    notes = {key: text for key, text in shelf.list_notes("").items() if key.startswith(_SCORE)}
    try:
        return {key: decode(TakenScore, json.loads(text)) for key, text in notes.items()}
    except (RecursionError, TableError, ValueError):
        raise shelf.build_damage_error() from None


def note_end(table: Session[Any], today: Callable[[], date] = date.today) -> None:
    """Note the day on which a game ends if results are remembered; remove it if the game goes on."""
    is_over, shelf = bool(game_of(table).final_ranks(table)), table.store
    has_day = shelf.read_note(table.name, DAY) is not None
    # A repeated tap sees the table as it was at that time.
    if is_over != has_day and (not is_over or find_consent(shelf)) and table.head == shelf.get_head(table.name):
        shelf.write_note(table.name, DAY, today().isoformat() if is_over else None)


FEWEST = 2  # players of a game that is remembered


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a remembered game; the name is "" if it is unknown or was removed."""

    name: str
    label: Sentence | str
    rank: int
    points: int | None
    parts: Mapping[str, int]
    seat: str = ""

    json_fields = ("name", "rank", "points", "parts")

    def with_name(self, name: str, placeholder: Sentence | str) -> "Player":
        """The player with another name; if it is empty, ``placeholder`` is shown."""
        tidy = " ".join(name.split())
        return replace(self, name=tidy, label=tidy or placeholder)


@dataclass(frozen=True, slots=True)
class Evening:
    """A remembered game: a finished table, or a score taken without one."""

    id: str  # the same for all copies of a table
    game: str
    players: tuple[Player, ...]  # best first
    day: str = ""  # such as ``2026-11-26``; "" if unknown
    table: str = ""  # "" for a score taken without one

    json_fields = ("day", "game", "table", "players")


class TableReader:
    """Reads the results of tables and caches them until a table changes, since there may be hundreds."""

    def __init__(self) -> None:
        self.unread_count = 0  # the number of tables left for the next call
        self._cache: dict[tuple[str, str], Evening | bool] = {}  # false if not over, true if it cannot be read

    def list_finished_tables(self, shelf: Shelf, most: int | None = None) -> Iterator[tuple[str, Evening]]:
        """Yield finished tables with their results; at most about ``most`` events of new tables are read."""
        cache, self._cache, self.unread_count = self._cache, {}, 0
        for header in shelf.list_tables():
            head = (header.game, shelf.get_head(header.name))
            if head not in cache and most is not None:
                if most <= 0:
                    self.unread_count += 1
                    continue
                most -= header.events
            evening = self._cache[head] = cache[head] if head in cache else _read_evening(shelf, header)
            if isinstance(evening, Evening):
                yield header.name, evening

    @property
    def unreadable(self) -> int:
        """The number of tables that could not be read: damaged, or of a newer version of Companion."""
        return sum(evening is True for evening in self._cache.values())

    def list_evenings(self, shelf: Shelf, most: int | None = None) -> list[Evening]:
        """Every remembered game, the latest first, and those of unknown days last."""
        evenings = dict[str, Evening]()
        for table, evening in self.list_finished_tables(shelf, most):
            day = shelf.read_note(table, DAY) or ""
            if evening.id not in evenings or (day and not evenings[evening.id].day):  # a copy of a table is listed once
                players = tuple(_name_players(shelf, table, evening.players))
                evenings[evening.id] = replace(evening, players=players, day=day, table=table)
        for key, score in read_taken_scores(shelf).items():
            scorers = tuple(
                Player("", "", each.rank, each.points, each.parts).with_name(each.name, say("somebody"))
                for each in score.players
            )
            evenings[key] = Evening(key, score.game, scorers, score.day)
        return sorted(evenings.values(), key=lambda each: (each.day, each.table), reverse=True)


def _read_evening(shelf: Shelf, header: Header) -> Evening | bool:
    """The result of a table; false if its game is not over, true if it cannot be read."""
    try:
        table = Session[Any](shelf, header.name, game := get_table_game(header))
    except CompanionError:
        return True
    points = game.points(table)
    ranked = ((each, each.name if isinstance(each.name, str) else "") for each in game.final_ranks(table))
    players = tuple(
        Player(name, each.name, each.rank, each.points, points.get(each.seat, {}), each.seat) for each, name in ranked
    )
    if len(players) < FEWEST:
        return False
    return Evening(compute_play_id(table), game.name, players)


def _name_players(shelf: Shelf, table: str, players: tuple[Player, ...]) -> Iterator[Player]:
    """Yield the players with the names they entered, without those removed."""
    seat_rows, nameless = read_seat_rows(shelf, table), (shelf.read_note(table, NAMELESS) or "").split()
    for each in players:
        name = seat_rows.get(each.seat, {}).get("name") or each.name
        placeholder = say("somebody") if each.name or each.seat in nameless else each.label
        yield each.with_name("" if each.seat in nameless else name, placeholder)


@dataclass(frozen=True, slots=True)
class Person:
    """The results of one person, in all games or in one."""

    name: str
    evenings: int
    won: int
    points: float | None  # on average; `None` if no game was counted in points
    parts: Mapping[str, float]  # averages over the games whose parts are known


@dataclass(frozen=True, slots=True)
class Summary(Figure):
    """All remembered games, newest first, and the results of each person."""

    evenings: tuple[Evening, ...]
    people: tuple[Person, ...]  # those who have won most first
    by_game: Mapping[str, tuple[Person, ...]]


def summarize_evenings(evenings: Iterable[Evening], player: str = "") -> Summary:
    """Summarize all remembered games, or those in which ``player`` played."""
    key = fold_name(player)
    matching = tuple(each for each in evenings if not key or any(fold_name(at.name) == key for at in each.players))
    games = sorted({each.game for each in matching})
    by_game = {game: tuple(_summarize_people([each for each in matching if each.game == game])) for game in games}
    return Summary(matching, tuple(_summarize_people(matching)), by_game)


def _summarize_people(evenings: Sequence[Evening]) -> list[Person]:
    players_by_name = defaultdict[str, list[Player]](list)
    for each in chain.from_iterable(evening.players for evening in evenings):
        if each.name:
            players_by_name[fold_name(each.name)].append(each)
    people = [_summarize_person(each) for each in players_by_name.values()]
    return sorted(people, key=lambda each: (-each.won, -each.evenings, fold_name(each.name)))


def _summarize_person(players: Sequence[Player]) -> Person:
    points = [each.points for each in players if each.points is not None]
    counted_parts = [each.parts for each in players if each.parts]
    total = Counter[str]()
    for parts in counted_parts:
        total.update(parts)
    return Person(
        players[0].name,
        len(players),
        sum(each.rank == 1 for each in players),
        sum(points) / len(points) if points else None,
        {part: points / len(counted_parts) for part, points in total.items()},
    )


def remove_name(store: StoreOrShelf, name: str, reading: TableReader | None = None) -> Answer:
    """Remove a player's name from every finished game, and from the note of phones that have joined.

    A log cannot be changed, since it is a chain of hashes: a name in it is no longer shown, and the tables
    whose logs still contain it are listed.
    """
    player, logs, evenings = fold_name(name), list[str](), 0
    with open_shelf(store, create=False) as shelf, shelf.transaction():
        for key, score in read_taken_scores(shelf).items():
            players = tuple(
                replace(each, name="") if fold_name(each.name) == player else each for each in score.players
            )
            if players != score.players:
                evenings += 1
                shelf.write_note("", key, format_canonical(encode(replace(score, players=players))))
        for table, evening in (reading or TableReader()).list_finished_tables(shelf):
            rows = read_seat_rows(shelf, table)
            old_seats = {seat for seat, row in rows.items() if fold_name(row["name"]) == player}
            seats = {each.seat for each in evening.players if fold_name(each.name) == player}
            nameless = set((shelf.read_note(table, NAMELESS) or "").split())
            if seats:
                logs.append(table)
            if old_seats or seats - nameless:
                evenings += 1
                rows_kept = {seat: {**row, "name": ""} if seat in old_seats else row for seat, row in rows.items()}
                shelf.write_note(table, SEATS, json.dumps(rows_kept))
                shelf.write_note(table, NAMELESS, " ".join(sorted(nameless | old_seats | seats)))
        if not evenings:
            raise InputError("Nobody is called {name} in what is remembered.", name=name)
        visitors = read_json_note(shelf, "", VISITORS, list)
        for row in visitors:  # phones must not suggest the name again
            if isinstance(row, dict) and fold_name(str(row.get("name", ""))) == player:
                row["name"] = ""
        if visitors:
            shelf.write_note("", VISITORS, json.dumps(visitors))
    lines = [say_count("{name} is removed from {count} evening[.|s.]", evenings, name=name)]
    if logs:
        still = say(
            "The name is still in the logs of these tables: {tables}. A log is a chain in which no letter can be "
            "changed, or it would prove nothing; to remove the name, delete the table.",
            tables=join_with_commas(logs),
        )
        lines.append(still)
    lines.append(say("Backups and files that were saved before still hold the name."))
    return Answer({"evenings": evenings, "logs": logs}, tuple(lines))


_OF_GAMES = {"bggId": 0, "bggYear": 0, "cooperative": False, "usesTeams": False}
_OF_PLAYS: dict[str, Any] = {"ignored": False, "usesTeams": False, "manualWinner": False, "playImages": "[]"}
_OF_PLAYS |= dict.fromkeys(("rating", "rounds", "scoringSetting", "durationMin"), 0)
_OF_SCORES = {"startPlayer": False, "newPlayer": False, "seatOrder": 0}
"""Fields that BG Stats has for every game, play and score, and may require; here they are unknown."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet takes such texts for formulas


def describe_evenings(
    store: StoreOrShelf, name: str = "", csv: Path | None = None, bg_stats: Path | None = None, overwrite: bool = False
) -> Answer:
    """Describe all remembered games, or those of ``who``, with each person's results; also write them to files."""
    if not (consent := find_store_consent(store)):
        line = say("Results are not remembered here; nobody has agreed to it.")
        if csv or bg_stats:
            raise Refused(line)
        return Answer({"remember": consent}, (line,), remedies=("remember results",))
    reading = TableReader()
    with open_shelf(store, create=False) as shelf:
        summary = summarize_evenings(reading.list_evenings(shelf), name)
    if name and not summary.evenings:
        raise InputError("Nobody is called {name} in what is remembered.", name=name)
    files = {csv: format_csv(summary.evenings).encode()} if csv else {}
    files |= {bg_stats: format_bg_stats(summary.evenings).encode()} if bg_stats else {}
    write_files(files, overwrite=overwrite, private=True)
    notices = []
    if count := reading.unreadable:
        notices.append(say_count("{count} table[|s] cannot be read.", count))
    if bg_stats and (count := sum(not each.day for each in summary.evenings)):
        one = say_count(
            "{count} evening[|s] whose day is not known [is|are] left out: BG Stats takes none without a day.", count
        )
        notices.append(one)
    lines = describe_files(files) if files else (summary,)
    return Answer(summary, lines, notices=tuple(notices), files=tuple(files))


def format_csv(evenings: Iterable[Evening]) -> str:
    """CSV with a row for each player of each game, with the points by part."""
    parts = [part.name for game in GAMES for part in get_game(game).parts]
    text = io.StringIO(newline="")
    rows = csv.writer(text)
    rows.writerow(["day", "game", "table", "player", "rank", "points", *parts])
    for each in evenings:
        for player in each.players:
            points = "" if player.points is None else player.points
            part_points = [player.parts.get(part, "") for part in parts]
            values = [_plain(each.table), _plain(format_english(player.label))]
            rows.writerow([each.day, each.game, *values, player.rank, points, *part_points])
    return text.getvalue()


def _plain(text: str) -> str:
    """A text that spreadsheets do not take for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def format_bg_stats(evenings: Sequence[Evening]) -> str:
    """The plays whose day is known, in the format of BG Stats: games, players, and plays that refer to them."""
    plays = [each for each in evenings if each.day]
    games = {name: get_game(name) for name in sorted({each.game for each in plays})}
    people = {_build_person_key(each): format_english(each.label) for play in plays for each in play.players}
    document = {
        "about": "Companion",
        "games": [
            {"id": id_, "uuid": _compute_uuid(name), **_OF_GAMES, **build_game_entry(game, pointless=not game.parts)}
            for id_, (name, game) in enumerate(games.items(), 1)
        ],
        "players": [
            {"id": id_, "uuid": _compute_uuid(key), "name": name, "isAnonymous": not key.startswith("=")}
            for id_, (key, name) in enumerate(people.items(), 1)
        ],
        "locations": [],
        "plays": [_build_file_play(each, [*games].index(each.game) + 1, [*people]) for each in plays],
        "userInfo": {"meRefId": 0},  # none of the players owns the app
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _build_file_play(evening: Evening, game: int, people: list[str]) -> dict[str, Any]:
    scores = []
    for each in evening.players:
        score = {"playerRefId": people.index(_build_person_key(each)) + 1, "winner": each.rank == 1, "rank": each.rank}
        scores.append({**score, "score": "" if each.points is None else str(each.points), **_OF_SCORES})
    fields = {"uuid": _compute_uuid(evening.id), "playDate": f"{evening.day} 00:00:00", "gameRefId": game}
    return {**_OF_PLAYS, **fields, "playerScores": scores}


def _build_person_key(player: Player) -> str:
    """The key of a person, the same for any spelling of capitals and spaces."""
    return f"={fold_name(player.name)}" if player.name else format_english(player.label)


def _compute_uuid(text: str) -> str:
    return str(UUID(hash_record(f"companion {text}")[:32]))
