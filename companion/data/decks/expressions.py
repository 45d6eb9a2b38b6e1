"""Expressions on cards: Jinja2's sandbox, limited to the syntax nodes listed here.

Names are fields of the card. No attribute of an object is read, nothing is called but ``range``, loops
are not nested, and results are checked against their limits before use.
"""

import operator
import re
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Any

from jinja2 import StrictUndefined, Template, TemplateSyntaxError, Undefined, nodes
from jinja2.exceptions import TemplateRuntimeError
from jinja2.filters import do_round, do_title, do_truncate
from jinja2.runtime import Context
from jinja2.sandbox import SandboxedEnvironment
from jinja2.utils import missing
from jinja2.visitor import NodeTransformer

from companion.data.decks.values import (
    LONGEST_TEXT,
    QUOTED,
    FieldFault,
    Lookup,
    Value,
    check_bounds,
    find_number,
    format_value,
    get_number,
)
from companion.sentences import shorten_text

CARD = "card"  # ``card["a name"]`` is the field ``a name``, which is not an identifier
LONGEST_RANGE = 1_000
_NODES = re.compile(
    "Template|Output|TemplateData|If|For|Assign|Name|Getattr|Getitem|Const|List|Tuple|Dict|Pair|CondExpr"
    "|Compare|And|Or|Not|Neg|Pos|Add|Sub|Mul|Div|FloorDiv|Mod|Pow|Concat|Filter|Test|Keyword|Call"
)
_RESERVED = (CARD, "loop", "self")  # names with a meaning of their own in expressions
_LOOP = [f"loop.{each}" for each in ("index", "index0", "first", "last", "length")]
_FORMAT = re.compile(r"(?:[^%]|%%)*+%[-+ 0]{0,2}\d{0,2}(?:\.\d)?([dfgsx])(?:[^%]|%%)*+", re.ASCII)

_TEXT = r"""[^{}"']|"(?:\\.|[^"\\])*+"|'(?:\\.|[^'\\])*+'"""
_INNER = rf"(?:{_TEXT})*+"
for _ in range(3):  # braces nest: a mapping, {"a": 1}, within an expression, within doubled braces
    _INNER = rf"(?:{_TEXT}|\{{{_INNER}\}})*+"
_PLACE = re.compile(rf"\\.|\{{%.*?%\}}|\{{#.*?#\}}|\{{{_INNER}\}}|\{{", re.S)
"""The parts of a text that are not plain: a character after a backslash, a statement, a comment, an expression."""
_NAME = re.compile(r"\{([A-Za-z0-9_.-]+|(?!(?:.* )?(?:and|else|i[fns]|not|or) )\w[\w.#-]*(?: [\w.#][\w.#-]*)+)\}")
_SUM = re.compile(r"-?\w+(?:\.\w+)*(?:-\w+(?:\.\w+)*)*", re.A)
_WORD = re.compile(r"(?!(?:and|else|false|if|in|is|none|not|or|true)$)[a-z_]\w*(?:\.[a-z_]\w*)*", re.I | re.A)


def evaluate_text(text: str, lookup: Lookup, truth: bool = False) -> str:
    """A text with its expressions evaluated, or a ``FieldFault``; by ``truth`` a lone one is ``true`` or nothing."""
    template, result = _compile(text, truth), ""
    for part in template.root_render_func(template.new_context({CARD: lookup})):
        result = check_bounds(result + part)
    return result


@lru_cache(maxsize=1024)
def _compile(text: str, truth: bool) -> Template:
    try:
        tree = _Rewriter().visit(_JINJA.parse(_PLACE.sub(_convert_place, check_bounds(text))))
        single: list[Any] = getattr(tree.body[0], "nodes", []) if len(tree.body) == 1 else []
        if truth and len(single) == 1:
            tree.body = [nodes.If(single[0], [nodes.Output([nodes.TemplateData("true")])], [], [])]
        return _JINJA.from_string(tree.set_environment(_JINJA))
    except (TemplateSyntaxError, ValueError) as error:  # a ValueError for a number of thousands of digits
        reason = getattr(error, "message", "") or str(error)
        raise FieldFault("this is not an expression ({reason})", reason=reason) from None


