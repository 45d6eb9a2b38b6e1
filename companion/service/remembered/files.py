"""What is remembered, told; and as files: rows for any spreadsheet, and plays for the app BG Stats.

A person's name can be taken out of all of it.
"""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

from companion.answers import Answer, written
from companion.codec import encode
from companion.data.files import write_together
from companion.errors import InputError, Refused
from companion.play.games import GAMES, game_named
from companion.sentences import listed, say, say_count
from companion.service.remembered.evenings import (
    NAMELESS,
    SEATS,
    VISITORS,
    Evening,
    Player,
    Reading,
    about_game,
    agreed,
    folded,
    in_english,
    noted,
    rows_of,
    summed_up,
    taken_scores,
)
from companion.service.session import Keeping, shelf_of
from companion.table.log import canonical, hash_of


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
