"""The walks that docs/architecture.md shows are the ones that a card, a battle and a tap go."""

import inspect
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from companion.cli.main import run_command
from companion.data.shogun.towers import get_preset
from companion.service.kept_tables import OpenTables
from companion.service.shogun.session import begin_table
from companion.table.shelf import MemoryShelf
from companion.web.app import make_app
from tests.web.app_browser import AppBrowser

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "companion"
TOWER = PACKAGE / "rules/shogun/tower.py"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def read_walk(name: str) -> list[str]:
    """The functions of a walk, as the page shows them in order."""
    (cell,) = re.findall(rf"^\| {name}[^|]*\| (.*) \|$", PAGE, re.M)
    return [re.findall(r"`([^`]+)`", step)[0] for step in cell.split(" -> ")]


def test_a_function_of_a_walk_stands_in_the_module_the_page_names() -> None:
    named = re.findall(r"`(?:\w+\.)?(\w+)` \((\w+(?:/\w+)+)\)", PAGE)
    assert len(named) > 20
    for name, module in named:
        assert f"def {name}(" in (PACKAGE / f"{module}.py").read_text(encoding="utf-8"), name


def name_function(frame: FrameType) -> str:
    """A function of ours by its name; empty for others'."""
    if not Path(frame.f_code.co_filename).is_relative_to(PACKAGE):
        return ""
    return frame.f_code.co_qualname.rpartition("<locals>.")[2]


def list_callers(frame: FrameType | None) -> list[str]:
    return [] if frame is None else list_callers(frame.f_back) + [name for name in (name_function(frame),) if name]


def watch_calls(act: Callable[[], object], look: Callable[[FrameType], object]) -> None:
    """Do something, and look at each call meanwhile."""
    sys.setprofile(lambda frame, event, argument: look(frame) if event == "call" else None)
    try:
        act()
    finally:
        sys.setprofile(None)


def are_called_in_order(act: Callable[[], object], names: list[str]) -> bool:
    """True where each is called after the one before it."""
    waiting = [*names]
    watch_calls(act, lambda frame: waiting and name_function(frame) == waiting[0] and waiting.pop(0))
    return not waiting


def test_a_battle_calls_the_functions_the_page_lists(tmp_path: Path) -> None:
    store = ["--store", str(tmp_path)]
    assert run_command(["shogun", "play", "--table", "friday", "--players", "b,y,r", "show", *store]) == 0
    walked: list[list[str]] = []

    def note_walk(frame: FrameType) -> None:
        if name_function(frame) == "throw_cubes" and Path(frame.f_code.co_filename) == TOWER:
            walked.append(list_callers(frame))

    words = ["shogun", "attack", "--attacker", "blue=3", "--defender", "yellow=2"]
    watch_calls(lambda: run_command([*words, "--table", "friday", *store]), note_walk)
    (walk,) = walked  # a request is played once: the tower is thrown once
    shown = read_walk("a battle")
    assert walk[walk.index("run") :] == shown
    assert len(shown) <= 12


def test_a_printed_card_calls_the_functions_the_page_lists(tmp_path: Path) -> None:
    words = ["print", "honshu", "--only", "order-cards", "-o", str(tmp_path)]
    assert are_called_in_order(lambda: run_command(words), read_walk("a card"))


def test_a_tap_calls_the_functions_the_page_lists() -> None:
    shelf = MemoryShelf()
    begin_table(shelf, "friday", ["blue", "yellow", "red"], get_preset("shogun"))
    app = make_app(OpenTables(shelf))
    phone = AppBrowser(app)
    phone.get(f"/join/{app.state.app_state.codes['host']}")
    fight = {"who-attacks": "blue", "who-defends": "yellow", "attacker": "3", "defender": "2"}
    page = phone.get("/t/friday/tower", params=fight).text
    sent = dict(re.findall(r'name="(token|tap|seen)" value="([^"]*)"', page)) | fight | {"throw": "1"}
    assert are_called_in_order(lambda: phone.post("/t/friday/tower", data=sent), read_walk("a tap"))


COUNT = """
import json, sys
from companion.cli.main import run
entered, thrown = {}, []
def look(frame, event, argument):
    code = frame.f_code
    if event == "call" and "companion" in code.co_filename and not code.co_name.startswith("<") and not thrown:
        entered[code.co_filename, code.co_name, code.co_firstlineno] = code.co_flags
        thrown.extend([1] * (code.co_name == "throw_cubes"))
sys.setprofile(look)
try:
    run()
except SystemExit:
    pass
sys.setprofile(None)
print(json.dumps([[*key, flags] for key, flags in entered.items()]))
"""
"""Notes what a command enters until cubes fall; a class that is made there is no function, but is noted too."""


def test_an_attack_enters_few_functions_before_a_cube_falls() -> None:
    words = ["shogun", "attack", "--attacker", "blue=4", "--defender", "yellow=3"]
    done = subprocess.run([sys.executable, "-c", COUNT, *words], capture_output=True, text=True, check=True, cwd=ROOT)
    entered = json.loads(done.stdout.splitlines()[-1])
    functions = [each for each in entered if Path(each[0]).is_relative_to(PACKAGE) and each[3] & inspect.CO_OPTIMIZED]
    assert {each[1] for each in functions} >= {"run", "carry_out", "throw_cubes"}
    assert len(functions) <= 250
    assert len({each[0] for each in functions}) <= 50
