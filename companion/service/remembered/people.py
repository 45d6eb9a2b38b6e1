"""A person's name taken out of all that is remembered."""

import json
from dataclasses import replace

from companion.answers import Answer
from companion.codec import encode
from companion.errors import InputError
from companion.sentences import listed, say, say_count
from companion.service.remembered.evenings import Reading, taken_scores
from companion.service.remembered.names import NAMELESS, SEATS, VISITORS, folded, noted, rows_of
from companion.service.session import Keeping, shelf_of
from companion.table.log import canonical


def take_out(store: Keeping, name: str, reading: Reading | None = None) -> Answer:
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
    lines = [
        say_count(
            "{name} is taken out of {count} evening.",
            "{name} is taken out of {count} evenings.",
            evenings,
            name=name,
        )
    ]
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
