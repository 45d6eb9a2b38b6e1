"""Working out an expression that Jinja2 has read: node by node, with a count of the steps that are left.

No Python comes of a deck's text, no attribute of an object is asked for and nothing is called but ``range``
and the filters and tests of ``filters``: a name is a field of the card, or what ``set`` or ``for`` named.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from companion.data.decks.values import (
    FILTERS,
    MOST_STEPS_A_TEXT,
    QUOTED,
    SUMS,
    TESTS,
    Allowance,
    FieldFault,
    Lookup,
    Value,
    bounded,
    calculated,
    compared,
    joined_text,
    listed,
    number,
    text_of,
)
from companion.sentences import shortened

LETTERS_A_STEP = 32
LONGEST_RANGE = 1_000
CARD = "card"  # ``card["a name"]`` is the field of a name that is no word


class _Missing(FieldFault):
    """A field that is not there, which ``default`` and ``is defined`` may ask for."""


class Working:
    """The working out of one text for one card."""

    def __init__(self, lookup: Lookup, allowance: Allowance | None = None) -> None:
        self._lookup = lookup
        self._allowance = allowance or Allowance()
        self._named: dict[str, Value] = {}
        self._left = MOST_STEPS_A_TEXT

    def run(self, body: Sequence[Any]) -> str:
        """The text that the nodes of a template make.

        Raises:
            FieldFault: For what cannot be worked out, is no part of the language or does not end.
        """
        return "".join(part for node in body for part in self._statement(node))

    def value(self, node: Any) -> Value:
        """The value of an expression."""
        kind = type(node).__name__
        if kind in SUMS:
            found = calculated(kind, self.value(node.left), self.value(node.right))
        elif kind in _EXPRESSIONS:
            found = _EXPRESSIONS[kind](self, node)
        else:
            raise _unknown(kind)
        if isinstance(found, str):
            self._spend(len(found) // LETTERS_A_STEP)
        else:
            self._spend(len(found) if isinstance(found, list | dict) else 0)
        return bounded(found)

    def _spend(self, steps: int) -> None:
        self._left -= 1 + steps
        self._allowance.left -= 1 + steps
        if self._left < 0:
            raise FieldFault("it takes more than {most} steps", most=MOST_STEPS_A_TEXT)
        if self._allowance.left < 0:
            raise FieldFault("the texts of this deck take too many steps all together")

    def _statement(self, node: Any) -> Sequence[str]:
        self._spend(0)
        match type(node).__name__:
            case "Output":
                return [text_of(self.value(each)) for each in node.nodes]
            case "If":
                for each in (node, *node.elif_):
                    if self.value(each.test):
                        return [self.run(each.body)]
                return [self.run(node.else_)]
            case "For" if not node.recursive:
                return self._loop(node)
            case "Assign" if type(node.target).__name__ == "Name":
                self._named[node.target.name] = self.value(node.node)
                return ()
            case kind:
                raise _unknown(kind)

    def _loop(self, node: Any) -> Sequence[str]:
        if type(node.target).__name__ != "Name":
            raise _unknown(type(node.target).__name__)
        name, made = str(node.target.name), list[str]()
        before = {each: self._named[each] for each in (name, "loop") if each in self._named}
        things = listed(self.value(node.iter))
        if node.test is not None:
            things = [each for each in things if self._naming(name, each) and self.value(node.test)]
        for at, each in enumerate(things):
            self._naming(name, each)
            self._named["loop"] = {
                "index": at + 1,
                "index0": at,
                "first": not at,
                "last": at + 1 == len(things),
                "length": len(things),
            }
            made.append(self.run(node.body))
        for each in (name, "loop"):
            self._named.pop(each, None)
        self._named |= before
        return made if things else [self.run(node.else_)]

    def _naming(self, name: str, value: Value) -> bool:
        self._spend(0)
        self._named[name] = value
        return True

    def _field(self, name: str) -> str:
        found = self._lookup(name)
        if found is None:
            raise _Missing("the card has no field '{field}'", field=name)
        return found

    def _part(self, node: Any) -> Value:
        """``title.en``, ``r1c1[0]``: a field of that name, a part of a value, or a field of ``card``."""
        dotted = self._dotted(node)
        found = self._lookup(dotted) if dotted else None
        if found is not None:
            return found
        if type(node).__name__ == "Getattr":
            key: Value = node.attr
        elif type(node.arg).__name__ == "Slice":
            ends = (node.arg.start, node.arg.stop, node.arg.step)
            cut = slice(*(None if each is None else int(number(self.value(each))) for each in ends))
            if cut.step == 0:
                raise FieldFault("'{name}' cannot be asked for so", name="[::0]")
            whole = self.value(node.node)
            return whole[cut] if isinstance(whole, str) else listed(whole)[cut]
        else:
            key = self.value(node.arg)
        if getattr(node.node, "name", "") == CARD and CARD not in self._named:
            return self._field(text_of(key))
        if dotted and type(node).__name__ == "Getattr":
            raise _Missing("the card has no field '{field}'", field=dotted)
        whole = self.value(node.node)
        try:
            return whole[text_of(key)] if isinstance(whole, dict) else listed(whole)[int(number(key))]
        except LookupError:
            raise _Missing(
                "there is no '{key}' in '{value}'", key=text_of(key), value=shortened(text_of(whole), QUOTED)
            ) from None

    def _dotted(self, node: Any) -> str:
        """The name of a field that is written with dots or brackets; empty for anything else."""
        kind = type(node).__name__
        if kind == "Name":
            return "" if node.name in self._named else str(node.name)
        if kind == "Getattr" or (kind == "Getitem" and type(node.arg).__name__ == "Const"):
            head = self._dotted(node.node)
            return head and f"{head}.{node.attr if kind == 'Getattr' else node.arg.value}"
        return ""

    def _filter(self, node: Any) -> Value:
        try:
            value = self.value(node.node)
        except _Missing:
            if node.name != "default":
                raise
            value = ""
        if node.name not in FILTERS:
            raise FieldFault(
                "'{name}' is not a filter; the filters are {names}", name=node.name, names=", ".join(FILTERS)
            )
        return self._asked(FILTERS[node.name], value, node)

    def _test(self, node: Any) -> bool:
        if node.name in ("defined", "undefined"):
            try:
                self.value(node.node)
            except _Missing:
                return bool(node.name == "undefined")
            return bool(node.name == "defined")
        if node.name not in TESTS:
            raise FieldFault(
                "'{name}' is not a test; the tests are {names}", name=node.name, names=", ".join(TESTS)
            )
        return bool(self._asked(TESTS[node.name], self.value(node.node), node))

    def _asked(self, asked: Callable[..., Value], value: Value, node: Any) -> Value:
        given = [self.value(each) for each in node.args or ()]
        named = {each.key: self.value(each.value) for each in node.kwargs or ()}
        try:
            if node.dyn_args is not None or node.dyn_kwargs is not None:
                raise TypeError(node)
            return asked(value, *given, **named)
        except (LookupError, TypeError, ValueError):
            raise FieldFault("'{name}' cannot be asked for so", name=node.name) from None

    def _range(self, node: Any) -> Value:
        """``range``, the only thing that can be called."""
        if getattr(node.node, "name", "") != "range":
            raise FieldFault(
                "only range(...) can be called; a filter is written {example}", example="name|upper"
            )
        try:
            numbers = range(*(int(number(self.value(each))) for each in node.args))
        except (TypeError, ValueError):
            raise FieldFault("'{name}' cannot be asked for so", name="range") from None
        if len(numbers) > LONGEST_RANGE:
            raise FieldFault("a range has at most {most} numbers", most=LONGEST_RANGE)
        return list(numbers)

    def _compare(self, node: Any) -> bool:
        left, true = self.value(node.expr), True
        for operand in node.ops:
            right = self.value(operand.expr)
            true, left = true and compared(operand.op, left, right), right
        return true

    def _one_of(self, node: Any) -> Value:
        wanted = node.expr1 if self.value(node.test) else node.expr2
        return None if wanted is None else self.value(wanted)

    def _flat(self, nodes: Iterable[Any]) -> list[Value]:
        values = [self.value(each) for each in nodes]
        if any(isinstance(each, list | dict) for each in values):
            raise FieldFault("a list holds no other list")
        return values

    def _mapping(self, node: Any) -> Value:
        keys = self._flat(each.key for each in node.items)
        return dict(zip(map(text_of, keys), self._flat(each.value for each in node.items), strict=True))


def _unknown(kind: str) -> FieldFault:
    return FieldFault("'{name}' is no part of the language of cards", name=kind.lower())


_EXPRESSIONS: Mapping[str, Callable[[Working, Any], Value]] = {
    "And": lambda work, node: work.value(node.left) and work.value(node.right),
    "Call": Working._range,
    "Compare": Working._compare,
    "Concat": lambda work, node: joined_text(map(work.value, node.nodes), ""),
    "CondExpr": Working._one_of,
    "Const": lambda work, node: node.value,
    "Dict": Working._mapping,
    "Filter": Working._filter,
    "Getattr": Working._part,
    "Getitem": Working._part,
    "List": lambda work, node: work._flat(node.items),
    "Name": lambda work, node: work._named[node.name] if node.name in work._named else work._field(node.name),
    "Neg": lambda work, node: -number(work.value(node.node)),
    "Not": lambda work, node: not work.value(node.node),
    "Or": lambda work, node: work.value(node.left) or work.value(node.right),
    "Pos": lambda work, node: number(work.value(node.node)),
    "TemplateData": lambda work, node: node.data,
    "Test": Working._test,
    "Tuple": lambda work, node: work._flat(node.items),
}
"""The value of each node of an expression; any other node is refused."""
