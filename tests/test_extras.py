"""What misses a package says how to add it to the environment that runs, and never names a stranger's."""

import importlib.util
import re
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from packaging.requirements import Requirement

from companion import extras
from companion.extras import PACKAGES, describe_install, format_install_command

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_extras_list_the_packages_of_pyproject() -> None:
    named = {
        extra: [Requirement(each).name for each in needed]
        for extra, needed in PROJECT["optional-dependencies"].items()
        if extra != "test"
    }
    assert named == {extra: [*packages] for extra, packages in PACKAGES.items()}
    assert all(extras.is_installed(extra) for extra in PACKAGES)  # here, where tests have them


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The environment that runs, as it seems: a folder called ``venvs/my-companion``, without uv."""
    folder = tmp_path / "venvs" / "my-companion"
    folder.mkdir(parents=True)
    monkeypatch.setattr(sys, "prefix", str(folder))
    monkeypatch.setattr(sys, "executable", str(folder / "bin" / "python"))
    monkeypatch.setattr(extras, "which", lambda name: None)
    return folder


def test_a_pipx_environment_installs_with_pipx_inject_others_with_their_own_python(
    environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert str(describe_install("yaml")) == f"Install it with: {environment}/bin/python -m pip install pyyaml"
    (environment / "pipx_metadata.json").touch()
    assert format_install_command("pyyaml") == "pipx inject my-companion pyyaml"
    passing = environment.parent.parent / "cache" / "0f3"  # of "pipx run"
    passing.mkdir(parents=True)
    (passing / "pipx_metadata.json").touch()
    monkeypatch.setattr(sys, "prefix", str(passing))
    assert " -m pip install pyyaml" in format_install_command("pyyaml")
    monkeypatch.setattr(sys, "executable", "/home/aya/my games/python")  # it can be copied as it stands
    assert format_install_command("pyyaml") == "'/home/aya/my games/python' -m pip install pyyaml"


def test_an_environment_without_pip_uses_uv_or_gets_pip_first(
    environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    python = environment / "bin" / "python"
    assert format_install_command("a b") == f"{python} -m ensurepip; {python} -m pip install a b"
    monkeypatch.setattr(extras, "which", lambda name: "/usr/bin/uv")
    assert format_install_command("a b") == f"uv pip install -p {python} a b"


@pytest.mark.parametrize(
    ("system", "program", "typed"),
    [
        ("posix", "/home/a b/python", "'/home/a b/python'"),
        ("nt", r"C:\Users\Ann\python.exe", r"C:\Users\Ann\python.exe"),
        ("nt", r"C:\Program Files\python.exe", r'& "C:\Program Files\python.exe"'),
    ],
)
def test_a_path_with_a_space_is_quoted_as_the_shell_wants_it(
    system: str, program: str, typed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "os", SimpleNamespace(name=system))
    monkeypatch.setattr(sys, "executable", program)
    assert format_install_command("pyyaml") == f"{typed} -m pip install pyyaml"


def test_no_sentence_installs_the_companion_of_the_registry() -> None:
    """That is somebody else's package; ours has another name there."""
    assert PROJECT["name"] != "companion"
    assert importlib.util.find_spec("companion")  # as it is imported
    wrong = re.compile(r"(?:pipx?|uv)(?: \w+)* (?:install|inject|run) +(?:-\S+ +)*['\"]?companion\b(?!-)")
    places = [
        file for place in ("companion", "templates", "docs", "assets", ".ci") for file in (ROOT / place).rglob("*")
    ]
    files = [file for file in places if file.suffix in (".py", ".po", ".html", ".md", ".toml", ".js")]
    found = [str(file) for file in (*files, *ROOT.glob("*.md")) if wrong.search(file.read_text("utf-8"))]
    assert found == []
