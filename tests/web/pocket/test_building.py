"""The files of the pocket: the same each time, small enough, and with nothing missing that is needed."""

import ast
import gzip
import json
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from companion.cli.main import run_command
from companion.data.catalogue import Catalogue
from companion.play.games import GAMES
from companion.service.languages import list_module_templates, list_page_templates, list_text_templates
from companion.web.pocket import offering
from companion.web.pocket.building import PRESS, read_pins, strip_module
from tests.choice import pick
from tests.web.pocket.hosts import get_build

MOST_BYTES = {"opencv.js.bin": 4_000_000, "letters.bin": 3_000_000, PRESS: 1_800_000, "workbook.bin": 200_000}
MOST_BYTES["pdf.bin"] = 400_000
"""Of what is fetched for photos, to print, and for a deck that is a workbook or a PDF."""
MOST_POCKET_BYTES = 6_480_000  # sent until the first page stands, by a host that packs text as nearly all do
MOST_FIRST_GAME_BYTES = 230_000  # of the pictures of first games, which are sent once the first page stands
ROOT = Path(__file__).parents[3]


def build_folder(folder: Path) -> Path:
    return folder / get_build(folder)


def read_program(folder: Path, parcel: str = "program.bin") -> dict[str, bytes]:
    """The files of its program, or of another parcel."""
    whole = gzip.decompress((build_folder(folder) / parcel).read_bytes())
    length = int.from_bytes(whole[:4], "big")
    at, files = 4 + length, {}
    for name, size in json.loads(whole[4:at]):
        files[name] = whole[at : at + size]
        at += size
    return files


def test_the_pocket_and_its_parcels_stay_below_their_size_limits(pocket_folder: Path) -> None:
    later = {build_folder(pocket_folder) / name: most for name, most in MOST_BYTES.items()}
    assert [file.name for file, most in later.items() if file.stat().st_size >= most] == []
    files = {file for file in pocket_folder.rglob("*") if file.is_file()}
    first_games = {file for file in files if file.name.startswith("first-")}
    assert 0 < sum(file.stat().st_size for file in first_games) < MOST_FIRST_GAME_BYTES
    sent = map(Path.read_bytes, files - later.keys() - first_games)
    assert sum(min(len(gzip.compress(content)), len(content)) for content in sent) < MOST_POCKET_BYTES


def test_the_service_worker_lists_sums_of_packed_and_unpacked_files(pocket_folder: Path) -> None:
    service, build = (pocket_folder / "service.js").read_text("utf-8"), get_build(pocket_folder)
    known = json.loads(service.split("FILES = ")[1].split(";")[0])
    files = {file.relative_to(pocket_folder).as_posix(): file for file in pocket_folder.rglob("*")}
    for name, sums in known.items():
        if not name.startswith(build):
            assert sums == []  # another version may have another one there
            continue
        content = files[name].read_bytes()
        sent = [content, gzip.decompress(content)] if name.endswith(".bin") else [content]
        assert sums == [sha256(each).hexdigest()[:16] for each in sent]
    assert sum(name.endswith(".bin") for name in known) == 9
    kept = {name for name, file in files.items() if file.is_file()} | {"./"}
    assert known.keys() == kept - {"index.html", "service.js", "companion-pocket.json"}


def test_every_licence_is_named(pocket_folder: Path) -> None:
    text = (pocket_folder / "licenses.txt").read_text()
    for words in (
        "Mozilla Public License 2.0",
        "github.com/pyodide/pyodide",
        "PYTHON SOFTWARE FOUNDATION LICENSE",
        f"@opencvjs/web {read_pins()['opencv']['version']}: Apache-2.0",
    ):
        assert words in text
    for pin in read_pins()["wheel"]:
        name = pin["name"].replace("-", "[-_]")
        about = text[text.lower().index(f"{pin['name']} {pin['version']}") :].partition("-" * 70)[0]
        assert "opyright" in about or "Apache License" in about, name


