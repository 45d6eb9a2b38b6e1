"""Hogen for Python programs: what the log of a seat proves."""

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from companion.data.files import read_text
from companion.data.hogen import parse_log
from companion.service.hogen import Known, deduce_log


def deduce(log: str | Path, rulings: Mapping[str, str] | None = None) -> Known:
    """Deduce from a log, given as text or a file, everything that the player who kept it can know."""
    name, text = (str(log), read_text(log)) if isinstance(log, Path) else ("log", log)
    return cast(Known, deduce_log(parse_log(text, name), rulings or {}).outcome)
