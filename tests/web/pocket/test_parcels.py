"""What the pocket carries along: fetched once, checked each time; what goes wrong is one sentence."""

from collections.abc import Callable
from hashlib import sha256, sha512
from pathlib import Path
from zipfile import BadZipFile

import pytest

from companion.errors import CompanionError
from companion.web.pocket import building
from companion.web.pocket.building import Parcels

PARCEL = b"a parcel, whole"


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Puts a program called npm on the path, which is all there is; it counts how often it is called."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    pin = {"name": "python", "file": "python.tgz", "version": "1", "sha512": sha512(PARCEL).hexdigest()}
    monkeypatch.setattr(building, "read_pins", lambda: {"pyodide": pin, "opencv": pin, "wheel": []})

    def write_program(does: str) -> None:
        made = tmp_path / "bin" / "npm"
        made.write_text(f"#!/bin/sh\necho called >> {tmp_path}/calls\nfor goal; do :; done\n{does}\n")
        made.chmod(0o755)

    return write_program


def fetch_parcel(folder: Path) -> bytes:
    for _ in Parcels(folder).fetch():
        pass
    return (folder / "python.tgz").read_bytes()


GOOD = f'printf %s "{PARCEL.decode()}" > "$goal/python-1.tgz"'


def test_a_kept_parcel_is_fetched_again_only_when_cut_short(npm: Callable[[str], None], tmp_path: Path) -> None:
    npm(GOOD)
    assert not Parcels(tmp_path / "kept").is_complete
    assert fetch_parcel(tmp_path / "kept") == fetch_parcel(tmp_path / "kept") == PARCEL
    assert Parcels(tmp_path / "kept").is_complete
    assert (tmp_path / "calls").read_text() == "called\n"
    (tmp_path / "kept" / "python.tgz").write_bytes(PARCEL[:4])
    assert fetch_parcel(tmp_path / "kept") == PARCEL


@pytest.mark.parametrize(
    ("does", "message"),
    [
        ('printf other > "$goal/python-1.tgz"', "is not what it was when it was chosen"),
        ("echo 'npm error code ENOTFOUND' >&2; exit 1", "there is no answer"),
        (
            "echo 'npm error code ETARGET' >&2; echo 'npm error notarget No matching version' >&2; exit 1",
            "cannot be fetched: No matching version",
        ),
    ],
)
def test_a_parcel_that_cannot_be_fetched_raises_a_clear_error(
    npm: Callable[[str], None], tmp_path: Path, does: str, message: str
) -> None:
    npm(does)
    with pytest.raises(CompanionError, match=message):
        fetch_parcel(tmp_path / "kept")
    assert [*(tmp_path / "kept").iterdir()] == []


def test_without_npm_a_sentence_says_what_to_install(npm: Callable[[str], None], tmp_path: Path) -> None:
    with pytest.raises(CompanionError, match=r"python\.tgz is fetched by npm.*install Node\.js"):
        fetch_parcel(tmp_path / "kept")


@pytest.fixture
def bare_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment without pip, as uv makes them, and an empty path."""
    found = building.find_spec
    lacking = ("pip", "ensurepip")
    monkeypatch.setattr(building, "find_spec", lambda name: None if name in lacking else found(name))
    monkeypatch.setattr(building, "get_config_var", lambda name: None)
    pin = {"name": "jinja2", "version": "3.1.6", "sha256": sha256(PARCEL).hexdigest()}
    monkeypatch.setattr(building, "read_pins", lambda: {"wheel": [pin]})
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    (tmp_path / "bin").mkdir()


def write_program(folder: Path, name: str) -> str:
    """A program of that name on the path, which notes its words and brings a parcel."""
    made = folder / "bin" / name
    made.write_text(
        f'#!/bin/sh\necho "$@" > {folder}/words\nfor goal; do :; done\nprintf %s "{PARCEL.decode()}" > "$goal/x.whl"\n'
    )
    made.chmod(0o755)
    return str(made)


@pytest.mark.usefixtures("bare_environment")
def test_without_pip_a_sentence_says_how_to_have_it(tmp_path: Path) -> None:
    with pytest.raises(CompanionError, match="install pip or uv"):
        Parcels(tmp_path).read_packages()


@pytest.mark.usefixtures("bare_environment")
def test_an_environment_without_pip_takes_that_of_uv(tmp_path: Path) -> None:
    write_program(tmp_path, "uv")
    with pytest.raises(BadZipFile):  # the parcel is no wheel
        Parcels(tmp_path / "kept").read_packages()
    assert [file.read_bytes() for file in (tmp_path / "kept").iterdir()] == [PARCEL]
    assert (tmp_path / "words").read_text().startswith("tool run pip download --no-deps")


@pytest.mark.usefixtures("bare_environment")
def test_pip_without_a_network_is_reported_in_one_sentence(tmp_path: Path) -> None:
    words = "WARNING: Retrying (Retry(total=0)) after connection broken by NewConnectionError(<pip._vendor..."
    Path(write_program(tmp_path, "pip3")).write_text(f'#!/bin/sh\necho "{words}" >&2\nexit 1\n')
    with pytest.raises(CompanionError, match=r"jinja2-3\.1\.6\.whl cannot be fetched: there is no answer"):
        Parcels(tmp_path).read_packages()


def test_a_folder_that_cannot_be_used_is_named(npm: Callable[[str], None], tmp_path: Path) -> None:
    npm(GOOD)
    (tmp_path / "kept").write_text("a file")
    with pytest.raises(CompanionError, match="cannot be kept in .*/kept: "):
        fetch_parcel(tmp_path / "kept")
