"""The one language in which a deck's texts name what stands on a card.

``{points}`` is a field; whatever else stands in braces is an expression of Jinja2 over the card's
fields, ``{points|int * 2}`` or ``{"gold" if cost > 3 else "ink"}``, also with doubled braces; ``{% if %}``,
``{% for %}`` and ``{% set %}`` are understood too, and ``\\{`` begins no field. Jinja2 only reads;
``decks.working`` works out what it has read, runs no code, opens no file and ends. Cells are not read so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from companion.data.decks.values import FieldFault, check_length
from companion.data.decks.working import Allowance, Lookup, Working
from companion.sentences import Sentence, say

__all__ = ["FIELD", "Allowance", "FieldFault", "Lookup", "comparison", "filled", "holds"]

FIELD = re.compile(r"(?<!\\)\{([A-Za-z0-9_.-]+)\}")
"""The place of a field in a text."""

MOST_SHOWN = 60
"""Signs of a wrong expression that are repeated."""

_TEXT = r"""[^{}"']|"(?:\\.|[^"\\])*+"|'(?:\\.|[^'\\])*+'"""
_INNER = rf"(?:{_TEXT})*+"
for _ in range(3):  # a table, {"a": 1}, may stand in an expression, and the whole between doubled braces
    _INNER = rf"(?:{_TEXT}|\{{{_INNER}\}})*+"
_PLACE = re.compile(rf"\\.|\{{%.*?%\}}|\{{#.*?#\}}|\{{{_INNER}\}}|\{{", re.S)
"""What a text has besides letters: a sign after a backslash, a statement, a remark, an expression."""

_WORD = re.compile(r"(?!(?:and|else|false|if|in|is|none|not|or|true)\b)[a-z_]\w*(?:\.\w+)*", re.I | re.A)
"""The name of a field that Jinja2 reads as one."""


def filled(text: str, lookup: Lookup, allowance: Allowance | None = None) -> str:
    """A text with its fields and expressions filled; what is filled in is not read again.

    Args:
        text: As the deck has it.
        lookup: What a field holds; ``None`` where the card has no such field.
        allowance: The steps that are left to the deck.

    Raises:
        FieldFault: For a field that is not there, or an expression that cannot be worked out.
    """
    if "{" not in text:
        return text
    body = _parsed(text)
    if body is None:
        return FIELD.sub(lambda found: _field(found.group(1), lookup, allowance), text)
    with _telling(text):
        return Working(lookup, allowance).run(body)


def holds(condition: str, lookup: Lookup, allowance: Allowance | None = None) -> bool:
    """Whether a condition is true: a text that is not empty; of an expression alone, its value.

    Raises:
        FieldFault: As ``filled``.
    """
    body = _parsed(condition) or ()
    expressions: list[Any] = getattr(body[0], "nodes", []) if len(body) == 1 else []
    if len(expressions) != 1:
        return filled(condition, lookup, allowance).strip() != ""
    with _telling(condition):
        return bool(Working(lookup, allowance).value(expressions[0]))


def comparison(condition: str) -> tuple[str, str, str]:
    """What stands left and right of a ``==`` or ``!=`` that is in no braces, and the sign between them."""
    for sign in ("==", "!="):
        left, found, right = condition.partition(sign)
        if found and left.count("{") == left.count("}"):
            return left.strip(), sign, right.strip()
    return condition, "", ""


def _field(name: str, lookup: Lookup, allowance: Allowance | None) -> str:
    found = lookup(name)
    if found is None and "-" in name:  # {points-1}: no field has this name, so it is a sum
        return filled(f"{{{{ {name} }}}}", lookup, allowance)
    if found is None:
        raise FieldFault("the card has no field '{field}'", field=name[:MOST_SHOWN])
    return found


@contextmanager
def _telling(text: str) -> Iterator[None]:
    """What is wrong within it is told with the text in which it is wrong."""
    value = None
    try:
        yield
    except FieldFault as fault:
        why, value = fault.sentence, fault.value
    except ZeroDivisionError:
        why = say("nothing is divided by 0")
    except (RecursionError, OverflowError):
        why = say("it is too large")
    else:
        return
    raise _wrong(text, why, value) from None


def _wrong(text: str, why: Sentence, value: object = None) -> FieldFault:
    shown = text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"
    return FieldFault("'{text}' cannot be worked out: {why}", text=shown, why=why, value=value)


@lru_cache(maxsize=1024)
def _parsed(text: str) -> list[Any] | None:
    """The nodes of a text with expressions or statements; ``None`` for one with fields at most."""
    plain, parts, at = True, list[str](), 0
    for place in _PLACE.finditer(text):
        found = place.group()
        parts.append(text[at : place.start()])
        at = place.end()
        if FIELD.fullmatch(found):
            name = found[1:-1]
            found = f"{{{{ {name} }}}}" if _WORD.fullmatch(name) else f"{{{{ card['{name}'] }}}}"
        elif found == "{":
            raise _wrong(text[place.start() :], say("a brace or a quotation mark is not closed"))
        elif found.startswith(("{%", "{#")):
            plain = False
        elif found.startswith("{") and (inner := found[1:-1].strip()):
            plain = False
            found = f"{{{{ {inner[1:-1] if inner[0] + inner[-1] == '{}' else inner} }}}}"
        elif "{" in found:  # \{ and {}
            found = f"{{{{ {found!r} }}}}"
        parts.append(found)
    if plain:
        return None
    with _telling(text):
        check_length(len(text))
        return _read("".join(parts) + text[at:])


def _read(template: str) -> list[Any]:
    """The nodes of a template of Jinja2, which reads it and nothing more."""
    from jinja2 import Environment, TemplateSyntaxError

    try:
        return Environment(keep_trailing_newline=True).parse(template).body
    except TemplateSyntaxError as error:
        reason = error.message or ""
    except ValueError as error:  # a number of thousands of digits
        reason = str(error)
    raise FieldFault("this is no expression ({reason})", reason=reason)
