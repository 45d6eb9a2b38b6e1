"""Files that somebody may have spoilt, and the commands that read them."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from companion.play.hogen import GAME as HOGEN
from companion.play.hogen.views import format_seat_log
from companion.table.archive import build_archive
from companion.table.history import GENESIS, format_canonical, hash_record
from companion.table.store import Store
from companion.table.table import Table
from tests.fuzz import decks
from tests.fuzz.mutation import mutate, mutate_value
from tests.play.hogen.played import begin_table, play
from tests.table import finished, games

BOARD = """\
# after the second winter
Settsu   blue    castle
Yamato   blue    castle temple
Omi      yellow  castle temple theatre
Kai      red
points   blue=23 yellow=19 red=31
chests   blue=4 yellow=2
"""
TOWER = """\
[attic]
p = "0.7"
p_fill = "0.6"
B = "1.25"
a_fill = "1.5"
"""


@dataclass(frozen=True)
class Subject:
    """A kind of file.

    Attributes:
        name: The file's name.
        spoil: Writes a spoilt one to a path.
        commands: What reads it; ``{file}`` is the path.
    """

    name: str
    spoil: Callable[[Path, Random], None]
    commands: tuple[str, ...]


@cache
def _store() -> bytes:
    """A small store with a table of each game, as the bytes of its file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.sqlite"
        friday = games.table(path)
        for request in (games.attack(), games.revolt(), games.attack("red=3", "neutral")):
            friday.do(request)
        Table(friday.store, "heike", HOGEN, begin_table(["Aya", "Bo", "Chen"], "fuzz"))
        friday.store.close()
        return path.read_bytes()


@cache
def _export_tables() -> tuple[bytes, ...]:
    return (_archive_friday(), *(finished.export_table(table).encode() for table in finished.TABLES))


@cache
def _archive_friday() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "tables.sqlite").write_bytes(_store())
        with Store(Path(folder)) as store:
            return json.dumps(build_archive(store.get_header("friday"), store.list_events("friday"))).encode()


@cache
def _seat_log() -> str:
    return format_seat_log(play(3, Random(4), 20, accuse=0.05).state, "A")


def _text(text: Callable[[], str]) -> Callable[[Path, Random], None]:
    return lambda path, chance: _write(path, mutate(text().encode(), chance))


