"""The arrows of the house: a room imports only from rooms before it (docs/architecture.md)."""

import ast
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "companion"

GROUND = {"units", "sentences", "errors", "paths", "codec", "answers", "extras", "limit"}
ALLOWED = {
    "units": set(),
    "sentences": set(),
    "errors": {"sentences"},
    "paths": {"errors"},
    "codec": {"sentences", "errors"},
    "extras": {"sentences"},
    "limit": {"sentences"},
    "answers": {"sentences", "errors", "paths", "codec"},
    "data": GROUND,
    "rules": {"units", "sentences", "errors", "data"},
    "press": GROUND | {"data"},
    "table": GROUND | {"data"},
    "vision": GROUND | {"data"},
    "play": GROUND | {"data", "rules", "table"},
    "service": GROUND | {"data", "rules", "press", "table", "vision", "play"},
    "programs": GROUND | {"data", "rules", "press", "vision", "service"},
    "web": GROUND | {"data", "rules", "press", "table", "vision", "play", "service"},
    "cli": GROUND | {"data", "rules", "press", "table", "vision", "play", "service", "web"},
    "__main__": {"cli"},
}
PRESS = {
    "frame": set(),
    "ink": {"frame"},
    "face": {"frame"},
    "sheets": {"frame", "face"},
    "nets": {"frame", "face", "sheets"},
    "games": {"frame", "face", "sheets", "nets"},
}
"""The rooms of the press; the modules beside them put these together."""
OUTSIDE_WORLD = {
    *("builtins.open", "datetime", "glob", "http", "importlib", "io", "os", "pathlib", "platformdirs", "polib"),
    *("random", "reportlab", "secrets", "shutil", "socket", "sqlite3", "subprocess", "sys", "tempfile", "time"),
    *("urllib", "uuid"),
}
MODULES = sorted(PACKAGE.rglob("*.py"))


@cache
def list_imports(path: Path) -> frozenset[str]:
    """Every module a file imports, lazily or not."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(found)


def test_imports_between_rooms_run_one_way() -> None:
    door = {name for name in list_imports(PACKAGE / "__init__.py") if name.startswith("companion.")}
    assert {name.rpartition(".")[0] for name in door} == {"companion.programs", "companion.programs.decks"}
    wrong = {}
    for path in MODULES[1:]:
        own = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        found = {name for name in list_imports(path) if name.startswith("companion.")}
        rooms = {name.split(".")[1] for name in found} - {"__version__"}
        wrong[str(path)] = rooms - ALLOWED[own] - {own}
    assert MODULES[0] == PACKAGE / "__init__.py"
    assert list_imports(PACKAGE / "__main__.py") == {"companion.cli.main.run"}
    assert {path: rooms for path, rooms in wrong.items() if rooms} == {}


def test_imports_between_rooms_of_the_press_run_one_way() -> None:
    wrong = {}
    for path in sorted((PACKAGE / "press").glob("*/**/*.py")):
        own = path.relative_to(PACKAGE).parts[1]
        rooms = {name.split(".")[2] for name in list_imports(path) if name.startswith("companion.press.")}
        wrong[str(path)] = rooms - PRESS[own] - {own}
    assert wrong
    assert {path: rooms for path, rooms in wrong.items() if rooms} == {}


def test_only_the_eyes_of_opencv_import_it_and_numpy_and_no_room_shapely() -> None:
    """All others run where there is none, such as in a browser."""
    wanted = {"cv2", "numpy", "shapely"}
    needs = {path: {name.split(".")[0] for name in list_imports(path)} & wanted for path in MODULES}
    found = {path.relative_to(PACKAGE).as_posix(): names for path, names in needs.items() if names}
    assert found == {"vision/eyes/opencv.py": {"cv2", "numpy"}}


def test_no_modules_import_each_other_in_a_circle() -> None:
    parts = {path: path.relative_to(PACKAGE.parent).with_suffix("").parts for path in MODULES}
    names = {".".join(each).removesuffix(".__init__"): path for path, each in parts.items()}
    # Both for ``import a.b`` and for ``from a import b``, the module is the longest name there is.
    arrows = {
        own: {whole if whole in names else whole.rpartition(".")[0] for whole in list_imports(path)} & names.keys()
        for own, path in names.items()
    }
    TopologicalSorter(arrows).prepare()  # its ``CycleError`` names the modules of a circle


def test_rules_know_no_outside_world() -> None:
    wrong = {}
    for path in sorted((PACKAGE / "rules").rglob("*.py")):
        calls = {
            node.func.id
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        outside = {name.split(".")[0] for name in list_imports(path)} & OUTSIDE_WORLD
        wrong[str(path)] = outside | calls & {"open", "print", "input"}
    assert wrong
    assert {path: names for path, names in wrong.items() if names} == {}


def test_no_module_asks_the_package_that_imports_it() -> None:
    """``from package import module`` would run in a circle where the package imports that module's asker."""
    wrong = []
    for path in MODULES:
        own = ".".join(path.relative_to(PACKAGE.parent).parent.parts)
        if path.name == "__init__.py" or own not in (path.parent / "__init__.py").read_text(encoding="utf-8"):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        wrong += [str(path) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == own]
    assert wrong == []
