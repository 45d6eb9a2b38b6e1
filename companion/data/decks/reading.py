"""Reading a text with expressions: braces are doubled as Jinja2 wants them, which makes nodes of it."""

import re
from typing import Any

from companion.data.decks.values import QUOTED, FieldFault, check_length
from companion.sentences import shortened

_TEXT = r"""[^{}"']|"(?:\\.|[^"\\])*+"|'(?:\\.|[^'\\])*+'"""
_INNER = rf"(?:{_TEXT})*+"
for _ in range(3):  # a table, {"a": 1}, may stand in an expression, and the whole between doubled braces
    _INNER = rf"(?:{_TEXT}|\{{{_INNER}\}})*+"
_PLACE = re.compile(rf"\\.|\{{%.*?%\}}|\{{#.*?#\}}|\{{{_INNER}\}}|\{{", re.S)
"""All but the letters of a text: a character behind a backslash, a statement, a remark, an expression."""
_NAME = re.compile(r"\{(?:[A-Za-z0-9_.-]+|(?!(?:.* )?(?:and|else|i[fns]|not|or) )\w[\w.#-]*(?: [\w.#-]+)+)\}")
_WORD = re.compile(r"\{(?!(?:and|else|false|if|in|is|none|not|or|true)\b)[a-z_]\w*(?:\.\w+)*\}", re.I | re.A)
"""The name of a field, maybe of several words that are no expression, and one that Jinja2 reads as one."""


def read_nodes(text: str) -> list[Any] | None:
    """The nodes of a text; ``None`` for one that has plain fields at most.

    Raises:
        FieldFault: For what is not written as Jinja2 is.
        RecursionError: For expressions too deep in one another.
    """
    plain, parts, at = True, list[str](), 0
    for place in _PLACE.finditer(text):
        found = place.group()
        parts.append(text[at : place.start()])
        at = place.end()
        if _NAME.fullmatch(found):
            plain = plain and " " not in found
            found = f"{{{found}}}" if _WORD.fullmatch(found) else f"{{{{ card['{found[1:-1]}'] }}}}"
        elif found == "{":
            rest = shortened(text[place.start() :], QUOTED)
            raise FieldFault("'{value}' lacks a brace or a quotation mark that closes it", value=rest)
        elif found.startswith(("{%", "{#")):
            plain = False
        elif found.startswith("{") and (inner := found[1:-1].strip()):
            plain = False
            found = f"{{{{ {inner[1:-1] if inner[0] + inner[-1] == '{}' else inner} }}}}"
        elif "{" in found:  # after a backslash, or with nothing in it
            found = f"{{{{ {found!r} }}}}"
        parts.append(found)
    if plain:
        return None
    check_length(len(text))
    return _read("".join(parts) + text[at:])


def _read(template: str) -> list[Any]:
    from jinja2 import Environment, TemplateSyntaxError

    try:
        return Environment(keep_trailing_newline=True).parse(template).body
    except TemplateSyntaxError as error:
        reason = error.message or ""
    except ValueError as error:  # a number of thousands of digits
        reason = str(error)
    raise FieldFault("this is no expression ({reason})", reason=reason)
