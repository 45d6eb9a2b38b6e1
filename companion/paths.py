"""The folders of assets and templates: beside the installed package, else in the checkout.

A wheel carries them inside the package (``_shipped``); a checkout and an editable install find
them at the top level, where people edit them. ``COMPANION_FILES`` names another folder that holds
both, such as the copy a translator works in.
"""

import os
from functools import cache
from pathlib import Path

from companion.errors import DeckError

STANDARD_OUTPUT = Path("-")  # the goal that is no file: the standard output


@cache
def _root(name: str) -> Path:
    package = Path(__file__).resolve().parent
    own = os.environ.get("COMPANION_FILES")
    for folder in (Path(own) / name,) if own else (package / "_shipped" / name, package.parent / name):
        if folder.is_dir():
            return folder
    raise DeckError(
        "The folder {name} is missing from this installation; install Companion again.", name=name
    )


def assets() -> Path:
    """The folder of facts and media: games, papers, fonts, icons."""
    return _root("assets")


def templates() -> Path:
    """The folder of faces, web pages and locales."""
    return _root("templates")
