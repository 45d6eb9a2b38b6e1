"""The powers of the terminal that is written to: its characters, its colours and its width."""

import codecs
import io
import os
import shutil
import sys
from unicodedata import normalize

_PLAIN = {"+": "✓", "x": "✗×", "-": "·−–—", "->": "→", "...": "…", ">=": "≥", "<=": "≤"}
_PLAIN |= {"'": "’‘", '"': "“”«»", "oe": "œ", "OE": "Œ"}
_NEAR = {each: plain for plain, characters in _PLAIN.items() for each in characters}
"""What stands for a character that a terminal cannot show; letters lose their accents, the rest is a ?."""


def _near(error: UnicodeError) -> tuple[str, int]:
    """The characters that stand for those which cannot be written, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lost = error.object[error.start : error.end]
    plain = (_NEAR.get(each) or normalize("NFKD", each).encode("ascii", "ignore").decode() for each in lost)
    return "".join(each or "?" for each in plain), error.end


def write_what_fits() -> None:
    """Have what the output cannot show, such as a ✓ in a Windows pipe, written as what is nearest to it."""
    codecs.register_error("companion.near", _near)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="companion.near")


def columns() -> int:
    """The columns of the terminal; a pipe or a file takes lines of a hundred."""
    return shutil.get_terminal_size((100, 24)).columns


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
