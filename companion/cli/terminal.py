"""The powers of the terminal that is written to: its characters and its colours."""

from __future__ import annotations

import os
import sys


def fits(text: str) -> bool:
    """True when the terminal can show these characters."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def coloured() -> bool:
    """True when colours are wanted: on a terminal, unless ``NO_COLOR`` is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
