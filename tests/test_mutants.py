"""The script of mutants: what it changes, what it leaves alone, and the gap it finds in a small project."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / ".ci"))

from mutating.again import Known  # noqa: E402
from mutating.choosing import modules, spread  # noqa: E402
from mutating.making import Mutant, mutants_of  # noqa: E402

STAIRS = '''"""Stairs."""

from functools import cache

__all__ = ["climbed", "fits"]
MOST = 3


@cache
def steps() -> tuple[int, ...]:
    """Their heights: 7 and 9."""
    return (7, 9)


def fits(feet: "int") -> bool:
    """True when they are few."""
    return feet < MOST


def climbed(feet: int) -> int:
    """Two for each foot but the last."""
    total = 0
    if feet > 1:
        total += 2 * (feet - 1)
    return total


def counted(words: list[str], before: int = 1) -> int:
    """Words of a line, the program among them."""
    return len(words[before:])


if __name__ == "__main__":
    import sys

    print(counted(sys.argv))
'''
STAIRS_TESTS = """import subprocess
import sys

from companion.rules.stairs import climbed, counted, fits, steps


def test_there_are_two():
    assert len(steps()) == 2


def test_they_are_of_two_heights():
    assert steps() == (7, 9)


def test_three_do_not_fit():
    assert fits(2)
    assert not fits(4)


def test_the_last_does_not_count():
    assert [climbed(feet) for feet in (0, 1, 2, 3)] == [0, 0, 2, 4]


def test_the_first_word_does_not_count():
    assert counted(["up", "down"]) == 1


def test_a_program_counts_its_words():
    words = [sys.executable, "-m", "companion.rules.stairs", "up", "down"]
    assert subprocess.run(words, capture_output=True, check=True).stdout == b"2\\n"
"""


GUARD = {("b < c", "b <= c"), ("b < c", "True"), ("b < c", "False")}


def written(folder: Path, name: str, text: str) -> str:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return name


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of one room with one module."""
    written(tmp_path, "companion/__init__.py", "")
    written(tmp_path, "companion/rules/__init__.py", "")
    written(tmp_path, "companion/rules/stairs.py", STAIRS)
    written(tmp_path, "tests/rules/test_stairs.py", STAIRS_TESTS)
    written(tmp_path, "tests/rules/conftest.py", "import companion.rules.stairs\n")
    return tmp_path


def changes(folder: Path, text: str) -> set[tuple[str, str]]:
    module = written(folder, "companion/rules/one.py", text)
    return {(each.original, each.changed) for each in mutants_of(folder, module)}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("return a < b", {("a < b", "a <= b")}),
        ("return a is None", {("a is None", "a is not None")}),
        ("return a + 1", {("1", "2")}),
        ("return True", {("True", "False")}),
        ("return a['red']", {("'red'", "'redx'")}),
        ("return a and b", {("a and b", "a or b")}),
        ("return 1 if a else b", {("1", "2"), ("a", "not a"), ("a", "True"), ("a", "False")}),
        ("return [x for x in a if not b]", {("not b", "b"), ("not b", "True"), ("not b", "False")}),
        ("a.sort()", {("a.sort()", "pass")}),
        ("a.b = c", {("a.b = c", "pass")}),
        ("for x in a:\n        return x", {("return x", "pass")}),
        ("match a:\n        case [1] if b < c:\n            raise", {*GUARD, ("raise", "pass")}),
    ],
)
def test_each_part_of_a_function_is_changed(
    tmp_path: Path, code: str, expected: set[tuple[str, str]]
) -> None:
    assert changes(tmp_path, f"def f(a, b, c):\n    {code}\n") == expected


@pytest.mark.parametrize(
    "code",
    [
        '"""A docstring with 3 words."""',
        "assert a < 3",
        "logger.warning('late')",
        "return say('done')",
        "return 'Nothing is left.'",
        "return f'{1 if a else 2}'",
        "x: Literal['red']",
        "x = a",
        "return a.encode(encoding='ascii')",
        "return zip(a, b, strict=True)",
        "raise AssertionError(3)",
    ],
)
def test_what_no_test_could_notice_is_left_alone(tmp_path: Path, code: str) -> None:
    assert changes(tmp_path, f"def f(a, b):\n    {code}\n") == set()


def test_what_only_names_and_types_read_is_left_alone(tmp_path: Path) -> None:
    lines = [
        "__all__ = ['f']",
        "if TYPE_CHECKING:\n    deep = 3",
        "if __name__ == '__main__':\n    f(3)",
        "T = TypeVar('T')",
        "@dataclass(frozen=True)\nclass C:\n    colour: Literal['red']",
    ]
    assert changes(tmp_path, "\n".join(lines)) == set()


