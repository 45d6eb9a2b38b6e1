"""Which mutants are tried, and which tests could notice them."""

from __future__ import annotations

import ast
import hashlib
import math
import random
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mutating.making import KINDS, Mutant, given_names
from mutating.meeting import Met

PACKAGE = "companion"
GROUND = "ground"
"""The room of the modules that lie in none."""
FURTHER = 3
"""Steps from a name of a module to others that are made of it."""
MIRRORS = {"play": ("play", "table")}
"""Rooms whose tests stand in other folders than the one of their name."""


def modules(root: Path) -> list[str]:
    """Every module of the package, as paths below the root."""
    return sorted(path.relative_to(root).as_posix() for path in (root / PACKAGE).rglob("*.py"))


def room_of(module: str) -> str:
    """The room of a module."""
    parts = module.split("/")
    return parts[1] if len(parts) > 2 else GROUND


def test_folders(root: Path) -> list[str]:
    """Folders of tests that mirror a room."""
    rooms = {room_of(module) for module in modules(root)}
    mirrors = rooms | {name for room in rooms for name in MIRRORS.get(room, ())}
    return [f"tests/{name}" for name in sorted(mirrors) if any((root / "tests" / name).rglob("test_*.py"))]


def own_folders(root: Path, room: str) -> list[str]:
    """The folders that mirror a room; the ground is everybody's."""
    every = test_folders(root)
    own = {f"tests/{name}" for name in MIRRORS.get(room, (room,))}
    return every if room == GROUND else [folder for folder in every if folder in own]


def spread(mutants: Iterable[Mutant], root: Path, seed: int, count: int) -> list[Mutant]:
    """As many mutants, by lot: rooms by their lines, kinds evenly, each statement once before any twice."""
    by_room: dict[str, list[Mutant]] = defaultdict(list)
    for each in mutants:
        by_room[room_of(each.module)].append(each)
    lines: Counter[str] = Counter()
    for module in {each.module for several in by_room.values() for each in several}:
        lines[room_of(module)] += (root / module).read_bytes().count(b"\n")
    whole = sum(lines.values())
    chosen = []
    shares = {room: count * lines[room] / whole for room in sorted(by_room)}
    for room, share in _rounded(shares).items():
        chosen += _drawn(by_room[room], random.Random(f"{seed} {room}"), share)
    random.Random(seed).shuffle(chosen)  # a run that is stopped has tried some of each room
    return chosen


def _rounded(shares: dict[str, float]) -> dict[str, int]:
    """Whole numbers of the same sum: the largest remainders are rounded up."""
    whole = {room: int(share) for room, share in shares.items()}
    left = round(sum(shares.values())) - sum(whole.values())
    for room in sorted(shares, key=lambda room: shares[room] - whole[room], reverse=True)[:left]:
        whole[room] += 1
    return whole


def _drawn(mutants: list[Mutant], lot: random.Random, count: int) -> list[Mutant]:
    piles = {kind: [each for each in mutants if each.kind == kind] for kind in KINDS}
    for pile in piles.values():
        lot.shuffle(pile)
    taken: set[tuple[str, int]] = set()
    drawn: list[Mutant] = []
    put_off: list[Mutant] = []
    while len(drawn) < count and any(piles.values()):
        for pile in piles.values():
            while pile and (pile[-1].module, pile[-1].start) in taken:
                put_off.append(pile.pop())
            if pile and len(drawn) < count:
                drawn.append(pile.pop())
                taken.add((drawn[-1].module, drawn[-1].start))
    return drawn + put_off[: count - len(drawn)]


@dataclass(frozen=True, slots=True)
class Equal:
    """Mutants that no test can find, with the reason."""

    keys: frozenset[tuple[str, str, str, str, int]]

    @classmethod
    def load(cls, file: Path) -> Equal:
        entries = tomllib.loads(file.read_text(encoding="utf-8")).get("equal", []) if file.exists() else []
        if unexplained := [entry for entry in entries if not entry.get("reason")]:
            raise SystemExit(f"{file.name} gives no reason for {unexplained[0]}")
        names = ("module", "function", "original", "changed")
        return cls(frozenset((*(e[name] for name in names), e.get("occurrence", 1)) for e in entries))

    def __contains__(self, mutant: Mutant) -> bool:
        return mutant.key in self.keys

    def gone(self, mutants: Iterable[Mutant]) -> list[str]:
        """Entries of these modules' that are no mutants any more."""
        every = list(mutants)
        read, there = {each.module for each in every}, {each.key for each in every}
        old = sorted(key for key in self.keys - there if key[0] in read)
        return [f"{module} {function}: {was} -> {now}" for module, function, was, now, _ in old]


