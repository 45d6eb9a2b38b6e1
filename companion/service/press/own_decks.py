"""Open decks, pictures and tables as decks, and store users' own decks under names made from their content."""

import re
import shutil
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from os import urandom
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from companion.data.deck import Deck, list_games, open_deck
from companion.data.decks.sources import TABLES
from companion.data.files import STANDARD_INPUT
from companion.data.outputs import is_portable_name
from companion.errors import InputError, Place
from companion.paths import find_user_folder, templates
from companion.sentences import Sentence


def open_any_deck(
    name: str,
    size: str | None = None,
    picture_bleed: float | None = None,
    faulty: bool = False,
    cut: Mapping[str, str] = MappingProxyType({}),
    picture_edge: str | None = None,
) -> Deck:
    """Open a game, a deck's folder or file, a folder of pictures, a table of cards, a PDF, or ``-``, a piped table.

    `size` (a name or ``WIDTHxHEIGHT``) and `picture_bleed` (mm) are for cards made of pictures, `size` and
    `cut` (the fields of a `PageRequest`) for those cut from a PDF; `picture_edge` says how pictures that end
    at the cut get bleed: mirror (usual), stretch or none. With `faulty`, a deck with faults is returned with
    them instead of raising an error.
    """
    path = Path(name)
    if path.suffix.lower() == ".pdf" and picture_bleed is None:
        from companion.press.page_deck import PageRequest, build_page_deck

        return build_page_deck(path, PageRequest(**{"size": size or "", **cut}))
    if cut:
        raise InputError("'{given}' is no PDF; only a PDF is cut into cards.", given=name)
    if path.is_dir() and not (path / "deck.toml").exists() and name.lower() not in list_games():
        from companion.data.decks.pictures import has_pictures
        from companion.data.decks.plain_deck import parse_card_size
        from companion.press.picture_deck import build_picture_deck

        if not has_pictures(path):
            raise InputError("there is neither a deck.toml nor a picture that can be printed here.", place=Place(name))
        card_size = parse_card_size(size) if size else None
        return build_picture_deck(path, card_size, picture_bleed or 0.0, picture_edge or "mirror")
    if picture_edge is not None:
        return replace(open_any_deck(name, size, picture_bleed, faulty), picture_edge=picture_edge)
    if size is not None or picture_bleed is not None:
        raise InputError("'{given}' is not a folder of pictures; its cards have a size of their own.", given=name)
    if name == STANDARD_INPUT or path.suffix.lower() in TABLES:
        from companion.data.decks.plain_deck import build_plain_deck

        return build_plain_deck(name)
    return open_deck(name, faulty)


Cut = tuple[tuple[str, str], ...]  # how a PDF is cut, field by field
OWN = re.compile(r"own-[0-9a-f]{16}")  # the name of a stored deck
PICTURES = "pictures"  # the folder name of pictures without a folder


def get_decks_folder() -> Path:
    """The folder of stored decks, with a folder for each, which contains what the user uploaded."""
    return (find_user_folder("data") or Path()) / "decks"


def list_kept_decks() -> dict[str, str]:
    """The title of each stored deck by its name, the newest first."""
    folders = [each for each in get_decks_folder().glob("own-*") if OWN.fullmatch(each.name)]
    newest = sorted(folders, key=lambda each: (each.stat().st_mtime, each.name), reverse=True)
    return {each.name: deck.name for each in newest for deck in each.iterdir()}


def list_titles() -> dict[str, str]:
    """Unique titles of the stored decks, by name: of equal titles, the later ones get a number."""
    titles, counts = dict[str, str](), Counter[str]()
    for name, title in reversed(list_kept_decks().items()):
        counts[title] += 1
        titles[name] = f"{title} ({counts[title]})" if counts[title] > 1 else title
    return dict(reversed(titles.items()))


def shorten_paths(line: Sentence) -> Sentence:
    """A sentence whose paths are shortened to what the user knows, without the folder of stored decks."""
    home = re.compile(re.escape(f"{get_decks_folder()}/") + f"(?:{OWN.pattern}/?)?")

    def plain(value: object) -> object:
        if isinstance(value, Sentence):
            return shorten_paths(value)
        return home.sub("", value) if isinstance(value, str) else value

    return replace(line, fields=tuple((name, plain(value)) for name, value in line.fields))


def is_kept_pdf(name: str) -> bool:
    """True for a kept deck that is a PDF, to be cut into cards."""
    return list_kept_decks().get(name, "").lower().endswith(".pdf")


def open_kept_deck(name: str, faulty: bool = False, cut: Cut = (), edge: str = "mirror") -> Deck:
    """Open a game or a stored deck; with `faulty` also one with faults. See `open_any_deck` for `cut` and `edge`."""
    if not OWN.fullmatch(name):
        return _open_game(name)
    title = list_kept_decks().get(name)
    if title is None:
        raise InputError("this deck is no longer here; load it again.")
    return _open_cached(get_decks_folder() / name / title, get_version(name), faulty, cut, edge)


_open_game = lru_cache(maxsize=2)(open_deck)  # a page of printing asks for its deck five times


@lru_cache(maxsize=2)
def _open_cached(path: Path, version: str, faulty: bool, cut: Cut, edge: str) -> Deck:
    return open_any_deck(str(path), faulty=faulty, cut=dict(cut), picture_edge=edge)


def get_version(name: str) -> str:
    """What differs once a stored deck was changed; "" for a game."""
    home = get_decks_folder() / name
    return str(home.stat().st_mtime_ns) if OWN.fullmatch(name) and home.exists() else ""


def keep_deck(folder: Path, title: str) -> str:
    """Move the deck in a folder, unchecked, to the stored ones; return its name. `title` is its title if it is all."""
    from companion.data.decks.uploads import find_deck_path  # slow to import

    path = find_deck_path(folder)
    name = re.sub(r"[^\w.()&+ -]+", "-", title if path == folder else path.name).strip("-. ")
    name = name if is_portable_name(name) else PICTURES
    home = get_decks_folder() / _choose_name(name, path)
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    shutil.move(path, home / name)
    return home.name


def _choose_name(title: str, path: Path) -> str:
    """The name of a stored deck: the same files have the same."""
    digest = sha256(title.encode())
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        if file.is_file():
            digest.update(f"\0{file.relative_to(path)}\0".encode() + sha256(file.read_bytes()).digest())
    return f"own-{digest.hexdigest()[:16]}"


def free_name(name: str) -> str:
    """Rename a stored deck that is to be edited, so that the same files, loaded again, do not overwrite it."""
    home = get_decks_folder() / name
    (path,) = home.iterdir()
    if _choose_name(path.name, path) != name:
        return name  # done before
    return home.rename(home.with_name(f"own-{urandom(8).hex()}")).name


def list_starter_decks() -> tuple[str, ...]:
    return tuple(sorted(each.name for each in (templates() / "decks").iterdir() if each.is_dir()))


def zip_folder(path: Path) -> bytes:
    with TemporaryDirectory() as folder:
        return Path(shutil.make_archive(f"{folder}/packed", "zip", path)).read_bytes()
