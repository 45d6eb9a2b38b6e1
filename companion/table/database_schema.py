"""The tables of SQL that a store is made of, and the triggers that guard its events."""

import sqlite3

APPLICATION = 0x436F6D70  # "Comp": SQLite's application_id, so that `file` knows whose it is
_TABLES = {
    "game_table": "CREATE TABLE game_table"
    " (name TEXT PRIMARY KEY, game TEXT NOT NULL, version INTEGER NOT NULL)",
    "event": "CREATE TABLE event"
    " (table_name TEXT NOT NULL REFERENCES game_table (name), number INTEGER NOT NULL,"
    " record TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (table_name, number))",
}
_NOTED = {
    "note": "CREATE TABLE note"
    " (table_name TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (table_name, key))",
    "tap": "CREATE TABLE tap"
    " (table_name TEXT NOT NULL, tap TEXT NOT NULL, number INTEGER NOT NULL, maker TEXT NOT NULL,"
    " PRIMARY KEY (table_name, tap))",
}
TRIGGERS = {
    "event_is_never_changed": "CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event"
    " BEGIN SELECT RAISE(ABORT, 'events are never changed'); END",
    "event_is_never_deleted": "CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event"
    " BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END",
}
SCHEMA = {**_TABLES, **_NOTED, **TRIGGERS}

BESIDE = tuple(_NOTED)  # the tables that hold what is kept of a game beside its events


def anew(statement: str) -> str:
    """A statement that makes something where it is not there yet."""
    kind, name = statement.split()[1:3]
    return statement.replace(f"{kind} {name}", f"{kind} IF NOT EXISTS {name}", 1)


def is_ours(connection: sqlite3.Connection) -> bool:
    """True for a file with our tables, word for word, and nothing that would act on what is written."""
    found = dict(
        connection.execute("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'")
    )
    return found.keys() >= _TABLES.keys() and all(SCHEMA.get(name) == told for name, told in found.items())