def _convert_place(place: re.Match[str]) -> str:
    """A match of ``_PLACE`` in Jinja2's syntax."""
    code, inner = str(place[0]), place[0][1:-1].strip()
    if _NAME.fullmatch(code):
        name = inner if _WORD.fullmatch(inner) else f"{CARD}[{inner!r}]"
        other = f" if {name} is defined else {inner}" if "-" in inner and _SUM.fullmatch(inner) else ""
        return f"{{{{ {name}{other} }}}}"
    if code == "{":
        rest = shorten_text(place.string[place.start() :], QUOTED)
        raise FieldFault("'{value}' lacks a brace or a quotation mark that closes it", value=rest)
    if code[0] == "{" and inner and code[1] not in "%#":
        return f"{{{{ {inner[1:-1] if inner[0] + inner[-1] == '{}' else inner} }}}}"
    return f"{{{{ {code!r} }}}}" if code == r"\{" or not inner else code


class _Rewriter(NodeTransformer):
    """Turns a parsed text into a tree that is safe to evaluate; refuses all else."""

    _in_loop = False

    def visit(self, node: Any, *arguments: Any, **options: Any) -> Any:
        if not _NODES.fullmatch(type(node).__name__):
            raise _build_node_fault(node)
        if isinstance(node, nodes.Const):
            check_bounds(node.value)
        return super().visit(node)

    def visit_Name(self, node: Any) -> Any:
        return _build_field(node.name) if node.name in _RESERVED else node

    def visit_Getattr(self, node: Any) -> Any:
        if not (name := _join_dotted_name(node)):
            raise _build_node_fault(node)
        return node if self._in_loop and name in _LOOP else _build_field(name)

    def visit_Getitem(self, node: Any) -> Any:
        if isinstance(node.arg, nodes.Slice):
            bounds = (node.arg.start, node.arg.stop, node.arg.step)
            return _build_filter(
                self.visit(node.node), "[:]", *(self.visit(each or nodes.Const(None)) for each in bounds)
            )
        name, node.arg = _join_dotted_name(node.node), self.visit(node.arg)
        if name == CARD:
            return node
        node.node = self.visit(node.node)
        if not name or not isinstance(node.arg, nodes.Const):
            return node
        field = _build_field(f"{name}.{format_value(node.arg.value)}")  # r1c1[0] may be the field r1c1.0
        return nodes.CondExpr(nodes.Test(field, "defined", [], [], None, None), field, node)

    def visit_Call(self, node: Any) -> Any:
        if _join_dotted_name(node.node) != "range" or node.kwargs or node.dyn_args or node.dyn_kwargs:
            template = "only range(...) can be called; a filter is written {example}"
            raise FieldFault(template, example="name|upper")
        return _build_filter(self.visit(nodes.List(node.args)), "range")

    def visit_Compare(self, node: Any) -> Any:
        others = [each for op in node.ops for each in (nodes.Const(op.op), self.visit(op.expr))]
        return _build_filter(self.visit(node.expr), "compare", *others)

    def visit_Concat(self, node: Any) -> Any:
        return _build_filter(self.visit(nodes.List(node.nodes)), "join")

    def visit_CondExpr(self, node: Any) -> Any:
        node.expr2 = node.expr2 or nodes.Const("")
        return self.generic_visit(node)

    def visit_List(self, node: Any) -> Any:
        return _build_filter(self.generic_visit(node), "list")

    visit_Tuple = visit_List

    def visit_Filter(self, node: Any) -> Any:
        _check_filter(node.name)
        return self.generic_visit(node)

    def visit_Test(self, node: Any) -> Any:
        if node.name not in TESTS:
            names = ", ".join(TESTS)
            raise FieldFault("'{name}' is not a test; the tests are {names}", name=node.name, names=names)
        return self.generic_visit(node)

    def visit_Assign(self, node: Any) -> Any:
        if not isinstance(node.target, nodes.Name) or node.target.name in _RESERVED:
            raise _build_node_fault(node.target)
        return self.generic_visit(node)

    def visit_For(self, node: Any) -> Any:
        if self._in_loop or node.recursive:
            raise FieldFault("a loop is inside another one")
        self._in_loop = True
        self.visit_Assign(node)
        self._in_loop = False
        return node


def _join_dotted_name(node: Any) -> str:
    """The name of a field, which may have dots; empty for any other value."""
    if isinstance(node, nodes.Getattr):
        return (head := _join_dotted_name(node.node)) and f"{head}.{node.attr}"
    return str(node.name) if isinstance(node, nodes.Name) else ""


def _build_field(name: str) -> nodes.Getitem:
    return nodes.Getitem(nodes.Name(CARD, "load"), nodes.Const(name), "load")


