"""The one language in which a deck's texts name what stands on a card.

``{points}`` is a field; whatever else stands in braces is an expression of Jinja2 over the card's
fields, ``{points|int * 2}`` or ``{"gold" if cost > 3 else "ink"}``, also with doubled braces; ``{% if %}``,
``{% for %}`` and ``{% set %}`` are understood too, and ``\\{`` begins no field. Cells are not read so.
"""

import re
from contextlib import suppress

from companion.data.decks.values import QUOTED, FieldFault, Lookup
from companion.sentences import say, shortened

FIELD = re.compile(r"(?<!\\)\{([A-Za-z0-9_.-]+)\}")  # the place of a field in a text


def fill_fields(text: str, lookup: Lookup) -> str:
    """A text with its fields and expressions filled; what is filled in is not read again.

    Raises:
        FieldFault: For a field that is not there, or an expression that cannot be worked out.
    """
    if text.count("{") != len(FIELD.findall(text)):
        return _work_out(text, lookup)
    return FIELD.sub(lambda found: _field(found.group(1), lookup), text)


def holds(condition: str, lookup: Lookup) -> bool:
    """True for a text that is not empty; for an expression alone, its value counts."""
    plain = condition.count("{") == len(FIELD.findall(condition))
    made = fill_fields(condition, lookup) if plain else _work_out(condition, lookup, truth=True)
    return made.strip() != ""


def comparison(condition: str) -> tuple[str, str, str]:
    """The texts left and right of a ``==`` or ``!=`` that is in no braces, and the operator between them."""
    for operator in ("==", "!="):
        left, found, right = condition.partition(operator)
        if found and left.count("{") == left.count("}"):
            return left.strip(), operator, right.strip()
    return condition, "", ""


def _field(name: str, lookup: Lookup) -> str:
    found = lookup(name)
    if found is not None:
        return found
    if "-" in name:  # {points-1}: no field has this name, so it may be a sum
        with suppress(FieldFault):
            return _work_out(f"{{{{ {name} }}}}", lookup)
    raise FieldFault("the card has no field '{field}'", field=shortened(name, QUOTED))


def _work_out(text: str, lookup: Lookup, truth: bool = False) -> str:
    """Work a text out by what is read only where it is needed; a fault is told with the text."""
    from companion.data.decks.expressions import work_out

    given: dict[str, object] = {}
    try:
        return work_out(text, lookup, truth)
    except FieldFault as fault:
        why, given = fault.sentence, {"value": fault.value, "field": fault.missing}
    except ZeroDivisionError:
        why = say("nothing is divided by 0")
    except (LookupError, TypeError, ValueError):
        why = say("its values do not go together")
    except (MemoryError, OverflowError, RecursionError, SyntaxError):  # Python reads what Jinja2 makes of it
        why = say("it is too large")
    shown = shortened(text, QUOTED)
    raise FieldFault("'{text}' cannot be worked out: {why}", text=shown, why=why, **given)
