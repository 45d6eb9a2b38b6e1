"""The one language in which a deck's texts name what stands on a card.

``{points}`` is a field; whatever else stands in braces is an expression of Jinja2 over the card's
fields, ``{points|int * 2}`` or ``{"gold" if cost > 3 else "ink"}``, also with doubled braces; ``{% if %}``,
``{% for %}`` and ``{% set %}`` are understood too, and ``\\{`` begins no field. Jinja2 only reads;
``decks.working`` works out what it has read, runs no code, opens no file and ends. Cells are not read so.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any

from companion.data.decks.values import QUOTED, Allowance, FieldFault, Lookup
from companion.sentences import say, shortened

FIELD = re.compile(r"(?<!\\)\{([A-Za-z0-9_.-]+)\}")  # the place of a field in a text


def filled(text: str, lookup: Lookup, allowance: Allowance | None = None) -> str:
    """A text with its fields and expressions filled; what is filled in is not read again.

    Raises:
        FieldFault: For a field that is not there, or an expression that cannot be worked out.
    """
    if "{" not in text:
        return text
    body = _parsed(text)
    if body is None:
        return FIELD.sub(lambda found: _field(found.group(1), lookup, allowance), text)
    from companion.data.decks.working import Working

    with _telling(text):
        return Working(lookup, allowance).run(body)


def holds(condition: str, lookup: Lookup, allowance: Allowance | None = None) -> bool:
    """True for a text that is not empty; for an expression alone, its value counts."""
    body = _parsed(condition) or ()
    expressions: list[Any] = getattr(body[0], "nodes", []) if len(body) == 1 else []
    if len(expressions) != 1:
        return filled(condition, lookup, allowance).strip() != ""
    from companion.data.decks.working import Working

    with _telling(condition):
        return bool(Working(lookup, allowance).value(expressions[0]))


def comparison(condition: str) -> tuple[str, str, str]:
    """The texts left and right of a ``==`` or ``!=`` that is in no braces, and the operator between them."""
    for operator in ("==", "!="):
        left, found, right = condition.partition(operator)
        if found and left.count("{") == left.count("}"):
            return left.strip(), operator, right.strip()
    return condition, "", ""


def _field(name: str, lookup: Lookup, allowance: Allowance | None) -> str:
    found = lookup(name)
    if found is not None:
        return found
    if "-" in name:  # {points-1}: no field has this name, so it may be a sum
        with suppress(FieldFault):
            return filled(f"{{{{ {name} }}}}", lookup, allowance)
    raise FieldFault("the card has no field '{field}'", field=shortened(name, QUOTED))


@contextmanager
def _telling(text: str) -> Iterator[None]:
    """Tell a fault within it with the text in which it lies."""
    given: dict[str, object] = {}
    try:
        yield
    except FieldFault as fault:
        why, given = fault.sentence, {"value": fault.value, "field": fault.missing}
    except ZeroDivisionError:
        why = say("nothing is divided by 0")
    except (RecursionError, OverflowError):
        why = say("it is too large")
    else:
        return
    shown = shortened(text, QUOTED)
    raise FieldFault("'{text}' cannot be worked out: {why}", text=shown, why=why, **given) from None


@lru_cache(maxsize=1024)
def _parsed(text: str) -> list[Any] | None:
    """The nodes of a text with expressions or statements; ``None`` for one with fields at most."""
    if text.count("{") == len(FIELD.findall(text)):
        return None  # as most texts are: what others need is read only for them
    from companion.data.decks.reading import read_nodes

    with _telling(text):
        return read_nodes(text)