def _build_filter(node: Any, name: str, *arguments: Any) -> nodes.Filter:
    return nodes.Filter(node, name, [*arguments], [], None, None)


def _build_node_fault(node: Any) -> FieldFault:
    return FieldFault("'{name}' cannot be used in an expression on a card", name=type(node).__name__.lower())


def _check_filter(name: Value) -> None:
    if name not in FILTERS:
        names = ", ".join(FILTERS)
        raise FieldFault("'{name}' is not a filter; the filters are {names}", name=name, names=names)


class _CardContext(Context):
    """The names in a text: fields of the card, unless the text sets them itself."""

    def resolve_or_missing(self, key: str) -> Value:
        value = self.parent[CARD] if key == CARD else self.parent[CARD](key)
        return missing if value is None else check_bounds(value)


class _Missing(StrictUndefined):
    """A missing value: only ``default`` and ``is defined`` may use it."""

    __slots__ = ()

    def __init__(self, hint: Any = None, obj: Any = missing, name: Any = "", exc: Any = None) -> None:
        fault = FieldFault("the card has no field '{field}'", field=name)
        if obj is not missing:
            text = shorten_text(format_value(obj), QUOTED)
            fault = FieldFault("there is no '{key}' in '{value}'", key=format_value(name), value=text)
        super().__init__(hint, obj, name, lambda _: fault)  # type: ignore[arg-type]


class _Jinja(SandboxedEnvironment):
    context_class = _CardContext
    intercepted_binops = frozenset(SandboxedEnvironment.default_binop_table)
    intercepted_unops = frozenset(SandboxedEnvironment.default_unop_table)

    def call_binop(self, context: Context, operator: str, left: Value, right: Value) -> Value:
        """Apply an operator: calculate with numbers, join two texts or lists, repeat a text."""
        one, other = find_number(left), find_number(right)
        if one is not None and other is not None:
            if operator == "**" and (abs(other) > 64 or (one < 0 and other % 1)):  # ``one`` is within its limits
                raise FieldFault("a number in it is too large")
            left, right = one, other
        elif operator == "*" and isinstance(left, str) and other is not None and not other % 1:
            right = int(min(other, LONGEST_TEXT + 1))
        elif operator != "+" or type(left) is not type(right):
            get_number(right if one is not None else left)
        return check_bounds(self.binop_table[operator](left, right))

    def call_unop(self, context: Context, operator: str, arg: Value) -> Value:
        return self.unop_table[operator](get_number(arg))

    def getitem(self, obj: Value, argument: Value) -> Value:
        """A field of the card, a mapping's value by its key, or an item of a text or a list by its number."""
        if isinstance(obj, Undefined):
            return obj
        if callable(obj):
            item = obj(format_value(argument))
            return _Missing(name=format_value(argument)) if item is None else check_bounds(item)
        try:
            if isinstance(obj, dict):
                return {format_value(key): value for key, value in obj.items()}[format_value(argument)]
            return obj[int(get_number(argument))]
        except LookupError:
            return _Missing(obj=obj, name=argument)


def _compare(left: Value, *others: Value) -> bool:
    """True when a chain of comparisons is true: ``1 < 2 <= 3``, given as 1, lt, 2, lteq, 3."""
    return all(map(_compare_pair, others[::2], (left, *others[1::2]), others[1::2]))


def _compare_pair(order: str, left: Value, right: Value) -> bool:
    """Compare two numbers or texts; ``03`` is the number 3, but not the text ``3``."""
    if order in ("in", "notin"):
        equal = partial(_compare_pair, "eq", left)
        is_in = format_value(left) in right if isinstance(right, str) else any(map(equal, right))
        return is_in is (order == "in")
    one, other, is_equality = find_number(left), find_number(right), order in ("eq", "ne")
    texts = isinstance(left, str) and isinstance(right, str)
    if one is None or other is None or (texts and is_equality):
        one, other = (left, right) if texts or is_equality else (get_number(left), get_number(right))
    return bool(getattr(operator, {"lteq": "le", "gteq": "ge"}.get(order, order))(one, other))


def _slice(value: Value, *bounds: Value) -> Value:
    return value[slice(*(None if each is None else int(get_number(each)) for each in bounds))]


def _is_missing(value: Value) -> bool:
    return isinstance(value, Undefined)


def _convert_number(value: Value, default: Value = 0) -> int | float:
    """The number of a value; the default for an empty cell."""
    return get_number(default if isinstance(value, str) and not value.strip() else value)


