"""The walk of a battle that docs/architecture.md shows is the one that a command goes."""

import io
import re
import sys
from pathlib import Path
from types import CodeType, FrameType

import pytest

from companion.cli.main import outcome

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "companion"
TOWER = PACKAGE / "rules" / "shogun" / "tower.py"


def called_to(frame: FrameType | None) -> list[CodeType]:
    """The functions of ours that led to a frame, the first first."""
    found = []
    while frame is not None:
        if Path(frame.f_code.co_filename).is_relative_to(PACKAGE):
            found.append(frame.f_code)
        frame = frame.f_back
    return found[::-1]


def is_named(name: str, code: CodeType) -> bool:
    """True for the name of a function, or of the module it stands in."""
    module = Path(code.co_filename).relative_to(PACKAGE).with_suffix("").as_posix()
    return name in (module, code.co_qualname.rpartition("<locals>.")[2])


def test_a_battle_goes_the_way_that_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    store = ["--store", str(tmp_path)]
    assert outcome(["shogun", "play", "--table", "friday", "--players", "blue,yellow,red", *store]) == 0
    walked: list[list[CodeType]] = []

    def look(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_name == "throw" and Path(frame.f_code.co_filename) == TOWER:
            walked.append(called_to(frame))

    sides = ["--attacker", "blue=3", "--defender", "yellow=2"]
    sys.setprofile(look)
    try:
        assert outcome(["shogun", "attack", "--table", "friday", *sides, *store]) == 0
    finally:
        sys.setprofile(None)
    (walk,) = walked  # a wish is played once: the tower is thrown once
    begun = next(at for at, code in enumerate(walk) if is_named("run", code))
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    hops, told = re.findall(r"^\| `companion shogun attack` \| (\d+): (.*) \|$", page, re.M)[0]
    shown = [re.findall(r"`([^`]+)`", step)[0] for step in told.split(" -> ")]
    assert len(shown) == len(walk) - begun == int(hops) + 1 <= 12
    assert all(map(is_named, shown, walk[begun:]))
