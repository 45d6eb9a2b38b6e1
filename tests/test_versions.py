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


def test_the_lowest_are_tried_where_nothing_is_named(
    versions: ModuleType, asked: list[tuple[str, bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert versions.main() == 0
    assert asked == [("lowest", True)]
    monkeypatch.setattr(sys, "argv", ["versions", "all"])
    assert versions.main() == 0
    assert asked[1:] == [("lowest", True), ("newest-3.12", False), ("newest-3.13", False)]


def test_a_missing_python_is_said_and_passed_over(
    versions: ModuleType,
    asked: list[tuple[str, bool]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(versions, "found", lambda version: Path("python") if version == "3.11" else None)
    monkeypatch.setattr(sys, "argv", ["versions", "all"])
    assert versions.main() == 0
    assert asked == [("lowest", True)]
    assert "newest-3.12: Python 3.12 is not here" in capsys.readouterr().out


@pytest.mark.parametrize("ours", [False, True])
def test_what_fails_with_the_newest_alone_is_a_release_of_others(
    versions: ModuleType,
    asked: list[tuple[str, bool]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    ours: bool,
) -> None:
    monkeypatch.setattr(versions, "holds", lambda name, python, pins, warnings=(): bool(pins) and not ours)
    monkeypatch.setattr(sys, "argv", ["versions", "newest-3.12"])
    assert versions.main() == int(ours)
    said = "passes with those of .ci/constraints.txt" in capsys.readouterr().out
    assert said == (not ours)


def test_they_are_tried_every_night() -> None:
    assert ".ci/versions all" in (ROOT / ".github" / "workflows" / "nightly.yml").read_text(encoding="utf-8")
