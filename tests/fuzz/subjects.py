"""Files that somebody may have spoilt, and the commands that read them."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from companion.play.hogen import GAME as HOGEN
from companion.play.hogen.views import format_seat_log
from companion.table.archive import build_archive
from companion.table.history import GENESIS, format_canonical, hash_record
from companion.table.shelf import Table
from companion.table.store import Store
from tests.fuzz import decks
from tests.fuzz.mutation import mutate, mutate_value
from tests.play.hogen.random_play import begin_table, play_at_random
from tests.play.honshu.moves import EXAMPLE
from tests.table import finished, games

BOARD = """# after the second winter
Settsu   blue    castle
Yamato   blue    castle temple
Omi      yellow  castle temple theatre
Kai      red
points   blue=23 yellow=19 red=31
chests   blue=4 yellow=2
"""
TOWER = '[attic]\np = "0.7"\np_fill = "0.6"\nB = "1.25"\na_fill = "1.5"\n'
MAP = """# a map
.  T  b* -  T   F
L  B3 .  F  F   n
L  L  G2 y  y*  T
-  -  g  T  T   T
"""
PLACES = ("A1 0 0 0\n17 2 0 90 under A1\n4 1 1 180\n29 3 0 0 bottom spent b\n", EXAMPLE)
PRINTERS = """[[profile]]
printer = "office"
tray = ""
paper = "a4"
offset_x = 1.5
rotation = 0.1
scale_y = 1.001
margin = 5
"""


@dataclass(frozen=True)
class Subject:
    """A kind of file."""

    name: str
    spoil: Callable[[Path, Random], None]  # writes a spoilt one to a path
    commands: tuple[str, ...]  # what reads it; {file} is the path


@cache
def _build_store() -> bytes:
    """A small store with a table of each game, as the bytes of its file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.sqlite"
        friday = games.open_friday(path)
        for request in (games.build_attack(), games.build_revolt(), games.build_attack("red=3", "neutral")):
            friday.do(request)
        Table(friday.store, "heike", HOGEN, begin_table(["Aya", "Bo", "Chen"], "fuzz"))
        friday.store.close()
        return path.read_bytes()


@cache
def _export_tables() -> tuple[str, ...]:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "tables.sqlite").write_bytes(_build_store())
        with Store(Path(folder)) as store:
            friday = json.dumps(build_archive(store.get_header("friday"), store.list_events("friday")))
    return (friday, *map(finished.export_table, finished.TABLES))


def _make_spoiler(texts: Callable[[], Sequence[str | bytes]]) -> Callable[[Path, Random], None]:
    """Writes a spoilt one of those given."""

    def spoil(path: Path, chance: Random) -> None:
        content = chance.choice(texts())
        path.write_bytes(mutate(content if isinstance(content, bytes) else content.encode(), chance))

    return spoil


def _spoil_rows(path: Path, chance: Random) -> None:
    """A store that SQLite finds in order, with values of other types, or events that mean something else."""
    path.write_bytes(_build_store())
    connection = sqlite3.connect(path)
    columns = [f"game_table.{name}" for name in ("name", "game", "version")]
    columns += [f"event.{name}" for name in ("number", "record", "hash", "table_name")]
    place = chance.choice((*columns, *["chain"] * 4))
    if place == "chain":
        rows = connection.execute("SELECT record FROM event WHERE table_name = 'friday' ORDER BY number")
        events = [json.loads(record) for (record,) in rows]
        connection.execute("DELETE FROM event WHERE table_name = 'friday'")
        _write_chain(connection, events, chance)
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
    _write_chain(connection, events, chance)
    connection.commit()
    connection.close()


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


def _write_chain(connection: sqlite3.Connection, events: list[Any], chance: Random) -> None:
    """Events with something wrong in them and a chain that was mended."""
    for number, record in enumerate(_chain_records(mutate_value(events, chance), chance), start=1):
        connection.execute("INSERT INTO event VALUES ('friday', ?, ?, ?)", (number, record, hash_record(record)))


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
    *("shogun play --table friday show", "shogun play --table friday luck", "table check friday", "table list"),
    *("table log heike", "table export friday", "table restore", "table undo friday"),
    "shogun attack --table friday --attacker blue=4 --defender yellow=3",
)
GAME = ("shogun play --table friday show", "shogun play --table friday luck", "table undo friday", "table log friday")
EXPORT = ("table check {file} --file", "table import {file}")
PRESETS = (
    "shogun odds --attacker blue=4 --defender yellow=3 --preset attic --presets {file}",
    "shogun play --table monday --players blue,yellow,red --preset attic --presets {file}",
)


def _name_store(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{line} --store {{file}}" for line in lines)


def _add_json(line: str) -> tuple[str, ...]:
    return line, f"{line} --json"


SUBJECTS = (
    Subject("tables.sqlite", _make_spoiler(lambda: [_build_store()]), _name_store(STORE)),
    Subject("rows.sqlite", _spoil_rows, _name_store(STORE)),
    Subject("game.sqlite", _spoil_game, _name_store(GAME)),
    Subject("export.json", _make_spoiler(_export_tables), EXPORT),
    Subject("events.json", _spoil_events, EXPORT),
    Subject(
        "log.txt",
        _make_spoiler(lambda: [format_seat_log(play_at_random(3, Random(4), 20, accuse=0.05).state, "A")]),
        _add_json("hogen deduce {file}"),
    ),
    Subject("board.txt", _make_spoiler(lambda: [BOARD]), _add_json("shogun score {file}")),
    Subject("towers.toml", _make_spoiler(lambda: [TOWER]), PRESETS),
    Subject("deck", decks.make_deck_spoiler("deck.toml", "cards.csv", "words.en.toml", "codes.json"), decks.READING),
    Subject("faces", decks.make_deck_spoiler(*(f"faces/{name}.toml" for name in decks.FACES)), decks.READING),
    Subject("pictures", decks.make_deck_spoiler("faces/art.png", "faces/art.jpg", "land.geojson"), decks.READING),
    Subject("examples", decks.spoil_example, decks.LEAVING),
    Subject("drawings", decks.make_deck_spoiler("art/flag.svg"), decks.READING),
    Subject(
        "map.txt",
        _make_spoiler(lambda: [MAP]),
        (*_add_json("honshu score {file} --card 2"), "honshu score {file} --card 4"),
    ),
    Subject(
        "placed.txt", _make_spoiler(lambda: PLACES), (*_add_json("honshu place {file}"), "honshu advise {file} 12 40")
    ),
    Subject(
        "printers.toml",
        _make_spoiler(lambda: [PRINTERS]),
        ("printer list --config {file}", "printer sheet --printer office --config {file} -o {file}-out"),
    ),
)
