"""Tables at addresses, such as a published sheet: asked for only after a yes to each, and kept.

A deck may be a stranger's. So what a person agreed to is remembered, with the folder of the deck.
"""

import time
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from companion.data.files import read_text, write_bytes, write_text
from companion.errors import DeckError, InputError, Place
from companion.paths import own_file
from companion.sentences import Sentence, say, shortened

MOST_BYTES, MOST_SECONDS = 10_000_000, 30
FRESH = 60  # seconds for which what was fetched is not fetched again: a command opens a deck several times


ASKING = SimpleNamespace(fetch=False, offline=False, agree=None)
"""What the command that runs may ask for, and who says yes to an address; where nobody can, none is asked."""


def kept_table(address: str, folder: Path) -> Path:
    """The file in which the table of an address is kept; fetched anew unless it is fresh, or ``offline``."""
    wrong = DeckError(
        "this deck wants a table from {address}: only https:// is asked, and only after a yes; "
        "or save it as CSV in the deck.",
        address=address,
        remedy="fetch",
    )
    if ASKING.agree is None or not address.startswith("https://") or not address.isprintable():
        raise wrong
    file, agreed, yes = _kept(address), own_file("config", "addresses.txt"), f"{folder.resolve()} {address}"
    before = read_text(agreed, own=True) if agreed.exists() else ""
    if yes not in before.split("\n"):
        if not (ASKING.fetch or ASKING.agree(address)):
            raise wrong
        write_text(agreed, f"{before}{yes}\n", kept=[agreed], private=True, folders=True)
    if file.exists() and (ASKING.offline or time.time() - file.stat().st_mtime < FRESH):
        return file
    try:
        content = _fetched(address)
    except Exception as error:  # of the network, of what answers, of the address itself
        why = getattr(error, "reason", None) or (error.args or [error])[0]
        getattr(error, "close", str)()  # an answer that says no holds its connection
        raise InputError(
            "the table was not fetched ({reason}).",
            place=Place(urlsplit(address).hostname),
            reason=why if isinstance(why, Sentence) else shortened(str(why), 80),
            remedy="offline" if file.exists() else "",
        ) from None
    write_bytes(file, content, kept=[file], private=True, folders=True)
    return file


def fetch_notes(components: Iterable[Mapping[str, Any]]) -> Iterator[Sentence]:
    """Notes on when the tables of a deck were fetched."""
    for address in (each.get("table", "") for each in components):
        if ASKING.agree and "://" in address and (file := _kept(address)).exists():
            day = f"{datetime.fromtimestamp(file.stat().st_mtime):%Y-%m-%d %H:%M}"
            yield say("the table from {host} was fetched at {day}.", host=urlsplit(address).hostname, day=day)


def _kept(address: str) -> Path:
    """The place of a table in the user's cache, named after the host; its end says what it is."""
    kinds = ("json", "ods", "toml", "tsv", "xlsx", "yaml", "yml")
    end = next((kind for kind in kinds if address.endswith((f".{kind}", f"={kind}"))), "csv")
    return own_file(
        "cache", f"tables/{sha256(address.encode()).hexdigest()[:16]}/{urlsplit(address).hostname}.{end}"
    )


def _fetched(address: str) -> bytes:
    from urllib.request import HTTPRedirectHandler, build_opener

    if ASKING.offline:
        raise ValueError(say("none is kept, and nothing may be asked"))

    class OnlySafe(HTTPRedirectHandler):
        def redirect_request(self, *asked: Any) -> Any:
            return super().redirect_request(*asked) if asked[-1].startswith("https://") else None

    content, until = b"", time.monotonic() + MOST_SECONDS
    with build_opener(OnlySafe).open(address, timeout=MOST_SECONDS) as answer:
        while (part := answer.read1(1 << 16)) and len(content) < MOST_BYTES and time.monotonic() < until:
            content += part
        if part or answer.length:
            raise ValueError(say("it is too large, too slow, or broke off"))
    if content.lstrip().startswith(b"<"):
        raise ValueError(say("it is a page, not a table; publish the sheet as CSV"))
    return content
