"""Golden files: what was drawn, played or told once, as text that people read.

``UPDATE_GOLDEN=1`` writes each anew as its test comes by.
"""

import os
from collections.abc import Callable
from pathlib import Path

GOLDEN = Path(__file__).parent / "golden"


def read_golden(file: str | Path, text: str) -> str:
    """The text of a golden file; with ``UPDATE_GOLDEN`` set, it is first replaced by this text."""
    golden = GOLDEN / file
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    return golden.read_text(encoding="utf-8")


def name_case(function: Callable[..., object]) -> str:
    """A function's name as golden files have it: without its verb."""
    return function.__name__.partition("_")[2].replace("_", "-")
