"""The files of the pocket: the same each time, small enough, and with nothing missing that is needed."""

import ast
import fnmatch
import gzip
import json
import re
import subprocess
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from companion.cli.main import run_command
from companion.data.catalogue import Catalogue
from companion.play.games import GAMES
from companion.service.languages import list_module_templates, list_page_templates, list_text_templates
from companion.web.pocket import building, offering
from companion.web.pocket.building import PRESS, open_parcels, read_pins
from tests.needing import require_program
from tests.web.pocket.served import build_of
from tests.web.pocket.unpacked import build_folder, program, unpack

MOST_POCKET_BYTES = 7_000_000  # until the first page stands
MOST_EYES_BYTES, MOST_LETTERS_BYTES, MOST_PRESS_BYTES = (4_000_000, 3_000_000, 1_500_000)  # for photos, to print
MOST_WORKBOOK_BYTES = 200_000  # for a deck that is one
ROOT = Path(__file__).parents[3]


def test_the_pocket_and_its_parcels_stay_below_their_size_limits(pocket_folder: Path) -> None:
    """On a host that compresses nothing, too; what sees and what prints comes later."""
    later = {build_folder(pocket_folder) / name for name in ("opencv.js.bin", "letters.bin", PRESS, "workbook.bin")}
    eyes, letters, press, workbook = sorted((each.stat().st_size for each in later), reverse=True)
    files = {file for file in pocket_folder.rglob("*") if file.is_file()}
    assert eyes < MOST_EYES_BYTES
    assert letters < MOST_LETTERS_BYTES
    assert press < MOST_PRESS_BYTES
    assert workbook < MOST_WORKBOOK_BYTES
    assert sum(file.stat().st_size for file in files - later) < MOST_POCKET_BYTES


def test_built_scripts_contain_no_comments_and_no_empty_lines(pocket_folder: Path) -> None:
    found = [*pocket_folder.rglob("*.js")]
    ours = [file for file in found if file.name != "pyodide.js"]
    assert len(ours) > 15
    said = {file.name for file in ours if re.search(rb"(?m)^ *(//.*)?\n", file.read_bytes())}
    assert said == set()


def test_the_service_worker_lists_sums_of_packed_and_unpacked_files(pocket_folder: Path) -> None:
    service, build = (pocket_folder / "service.js").read_text("utf-8"), build_of(pocket_folder)
    known = json.loads(service.split("FILES = ")[1].split(";")[0])
    files = {file.relative_to(pocket_folder).as_posix(): file for file in pocket_folder.rglob("*")}
    for name, sums in known.items():
        if not name.startswith(build):
            assert sums == []  # another version may have another one there
            continue
        content = files[name].read_bytes()
        sent = [content, gzip.decompress(content)] if name.endswith(".bin") else [content]
        assert sums == [sha256(each).hexdigest()[:16] for each in sent]
    assert sum(name.endswith(".bin") for name in known) == 8
    kept = {name for name, file in files.items() if file.is_file()} | {"./"}
    assert known.keys() == kept - {"index.html", "service.js", "companion-pocket.json"}


def test_every_licence_is_named(pocket_folder: Path) -> None:
    told = (pocket_folder / "licenses.txt").read_text()
    for words in (
        "Mozilla Public License 2.0",
        "github.com/pyodide/pyodide",
        "PYTHON SOFTWARE FOUNDATION LICENSE",
        f"@opencvjs/web {read_pins()['opencv']['version']}: Apache-2.0",
    ):
        assert words in told
    for pin in read_pins()["wheel"]:
        name = pin["name"].replace("-", "[-_]")
        about = told[told.lower().index(f"{pin['name']} {pin['version']}") :].partition("-" * 70)[0]
        assert "opyright" in about or "Apache License" in about, name


def imports(tree: ast.Module) -> Iterator[str]:
    """What a module imports as soon as it is imported, but for what it can do without."""
    waiting: list[ast.stmt] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)
        elif isinstance(node, ast.ClassDef) or (
            isinstance(node, ast.If) and "TYPE_CHECKING" not in ast.unparse(node.test)
        ):
            waiting += node.body


