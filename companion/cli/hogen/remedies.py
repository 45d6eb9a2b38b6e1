"""The commands that do what a refusal of Hogen asks for."""

from __future__ import annotations

from companion.sentences import Sentence, say

HOW = {"who answers": say("Give --seat NAME, or --nobody.")}
"""What to type, by the name of the remedy."""

AT_PROMPT: dict[str, Sentence] = {}
"""The same at the prompt, where it is said otherwise there."""