def _format(value: Value, arguments: Value) -> str:
    if (match := _FORMAT.fullmatch(format_value(value))) is None:
        text = shorten_text(format_value(value), QUOTED)
        raise FieldFault("'{value}' is not a format; write one such as {example}", value=text, example="%03d")
    return match[0] % (format_value(arguments) if match[1] == "s" else get_number(arguments))


def _map(value: Value, name: str, *arguments: Value) -> Iterable[Value]:
    _check_filter(name)
    return (FILTERS[name](each, *arguments) for each in value)


def _range(bounds: Value) -> range:
    numbers = range(*(int(get_number(each)) for each in bounds))
    if len(numbers) > LONGEST_RANGE:
        raise FieldFault("a range has at most {most} numbers", most=LONGEST_RANGE)
    return numbers


def _round(value: Value, digits: int = 0, method: Any = "common") -> float:
    return do_round(get_number(value), max(-15, min(digits, 15)), method)


def _sort(value: Value, reverse: bool = False) -> list[Value]:
    numbers = all(find_number(each) is not None for each in value)
    return sorted(value, key=get_number if numbers else lambda each: format_value(each).casefold(), reverse=reverse)


def _truncate(value: Value, length: int = 255, killwords: bool = False, end: str = "...") -> str:
    return do_truncate(_JINJA, format_value(value), max(length, len(end)), killwords, end, 0)


def _guard(name: str, function: Callable[..., Value]) -> Callable[..., Value]:
    """Wrap a filter or test so that its result is checked against the limits and its errors give its name."""

    def apply(*arguments: Value, **options: Value) -> Value:
        try:
            return check_bounds(function(*arguments, **options))
        except (LookupError, TypeError, ValueError, TemplateRuntimeError):
            raise FieldFault("'{name}' cannot be used this way", name=name) from None

    return apply


_FUNCTIONS: dict[str, Callable[..., Value]] = {
    "abs": lambda value: abs(get_number(value)),
    "capitalize": lambda value: format_value(value).capitalize(),
    "center": lambda value, width=80: format_value(value).center(min(width, LONGEST_TEXT + 1)),
    "count": len,
    "default": lambda value, other="": other if _is_missing(value) or value in ("", None) else value,
    "first": lambda value: next(iter(value), ""),
    "float": _convert_number,
    "format": _format,
    "int": lambda value, default=0: int(_convert_number(value, default)),
    "join": lambda value, separator="": format_value(separator).join(map(format_value, value)),
    "last": lambda value: next(reversed(value), ""),
    "length": len,
    "list": list,
    "lower": lambda value: format_value(value).lower(),
    "map": _map,
    "max": lambda value: next(reversed(_sort(value)), ""),
    "min": lambda value: next(iter(_sort(value)), ""),
    "replace": lambda value, old, new: format_value(value).replace(format_value(old), format_value(new)),
    "reverse": lambda value: value[::-1],
    "round": _round,
    "sort": _sort,
    "split": lambda value, separator=None: [part.strip() for part in format_value(value).split(separator)],
    "string": format_value,
    "sum": lambda value, start=0: sum(map(_convert_number, value), _convert_number(start)),
    "title": lambda value: do_title(format_value(value)),
    "trim": lambda value: format_value(value).strip(),
    "truncate": _truncate,
    "unique": lambda value: {format_value(each): each for each in value}.values(),
    "upper": lambda value: format_value(value).upper(),
}
FILTERS = {name: _guard(name, function) for name, function in _FUNCTIONS.items()}
"""The filters, which stand after a ``|``."""

TESTS: dict[str, Callable[..., Value]] = {
    "defined": lambda value: not _is_missing(value),
    "divisibleby": lambda value, divisor: get_number(value) % get_number(divisor) == 0,
    "even": lambda value: get_number(value) % 2 == 0,
    "in": partial(_compare_pair, "in"),
    "number": lambda value: find_number(value) is not None,
    "odd": lambda value: get_number(value) % 2 == 1,
    "sameas": partial(_compare_pair, "eq"),
    "undefined": _is_missing,
}
"""The tests, which stand after ``is``."""

_JINJA = _Jinja(keep_trailing_newline=True, undefined=_Missing, finalize=format_value)
_JINJA.filters = {**FILTERS, "compare": _guard("compare", _compare), "range": _guard("range", _range)}
_JINJA.filters["[:]"] = _guard("[:]", _slice)
_JINJA.tests = {name: _guard(name, function) for name, function in TESTS.items()}
_JINJA.globals = {}