@pytest.mark.parametrize("parcels", [("program.bin",), ("program.bin", PRESS)], ids=["tables", "press"])
def test_no_packed_module_imports_a_module_left_out(pocket_folder: Path, parcels: tuple[str, ...]) -> None:
    ours = {name: file for each in parcels for name, file in program(pocket_folder, each).items()}
    dropped = {name.removesuffix(".py") for name in read_pins()["pyodide"]["dropped"]}
    lost = (dropped | {"numpy", "platformdirs", "shapely"}) - {name.partition("/")[0] for name in ours}
    left = {file.relative_to(ROOT).as_posix() for file in (ROOT / "companion").rglob("*.py")} - ours.keys()
    missing = {
        (name, module)
        for name, content in ours.items()
        if name.startswith("companion/") and name.endswith(".py")
        for module in imports(ast.parse(content))
        if module.partition(".")[0] in lost or f"{module.replace('.', '/')}.py" in left
    }
    assert missing == set()


@pytest.mark.parametrize("parcel", ["program.bin", PRESS])
def test_every_file_listed_as_left_out_exists_and_is_left_out(pocket_folder: Path, parcel: str) -> None:
    left, own = read_pins()[parcel.removesuffix(".bin")], program(pocket_folder, parcel)
    served = {
        file.relative_to(build_folder(pocket_folder)).as_posix().replace("static/", "assets/web/", 1)
        for file in pocket_folder.rglob("*")
        if parcel != PRESS and file.is_file() and build_folder(pocket_folder) in file.parents
    }
    for key, root in (("parts", "companion"), ("assets", "assets"), ("templates", "templates")):
        here = [file.relative_to(ROOT).as_posix() for file in (ROOT / root).rglob("*") if file.is_file()]
        for name in left[key]:
            assert fnmatch.filter(here, f"{root}/{name}*"), name
            assert not fnmatch.filter({*own, *served}, f"{root}/{name}*"), name


def test_every_sentence_a_phone_can_say_has_its_french(pocket_folder: Path, tmp_path: Path) -> None:
    files = program(pocket_folder) | program(pocket_folder, PRESS)
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    said = {sentence for file in (tmp_path / "companion").rglob("*.py") for sentence in list_module_templates(file)} | {
        sentence for page in (tmp_path / "templates/web").rglob("*.html") for sentence in list_page_templates(page)
    }
    words = [*tmp_path.glob("assets/games/*/rulings.toml"), *tmp_path.glob("assets/games/*/said.toml")]
    assert len(words) > len(GAMES)
    said = said.union(*(list_text_templates(tomllib.loads(file.read_text("utf-8"))) for file in words))
    french = Catalogue("fr", sorted((tmp_path / "templates/locales/fr").glob("*.po")))
    assert len(said) > 500
    assert sorted(sentence for sentence in said if sentence not in french) == []


@pytest.mark.deep
@pytest.mark.parametrize("parcels", [("program.bin",), ("program.bin", PRESS, "workbook.bin")], ids=["tables", "press"])
def test_every_module_is_imported_by_python_for_browsers(
    pocket_folder: Path, tmp_path: Path, parcels: tuple[str, ...]
) -> None:
    """In Node: it is where npm is, and runs the same core and library. What pages need, each opening asks."""
    node = require_program("node")
    unpack(pocket_folder, tmp_path, parcels)
    done = subprocess.run(
        [node, Path(__file__).with_name("modules.mjs"), tmp_path],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) > 150


def test_pocket_build_replaces_a_foreign_page_only_with_overwrite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(offering, "build_pocket_files", lambda parcels: {"index.html": b"<p>the pocket"})
    (tmp_path / "index.html").write_text("my own")
    words = ["pocket", "build", str(tmp_path), "--json"]
    assert run_command(words) == 2
    assert "index.html was not written" in json.loads(capsys.readouterr().out)["error"]
    assert run_command([*words, "--overwrite"]) == 0
    assert (tmp_path / "index.html").read_text() == "<p>the pocket"


def test_page_and_guides_state_the_true_download_size(pocket_folder: Path) -> None:
    """On the page that has it fetched, and in the guide to the pocket in each language."""
    folder = open_parcels().folder
    fetched = round(sum((folder / order.name).stat().st_size for order in building._list_orders()) / 1e6)
    offer = (ROOT / "templates/web/pocket/offer.html").read_text("utf-8")
    assert f"about {fetched} MB, once, with a network" in offer
    for guide, unit in (("pocket.md", "MB"), ("pocket.de.md", "MB"), ("pocket.fr.md", "Mo")):
        assert f" {fetched} {unit}, " in " ".join((ROOT / "docs" / guide).read_text("utf-8").split())
