"""What Tab offers at the prompt of Shogun."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.cli.shogun.typed import COMMANDS, fits
from companion.cli.voice import said
from companion.data.shogun import facts
from companion.data.vocabulary import vocabulary
from companion.rules.shogun.cubes import GREEN
from companion.rules.shogun.round.actions import SPECIALS
from companion.rules.shogun.round.calendar import Stage
from companion.service.shogun.table.awaited import Awaited

__all__ = ["completed"]


def completed(before: str, now: Awaited) -> Iterator[str]:
    """The words that may follow a line, for Tab.

    Args:
        before: The line before the word that is being typed.
        now: What the table waits for.
    """
    words = before.split()
    first = vocabulary("shogun", "command").find(words[0]) if words else None
    going = now.marches and (first == "odds" or (words and words[0].isdigit()))
    if not words:
        yield from now.provinces
        yield from _shown("special", SPECIALS if now.stage == Stage.CHOICE else ())
        yield from _shown("command", COMMANDS)
    elif going:
        names = words[1:] if first == "odds" else words
        ways = [way for way in now.marches if any(fits(name, way[0]) for name in names)]
        yield from (target for _, target, _ in ways or now.marches)
        yield from (source for source, _, _ in now.marches if not ways)
        return
    yield from _shown("colour", (*now.players, GREEN))
    if words:
        yield from now.provinces
        yield from sorted({card.province for card in facts().cards})


def _shown(sort: str, things: Iterable[str]) -> Iterator[str]:
    """Names as the player's language types them."""
    yield from (said(vocabulary("shogun", sort).word(thing)) for thing in things)
