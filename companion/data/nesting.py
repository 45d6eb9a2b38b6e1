"""JSON and TOML from outside: how deep they are nested is seen before, for a reader falls as deep as it goes.

Python in a browser has little room to fall: what a laptop refuses would end it there.
"""

import re
from typing import Any

from companion.sentences import say

DEEPEST = 50  # levels a document may have; the deepest of a game has seven
TOO_DEEP = say("it is nested more than {most} deep", most=DEEPEST)

_NO_BRACKETS = re.compile(r'[^][{}"]+|"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
"""All of a document but its brackets: texts, whatever stands in them, and the rest."""
_DEEP_KEY = re.compile(rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{DEEPEST}}}""")
"""A key of TOML of so many parts: Python's reader takes a second over a thousand, and a minute over more."""


def parse_toml(text: str) -> dict[str, Any]:
    """The document that a text holds.

    Raises:
        ValueError: When it is no TOML, or nested too deep.
    """
    import tomllib

    if _DEEP_KEY.search(text):
        raise ValueError(TOO_DEEP)
    return tomllib.loads(text)


def parse_json(text: str) -> Any:
    """The document that a text holds.

    Raises:
        ValueError: When it is no JSON, or nested too deep.
    """
    import json  # most commands read none

    if text.count("[") + text.count("{") > DEEPEST:
        level = 0
        for bracket in _NO_BRACKETS.sub("", text):
            level += 1 if bracket in "[{" else -1
            if level > DEEPEST:
                raise ValueError(TOO_DEEP)
    return json.loads(text)