def list_imports(tree: ast.Module) -> Iterator[str]:
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
    ours = {name: file for each in parcels for name, file in read_program(pocket_folder, each).items()}
    dropped = {name.removesuffix(".py") for name in read_pins()["pyodide"]["dropped"]}
    lost = (dropped | {"numpy", "platformdirs", "shapely"}) - {name.partition("/")[0] for name in ours}
    left = {file.relative_to(ROOT).as_posix() for file in (ROOT / "companion").rglob("*.py")} - ours.keys()
    missing = {
        (name, module)
        for name, content in ours.items()
        if name.startswith("companion/") and name.endswith(".py")
        for module in list_imports(ast.parse(content))
        if module.partition(".")[0] in lost or f"{module.replace('.', '/')}.py" in left
    }
    assert missing == set()


def lay_out(folder: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def test_every_sentence_a_phone_can_say_has_its_french(pocket_folder: Path, tmp_path: Path) -> None:
    lay_out(tmp_path, read_program(pocket_folder) | read_program(pocket_folder, PRESS))
    said = {sentence for file in (tmp_path / "companion").rglob("*.py") for sentence in list_module_templates(file)} | {
        sentence for page in (tmp_path / "templates/web").rglob("*.html") for sentence in list_page_templates(page)
    }
    words = [*tmp_path.glob("assets/games/*/rulings.toml"), *tmp_path.glob("assets/games/*/said.toml")]
    assert len(words) > len(GAMES)
    said = said.union(*(list_text_templates(tomllib.loads(file.read_text("utf-8"))) for file in words))
    french = Catalogue("fr", sorted((tmp_path / "templates/locales/fr").glob("*.po")))
    assert len(said) > 500
    assert sorted(sentence for sentence in said if sentence not in french) == []


def test_pocket_build_replaces_a_foreign_page_only_with_overwrite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(offering, "build_pocket_files", lambda parcels: {"index.html": b"<p>the pocket"})
    (tmp_path / "index.html").write_text("my own")
    words = ["pocket", "build", str(tmp_path), "--json"]
    assert run_command(words) == 2
    assert "index.html was not written" in json.loads(capsys.readouterr().out)["error"]
    assert run_command([*words, "--overwrite"]) == 0
    monkeypatch.setattr(
        offering, "build_pocket_files", lambda parcels: pytest.fail("built before the folder is looked at")
    )
    for folder in (tmp_path / "no" / "x", tmp_path / "index.html"):
        assert run_command(["pocket", "build", str(folder)]) == 2
    assert (tmp_path / "index.html").read_text() == "<p>the pocket"


MODULES = sorted((ROOT / "companion").rglob("*.py"))


def dump_without_texts(source: bytes) -> str:
    """A module as Python reads it, but for texts that stand by themselves."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str):
            node.value = ast.Constant("")
    return ast.dump(tree)


def test_stripping_a_module_keeps_its_syntax_tree_and_line_count() -> None:
    for file in (*pick(MODULES, 40), Path(ast.__file__)):
        source = file.read_bytes()
        light = strip_module(source)
        assert dump_without_texts(light) == dump_without_texts(source), file
        assert light.count(b"\n") == source.count(b"\n"), file


@pytest.mark.parametrize(
    ("source", "light"),
    [
        ('"""Doc."""\nx = 1  # one\n', '"."\nx = 1\n'),
        ("def f():\n    '''Doc\n\n    # more\n    '''\n    return 1\n", 'def f():\n    "."\n\n\n\n    return 1\n'),
        ('x = """\n# no comment\n"""\n', 'x = """\n# no comment\n"""\n'),
        ("x = '#'  # yes\n", "x = '#'  # yes\n"),
        ("# é\nx = 'é'; 'text'\n", "\nx = 'é'; \".\"\n"),
        ("x = = 1\n", "x = = 1\n"),
    ],
)
def test_stripping_removes_comments_and_docstrings(source: str, light: str) -> None:
    assert strip_module(source.encode()).decode() == light
