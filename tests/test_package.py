"""What a stranger is handed: the packages, that they print elsewhere, and how one that is missing is added."""

import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys
import tarfile
import tomllib
import urllib.request
import venv
import zipfile
from email.parser import BytesParser
from pathlib import Path
from types import SimpleNamespace

import pytest
from packaging.requirements import Requirement

from companion import __version__, extras
from companion.data.catalogue import LANGUAGES
from companion.extras import PACKAGES, describe_install, format_install_command
from companion.web.pocket.offering import list_files
from tests.readme import READMES, list_readme_commands
from tests.required_programs import require_program

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def run(*command: str | Path, folder: Path, **more: str) -> str:
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV", "COV"))}
    done = subprocess.run(
        list(map(str, command)), cwd=folder, env=clean | more, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built_packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the sdist, and the wheel built from it: both must carry everything."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, folder=folder)
    return folder


@pytest.mark.deep
def test_the_sdist_holds_every_file_of_the_repository(built_packages: Path) -> None:
    (file,) = built_packages.glob("*.tar.gz")
    with tarfile.open(file) as sdist:
        packed = {name.partition("/")[2] for name in sdist.getnames()}
    kept = subprocess.run([require_program("git"), "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    listed = {name for name in kept.stdout.splitlines() if (ROOT / name).is_file()}
    assert listed - packed == set()  # nothing where this is no checkout
    assert {"README.fr.md", ".ci/run", "Makefile", "tests/golden/net-box.txt"} <= packed


@pytest.mark.deep
def test_the_wheel_names_version_and_licences(built_packages: Path) -> None:
    with zipfile.ZipFile(next(built_packages.glob("*.whl"))) as wheel:
        names = wheel.namelist()
        (name,) = [each for each in names if each.endswith(".dist-info/METADATA")]
        about = BytesParser().parsebytes(wheel.read(name))
    assert (about["Name"], about["Version"]) == ("companion-print-and-play", __version__)
    assert about["License-Expression"] == "MIT AND OFL-1.1 AND CC-BY-4.0"
    for licence in about.get_all("License-File", []):
        assert any(name.endswith(f".dist-info/licenses/{licence}") for name in names), licence
    assert len(about.get_all("License-File", [])) == 4
    assert "companion/py.typed" in names
    classifiers = about.get_all("Classifier", [])
    assert sum(each.startswith("Natural Language :: ") for each in classifiers) == len(LANGUAGES)


def test_each_source_of_the_map_has_its_terms() -> None:
    for name in ("LICENSE", "README.md", "assets/web/pocket/licenses.txt"):
        said = " ".join((ROOT / name).read_text(encoding="utf-8").split())
        assert ("N03" in said, "CC BY 4.0" in said) == (True, True), name
    sources = (ROOT / "assets" / "games" / "shogun" / "SOURCES.md").read_text(encoding="utf-8")
    table = [line.strip("|").split("|") for line in sources.splitlines() if line.startswith("|")]
    assert {source.strip(): bool(terms.strip()) for source, _, terms in table[2:]} == dict.fromkeys(
        ("land, borders", "the copy that was used", "Lake Biwa", "sea routes"), True
    )
    assert "https://nlftp.mlit.go.jp/ksj/other/agreement.html" in sources


def test_the_version_stands_in_one_place() -> None:
    assert "version" not in PROJECT
    assert (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").count(f"\n## {__version__}") == 1


def install(wheel: Path, folder: Path) -> Path:
    """The wheel in an environment of its own, with the libraries it names; the folder of its programs."""
    venv.create(folder, with_pip=True)
    programs = folder / "bin"
    run(programs / "pip", "install", "--quiet", "--disable-pip-version-check", wheel, folder=folder)
    return programs


@pytest.mark.deep
def test_the_installed_wheel_prints(tmp_path: Path, built_packages: Path, pocket_folder: Path) -> None:
    """Elsewhere, with nothing but the libraries that it names, and the same bytes."""
    (wheel,) = built_packages.glob("*.whl")
    packed = {name.split("_shipped/")[-1] for name in zipfile.ZipFile(wheel).namelist()}
    for folder in ("assets", "templates"):
        for file in (ROOT / folder).rglob("*"):
            assert file.is_dir() or str(file.relative_to(ROOT)) in packed
    program = install(wheel, tmp_path / "venv") / "companion"
    command = ("print", "honshu", "--only", "order-cards", "--lang", "fr", "-o")
    run(program, *command, "installed", folder=tmp_path)
    run(sys.executable, "-m", "companion.cli.main", *command, tmp_path / "checkout", folder=ROOT)
    (installed,) = (tmp_path / "installed").glob("*.pdf")
    assert installed.read_bytes() == (tmp_path / "checkout" / installed.name).read_bytes()
    assert "map-cards" in run(program, "print", "honshu", "--list", folder=tmp_path)
    type_readme(program, tmp_path / "readme")
    fetch_table(program, tmp_path)
    build_pocket(program, tmp_path, pocket_folder)


def type_readme(program: Path, folder: Path) -> None:
    """What a README says can be typed, with nothing installed but what the wheel names."""
    folder.mkdir()
    home = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "XDG_DATA_HOME": str(folder), "LC_ALL": "C.UTF-8"}
    for extra in PACKAGES.values():  # which links could have brought along
        for module in extra.values():
            seen = f"import importlib.util as u; print(u.find_spec({module!r}))"
            assert run(program.parent / "python", "-c", seen, folder=folder).strip() == "None"
    for readme in READMES:
        for line in list_readme_commands(readme, folder):
            assert run(program, *shlex.split(line)[1:], folder=folder, **home).strip(), line


def build_pocket(program: Path, folder: Path, like: Path) -> None:
    """Built a second time, without npm, pip or a network, a pocket is the same."""
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_EXTRA_INDEX_URL": "http://127.0.0.1:9/simple"}
    output = run(program, "pocket", "build", "again", "--json", folder=folder, PATH=str(folder), **nowhere)
    again = folder / "again"
    files = {file.relative_to(like) for file in like.rglob("*") if file.is_file()}
    assert files == {file.relative_to(again) for file in again.rglob("*") if file.is_file()}
    assert [name for name in files if (like / name).read_bytes() != (again / name).read_bytes()] == []
    assert json.loads(output)["files"] == len(list_files(again))


def fetch_table(program: Path, folder: Path) -> None:
    """The installed program opens the table: a page, and the styles, scripts and pictures it names."""
    home = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "XDG_DATA_HOME": str(folder), "LC_ALL": "C.UTF-8"}
    command = [program, "table", "--no-browser"]
    with subprocess.Popen(command, cwd=folder, env=home, stdout=subprocess.PIPE, text=True) as table:
        try:
            assert table.stdout is not None
            shown = next(line.strip() for line in table.stdout if "/join/" in line)
            page = fetch_page(shown)
            assert "<h1" in page
            named = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
            assert len(named) > 2
            for each in named:
                assert fetch_page(shown.partition("/join/")[0] + each)
        finally:
            table.kill()


def fetch_page(address: str) -> str:
    with urllib.request.build_opener(urllib.request.HTTPCookieProcessor()).open(address, timeout=60) as answer:
        return answer.read().decode("utf-8", "replace")


TEXT = (Path(__file__).parent.parent / ".github" / "workflows" / "pages.yml").read_text("utf-8")


def test_the_publishing_workflow_has_only_the_permissions_it_needs_and_actions_of_whole_versions() -> None:
    before = TEXT.partition("\njobs:\n")[0]
    assert "permissions:\n  contents: read\n" in f"{before}\n"
    assert "branches: [main]" in before
    assert "needs: [build, test]" in TEXT.partition("\n  publish:\n")[2]
    assert re.findall(r"^ +([\w-]+): write$", TEXT, re.M) == ["pages", "id-token"]
    assert TEXT.count("persist-credentials: false") == 2  # a checkout leaves no key behind
    used = re.findall(r"uses: (\S+)", TEXT)
    assert len(used) >= 5
    assert [each for each in used if not re.fullmatch(r"actions/[\w-]+@v\d+\.\d+\.\d+", each)] == []


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
