"""Change the program a little, a place at a time, and say which changes no test notices.

    python .ci/mutants.py rules               30 mutants of rules/, tried by tests/rules
    python .ci/mutants.py --count 300         of all rooms, by their size
    python .ci/mutants.py --module companion/rules/honshu/score.py --count 1000
    python .ci/mutants.py rules --anywhere    what tests/rules misses is tried by all tests that meet it
    python .ci/mutants.py --again FILE        the mutants that an earlier run kept with --keep FILE

All work is done in a copy that goes with the run. First the tests of a room are run once, to see which of
them meets which lines (kept in .pytest_cache/mutants until code or tests change); then each mutant is tried
by the tests that meet its line, the quickest first. What needs a browser or is deep is not asked.
Mutants that no test can find stand in .ci/mutants-equal.toml, with the reason.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from mutating.again import Known, Tried, load, save
from mutating.choosing import (
    PACKAGE,
    Equal,
    Tests,
    digest,
    modules,
    own_folders,
    room_of,
    spread,
    test_folders,
)
from mutating.making import Mutant, mutants_of
from mutating.meeting import Met
from mutating.trying import Copy, Ended, Server, make_map

EQUAL = "mutants-equal.toml"
FIRST_FILES = 3
"""Of a mutant that needs a process of its own: files of tests that are gathered first."""


def main() -> None:
    options = _options()
    root = options.root.resolve()
    equal = Equal.load(root / ".ci" / EQUAL)
    before = load(options.again) if options.again else []
    every = [
        each
        for path in modules(root)
        if before or _is_wanted(path, options)
        for each in mutants_of(root, path)
    ]
    if before:
        chosen = _found_again(before, every)
    else:
        drawn = spread([each for each in every if each not in equal], root, options.seed, options.count)
        chosen = dict.fromkeys(drawn)
    os.nice(19)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    with Copy(root) as copy:
        rooms = {room_of(each.module) for each in chosen}
        own = {folder for room in rooms for folder in own_folders(root, room)}
        folders = test_folders(root) if options.anywhere else sorted(own)
        tests = Tests(root, {folder: _map(copy, root, folder) for folder in folders})
        tried: list[Tried] = []
        with Server(copy, folders) as server:
            trial = Trial(copy, server, tests, options.anywhere, options.seconds)
            for number, (mutant, first) in enumerate(chosen.items(), 1):
                if mutant in equal:
                    continue
                tried.append(trial.of(mutant, first))
                _say(
                    f"{number}/{len(chosen)} {tried[-1].outcome:9} {tried[-1].seconds:5.1f} s {_told(mutant)}"
                )
                if options.keep:
                    about = {"project": _commit(root), "seed": options.seed, "anywhere": options.anywhere}
                    save(options.keep, tried, about)
    _report(tried)
    for entry in equal.gone(every):
        print(f"gone: {entry}    stands in {EQUAL} still")
    if before:
        _compare(before, every, tried)


def _options() -> argparse.Namespace:
    assert __doc__ is not None
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("room", nargs="*", help="rooms of companion/; all without one")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--count", type=int, default=30, help="how many mutants")
    words.add_argument("--module", action="append", default=[], help="only of this module or folder")
    words.add_argument("--anywhere", action="store_true", help="tests of other rooms count too")
    words.add_argument(
        "--seconds", type=float, default=15, help="of the processor that tests of a mutant may take"
    )
    words.add_argument("--keep", type=Path, metavar="FILE", help="write down which were tried, and found")
    words.add_argument("--again", type=Path, metavar="FILE", help="try those that were written down")
    words.add_argument("--root", type=Path, default=Path(__file__).parent.parent, help="another project")
    options = words.parse_args()
    rooms = {room_of(module) for module in modules(options.root)}
    if unknown := set(options.room) - rooms:
        words.error(f"no room {', '.join(sorted(unknown))}: there are {', '.join(sorted(rooms))}")
    return options


def _is_wanted(path: str, options: argparse.Namespace) -> bool:
    in_module = any(path == each or path.startswith(f"{each.rstrip('/')}/") for each in options.module)
    return (not options.room or room_of(path) in options.room) and (not options.module or in_module)


def _found_again(before: Iterable[Tried], every: Iterable[Mutant]) -> dict[Mutant, str | None]:
    """Today's mutants, with the tests that found them then."""
    known = Known(every)
    found = ((known.again(each.mutant), each.by) for each in before)
    return {mutant: by or None for mutant, by in found if mutant is not None}


def _map(copy: Copy, root: Path, folder: str) -> Met:
    name = folder.replace("/", "-")
    file = root / ".pytest_cache" / "mutants" / f"{name}-{digest(root, folder)}.json.gz"
    if not file.exists():
        _say(f"{folder}: which lines its tests meet ...")
        begun = time.monotonic()
        for old in file.parent.glob(f"{name}-*"):
            old.unlink()
        file.parent.mkdir(parents=True, exist_ok=True)
        make_map(copy, PACKAGE, folder, file)
        _say(f"{folder}: {time.monotonic() - begun:.0f} s")
    met = Met.load(file)
    if met.failed:
        _say(f"{folder}: {len(met.failed)} tests fail without any change: {', '.join(met.failed[:9])}")
    return met


