"""``companion shogun verify``: the whole game followed again from its seed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.tables import store_option, table_argument
from companion.cli.voice import json_option, said, speak, speak_json
from companion.errors import TableError
from companion.sentences import say, say_count
from companion.service.shogun.standing import shown_hash
from companion.table.archive import read_archive
from companion.table.log import Event, Finding
from companion.table.shogun.game import SHOGUN
from companion.table.store import Store, table_name
from companion.table.verify import hash_digits, verify_log

__all__ = ["verify"]


@click.command(cls=SpokenCommand)
@table_argument
@click.option("--head", metavar="HASH", help="A hash that was shown after an event, or its first digits.")
@click.option("--commitment", metavar="HASH", help="The hash that was shown when the table began.")
@click.option("--file", "is_file", is_flag=True, help="TABLE is an exported file.")
@store_option
@json_option
def verify(
    table: str, head: str | None, commitment: str | None, is_file: bool, store: Path | None, as_json: bool
) -> None:
    """Follow the whole game again from the seed and find any record that was changed.

    A log that was cut off at its end, or made anew as a whole, is in order in itself: it is found only
    against a hash that a player wrote down. Give the last one you have with --head. Exit code 1 when
    anything is wrong.

    \b
    companion shogun verify friday
    companion shogun verify friday --head "3fa9 1c2e 5b7d 8a90"
    companion shogun verify friday.json --file
    """
    if is_file:
        header, events = read_archive(Path(table))
    else:
        with Store(store, create=False) as opened:
            header = opened.header(table_name(table))
            events = opened.events(header.name)
            if not opened.sound():
                raise opened.damaged()
    if header.game != SHOGUN.name:
        raise TableError(
            "The table '{name}' plays {other}, not {game}.",
            name=header.name,
            other=header.game.capitalize(),
            game=SHOGUN.name.capitalize(),
        )
    if header.version > SHOGUN.version:
        raise TableError(
            "The log of '{name}' was written by a newer Companion; install the newest one.", name=header.name
        )
    verdict = verify_log(events, SHOGUN, head)
    findings = list(verdict.findings)
    if commitment is not None and not _began_under(events, hash_digits(commitment)):
        what = say("the table did not begin under the hash {hash}", hash=commitment.strip())
        findings.append(Finding(0, what))
    if as_json:
        speak_json(
            {
                "table": header.name,
                "true": not findings,
                "events": verdict.events,
                "head": verdict.head,
                "findings": [{"event": each.number or None, "what": said(each.what)} for each in findings],
            }
        )
    elif findings:
        speak("This log does not tell the truth:")
        for finding in findings:
            click.echo(f"  {said(finding.what)}")
    else:
        speak(
            say_count(
                "{count} event followed again from the seed: every record is true.",
                "{count} events followed again from the seed: every record is true.",
                verdict.events,
            )
        )
        if verdict.seen_at is not None and verdict.seen_at < verdict.events:
            speak(
                "The hash you gave is that of event {number}; the log goes on to event {last}.",
                number=verdict.seen_at,
                last=verdict.events,
            )
        elif head is None:
            speak("That nothing was cut off at the end shows only against a hash you wrote down: --head.")
        speak(
            "Event {number} of the log; its hash begins {hash}.",
            number=verdict.events,
            hash=shown_hash(verdict.head),
        )
    if findings:
        raise click.exceptions.Exit(1)


def _began_under(events: Sequence[Event], digits: str) -> bool:
    commitment = events[0].result.get("commitment") if events else None
    return isinstance(commitment, str) and commitment.startswith(digits)
