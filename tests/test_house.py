"""Habits that no single module can keep: sizes, services without a face, commands named in one room."""

import ast
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "companion"
MODULES = sorted(PACKAGE.rglob("*.py"))
TESTS_AND_SCRIPTS = [
    *sorted((ROOT / "tests").rglob("*.py")),
    *sorted((ROOT / ".ci").glob("*.py")),
    ROOT / ".ci/versions",
]
LOWER = [path for path in MODULES if path.relative_to(PACKAGE).parts[0] not in ("cli", "web")]
SERVICE = sorted((PACKAGE / "service").rglob("*.py"))
FACES = {"click", "http", "jinja2", "prompt_toolkit", "starlette", "sys", "uvicorn"}
GAMES = {path.name for path in (ROOT / "assets" / "games").iterdir()}
GAME = re.compile(rf"(?<![a-z])({'|'.join(GAMES)})(?![a-z])", re.IGNORECASE)
SHARED = [
    path
    for path in (*MODULES, *sorted((ROOT / "templates").rglob("*.*")))
    if not GAMES & {Path(part).stem for part in path.relative_to(ROOT).parts}
    and path.suffix != ".po"
    and path not in (PACKAGE / "play/games.py", PACKAGE / "__init__.py")
]
"""Modules and templates outside the folders of games; a catalogue holds sentences of all, the door names."""
COMMAND = re.compile(
    rf"companion (print|printer|export|check|table|deck|{'|'.join(GAMES)})\b"
    r"|(?<![-\w])--[a-z]|[A-Z]{4,}=[A-Z]{3,}"
)
"""What only a command line is typed with: a command, an option, COLOUR=NUMBER."""
MAYBE = re.compile(r"companion[ '\"]|--|[A-Z]['\"]?=|\\")
"""What a file has that spells one, in whatever pieces its text is written."""


def format_path(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


def list_texts(source: str) -> Iterator[tuple[int, str]]:
    """Every text of a module but its docstrings and comments."""
    tree = ast.parse(source)
    prose = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in prose:
            yield node.lineno, node.value


def find_faces(path: Path) -> set[str]:
    """What a module imports or calls that only a face may."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names} & FACES
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module.split(".")[0]} & FACES
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found |= {node.func.id} & {"print", "input"}
    return found


def test_services_use_no_user_interface() -> None:
    assert SERVICE
    assert {format_path(path): found for path in SERVICE if (found := find_faces(path))} == {}


def test_lower_rooms_name_no_command() -> None:
    assert LOWER
    for path in LOWER:
        source = path.read_text(encoding="utf-8")
        found = list_texts(source) if MAYBE.search(source) else ()
        assert not [(format_path(path), line, text) for line, text in found if COMMAND.search(text)]


def test_no_folder_holds_more_than_15_modules() -> None:
    counts = Counter(path.parent for path in MODULES if path.name != "__init__.py")
    assert {format_path(folder): count for folder, count in counts.items() if count > 15} == {}


def test_no_module_has_more_than_600_lines() -> None:
    found = (*MODULES, *(ROOT / "tests").rglob("*.py"))
    sizes = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in found}
    assert {str(path): lines for path, lines in sizes.items() if lines > 600} == {}


def test_only_the_list_of_games_names_a_game() -> None:
    """Nowhere, comments and imports too; examples of commands are given by the games."""
    assert SHARED
    found = [
        (str(path), at, line)
        for path in SHARED
        for at, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if GAME.search(line)
    ]
    assert found == []


BUDGET = {
    "": 690,
    "data": 6_681,
    "rules": 5_906,
    "press": 15_773,
    "vision": 2_662,
    "table": 1_496,
    "play": 5_768,
    "service": 7_443,
    "programs": 250,
    "web": 9_777,
    "cli": 3_867,
}
"""The most lines a room may have; whoever needs more takes them from somewhere else."""

WHOLE = 60_313
"""The most lines of all rooms together."""

TESTS = 54_980
"""The most lines of tests."""


def count_lines(files: Iterable[Path]) -> int:
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)


@pytest.mark.parametrize("room", BUDGET)
def test_each_room_stays_within_its_budget_of_lines(room: str) -> None:
    files = [path for path in MODULES if str(path.relative_to(PACKAGE).parent).partition(os.sep)[0] == (room or ".")]
    assert count_lines(files) <= BUDGET[room]


def test_every_room_has_a_budget_and_tests_keep_to_theirs() -> None:
    assert sum(BUDGET.values()) <= WHOLE
    assert {path.relative_to(PACKAGE).parts[0] for path in MODULES if path.parent != PACKAGE} == BUDGET.keys() - {""}
    assert count_lines((ROOT / "tests").rglob("*.py")) <= TESTS


PARTICIPLES = re.compile(
    r"_?(?!need|feed|seed|speed|bleed|embed|read_)(?:[a-z]+ed|told|drawn|shown|kept|laid|made|given|said|held|built|met|won"
    r"|lost|found|meant|sent|taken|thrown|written|known|seen|heard|begun|broken|chosen|dealt|done|fallen|hidden|own|same"
    r"|about|over|off|within|beside|between|again|along|across|beyond|above|below|after|before|then|there|here|alike)"
)
"""Names that say neither what is done nor what a thing is."""

PLAIN_PARTICIPLES = {
    "Odds.lost": "a key of JSON",
    "PlayerLuck.won": "a key of JSON",
    "PlayerLuck.expected": "a key of JSON",
    "CompanionError.said": "promised in docs/programs.md",
    "Matrix.then": "reads as it is meant: first this, then that",
}


def list_function_names(path: Path) -> Iterator[str]:
    """Names of functions and methods, each method with its class."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    owners = {each: node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for each in node.body}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{owners[node]}.{node.name}" if node in owners else node.name


def test_functions_are_named_by_what_they_do() -> None:
    names = {name for path in (*MODULES, *TESTS_AND_SCRIPTS) for name in list_function_names(path)}
    bare = {name for name in names if PARTICIPLES.fullmatch(name.rpartition(".")[2])}
    assert bare == PLAIN_PARTICIPLES.keys()


SHARED_NAMES = {
    "BeginTable": "the request that begins a table, of each game",
    "Cell": "a square's row and column",
    "Point": "a place in the plane",
    "PrivateView": "what only one seat sees, in each game",
    "View": "what a seat sees, in each game",
}
"""Types with one name and one meaning in several modules; ``programs`` has names of its own."""


def list_type_names(path: Path) -> Iterator[str]:
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            yield ast.unparse(node.target if isinstance(node, ast.AnnAssign) else node.targets[0])


def test_no_public_type_has_the_name_of_another() -> None:
    modules = [path for path in MODULES if path.parent.name != "programs"]
    counts = Counter(name for path in modules for name in list_type_names(path))
    assert {name for name in counts if counts[name] > 1 and re.match("[A-Z]+[a-z]", name)} == SHARED_NAMES.keys()


def test_every_browser_test_of_make_test_exists() -> None:
    """A test that is renamed would fall out of the list unseen, and be deep."""
    folder = ROOT / "tests" / "web"
    listed = re.search(r"PLAYED = \((.*?)\n\)", (folder / "conftest.py").read_text(encoding="utf-8"), re.DOTALL)
    assert listed is not None
    for name in re.findall(r'"([^"]+)"', listed[1]):
        file, _, test = name.partition("::")
        assert f"def {test.partition('[')[0]}" in (folder / file).read_text(encoding="utf-8")
