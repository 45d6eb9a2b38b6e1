"""A folder of pictures is a deck: each picture is a card, and its name may give the number of copies.

``dragon.png`` is a front and ``dragon-back.png`` its back; ``back.png`` is the back of all fronts in its folder and
below that have none of their own, but not of ``dragon (no back).png``. ``3x dragon.png`` or ``dragon x3.png`` is
three copies of a card. Cards in folders within are called after them: ``forest/dragon``; of a folder ``backs``, the
pictures are the backs of those beside it, or in ``fronts``.
"""

import re
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from hashlib import sha256
from pathlib import Path, PurePosixPath
from types import SimpleNamespace
from typing import Any, NamedTuple
from unicodedata import normalize
from urllib.parse import urlsplit

from companion.data.files import check_inside, read_text, write_bytes, write_text
from companion.data.schema import check_card_count
from companion.errors import DeckError, InputError, Place, describe_system_error
from companion.paths import get_user_file
from companion.sentences import Sentence, say, shorten_text

KINDS = (".png", ".jpg", ".jpeg", ".jfif", ".webp", ".avif", ".gif", ".tif", ".tiff", ".bmp")
"""Endings of pictures; the contents decide which kind a file is."""
DRAWINGS = (".svg", ".svgz")
FILES = (*KINDS, *DRAWINGS)
OTHERS = (".heic", ".heif", ".pdf", ".psd", ".xcf")
"""Kinds of pictures that cannot be printed and are reported; files of any other kind are ignored."""
BACK = r"(?:card)?backs?|versos?|dos|r(?:ü|ue)cken|r(?:ü|ue)ckseiten?"
SIDE = rf"(?i)(?:(.*?)(?<![-_ ])(?:[-_ ]+\(?|\())?(?:({BACK})|fronts?|rectos?|vorderseiten?)\)?"
BACKLESS = rf"(?i)(.+?)(?:(?<![-_ ])[-_ ]*\(|[-_ ])(?:no|sans|ohne)[-_ ](?:{BACK})\)?"
SECOND = r"(.+)[-_ ][bB]"  # a back, if there is a front without this letter, and neither an A nor a C
ALL = {"", "all", "card", "cards", "carte", "cartes", "deck", "karte", "karten"}
"""Words before ``back`` that mean all cards, where no card is called so."""
SKIPPED = ("__macosx", "output")  # folders of an operating system, and where prints are written
COUNTED = r"(?ai)(\d{1,6})[x×][-_ ]++(.+)|(.+?)(?<![-_ ])[-_ ]+[x×](\d{1,6})"


class PictureCard(NamedTuple):
    """A card that is a picture, or two, and the number of its copies."""

    name: str
    copies: int
    front: Path
    back: Path | None


def has_pictures(folder: Path, kinds: Collection[str] = FILES) -> bool:
    """True if a folder, or one within it, holds a picture or a drawing, or a file of other `kinds`."""
    return any(_get_suffix(file) in kinds for file in _list_files(folder))


def has_loose_pictures(folder: Path) -> bool:
    """True if a folder itself holds a picture."""
    return any(_get_suffix(file) in KINDS for file in folder.iterdir() if file.is_file())


def read_pictures(folder: Path) -> tuple[list[PictureCard], list[str]]:
    """The cards of a folder of pictures in natural order, 2 before 10; and the names of pictures of other kinds."""
    fronts: dict[str, tuple[Path, int]] = {}
    backs: dict[str, Path] = {}
    others, backless, apart = [], set[str](), set[str]()  # apart: pictures in folders of backs
    for file in sorted(_list_files(folder)):
        within = PurePosixPath(normalize("NFC", file.relative_to(folder).as_posix()))
        if _get_suffix(file) in OTHERS:
            others.append(str(within))
        if _get_suffix(file) not in FILES:
            continue
        stem, is_backless = (match[1], True) if (match := re.fullmatch(BACKLESS, within.stem)) else (within.stem, False)
        name, copies, is_back = _parse_name(stem)
        sides = {part: side[2] for part in within.parts[:-1] if (side := re.fullmatch(SIDE, part)) and not side[1]}
        name = "".join(f"{part}/" for part in within.parts[:-1] if part not in sides) + name
        if any(sides.values()):
            is_back = True
            apart.add(name)
        if is_backless:
            backless.add(name)
        earlier = backs.get(name) if is_back else fronts.get(name, (None,))[0]
        if earlier is not None:
            place, other = Place(str(within)), earlier.name
            raise DeckError(
                "this picture and {other} are the same side of one card, '{name}'.", place=place, other=other, name=name
            )
        if is_back:
            backs[name] = check_inside(folder, file)
        else:
            fronts[name] = check_inside(folder, file), copies
    for name in [*fronts]:
        match = re.fullmatch(SECOND, name)
        if match and match[1] in fronts.keys() - backs and fronts.keys().isdisjoint(f"{name[:-1]}{x}" for x in "aAcC"):
            backs[match[1]] = fronts.pop(name)[0]
    common, unpaired = dict[str, Path](), [name for name in backs if name not in fronts]
    for name in unpaired:
        home = name[: name.rfind("/") + 1]
        is_alone = [name] == [each for each in apart if each[: each.rfind("/") + 1] == home]
        is_for_all = is_alone or name.removeprefix(home).casefold() in ALL
        if home in common or not is_for_all:
            raise DeckError("this back has no front '{name}'.", place=Place(backs[name].name), name=name)
        common[home] = backs.pop(name)
    check_card_count(sum(copies for _, copies in fronts.values()), Place(folder.name))

    def find_back(name: str) -> Path | None:
        if name in backs or name in backless:
            return backs.get(name)
        return next((common[home] for home in sorted(common, key=len, reverse=True) if name.startswith(home)), None)

    cards = [PictureCard(name, *fronts[name][::-1], find_back(name)) for name in sorted(fronts, key=_sort_key)]
    return cards, others


