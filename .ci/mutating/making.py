"""The mutants of a module: one small change each, of which a test should notice something."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path

MODULE_LEVEL = "<module>"
KINDS = ("comparison", "constant", "condition", "dropped")
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
NAMELIKE = re.compile(r"[a-z][a-z0-9_.-]{0,29}")
"""A text that is a key or a name; every other is a sentence or a piece of one."""
SENTENCES = {"say", "say_count", "joined", "Sentence"}
"""Calls whose texts are words for a person."""
TYPING = {"cast", "TypeVar", "NewType", "ParamSpec"}
LOGS = {"log", "logger", "logging", "warnings"}
EQUAL_NAMED = {"encoding", "maxsize", "slots", "stacklevel", "strict"}
"""Arguments that change nothing where everything else is right."""
EQUAL_DECORATORS = {"dataclass", "lru_cache", "cache", "overload"}
IMPOSSIBLE = {"AssertionError", "NotImplementedError"}
"""Errors that say of themselves that nobody sees them."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one module.

    Attributes:
        module: Path of the file below the root, with slashes.
        function: Qualified name, or ``<module>``.
        original: The expression or statement in normal form, without its layout.
        occurrence: Among the same changes in this function, from 1.
        statement: First line of the statement around it, in normal form.
        line: Where the change is.
        start: Line of the statement around it; of a module's level it is never asked for.
        span: First byte and the one after the last.
        text: What is put there.
        names: What the statement gives to others, where it runs only once, as the module is loaded.
    """

    module: str
    function: str
    kind: str
    original: str
    changed: str
    occurrence: int
    statement: str
    line: int
    start: int
    span: tuple[int, int]
    text: str
    names: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        return self.module, self.function, self.original, self.changed, self.occurrence

    def applied(self, source: bytes) -> bytes:
        """The source with the change; every other line keeps its number."""
        first, after = self.span
        lost = source[first:after].count(b"\n") - self.text.count("\n")
        padding = "\n" * lost
        put = f"{self.text[:-1]}{padding})" if self.text.endswith(")") else self.text + padding
        return source[:first] + put.encode() + source[after:]


def mutants_of(root: Path, module: str) -> list[Mutant]:
    """Every mutant of a module, in the order of its lines."""
    source = (root / module).read_bytes()
    finder = _Finder(module, source)
    finder.block(ast.parse(source).body)
    seen: Counter[tuple[str, str, str]] = Counter()
    numbered = []
    for each in finder.found:
        seen[each.function, each.original, each.changed] += 1
        numbered.append(replace(each, occurrence=seen[each.function, each.original, each.changed]))
    return numbered


def called(node: ast.AST) -> str:
    """The last name of what is called, else nothing."""
    function = node.func if isinstance(node, ast.Call) else node
    return getattr(function, "attr", getattr(function, "id", ""))


def in_normal_form(node: ast.stmt) -> str:
    """The first line of a statement, as the standard library lays it out; a definition without decorators."""
    emptied = copy(node)
    if isinstance(getattr(node, "body", None), list):
        vars(emptied).update(body=[ast.Pass()], orelse=[], decorator_list=[])
    return ast.unparse(emptied).splitlines()[0]


def given_names(node: ast.stmt) -> tuple[str, ...]:
    """The names a statement gives to what stands after it."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return (node.name,)
    written = (each for each in ast.walk(node) if isinstance(each, ast.Name))
    return tuple(each.id for each in written if isinstance(each.ctx, ast.Store))