LONG = """def f(é, b):
    return (
        é
        < b
    )


def g(a):
    a(
        é
    )
    return 5
"""


def test_other_lines_keep_their_numbers(tmp_path: Path) -> None:
    module = written(tmp_path, "companion/rules/one.py", LONG)
    for mutant in mutants_of(tmp_path, module):
        after = mutant.applied(LONG.encode()).decode()
        compile(after, module, "exec")
        assert after != LONG
        assert len(after.splitlines()) == len(LONG.splitlines())


def test_a_mutant_is_known_again_where_its_function_went(project: Path) -> None:
    old = mutants_of(project, "companion/rules/stairs.py")
    (project / "companion/rules/stairs.py").unlink()
    longer = STAIRS.replace("Stairs.", "Stairs.\n\nOf wood.\n")
    new = mutants_of(project, written(project, "companion/play/wood/stairs.py", longer))
    assert [each.line for each in new] == [each.line + 3 for each in old]
    known = Known(new)
    assert [known.again(each) for each in old] == new


def test_a_mutant_of_a_function_with_a_new_name_is_known_by_a_long_statement(project: Path) -> None:
    old = mutants_of(project, "companion/rules/stairs.py")
    renamed = STAIRS.replace("def climbed", "def up")
    known = Known(mutants_of(project, written(project, "companion/rules/stairs.py", renamed)))
    gone = {each.statement for each in old if known.again(each) is None}
    assert gone == {"total = 0", "if feet > 1:"}


def test_rooms_have_mutants_by_their_size(project: Path) -> None:
    long = "".join(f"def f{number}(a):\n    return a < {number}\n\n\n" for number in range(400))
    written(project, "companion/press/long.py", long)
    every = [each for module in modules(project) for each in mutants_of(project, module)]
    chosen = spread(every, project, 3, 40)
    assert sum(each.module == "companion/press/long.py" for each in chosen) == 39
    assert len({(each.module, each.start) for each in chosen}) == 40
    assert {each.kind for each in chosen} == {"comparison", "constant"} | {
        each.kind for each in chosen if each.module.endswith("stairs.py")
    }
    assert spread(every, project, 3, 40) == chosen
    assert spread(every, project, 4, 40) != chosen


EQUAL = """[[equal]]
module = "companion/rules/stairs.py"
function = "climbed"
original = "feet > 1"
changed = "feet >= 1"
reason = "twice nothing is added"

[[equal]]
module = "companion/rules/stairs.py"
function = "climbed"
original = "feet > 5"
changed = "feet >= 5"
reason = "was there once"
"""


@pytest.mark.deep
@pytest.mark.timeout(300)
def test_the_script_finds_the_gap_of_a_small_project(project: Path, tmp_path_factory) -> None:
    written(project, ".ci/mutants-equal.toml", EQUAL)
    kept = tmp_path_factory.mktemp("kept") / "kept.json"
    before = {path: path.read_bytes() for path in project.rglob("*.py")}
    words = [sys.executable, ROOT / ".ci/mutants.py", "--root", project, "--count", "99"]
    done = subprocess.run([*words, "--keep", kept], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads(kept.read_text(encoding="utf-8"))["mutants"]
    missed = {each["mutant"]["changed"] for each in told if each["outcome"] != "own"}
    assert missed == {"feet <= MOST", "4"}, done.stdout
    assert "gone: companion/rules/stairs.py climbed: feet > 5 -> feet >= 5" in done.stdout
    # a test that asks for a value that another test had made
    by = {each["mutant"]["original"]: each["by"].partition("::")[2] for each in told}
    assert (by["7"], by["9"]) == ("test_they_are_of_two_heights",) * 2
    assert "companion/rules/stairs.py:17 fits: feet < MOST -> feet <= MOST" in done.stdout
    assert "feet >= 1" not in done.stdout
    assert {path: path.read_bytes() for path in project.rglob("*.py")} == before
    again = subprocess.run([*words, "--again", kept], capture_output=True, text=True, check=False)
    assert f"{len(told)} of {len(told)} mutants are there still" in again.stdout, again.stderr
    assert "lost" not in again.stdout


def test_a_mutant_has_one_key(project: Path) -> None:
    every: list[Mutant] = mutants_of(project, "companion/rules/stairs.py")
    assert len({each.key for each in every}) == len(every)
