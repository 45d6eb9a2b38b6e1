"""The folders of assets and templates, beside the installed package or in the checkout, and the user's own.

A wheel carries them inside the package (``_shipped``); a checkout and an editable install find them at the top level.
``COMPANION_FILES`` names another folder that holds both, such as a translator's working copy.
"""

import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Literal

from companion.errors import DeckError, OutputError

STANDARD_OUTPUT = Path("-")  # stands for the standard output, in place of a file


@cache
def _find_root(name: str) -> Path:
    package = Path(__file__).resolve().parent
    set_folder = os.environ.get("COMPANION_FILES")
    for folder in (Path(set_folder) / name,) if set_folder else (package / "_shipped" / name, package.parent / name):
        if folder.is_dir():
            return folder
    raise DeckError("The folder {name} is missing from this installation; install Companion again.", name=name)


def assets() -> Path:
    """The folder of facts and media: games, papers, fonts, icons."""
    return _find_root("assets")


def templates() -> Path:
    """The folder of faces, web pages and locales."""
    return _find_root("templates")


def find_user_folder(kind: Literal["data", "config", "cache"]) -> Path | None:
    """The user's folder for Companion's files of a kind; ``None`` if the system has no home folder."""
    from platformdirs import PlatformDirs  # not at the top: the site inside a browser keeps no files

    with suppress(RuntimeError):
        folder = Path(getattr(PlatformDirs("companion", appauthor=False), f"user_{kind}_dir"))
        return folder if folder.is_absolute() else None  # older versions leave a ~ that they cannot expand
    return None


def get_user_file(kind: Literal["data", "config", "cache"], name: str, remedy: str = "") -> Path:
    """The path of a file in the user's folder; an ``OutputError`` if the system has no home folder."""
    folder = find_user_folder(kind)
    if folder is None:
        message = "The system names no home folder, so there is no place for {name}; set the variable HOME."
        raise OutputError(message, remedy=remedy, name=name)
    return folder / name
