"""The script that tries the lowest and the newest versions: what it asks for, and when it says no."""

import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent


@pytest.fixture
def versions() -> ModuleType:
    loader = SourceFileLoader("versions", str(ROOT / ".ci" / "versions"))
    spec = spec_from_loader("versions", loader)
    assert spec is not None
    made = module_from_spec(spec)
    loader.exec_module(made)
    return made


def test_everything_a_player_needs_has_its_tests(versions: ModuleType) -> None:
    assert {*versions.CHOSEN} == {name for name, _ in versions.needed(*versions.extras())}
    files = {file for chosen in versions.CHOSEN.values() for file in chosen.split()}
    assert {file for file in files if not (ROOT / file).is_file()} == set()


def test_the_lowest_is_the_bound_of_each(versions: ModuleType) -> None:
    lowest = versions.lowest()
    for name, line in versions.needed(*versions.extras()):
        assert f">={lowest[name]}" in str(Requirement(line).specifier), line
    assert lowest["reportlab"] == "4.2"
    assert {*lowest} <= {*versions.named()}


def test_each_python_that_is_named_has_a_run(versions: ModuleType) -> None:
    assert versions.runs() == {"lowest": "3.11", "newest-3.12": "3.12", "newest-3.13": "3.13"}


def test_a_python_that_is_here_is_found(versions: ModuleType) -> None:
    here = "{}.{}".format(*sys.version_info)
    assert versions.found(here) == Path(sys.executable)
    assert versions.found("3.1") is None


@pytest.fixture
def asked(versions: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """The environments that were tried, each with whether its versions are named; all of them hold."""
    tried: list[tuple[str, bool]] = []

    def holds(name: str, python: Path, pins: dict[str, str], warnings: object = ()) -> bool:
        tried.append((name, bool(pins)))
        return True

    monkeypatch.setattr(versions, "holds", holds)
    monkeypatch.setattr(versions, "found", lambda version: Path("python"))
    monkeypatch.setattr(sys, "argv", ["versions"])
    return tried


def test_each_has_its_day(
    versions: ModuleType, asked: list[tuple[str, bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    for day in (9, 10, 11):
        monkeypatch.setattr(versions, "DAY", day)
        assert versions.main() == 0
    assert asked == [("lowest", True), ("newest-3.12", False), ("newest-3.13", False)]


def test_a_missing_python_is_told_and_the_next_one_has_its_turn(
    versions: ModuleType,
    asked: list[tuple[str, bool]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(versions, "found", lambda version: Path("python") if version == "3.11" else None)
    monkeypatch.setattr(versions, "DAY", 10)
    assert versions.main() == 0
    assert asked == [("lowest", True)]
    assert "newest-3.12: Python 3.12 is not here" in capsys.readouterr().out
    monkeypatch.setattr(versions, "found", lambda version: None)
    assert versions.main() == 0
    monkeypatch.setattr(sys, "argv", ["versions", "all"])
    assert versions.main() == 0
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("words", "ours", "code"),
    [([], False, 0), ([], True, 1), (["newest-3.12"], False, 1), (["all"], False, 1)],
)
def test_what_fails_with_the_newest_alone_is_told_on_its_turn(
    words: list[str],
    ours: bool,
    code: int,
    versions: ModuleType,
    asked: list[tuple[str, bool]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(versions, "DAY", 10)
    monkeypatch.setattr(versions, "holds", lambda name, python, pins, warnings=(): bool(pins) and not ours)
    monkeypatch.setattr(sys, "argv", ["versions", *words])
    assert versions.main() == code
    told = "passes with those of .ci/constraints.txt" in capsys.readouterr().out
    assert told == (not words and not ours)


def test_it_is_part_of_every_run() -> None:
    assert "\n.venv/bin/python .ci/versions" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
