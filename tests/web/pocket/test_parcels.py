"""What the pocket carries along: fetched once, checked each time; what goes wrong is one sentence."""

import sys
from collections.abc import Callable
from hashlib import sha256, sha512
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.web.pocket import parcels
from companion.web.pocket.parcels import Parcels

PARCEL = b"a parcel, whole"


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Puts a program called npm on the path, which is all there is; it counts how often it is called."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    pin = {"file": "python.tgz", "version": "1", "sha512": sha512(PARCEL).hexdigest()}
    monkeypatch.setattr(parcels, "pinned", lambda: {"pyodide": pin, "wheel": []})

    def program(does: str) -> None:
        made = tmp_path / "bin" / "npm"
        made.write_text(f"#!/bin/sh\necho called >> {tmp_path}/calls\nfor goal; do :; done\n{does}\n")
        made.chmod(0o755)

    return program


def had(folder: Path) -> bytes:
    for _ in Parcels(folder).fetch():
        pass
    return (folder / "python.tgz").read_bytes()


def left(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


GOOD = f'printf %s "{PARCEL.decode()}" > "$goal/python-1.tgz"'


def test_what_is_kept_is_not_fetched_again(npm: Callable[[str], None], tmp_path: Path) -> None:
    npm(GOOD)
    assert not Parcels(tmp_path / "kept").whole
    assert had(tmp_path / "kept") == had(tmp_path / "kept") == PARCEL
    assert Parcels(tmp_path / "kept").whole
    assert (tmp_path / "calls").read_text() == "called\n"
    npm("exit 1")
    assert had(tmp_path / "kept") == PARCEL


def test_a_parcel_cut_short_is_fetched_again(npm: Callable[[str], None], tmp_path: Path) -> None:
    npm(GOOD)
    had(tmp_path / "kept")
    (tmp_path / "kept" / "python.tgz").write_bytes(PARCEL[:4])
    assert had(tmp_path / "kept") == PARCEL


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ('printf other > "$goal/python-1.tgz"', "is not what it was when it was chosen"),
        ("true", "is not what it was when it was chosen"),
        ("echo 'npm error code ENOTFOUND' >&2; exit 1", "nobody answers"),
        (
            "echo 'npm error code ETARGET' >&2; echo 'npm error notarget No matching version' >&2; exit 1",
            "cannot be fetched: No matching version",
        ),
        ("exit 3", "cannot be fetched: 3"),
    ],
)
def test_what_cannot_be_had_is_told(npm: Callable[[str], None], tmp_path: Path, does: str, told: str) -> None:
    npm(does)
    with pytest.raises(CompanionError, match=told):
        had(tmp_path / "kept")
    assert left(tmp_path / "kept") == []


def test_without_npm_a_sentence_says_what_to_install(npm: Callable[[str], None], tmp_path: Path) -> None:
    with pytest.raises(CompanionError, match=r"python\.tgz is fetched by npm.*install Node\.js"):
        had(tmp_path / "kept")


def test_without_pip_a_sentence_says_how_to_have_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(parcels, "find_spec", lambda name: None)
    with pytest.raises(CompanionError, match="ensurepip"):
        parcels._run([sys.executable, "-m", "pip", "download"], "jinja2-1.whl")


def test_pip_without_a_network_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/simple")
    pin = {"name": "jinja2", "version": "3.1.6", "sha256": sha256(b"").hexdigest()}
    with pytest.raises(CompanionError, match=r"jinja2-3\.1\.6\.whl cannot be fetched: nobody answers"):
        Parcels(tmp_path)._had(parcels._order(pin))


def test_a_folder_that_cannot_be_used_is_named(npm: Callable[[str], None], tmp_path: Path) -> None:
    npm(GOOD)
    (tmp_path / "kept").write_text("a file")
    with pytest.raises(CompanionError, match="cannot be kept in .*/kept: "):
        had(tmp_path / "kept")