def _parse_name(stem: str) -> tuple[str, int, bool]:
    """The card's name, number of copies, and whether it is a back, from the name of a picture.

    The common back has an empty name; a picture called just ``front`` is a card of that name.
    """
    side = re.fullmatch(SIDE, stem)
    is_back = side is not None and side[2] is not None
    name = (side[1] or "") if side is not None and (is_back or side[1]) else stem
    match = re.fullmatch(COUNTED, name)
    if match is None:
        return name, 1, is_back
    return match[2] or match[3], int(match[1] or match[4]), is_back


def _get_suffix(file: Path) -> str:
    return "" if file.name.startswith(".") else file.suffix.lower()


def _list_files(folder: Path) -> Iterable[Path]:
    """The files of a folder and of those within it, but not of hidden ones or of other decks."""
    try:
        files = [file for file in folder.iterdir() if not file.name.startswith(".")]
        inner = [file for file in files if file.is_dir() and not file.is_symlink() and file.name.lower() not in SKIPPED]
        below = [each for file in inner if not (file / "deck.toml").exists() for each in _list_files(file)]
        return [file for file in files if not file.is_dir()] + below
    except OSError as error:
        raise InputError(
            "the folder cannot be read ({reason}).", place=Place(str(folder)), reason=describe_system_error(error)
        ) from None


def _sort_key(name: str) -> list[tuple[int, int, str]]:
    parts = re.split(r"(\d{1,18})", name.casefold())
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts if part]


MOST_BYTES, MOST_SECONDS = 10_000_000, 30
SECONDS_FRESH = 60  # seconds for which a fetched table is used again: a command opens a deck several times

ASKING = SimpleNamespace(fetch=False, offline=False, agree=None)
"""Whether to fetch or stay ``offline``, and a function that asks the user about an address; ``None`` refuses all."""


def fetch_table(address: str, folder: Path) -> Path:
    """The local copy of a table at an address; fetched again unless it is fresh, or ``offline``."""
    refusal = DeckError(
        "this deck uses a table at {address}: only https:// addresses are fetched, and only "
        "if you agree; or save it as CSV in the deck.",
        address=address,
        remedy="fetch",
    )
    if ASKING.agree is None or not address.startswith("https://") or not address.isprintable():
        raise refusal
    file, consents = _get_cached_file(address), get_user_file("config", "addresses.txt")
    consent = f"{folder.resolve()} {address}"
    before = read_text(consents, is_own=True) if consents.exists() else ""
    if consent not in before.split("\n"):
        if not (ASKING.fetch or ASKING.agree(address)):
            raise refusal
        write_text(consents, f"{before}{consent}\n", replaceable=[consents], private=True, folders=True)
    if file.exists() and (ASKING.offline or time.time() - file.stat().st_mtime < SECONDS_FRESH):
        return file
    try:
        content = _download(address)
    except Exception as error:  # from the network, the server, or the address itself
        cause = getattr(error, "reason", None) or (error.args or [error])[0]
        getattr(error, "close", str)()  # an HTTP error keeps its connection open
        place = Place(urlsplit(address).hostname)
        reason = cause if isinstance(cause, Sentence) else shorten_text(str(cause), 80)
        remedy = "offline" if file.exists() else ""
        raise InputError("the table was not fetched ({reason}).", place=place, reason=reason, remedy=remedy) from None
    write_bytes(file, content, replaceable=[file], private=True, folders=True)
    return file


def describe_fetches(components: Iterable[Mapping[str, Any]]) -> Iterator[Sentence]:
    """Notes on when the tables of a deck were fetched."""
    for address in (each.get("table", "") for each in components):
        if ASKING.agree and "://" in address and (file := _get_cached_file(address)).exists():
            day = f"{datetime.fromtimestamp(file.stat().st_mtime):%Y-%m-%d %H:%M}"
            yield say("the table from {host} was fetched on {day}.", host=urlsplit(address).hostname, day=day)


def _get_cached_file(address: str) -> Path:
    """The file of a table in the user's cache, named after its host, with the table's suffix."""
    kinds = ("json", "ods", "toml", "tsv", "xlsx", "yaml", "yml")
    end = next((kind for kind in kinds if address.endswith((f".{kind}", f"={kind}"))), "csv")
    return get_user_file(
        "cache", f"tables/{sha256(address.encode()).hexdigest()[:16]}/{urlsplit(address).hostname}.{end}"
    )


def _download(address: str) -> bytes:
    from urllib.request import HTTPRedirectHandler, build_opener

    if ASKING.offline:
        raise ValueError(say("there is no saved copy, and nothing may be fetched"))

    class OnlySafe(HTTPRedirectHandler):
        def redirect_request(self, *arguments: Any) -> Any:
            return super().redirect_request(*arguments) if arguments[-1].startswith("https://") else None

    content, deadline = b"", time.monotonic() + MOST_SECONDS
    with build_opener(OnlySafe).open(address, timeout=MOST_SECONDS) as answer:
        while (part := answer.read1(1 << 16)) and len(content) < MOST_BYTES and time.monotonic() < deadline:
            content += part
        if part or answer.length:
            raise ValueError(say("it is too large, too slow, or broke off"))
    if content.lstrip().startswith(b"<"):
        raise ValueError(say("it is a page, not a table; publish the sheet as CSV"))
    return content
