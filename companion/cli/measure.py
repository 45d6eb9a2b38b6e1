"""Numbers that a person types as an option: real ones only, since nan lies between no limits."""

from __future__ import annotations

import math
from typing import Any

import click

__all__ = ["Measure"]


class Measure(click.FloatRange):
    """A number within limits, with a point or a comma; ``nan`` and ``inf`` are not."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number, as click gives it, unless it is not one."""
        typed: Any = value.replace(",", ".") if isinstance(value, str) else value
        found = super().convert(typed, param, ctx)
        if found is not None and not math.isfinite(found):
            from companion.cli.voice import said
            from companion.sentences import say

            self.fail(said(say("'{value}' is not a number", value=str(value))), param, ctx)
        return found
