"""What the pocket carries along: fetched once, checked each time; what goes wrong is one sentence."""

from collections.abc import Callable
from hashlib import sha256, sha512
from pathlib import Path
from types import SimpleNamespace
from zipfile import ZipFile

import pytest

from companion.errors import CompanionError
from companion.web.pocket import building
from companion.web.pocket.building import Parcels, open_parcels

PARCEL = b"a parcel, whole"


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Puts a program called npm on the path, which is all there is; it counts how often it is called."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    pin = {"name": "python", "file": "python.tgz", "version": "1", "sha512": sha512(PARCEL).hexdigest()}
    monkeypatch.setattr(building, "read_pins", lambda: {"pyodide": pin, "opencv": pin, "wheel": []})

    def program(does: str) -> None:
        made = tmp_path / "bin" / "npm"
        made.write_text(f"#!/bin/sh\necho called >> {tmp_path}/calls\nfor goal; do :; done\n{does}\n")
        made.chmod(0o755)

    return program


def fetch_parcel(folder: Path) -> bytes:
    for _ in Parcels(folder).fetch():
        pass
    return (folder / "python.tgz").read_bytes()


def list_file_names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


GOOD = f'printf %s "{PARCEL.decode()}" > "$goal/python-1.tgz"'


def test_a_kept_parcel_is_not_fetched_again(npm: Callable[[str], None], tmp_path: Path) -> None:
    npm(GOOD)
    assert not Parcels(tmp_path / "kept").is_complete
    assert fetch_parcel(tmp_path / "kept") == fetch_parcel(tmp_path / "kept") == PARCEL
    assert Parcels(tmp_path / "kept").is_complete
    assert (tmp_path / "calls").read_text() == "called\n"
    npm("exit 1")
    assert fetch_parcel(tmp_path / "kept") == PARCEL


def test_a_parcel_cut_short_is_fetched_again(npm: Callable[[str], None], tmp_path: Path) -> None:
    npm(GOOD)
    fetch_parcel(tmp_path / "kept")
    (tmp_path / "kept" / "python.tgz").write_bytes(PARCEL[:4])
    assert fetch_parcel(tmp_path / "kept") == PARCEL


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ('printf other > "$goal/python-1.tgz"', "is not what it was when it was chosen"),
        ("true", "is not what it was when it was chosen"),
        ("echo 'npm error code ENOTFOUND' >&2; exit 1", "there is no answer"),
        (
            "echo 'npm error code ETARGET' >&2; echo 'npm error notarget No matching version' >&2; exit 1",
            "cannot be fetched: No matching version",
        ),
        ("exit 3", "cannot be fetched: 3"),
    ],
)
def test_a_parcel_that_cannot_be_fetched_raises_a_clear_error(
    npm: Callable[[str], None], tmp_path: Path, does: str, told: str
) -> None:
    npm(does)
    with pytest.raises(CompanionError, match=told):
        fetch_parcel(tmp_path / "kept")
    assert list_file_names(tmp_path / "kept") == []


def test_without_npm_a_sentence_says_what_to_install(npm: Callable[[str], None], tmp_path: Path) -> None:
    with pytest.raises(CompanionError, match=r"python\.tgz is fetched by npm.*install Node\.js"):
        fetch_parcel(tmp_path / "kept")


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment without pip, as uv makes them, and an empty path; the folder of ensurepip's wheels."""
    found = building.find_spec
    (tmp_path / "ensurepip" / "_bundled").mkdir(parents=True)
    installer = SimpleNamespace(origin=str(tmp_path / "ensurepip" / "__init__.py"))
    specs = {"pip": None, "ensurepip": installer}
    monkeypatch.setattr(building, "find_spec", lambda name: specs[name] if name in specs else found(name))
    monkeypatch.setattr(building, "get_config_var", lambda name: None)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    (tmp_path / "bin").mkdir()
    return tmp_path / "ensurepip" / "_bundled"


def program(folder: Path, name: str) -> str:
    """A program of that name on the path, which notes its words and brings a parcel."""
    made = folder / "bin" / name
    made.write_text(
        f'#!/bin/sh\necho "$@" > {folder}/words\nfor goal; do :; done\nprintf %s "{PARCEL.decode()}" > "$goal/x.whl"\n'
    )
    made.chmod(0o755)
    return str(made)


PIN = {"name": "jinja2", "version": "3.1.6", "sha256": sha256(PARCEL).hexdigest()}


def test_without_pip_a_sentence_says_how_to_have_it(bare: Path, tmp_path: Path) -> None:
    with pytest.raises(CompanionError, match="install pip or uv"):
        Parcels(tmp_path)._ensure_file(building._build_order(PIN))


@pytest.mark.parametrize(("name", "first"), [("uv", "tool run pip download"), ("pip3", "download")])
def test_an_environment_without_pip_takes_another_one(bare: Path, tmp_path: Path, name: str, first: str) -> None:
    program(tmp_path, name)
    assert Parcels(tmp_path / "kept")._ensure_file(building._build_order(PIN)).read_bytes() == PARCEL
    assert (tmp_path / "words").read_text().startswith(f"{first} --no-deps")


def test_the_pip_that_came_with_python_runs_without_being_installed(bare: Path, tmp_path: Path) -> None:
    with ZipFile(bare / "pip-1-py3-none-any.whl", "w") as wheel:
        wheel.writestr("pip/__main__.py", "import sys; sys.exit('ERROR: from the wheel: ' + sys.argv[1])")
    with pytest.raises(CompanionError, match="cannot be fetched: from the wheel: download"):
        Parcels(tmp_path)._ensure_file(building._build_order(PIN))


@pytest.mark.parametrize(
    "words",
    [
        "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError('<pip._vendor...",
        "WARNING: Retrying (Retry(total=0)) after connection broken by 'ConnectTimeoutError(...",
        "WARNING: words that no pip has had yet\n"
        "ERROR: Could not find a version that satisfies the requirement jinja2==3.1.6 (from versions: none)\n"
        "ERROR: No matching distribution found for jinja2==3.1.6",
    ],
)
def test_pip_without_a_network_is_reported_in_one_sentence(bare: Path, tmp_path: Path, words: str) -> None:
    """The words of pips 22 to 26, and of one whose words on the line are others."""
    (tmp_path / "said").write_text(words)
    made = Path(program(tmp_path, "pip3"))
    made.write_text(f'#!/bin/sh\nwhile read -r line; do echo "$line"; done < {tmp_path}/said >&2\nexit 1\n')
    (tmp_path / "said").write_text(f"{words}\n")
    with pytest.raises(CompanionError, match=r"jinja2-3\.1\.6\.whl cannot be fetched: there is no answer"):
        Parcels(tmp_path)._ensure_file(building._build_order(PIN))


def test_an_error_of_the_installed_pip_is_reported_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whatever its version says of a line that is dead."""
    for name in ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/simple")
    with pytest.raises(CompanionError, match=r"^jinja2-3\.1\.6\.whl cannot be fetched: [^\n]+$"):
        Parcels(tmp_path)._ensure_file(building._build_order(PIN))


def test_a_folder_that_cannot_be_used_is_named(npm: Callable[[str], None], tmp_path: Path) -> None:
    npm(GOOD)
    (tmp_path / "kept").write_text("a file")
    with pytest.raises(CompanionError, match="cannot be kept in .*/kept: "):
        fetch_parcel(tmp_path / "kept")


def test_parcels_are_kept_in_the_users_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Always in one folder: what a Companion of before has fetched is not fetched again."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert open_parcels().folder == tmp_path / "companion" / "pocket"
