"""The parts of a Honshu total in words."""

from __future__ import annotations

from companion.sentences import say

__all__ = ["PART_WORDS"]

PART_WORDS = {
    "forest": say("forest"),
    "town": say("town"),
    "factory": say("factories"),
    "lake": say("lakes"),
    "bonus": say("scoring card"),
}
"""Each part, by the name programs use."""
