"""Probes in the functions of a package: each statement notes that it was met. Put in as modules are loaded.

What runs as a module is loaded carries no probe: it runs once, for whoever loads the module first.
"""

from __future__ import annotations

import ast
import atexit
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any

Lines = dict[str, bytes]
"""A byte for each line of a file, 1 where it was met; only files of which something was met."""
CACHES = {"cache", "lru_cache"}

_met: dict[str, bytearray] = {}
_round = 0
"""Changes with each test, so that a value that is kept says only once a test how it came about."""


def taken() -> Lines:
    """What was met since the last time."""
    lines = {}
    for path, own in list(_met.items()):
        if 1 in own:
            lines[path] = bytes(own)
            own[:] = bytes(len(own))
    return lines


def put(lines: Lines) -> None:
    """These count as met now."""
    for path, more in lines.items():
        _met[path][:] = _either(bytes(_met[path]), more)


def begin_round() -> None:
    """What was met is forgotten; a test begins."""
    global _round
    taken()
    _round += 1


def install(package: str) -> None:
    """From now on modules of this package are loaded with probes."""
    if package in sys.modules:
        raise RuntimeError(f"{package} is loaded already, without probes")
    sys.meta_path.insert(0, _Finder(package))


class _Finder(MetaPathFinder):
    def __init__(self, package: str) -> None:
        self.package = package

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.split(".")[0] != self.package:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(fullname, spec.loader.path)
        return spec


class _Loader(SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        source = self.get_data(self.path)
        _met[self.path] = bytearray(source.count(b"\n") + 2)
        code: CodeType = compile(probed(ast.parse(source), self.path), self.path, "exec", dont_inherit=True)
        return code


def probed(tree: ast.Module, path: str) -> ast.Module:
    """The same module, with a note before each statement of a function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            _probe_function(node)
    # the module asks for what its probes need, as it may run as a program, under no name of its own
    asked = ast.parse(
        "import mutating.probes as __probes__\n"
        f"__met__ = __probes__.marks({path!r})\n"
        "__remembering__ = __probes__.remembering"
    )
    head = [node for node in tree.body[:2] if _is_head(node)]
    tree.body[len(head) : len(head)] = asked.body
    return ast.fix_missing_locations(tree)


def _is_head(node: ast.stmt) -> bool:
    """True for a docstring and for what comes from the future, which have to stand first."""
    documented = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return documented or (isinstance(node, ast.ImportFrom) and node.module == "__future__")


def marks(path: str) -> bytearray:
    """Where a module notes what was met of it."""
    return _met[path]


def _probe_function(function: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    for place, decorator in enumerate(function.decorator_list):
        named = decorator.func if isinstance(decorator, ast.Call) else decorator
        if getattr(named, "id", getattr(named, "attr", "")) in CACHES:
            wrapper = ast.Name("__remembering__", ast.Load())
            function.decorator_list[place] = ast.copy_location(ast.Call(wrapper, [decorator], []), decorator)
    function.body = _with_probes(function.body)


def _with_probes(statements: list[ast.stmt]) -> list[ast.stmt]:
    noted: list[ast.stmt] = []
    for statement in statements:
        if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
            noted.append(_probe(statement))
        noted.append(statement)
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            _probe_inside(statement)
    return noted


def _probe_inside(node: ast.AST) -> None:
    """The blocks of a compound statement, and of its handlers and cases."""
    for name in ("body", "orelse", "finalbody"):
        if inner := getattr(node, name, None):
            setattr(node, name, _with_probes(inner))
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        _probe_inside(part)


def _probe(statement: ast.stmt) -> ast.stmt:
    place = ast.Subscript(ast.Name("__met__", ast.Load()), ast.Constant(statement.lineno), ast.Store())
    return ast.copy_location(ast.Assign([place], ast.Constant(1)), statement)


def remembering(decorate: Callable[[Callable[..., Any]], Any]) -> Callable[[Callable[..., Any]], Any]:
    """The decorator of a cache, so that a kept value counts as made for every test that asks."""

    def decorated(function: Callable[..., Any]) -> Any:
        @decorate
        def kept(*args: Any, **named: Any) -> tuple[Any, list[Any]]:
            outside = taken()
            try:
                value = function(*args, **named)
            finally:
                inside = taken()
                put(outside)
                put(inside)
            return value, [_round, inside]

        @wraps(function)
        def asked(*args: Any, **named: Any) -> Any:
            value, made = kept(*args, **named)
            if made[0] != _round:
                made[0] = _round
                put(made[1])
            return value

        for name in ("cache_clear", "cache_info", "cache_parameters"):
            setattr(asked, name, getattr(kept, name))
        return asked

    return decorated


def merged(several: Iterable[Lines]) -> Lines:
    """What was met by any of these."""
    found: Lines = {}
    for lines in several:
        for path, more in lines.items():
            found[path] = _either(found.get(path, b""), more)
    return found


def _either(some: bytes, others: bytes) -> bytes:
    both = int.from_bytes(some, "little") | int.from_bytes(others, "little")
    return both.to_bytes(max(len(some), len(others)), "little")


def note_at_the_end(file: str) -> None:
    """A process of its own notes what it met as it ends."""

    def note() -> None:
        met = {path: [line for line, met in enumerate(own) if met] for path, own in taken().items()}
        with open(f"{file}.{os.getpid()}", "w", encoding="utf-8") as out:
            json.dump(met, out)

    atexit.register(note)