@dataclass(slots=True)
class Tests:
    """Tests by what they met, folder by folder."""

    root: Path
    met: dict[str, Met]
    _uses: _Uses | None = None
    _flaky: set[str] = field(default_factory=set)

    def doubt(self, test: str) -> None:
        """This test fails without a change too; it is asked no more."""
        self._flaky.add(test)

    def of(self, mutant: Mutant, folders: Sequence[str]) -> list[tuple[str, float]]:
        """The tests that may notice a mutant and their seconds, the quickest first."""
        places = self._places(mutant)
        found = []
        for folder in folders:
            met = self.met[folder]
            names = list(met.seconds)
            tests = {test for module, line in places for test in met.lines.get(module, {}).get(line, ())}
            found += [(names[test], met.seconds[names[test]]) for test in sorted(tests)]
        # tests of one file stay side by side, so that what they share is made once
        found.sort(key=lambda each: (round(math.log2(max(each[1], 0.01))), each[0].split("::")[0]))
        return [each for each in found if each[0] not in self._flaky]

    def _places(self, mutant: Mutant) -> set[tuple[str, int]]:
        if not mutant.names:
            return {(mutant.module, mutant.start)}
        if self._uses is None:
            self._uses = _Uses.of(self.root)
        return self._uses.places(mutant.names)

    def is_cold(self, mutant: Mutant) -> bool:
        """True where the change would come too late in a process that has gathered the tests."""
        return bool(mutant.names) or any(
            mutant.start in met.loaded.get(mutant.module, ()) for met in self.met.values()
        )


@dataclass(frozen=True, slots=True)
class _Uses:
    """Where each name is used: in functions by place, at the level of modules by the names made of it."""

    in_functions: dict[str, set[tuple[str, int]]]
    in_names: dict[str, set[str]]

    @classmethod
    def of(cls, root: Path) -> _Uses:
        uses = cls(defaultdict(set), defaultdict(set))
        for module in modules(root):
            uses._read(ast.parse((root / module).read_bytes()).body, module, (), False)
        return uses

    def _read(self, block: list[ast.stmt], module: str, names: tuple[str, ...], inside: bool) -> None:
        for statement in block:
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                deeper = inside or not isinstance(statement, ast.ClassDef)
                own = names if deeper else (*names, statement.name)
                given = own or given_names(statement)
                defaults = _defaults(statement)
                self._note([*statement.decorator_list, *defaults], module, statement.lineno, given, inside)
                # often found by a decorator, not by its name; a default is asked for by whoever calls it
                if (statement.decorator_list or defaults) and not inside:
                    self.in_functions[statement.name] |= {(module, each.lineno) for each in statement.body}
                self._read(statement.body, module, own, deeper)
                continue
            blocks, rest = _parts(statement)
            self._note(rest, module, statement.lineno, names or given_names(statement), inside)
            for each in blocks:
                self._read(each, module, names, inside)

    def _note(
        self, parts: Iterable[ast.AST], module: str, line: int, names: tuple[str, ...], inside: bool
    ) -> None:
        for used in {_name(node) for part in parts for node in ast.walk(part)} - {""}:
            if inside:
                self.in_functions[used].add((module, line))
            else:
                self.in_names[used] |= set(names)

    def places(self, names: Iterable[str]) -> set[tuple[str, int]]:
        """The statements of functions that use one of the names, or a name that is made of them."""
        known, new = set(names), set(names)
        for _ in range(FURTHER):
            new = {other for name in new for other in self.in_names.get(name, ())} - known
            known |= new
        return {place for name in known for place in self.in_functions.get(name, ())}


def _defaults(statement: ast.stmt) -> list[ast.expr]:
    """What the arguments of a function are where nobody tells them."""
    arguments = getattr(statement, "args", ast.arguments(defaults=[], kw_defaults=[]))
    return [each for each in (*arguments.defaults, *arguments.kw_defaults) if each is not None]


def _name(node: ast.AST) -> str:
    name = getattr(node, "attr", getattr(node, "id", ""))
    return name if isinstance(name, str) else ""


def _parts(statement: ast.stmt) -> tuple[list[list[ast.stmt]], list[ast.AST]]:
    """The blocks of a statement, and everything else of it."""
    blocks: list[list[ast.stmt]] = []
    rest: list[ast.AST] = []
    for part in ast.iter_child_nodes(statement):
        if isinstance(part, ast.ExceptHandler | ast.match_case):
            blocks.append(part.body)
            rest += [each for each in ast.iter_child_nodes(part) if not isinstance(each, ast.stmt)]
        elif isinstance(part, ast.stmt):
            blocks.append([part])
        else:
            rest.append(part)
    return blocks, rest


def digest(root: Path, folder: str) -> str:
    """Changes when a map of this folder is out of date."""
    said = hashlib.sha256()
    shared = [path for path in (root / "tests").glob("*.py") if not path.name.startswith("test_")]
    parts = ((root / PACKAGE).rglob("*.py"), (root / folder).rglob("*.py"), shared)
    for path in sorted(path for several in parts for path in several):
        said.update(f"{path.relative_to(root)}\n".encode() + path.read_bytes())
    return said.hexdigest()[:16]
