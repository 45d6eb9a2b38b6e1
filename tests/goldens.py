"""Golden files: what was drawn, played or told once, as text that people read.

``UPDATE_GOLDEN=1`` writes each anew as its test comes by.
"""

import os
from pathlib import Path

GOLDEN = Path(__file__).parent / "golden"


def kept(file: str | Path, text: str) -> str:
    """The text of a golden file; after a wanted change, the text as it is now, which is kept from then on."""
    golden = GOLDEN / file
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    return golden.read_text(encoding="utf-8")