class Trial:
    """Tries one mutant after the other."""

    def __init__(self, copy: Copy, server: Server, tests: Tests, anywhere: bool, seconds: float) -> None:
        self.copy, self.server, self.tests = copy, server, tests
        self.anywhere, self.seconds = anywhere, seconds

    def of(self, mutant: Mutant, first: str | None) -> Tried:
        """What becomes of a mutant; the test that found it before is asked first."""
        begun = time.monotonic()
        room = room_of(mutant.module)
        own = [folder for folder in own_folders(self.tests.root, room) if folder in self.tests.met]
        others = [folder for folder in self.tests.met if folder not in own] if self.anywhere else []
        met, cut = False, 0.0
        for outcome, folders in (("own", own), ("elsewhere", others)):
            tests = self.tests.of(mutant, folders)
            tests.sort(key=lambda each: each[0] != first)
            kept = self._within(tests)
            met, cut = met or bool(tests), cut + sum(spent for _, spent in tests[len(kept) :])
            ended = self._tried(mutant, kept) if kept else None
            if ended is not None:
                return Tried(mutant, room, outcome, ended.by, ended.how, round(time.monotonic() - begun, 1))
        outcome = "missed" if met else "unmet"
        return Tried(mutant, room, outcome, seconds=round(time.monotonic() - begun, 1), cut=round(cut, 1))

    def _within(self, tests: list[tuple[str, float]]) -> list[tuple[str, float]]:
        spent, kept = 0.0, list[tuple[str, float]]()
        for test in tests:
            spent += test[1]
            if kept and spent > self.seconds:
                break
            kept.append(test)
        return kept

    def _tried(self, mutant: Mutant, tests: list[tuple[str, float]]) -> Ended | None:
        """How a test ended that noticed the mutant, or none."""
        while tests:
            ended = Ended("cold", "") if self.tests.is_cold(mutant) else self._warm(mutant, tests)
            if ended.how == "cold":
                ended = self._cold(mutant, tests)
            if ended.how == "passed":
                return None
            if not ended.by or self._holds(ended.by, tests):
                return ended
            _say(f"{ended.by} fails without a change; it is asked no more")
            self.tests.doubt(ended.by)
            tests = [each for each in tests if each[0] != ended.by]
        return None

    def _warm(self, mutant: Mutant, tests: list[tuple[str, float]]) -> Ended:
        with self.copy.changed(mutant) as change:
            return self.server.ask(change, [name for name, _ in tests], sum(spent for _, spent in tests))

    def _cold(self, mutant: Mutant, tests: list[tuple[str, float]]) -> Ended:
        """In a process that loads the changed module; a few files of tests first, as gathering takes long."""
        files = list(dict.fromkeys(name.split("::")[0] for name, _ in tests))
        for several in (files[:FIRST_FILES], files[FIRST_FILES:]):
            asked = [test for test in tests if test[0].split("::")[0] in several]
            if not asked:
                continue
            with self.copy.changed(mutant), Server(self.copy, several, cold=True) as server:
                if not server.ready:
                    return Ended("died", "")
                ended = server.ask(None, [name for name, _ in asked], sum(spent for _, spent in asked))
            if ended.how != "passed":
                return ended
        return Ended("passed", "")

    def _holds(self, test: str, tests: Sequence[tuple[str, float]]) -> bool:
        """True when a test passes without a change."""
        return self.server.ask(None, [test], dict(tests)[test]).how == "passed"


def _commit(root: Path) -> str:
    words = ["git", "-C", str(root), "rev-parse", "--short", "HEAD"]
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip()


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def _told(mutant: Mutant) -> str:
    change = f"{mutant.original} -> {mutant.changed}"
    if mutant.original not in (mutant.statement, f"if {mutant.original}:"):
        change += f"    in: {mutant.statement}"
    return f"{mutant.module}:{mutant.line} {mutant.function}: {change}"


def _report(tried: Sequence[Tried]) -> None:
    rooms: dict[str, Counter[str]] = defaultdict(Counter)
    for each in tried:
        rooms[each.room][each.outcome] += 1
        rooms["all"][each.outcome] += 1
    print("room     mutants  found by its tests  by others only  missed  met by none")
    for room, outcomes in sorted(rooms.items(), key=lambda each: (each[0] == "all", each[0])):
        own, elsewhere, missed, unmet = (outcomes[name] for name in ("own", "elsewhere", "missed", "unmet"))
        share = f"{own} ({100 * own / outcomes.total():.0f} %)"
        print(f"{room:8} {outcomes.total():7}  {share:>18}  {elsewhere:14}  {missed:6}  {unmet:11}")
    for each in tried:
        if not each.found:
            cut = f"    ({each.cut:.0f} s of tests not run)" if each.cut else ""
            print(f"{each.outcome}: {_told(each.mutant)}{cut}")


def _compare(before: Sequence[Tried], every: Iterable[Mutant], tried: Sequence[Tried]) -> None:
    """What has become of those that were tried before."""
    known, now = Known(every), {each.mutant: each for each in tried}
    pairs = [(each, now.get(again)) for each in before if (again := known.again(each.mutant)) is not None]
    both = [(old, new) for old, new in pairs if new is not None]
    print(f"\n{len(both)} of {len(before)} mutants are there still")
    for word, group in (
        ("found", [(old.found, new.found) for old, new in both]),
        (
            "found by the tests of the room",
            [(old.outcome == "own", new.outcome == "own") for old, new in both],
        ),
    ):
        print(f"{word}: {sum(old for old, _ in group)} before, {sum(new for _, new in group)} now")
    for old, new in both:
        if old.found and not new.found:
            print(f"lost: {_told(new.mutant)}    was found by {old.by}")
        elif new.found and not old.found:
            print(f"gained: {_told(new.mutant)}    by {new.by}")
    for old in before:
        if known.again(old.mutant) is None:
            print(f"gone: {_told(old.mutant)}")


if __name__ == "__main__":
    main()
