"""A person's own decks, kept where they print: each under a name that its content makes."""

import re
import shutil
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.answers import Answer
from companion.data.deck import Deck, open_deck
from companion.data.decks.handed import given_in
from companion.errors import InputError
from companion.paths import own_folder, templates
from companion.sentences import Sentence
from companion.service.press.beginning import begin_deck
from companion.service.press.check import check
from companion.service.press.deck_opening import open_given

OWN = re.compile(r"own-[0-9a-f]{16}")  # the name that a kept deck has beside those of the games
MINE, PICTURES = "my-{like}", "pictures"  # the folder of a deck that is begun, and of pictures without one


def decks_folder() -> Path:
    """The folder in which decks are kept: below the name of each lies what a command would be given."""
    return (own_folder("data") or Path()) / "decks"


def kept_decks() -> dict[str, str]:
    """The decks that are kept, the newest first: what each is called."""
    found = [each for each in decks_folder().glob("own-*") if OWN.fullmatch(each.name)]
    newest = sorted(found, key=lambda each: (each.stat().st_mtime, each.name), reverse=True)
    return {each.name: given.name for each in newest for given in each.iterdir()}


def titles() -> dict[str, str]:
    """What decks that are kept are told apart by: of those called alike, later ones have a number."""
    told, counts = dict[str, str](), Counter[str]()
    for name, called in reversed(kept_decks().items()):
        counts[called] += 1
        told[name] = f"{called} ({counts[called]})" if counts[called] > 1 else called
    return dict(reversed(told.items()))


def homely(told: Sentence) -> Sentence:
    """A sentence that names files as a person does, and not the place where decks are kept."""
    home = re.compile(re.escape(f"{decks_folder()}/") + f"(?:{OWN.pattern}/?)?")

    def plain(value: object) -> object:
        if isinstance(value, Sentence):
            return homely(value)
        return home.sub("", value) if isinstance(value, str) else value

    return replace(told, fields=tuple((name, plain(value)) for name, value in told.fields))


def own_deck(name: str, faulty: bool = False) -> Deck:
    """Open a game, or a deck that is kept; with `faulty` also one that does not hold together."""
    if not OWN.fullmatch(name):
        return open_deck(name)
    called = kept_decks().get(name)
    if called is None:
        raise InputError("this deck is not kept here any more; take it in again.")
    return _opened(decks_folder() / name / called, faulty)


@lru_cache(maxsize=2)
def _opened(given: Path, faulty: bool) -> Deck:
    return open_given(str(given), faulty=faulty)


def check_deck(name: str) -> Answer:
    """The faults of a kept deck, and how it was read."""
    return check(own_deck(name, faulty=True))


def take_in(folder: Path, called: str) -> str:
    """Put the deck that lies in a folder to those that are kept, and give its name.

    Where no folder has a name it is called so. It is not yet known whether it can be opened.
    """
    given = given_in(folder)
    own = re.sub(r"[^\w.()&+ -]+", "-", called if given == folder else given.name).strip("-. ") or PICTURES
    digest = sha256(own.encode())
    for file in sorted(given.rglob("*")) if given.is_dir() else [given]:
        if file.is_file():
            digest.update(f"\0{file.relative_to(given)}\0".encode() + sha256(file.read_bytes()).digest())
    home = decks_folder() / f"own-{digest.hexdigest()[:16]}"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    shutil.move(given, home / own)
    return home.name


def beginnings() -> tuple[str, ...]:
    """The decks that one can begin with."""
    return tuple(sorted(each.name for each in (templates() / "decks").iterdir() if each.is_dir()))


def begin(like: str, language: str) -> str:
    """Keep a deck as it begins, and give its name."""
    with TemporaryDirectory() as folder:
        begin_deck(Path(folder) / MINE.format(like=like), like, language)
        return take_in(Path(folder), PICTURES)


def packed(name: str) -> bytes:
    """A kept deck as a zip file."""
    with TemporaryDirectory() as folder:
        return Path(shutil.make_archive(f"{folder}/deck", "zip", decks_folder() / name)).read_bytes()