def _write(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def _spoil_store(path: Path, chance: Random) -> None:
    path.write_bytes(mutate(_store(), chance))


def _spoil_rows(path: Path, chance: Random) -> None:
    """A store that SQLite finds in order, with values of other types, or events that mean something else."""
    path.write_bytes(_store())
    connection = sqlite3.connect(path)
    for trigger in ("changed", "deleted"):
        connection.execute(f"DROP TRIGGER event_is_never_{trigger}")
    columns = (
        "game_table.name",
        "game_table.game",
        "game_table.version",
        "event.number",
        "event.record",
        "event.hash",
        "event.table_name",
    )
    place = chance.choice((*columns, *["chain"] * 4))
    if place == "chain":
        rows = connection.execute("SELECT record FROM event WHERE table_name = 'friday' ORDER BY number")
        events = [json.loads(record) for (record,) in rows]
        connection.execute("DELETE FROM event WHERE table_name = 'friday'")
        for number, record in enumerate(_chain_records(mutate_value(events, chance), chance), start=1):
            row = (number, record, hash_record(record))
            connection.execute("INSERT INTO event VALUES ('friday', ?, ?, ?)", row)
    else:
        table, column = place.split(".")
        value = chance.choice(("x", "", -1, 0, 2**60, 0.5, b"\xff\xfe", "\x1b[2J", "[" * 100_000, "9" * 5000, "é" * 99))
        connection.execute(f"UPDATE OR IGNORE {table} SET {column} = ?", (value,))
    connection.commit()
    connection.close()


def _spoil_game(path: Path, chance: Random) -> None:
    """A whole game in the store whose chain was mended by somebody who knows how."""
    document = json.loads(chance.choice(_export_tables()[1:]))
    events = [{key: value for key, value in event.items() if key != "hash"} for event in document["events"]]
    with Store(path) as store, store.transaction():
        store.add_table("friday", document["game"], document["version"])
    connection = sqlite3.connect(path)
    for number, record in enumerate(_chain_records(mutate_value(events, chance), chance), start=1):
        connection.execute("INSERT INTO event VALUES ('friday', ?, ?, ?)", (number, record, hash_record(record)))
    connection.commit()
    connection.close()


def _spoil_export(path: Path, chance: Random) -> None:
    path.write_bytes(mutate(chance.choice(_export_tables()), chance))


def _spoil_events(path: Path, chance: Random) -> None:
    """An export whose chain of hashes was mended by somebody who knows how."""
    document = json.loads(chance.choice(_export_tables()))
    document["events"] = [{k: v for k, v in event.items() if k != "hash"} for event in document["events"]]
    document = mutate_value(document, chance)
    if isinstance(document, dict) and isinstance(document.get("events"), list):
        records = _chain_records(document["events"], chance)
        document["events"] = [{**json.loads(each), "hash": hash_record(each)} for each in records]
        if records:
            document["head"] = hash_record(records[-1])
    path.write_text(json.dumps(document))


def _chain_records(events: Any, chance: Random) -> list[str]:
    records: list[str] = []
    for number, event in enumerate(events if isinstance(events, list) else [], start=1):
        event = event if isinstance(event, dict) else {"asked": event}
        previous = hash_record(records[-1]) if records else GENESIS
        if chance.random() < 0.98:
            event = {**event, "number": number, "previous": previous}
        records.append(format_canonical(event))
    return records


STORE = (
    "shogun play --table friday show",
    "table check friday",
    "table list",
    "table log heike",
    "table export friday",
    "table restore",
    "shogun attack --table friday --attacker blue=4 --defender yellow=3",
    "table undo friday",
    "shogun play --table friday luck",
)

GAME = ("shogun play --table friday show", "shogun play --table friday luck", "table undo friday", "table log friday")

SUBJECTS = (
    Subject("tables.sqlite", _spoil_store, tuple(f"{line} --store {{file}}" for line in STORE)),
    Subject("rows.sqlite", _spoil_rows, tuple(f"{line} --store {{file}}" for line in STORE)),
    Subject("game.sqlite", _spoil_game, tuple(f"{line} --store {{file}}" for line in GAME)),
    Subject("export.json", _spoil_export, ("table check {file} --file", "table import {file}")),
    Subject("events.json", _spoil_events, ("table check {file} --file", "table import {file}")),
    Subject("log.txt", _text(_seat_log), ("hogen deduce {file}", "hogen deduce {file} --json")),
    Subject("board.txt", _text(lambda: BOARD), ("shogun score {file}", "shogun score {file} --json")),
    Subject(
        "towers.toml",
        _text(lambda: TOWER),
        (
            "shogun odds --attacker blue=4 --defender yellow=3 --preset attic --presets {file}",
            "shogun play --table monday --players blue,yellow,red --preset attic --presets {file}",
        ),
    ),
    Subject("deck", decks.deck("deck.toml", "cards.csv", "words.en.toml", "codes.json"), decks.READING),
    Subject("faces", decks.deck(*(f"faces/{name}.toml" for name in decks.FACES)), decks.READING),
    Subject("pictures", decks.deck("faces/art.png", "faces/art.jpg", "land.geojson"), decks.READING),
    Subject("examples", decks.example, decks.LEAVING),
    Subject("drawings", decks.deck("art/flag.svg"), decks.READING),
    Subject(
        "map.txt",
        decks.text(decks.MAP),
        ("honshu score {file}", "honshu score {file} --card 2 --json", "honshu score {file} --card 4"),
    ),
    Subject(
        "placed.txt",
        decks.text(decks.PLACED, "games/honshu/example63.json"),
        ("honshu place {file}", "honshu place {file} --json", "honshu advise {file} 12 40"),
    ),
    Subject(
        "printers.toml",
        decks.text(decks.PRINTERS),
        ("printer list --config {file}", "printer sheet --printer office --config {file} -o {file}-out"),
    ),
)
