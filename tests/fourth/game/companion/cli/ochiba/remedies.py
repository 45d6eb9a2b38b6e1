"""Nothing of Ochiba asks for a command."""

from __future__ import annotations

from companion.sentences import Sentence

HOW: dict[str, Sentence] = {}
AT_PROMPT: dict[str, Sentence] = {}
