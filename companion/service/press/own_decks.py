"""Opening what a person names as a deck; their own are kept, each under a name made from its content."""

import re
import shutil
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from companion.data.deck import Deck, list_games, open_deck
from companion.data.decks.handed import find_deck_path
from companion.data.decks.plain_deck import build_plain_deck, parse_card_size
from companion.data.decks.sources import TABLES
from companion.data.files import STANDARD_INPUT
from companion.errors import InputError, Place
from companion.paths import find_user_folder, templates
from companion.sentences import Sentence
from companion.service.press.beginning import begin_deck


def open_any_deck(
    given: str,
    size: str | None = None,
    picture_bleed: float | None = None,
    faulty: bool = False,
    cut: Mapping[str, str] = MappingProxyType({}),
) -> Deck:
    """Open a game, a deck's folder or file, a folder of pictures, a table, a PDF, or ``-``, a table that is piped in.

    `size` (a name or ``WIDTHxHEIGHT``) and `picture_bleed` (mm) are for cards made of pictures, `size` and
    `cut` (the fields of a `PageRequest`) for those cut from a PDF. With `faulty`, a deck with faults is
    returned with them instead of raising an error.
    """
    path = Path(given)
    if path.suffix.lower() == ".pdf" and picture_bleed is None:
        from companion.press.page_deck import PageRequest, build_page_deck

        return build_page_deck(path, PageRequest(**{"size": size or "", **cut}), faulty)
    if cut:
        raise InputError("'{given}' is no PDF; only a PDF is cut into cards.", given=given)
    if path.is_dir() and not (path / "deck.toml").exists() and given.lower() not in list_games():
        from companion.data.decks.pictures import has_pictures
        from companion.press.picture_deck import build_picture_deck

        if not has_pictures(path):
            raise InputError("there is neither a deck.toml nor a PNG or JPEG picture here.", place=Place(given))
        return build_picture_deck(path, parse_card_size(size) if size else None, picture_bleed or 0.0)
    if size is not None or picture_bleed is not None:
        raise InputError("'{given}' is no folder of pictures; its cards have a size of their own.", given=given)
    if given == STANDARD_INPUT or path.suffix.lower() in TABLES:
        return build_plain_deck(given)
    return open_deck(given, faulty)


OWN = re.compile(r"own-[0-9a-f]{16}")  # the name that a kept deck has beside those of the games
MINE, PICTURES = "my-{like}", "pictures"  # the folder of a deck that is begun, and of pictures without one


def get_decks_folder() -> Path:
    """The folder of the kept decks, with a folder for each of them that holds what was handed in."""
    return (find_user_folder("data") or Path()) / "decks"


def list_kept_decks() -> dict[str, str]:
    """The title of each kept deck by its name, the newest first."""
    found = [each for each in get_decks_folder().glob("own-*") if OWN.fullmatch(each.name)]
    newest = sorted(found, key=lambda each: (each.stat().st_mtime, each.name), reverse=True)
    return {each.name: given.name for each in newest for given in each.iterdir()}


def list_titles() -> dict[str, str]:
    """Different titles for the kept decks, by name: of those called alike, later ones have a number."""
    told, counts = dict[str, str](), Counter[str]()
    for name, called in reversed(list_kept_decks().items()):
        counts[called] += 1
        told[name] = f"{called} ({counts[called]})" if counts[called] > 1 else called
    return dict(reversed(told.items()))


def shorten_paths(told: Sentence) -> Sentence:
    """A sentence with files named as a person knows them, without the folder of the kept decks."""
    home = re.compile(re.escape(f"{get_decks_folder()}/") + f"(?:{OWN.pattern}/?)?")

    def plain(value: object) -> object:
        if isinstance(value, Sentence):
            return shorten_paths(value)
        return home.sub("", value) if isinstance(value, str) else value

    return replace(told, fields=tuple((name, plain(value)) for name, value in told.fields))


def is_kept_pdf(name: str) -> bool:
    """True for a kept deck that is a PDF, to be cut into cards."""
    return list_kept_decks().get(name, "").lower().endswith(".pdf")


def open_kept_deck(name: str, faulty: bool = False, cut: tuple[tuple[str, str], ...] = ()) -> Deck:
    """Open a game or a kept deck; with `faulty` also one with faults. A kept PDF is cut as the fields of `cut` say."""
    if not OWN.fullmatch(name):
        return open_deck(name)
    called = list_kept_decks().get(name)
    if called is None:
        raise InputError("this deck is no longer here; load it again.")
    return _open_cached(get_decks_folder() / name / called, faulty, cut)


@lru_cache(maxsize=2)
def _open_cached(given: Path, faulty: bool, cut: tuple[tuple[str, str], ...]) -> Deck:
    return open_any_deck(str(given), faulty=faulty, cut=dict(cut))


def keep_deck(folder: Path, called: str) -> str:
    """Move the deck in a folder, unchecked, to the kept ones and return its name; `called` where no folder has one."""
    given = find_deck_path(folder)
    own = re.sub(r"[^\w.()&+ -]+", "-", called if given == folder else given.name).strip("-. ") or PICTURES
    digest = sha256(own.encode())
    for file in sorted(given.rglob("*")) if given.is_dir() else [given]:
        if file.is_file():
            digest.update(f"\0{file.relative_to(given)}\0".encode() + sha256(file.read_bytes()).digest())
    home = get_decks_folder() / f"own-{digest.hexdigest()[:16]}"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    shutil.move(given, home / own)
    return home.name


def list_starter_decks() -> tuple[str, ...]:
    return tuple(sorted(each.name for each in (templates() / "decks").iterdir() if each.is_dir()))


def keep_starter_deck(like: str, language: str) -> str:
    """Keep a new deck like one of the starter decks, and return its name."""
    with TemporaryDirectory() as folder:
        begin_deck(Path(folder) / MINE.format(like=like), like, language)
        return keep_deck(Path(folder), PICTURES)


def zip_deck(name: str) -> bytes:
    with TemporaryDirectory() as folder:
        return Path(shutil.make_archive(f"{folder}/deck", "zip", get_decks_folder() / name)).read_bytes()
