"""How the findings of preflight are told: a line each and their number, or JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.cli.voice import said, speak, speak_json
from companion.press.check.preflight import Finding
from companion.sentences import say_count

__all__ = ["Found", "tell_findings"]


class Found(NamedTuple):
    """A finding in one language of a deck.

    Attributes:
        language: Code of the words.
        finding: What would print wrong.
    """

    language: str
    finding: Finding


def tell_findings(found: Sequence[Found], as_json: bool) -> None:
    """Tell what would print wrong; nothing where nothing would."""
    if as_json:
        speak_json(
            [
                {"lang": code, "card": each.card, "rule": each.rule, "text": said(each.sentence)}
                for code, each in found
            ]
        )
        return
    for code, each in found:
        # What keeps a deck from being laid out is an error's own sentence, with its full stop.
        finding = said(each.sentence).removesuffix(".")
        speak("{card} ({lang}): {finding}.", card=each.card, lang=code, finding=finding)
    if found:
        speak(say_count("One thing would print wrong.", "{count} things would print wrong.", len(found)))