class _Finder(ast.NodeVisitor):
    """Walks a module and knows in which function and statement it is."""

    def __init__(self, module: str, source: bytes) -> None:
        self.module, self.found = module, list[Mutant]()
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._path: list[str] = []
        self._names: tuple[str, ...] | None = ()
        self._statement: ast.stmt | None = None
        self._stated: dict[ast.stmt, str] = {}
        self._words = False
        self._indent = 0

    def block(self, statements: list[ast.stmt]) -> None:
        """Statements one below the other."""
        for statement in statements:
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                continue  # a docstring, or the dots of a protocol
            outer, self._statement = self._statement, statement
            names = self._names
            if not self._path and not isinstance(statement, ast.ClassDef):
                self._names = given_names(statement)
            if self._names is None and self._may_be_dropped(statement):
                self._note("dropped", statement, ast.unparse(statement), "pass")
            self.visit(statement)
            self._statement, self._names = outer, names

    def _may_be_dropped(self, statement: ast.stmt) -> bool:
        match statement:
            case ast.Expr(value=value):
                inner = value.value if isinstance(value, ast.Await) else value
                return not (isinstance(inner, ast.Call) and self._is_log(inner))
            case ast.Assign(targets=targets):
                return all(isinstance(each, ast.Attribute | ast.Subscript) for each in targets)
            case ast.Raise(exc=error):
                return error is None or called(error) not in IMPOSSIBLE
            case ast.Return():
                return statement.col_offset > self._indent
        return isinstance(statement, ast.AugAssign | ast.Delete | ast.Continue | ast.Break)

    @staticmethod
    def _is_log(call: ast.Call) -> bool:
        return isinstance(call.func, ast.Attribute) and getattr(call.func.value, "id", "").strip("_") in LOGS

    def _note(
        self, kind: str, node: ast.expr | ast.stmt, original: str, changed: str, text: str | None = None
    ) -> None:
        assert self._statement is not None
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        span = (
            self._starts[node.lineno - 1] + node.col_offset,
            self._starts[node.end_lineno - 1] + node.end_col_offset,
        )
        function = ".".join(self._path) or MODULE_LEVEL
        text = changed if text is None else text
        start = self._statement.lineno
        if self._statement not in self._stated:
            self._stated[self._statement] = in_normal_form(self._statement)
        stated = self._stated[self._statement]
        names = self._names or ()
        self.found.append(
            Mutant(
                self.module,
                function,
                kind,
                original,
                changed,
                0,
                stated,
                node.lineno,
                start,
                span,
                text,
                names,
            )
        )

    @contextmanager
    def _inside(self, name: str, names: tuple[str, ...] | None) -> Iterator[None]:
        outer, self._names = self._names, names
        self._path.append(name)
        yield
        self._path.pop()
        self._names = outer

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for each in node.decorator_list:
            self._decorator(each)
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                with self._inside(node.name, None if self._names is None else (*self._names, node.name)):
                    self.visit(default)
        outer, self._indent = self._indent, node.body[0].col_offset
        with self._inside(node.name, None):
            self.block(node.body)
        self._indent = outer

    visit_FunctionDef = visit_AsyncFunctionDef = _function

    def _decorator(self, node: ast.expr) -> None:
        if called(node) not in EQUAL_DECORATORS:
            self.visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        names = self._names if self._names is None else (*self._names, node.name)
        with self._inside(node.name, names):
            self.block(node.body)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        if not {getattr(each, "id", "") for each in node.targets} & {"__all__", "__slots__"}:
            self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        asked = ast.unparse(node.test)
        if "TYPE_CHECKING" not in asked and "__name__" not in asked:
            self._condition(node.test)
            self.block(node.body)
        self.block(node.orelse)

    def visit_While(self, node: ast.While) -> None:
        self._condition(node.test)
        self.block(node.body)
        self.block(node.orelse)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._condition(node.test)
        self.visit(node.body)
        self.visit(node.orelse)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self.visit(node.iter)
        for each in node.ifs:
            self._condition(each)

    def _for(self, node: ast.For | ast.AsyncFor) -> None:
        self.visit(node.iter)
        self.block(node.body)
        self.block(node.orelse)

    visit_For = visit_AsyncFor = _for

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            self.visit(item.context_expr)
        self.block(node.body)

    visit_With = visit_AsyncWith = _with

    def _try(self, node: ast.Try | ast.TryStar) -> None:
        self.block(node.body)
        for handler in node.handlers:
            self.block(handler.body)
        self.block(node.orelse)
        self.block(node.finalbody)

    visit_Try = visit_TryStar = _try

    def visit_match_case(self, node: ast.match_case) -> None:
        if node.guard is not None:
            self._condition(node.guard)
        self.block(node.body)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.visit(node.body)

    def _nothing(self, node: ast.AST) -> None:
        """Made by nobody: assertions, refusals' words, and the inside of texts, which has no places."""

    visit_Assert = visit_Raise = visit_JoinedStr = visit_Import = visit_ImportFrom = _nothing

    def visit_Call(self, node: ast.Call) -> None:
        if self._is_log(node) or called(node) in TYPING:
            return
        outer, self._words = self._words, called(node) in SENTENCES
        for each in (node.func, *node.args):
            self.visit(each)
        for named in node.keywords:
            if named.arg not in EQUAL_NAMED:
                self.visit(named.value)
        self._words = outer

    def visit_Compare(self, node: ast.Compare) -> None:
        for place, operator in enumerate(node.ops):
            turned = [*node.ops[:place], TURNED[type(operator)](), *node.ops[place + 1 :]]
            changed = ast.unparse(ast.Compare(node.left, turned, node.comparators))
            self._note("comparison", node, ast.unparse(node), changed, f"({changed})")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        other = ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        self._note("condition", node, ast.unparse(node), ast.unparse(other), f"({ast.unparse(other)})")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        changed: object
        match node.value:
            case bool():
                changed = not node.value
            case int() | float():
                changed = node.value + 1
            case str() if NAMELIKE.fullmatch(node.value) and not self._words:
                changed = f"{node.value}x"
            case _:
                return
        self._note("constant", node, repr(node.value), repr(changed))

    def _condition(self, test: ast.expr) -> None:
        if isinstance(test, ast.Constant):
            return  # ``while True``
        original = ast.unparse(test)
        if not (isinstance(test, ast.Compare) and len(test.ops) == 1):
            inner = test.operand if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) else None
            denied = ast.unparse(inner or ast.UnaryOp(ast.Not(), test))
            self._note("condition", test, original, denied, f"({denied})")
        if not any(isinstance(each, ast.NamedExpr) for each in ast.walk(test)):
            for word in ("True", "False"):
                self._note("condition", test, original, word, f"({word})")
        self.visit(test)
