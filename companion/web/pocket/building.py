"""The folder of files that any web host serves and a phone keeps: the pages, Python, and the program."""

import ast
import gzip
import io
import json
import re
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from email import message_from_bytes
from fnmatch import fnmatchcase
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import jinja2

from companion.data.catalogue import LANGUAGES, language
from companion.paths import assets, templates
from companion.play.games import GAMES, get_game
from companion.sentences import join_with_commas, say
from companion.web.pocket.parcels import Parcels, read_pins
from companion.web.rendering import static_folder

_PROGRAM = ("", "data", "rules", "vision", "table", "play", "service", "web")

_ROOMS = {"assets": ("games", "vision"), "templates": ("web", "locales")}
"""The folders beside the program that it reads."""

_LETTERS = {"assets": ("fonts",)}  # for scripts that no printed game has

PRESS = "press.bin"
"""What prints: fetched when the first page stands, and unpacked when somebody wants to print."""

_BESIDE = ("manifest.webmanifest", "icon-180.png", "icon-192.png", "icon-512.png", "icon-maskable.png")
"""What browsers look for beside the first page."""

_OLD = (1980, 1, 1, 0, 0, 0)  # the time of every file: a build made twice is the same


def build_pocket_files(parcels: Parcels) -> dict[str, bytes]:
    """Build all files of the pocket, by their paths."""
    python, packages, opencv = parcels.read_python(), parcels.read_packages(), parcels.read_opencv()
    core = {  # called by what every host knows, and .bin for what none may touch
        "core.wasm.bin": _compress(python["pyodide.asm.wasm"]),
        "core.js.bin": _compress(python["pyodide.asm.mjs"]),
        "library.zip.bin": _compress(_repack_library(python["python_stdlib.zip"])),
        "program.bin": _compress(_bundle(_list_core_files(packages))),
        PRESS: _compress(_bundle(_list_press_files(packages, python["python_stdlib.zip"]))),
        "pyodide.js": python["pyodide.mjs"],
        "lock.json": _build_lock(python["pyodide-lock.json"]),
    }
    letters = {name: file.read_bytes() for name, file in _list_own_files((), _LETTERS, read_pins()["letters"])}
    later = {
        "opencv.js.bin": _compress(opencv["lib/opencv_js.js"]),
        "letters.bin": _compress(_bundle(letters.items())),
        "workbook.bin": _compress(_bundle(_list_package_files(packages, "workbook"))),
    }
    ours = static_folder() / "pocket"
    scripts = {each.name: _minify(each) for each in ours.glob("*.js") if each.name != "service.js"}
    left = tuple(str(static_folder().parent / name) for name in read_pins()["program"]["assets"])
    static = {
        f"static/{file.relative_to(static_folder()).as_posix()}": _minify(file)
        for file in sorted(static_folder().rglob("*"))
        if file.is_file() and ours not in file.parents and not str(file).startswith(left)
    }
    files = {**core, **later, **scripts, **static}
    build = _compute_digest(files)
    size = sum(len(each) for name, each in core.items() if name.endswith(".bin") and name != PRESS)
    shell = {
        "index.html": _render_shell(build, size),
        "licenses.txt": collect_licences(python, opencv, packages).encode(),
        **{name: (ours / name).read_bytes() for name in _BESIDE},
    }
    whole = {**shell, **{f"{build}/{name}": content for name, content in files.items()}}
    served: dict[str, list[str]] = {"./": [], **{name: [] for name in shell if name != "index.html"}}
    served |= {f"{build}/{name}": _compute_sums(name, content) for name, content in files.items()}
    service = _minify(ours / "service.js").decode()
    service = service.replace("{{build}}", build).replace("{{files}}", json.dumps(served, sort_keys=True))
    service = service.replace("{{later}}", json.dumps(sorted(later)))
    return {**whole, "service.js": service.encode()}


@cache
def compute_sources_digest() -> str:
    """A digest of everything a pocket is built from: a changed program makes another pocket."""
    ours = {f"web/{file.relative_to(static_folder())}": file for file in static_folder().rglob("*")}
    read = {name: file.read_bytes() for name, file in ours.items() if file.is_file()}
    builders = {file.name: file.read_bytes() for file in Path(__file__).parent.glob("*.py")}
    shell = (templates() / "web" / "pocket" / "shell.html").read_bytes()
    press = dict(_list_own_files(("press",), {"assets": ("",), "templates": ("",)}, read_pins()["press"]))
    prints = {name: file.read_bytes() for name, file in press.items()}
    return _compute_digest({**read, **builders, **prints, "shell.html": shell, **dict(_list_program_files())})


def _minify(file: Path) -> bytes:
    """The content of a file; scripts and style sheets without comments and spare space."""
    space = rb"(?<=[{};,:])\s+|\s+(?=[{}])|;(?=\s*\})"  # before a colon it is part of a selector
    words = {".js": rb"(?m)^(?: *//.*)?\n", ".css": rb"(?s)\s*/\*.*?\*/|" + space}
    return re.sub(words[file.suffix], b"", file.read_bytes()) if file.suffix in words else file.read_bytes()


def _compute_digest(files: Mapping[str, bytes]) -> str:
    digest = sha256()
    for name, content in sorted(files.items()):
        digest.update(name.encode() + b"\0" + sha256(content).digest())
    return digest.hexdigest()[:12]


def _compute_sums(name: str, content: bytes) -> list[str]:
    """The checksums by which a phone knows a file: as it is, or as a host has unpacked it on the way."""
    sent = [content, gzip.decompress(content)] if name.endswith(".bin") else [content]
    return [sha256(each).hexdigest()[:16] for each in sent]


def _compress(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)


def _build_lock(full: bytes) -> bytes:
    """The lock file that Python in the browser reads; no package is fetched on the way."""
    return json.dumps({"info": json.loads(full)["info"], "packages": {}}).encode()


def _repack_library(zipped: bytes) -> bytes:
    """Python's library without what no page needs; uncompressed, as the whole compresses better."""
    pin, out = read_pins()["pyodide"], io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(zipped)) as full, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as kept:
        for name in full.namelist():
            top, _, rest = name.partition("/")
            if name.startswith(tuple(pin["dropped"])) or name.endswith("/"):
                continue
            if top == "encodings" and rest not in pin["encodings"]:
                continue
            kept.writestr(zipfile.ZipInfo(name, _OLD), _strip_if_python(name, full.read(name)))
    return out.getvalue()


def _list_core_files(packages: Mapping[str, Mapping[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    yield from _list_package_files(packages, "")
    yield from _list_program_files()


def _list_press_files(packages: Mapping[str, Mapping[str, bytes]], library: bytes) -> Iterator[tuple[str, bytes]]:
    """The files that print: packages, what they need of Python's library, our rooms, faces, art and fonts."""
    yield from _list_package_files(packages, "press")
    for name, file in read_pins()["press"]["ours"].items():
        yield name, (Path(__file__).parent / file).read_bytes()
    with zipfile.ZipFile(io.BytesIO(library)) as full:
        for name in sorted(full.namelist()):
            if name.startswith(tuple(read_pins()["press"]["library"])) and not name.endswith("/"):
                yield name, full.read(name)
    program = dict(_list_program_files())
    for name, file in _list_own_files(
        (*_PROGRAM, "press"), {"assets": ("",), "templates": ("",)}, read_pins()["press"]
    ):
        if name not in program:
            yield name, file.read_bytes()


def _list_package_files(packages: Mapping[str, Mapping[str, bytes]], part: str) -> Iterator[tuple[str, bytes]]:
    for pin in read_pins()["wheel"]:
        for name, content in packages[pin["name"]].items():
            if pin.get("part", "") != part or not name.endswith(".py"):
                continue
            if not name.startswith(tuple(pin.get("dropped", ()))):
                yield name, content


def _list_program_files() -> Iterator[tuple[str, bytes]]:
    for name, file in _list_own_files(_PROGRAM, _ROOMS, read_pins()["program"]):
        yield name, file.read_bytes()


def _list_own_files(
    rooms: Collection[str], folders: Mapping[str, Collection[str]], left: Mapping[str, Any]
) -> Iterator[tuple[str, Path]]:
    """The files of rooms, and of folders beside them, by name; without what ``left`` leaves behind."""
    package = Path(__file__).parents[2]
    for room in rooms:
        files = package.glob("*.py") if not room else (package / room).rglob("*.py")
        for file in sorted(files):
            name = file.relative_to(package).as_posix()
            if not name.startswith(tuple(left["parts"])):
                yield f"companion/{name}", file
    for top, parts in folders.items():
        folder = {"assets": assets, "templates": templates}[top]()
        for file in sorted(each for part in parts for each in (folder / part).rglob("*")):
            name = file.relative_to(folder).as_posix()
            if file.is_file() and not any(fnmatchcase(name, f"{each}*") for each in left[top]):
                yield f"{top}/{name}", file


def _strip_if_python(name: str, content: bytes) -> bytes:
    return strip_module(content) if name.endswith(".py") else content


def _bundle(of: Iterable[tuple[str, bytes]]) -> bytes:
    """Many files as one: the length of their list, the list as JSON, then one file after another."""
    files = {name: _strip_if_python(name, content) for name, content in of}
    listed = json.dumps([[name, len(content)] for name, content in files.items()]).encode()
    return b"".join((len(listed).to_bytes(4, "big"), listed, *files.values()))


def _render_shell(build: str, size: int) -> bytes:
    """Render the one page a host serves: it shows in every language how far the opening is."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates() / "web"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
    )
    tongues = {code: language(code) for code in LANGUAGES}
    shell = environment.get_template("pocket/shell.html")
    games = join_with_commas(get_game(name).title for name in GAMES)
    return shell.render(build=build, size=size, tongues=tongues, say=say, games=games).encode()


_RULE = "-" * 70


def collect_licences(
    core: Mapping[str, bytes], opencv: Mapping[str, bytes], packages: Mapping[str, Mapping[str, bytes]]
) -> str:
    """The licences of Pyodide, of Python, of OpenCV, and of each package in the package's own words.

    Whoever hands the folder on hands them on too.
    """
    ours = (static_folder() / "pocket" / "licenses.txt").read_text("utf-8")
    python = json.loads(core["pyodide-lock.json"])["info"]["python"]
    told = [ours.format(pyodide=read_pins()["pyodide"]["version"], python=python).rstrip()]
    for pin in read_pins()["wheel"]:
        files = packages[pin["name"]]
        about = message_from_bytes(next(text for name, text in files.items() if name.endswith("/METADATA")))
        named = about["License-Expression"] or about["License"] or ""
        parcel = f"{pin.get('part', 'program')}.bin"
        told.append(f"{_RULE}\n{about['Name']} {about['Version']}{named and f': {named}'} (in {parcel})")
        told += [files[name].decode().strip() for name in sorted(files) if _is_licence(name)]
    about = json.loads(opencv["package.json"])
    told.append(f"{_RULE}\n{about['name']} {about['version']}: {about['license']} (in opencv.js.bin)")
    told.append(opencv["LICENSE"].decode().strip())
    return "\n\n".join(told) + "\n"


def _is_licence(name: str) -> bool:
    return ".dist-info/" in name and name.rpartition("/")[2].upper().startswith(("LICEN", "COPYING", "NOTICE"))


_TEXTS = (ast.Constant, ast.JoinedStr)


def strip_module(source: bytes) -> bytes:
    """A module without comments and docstrings; unchanged if this Python cannot read it.

    A phone fetches and reads a tenth less. Lines keep their numbers. A docstring becomes ".": without any, a
    dataclass would make its own.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return source
    lines, whole = source.split(b"\n"), set[int]()  # the lines that are all text, from 0
    for node in ast.walk(tree):
        if isinstance(node, _TEXTS) and node.end_lineno != node.lineno:
            whole |= set(range(node.lineno - 1, node.end_lineno or 0))
    for number, line in enumerate(lines):
        if number not in whole and b"#" in line:
            lines[number] = _strip_comment(line)
    alone = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    for text in sorted(alone, key=lambda each: (each.lineno, each.col_offset), reverse=True):
        if isinstance(text, ast.Constant) and isinstance(text.value, str):
            _shorten_text(lines, text)
    return b"\n".join(lines)


def _strip_comment(line: bytes) -> bytes:
    """A line without its comment; unchanged if it has a quote, since a text may hold a #."""
    code, _, _ = line.partition(b"#")
    return line if b'"' in code or b"'" in code else code.rstrip()


def _shorten_text(lines: list[bytes], text: ast.Constant) -> None:
    """Replace a text that stands by itself with ".", and keep its lines, empty."""
    first, last = text.lineno - 1, (text.end_lineno or 1) - 1
    before, after = lines[first][: text.col_offset], lines[last][text.end_col_offset :]
    lines[first : last + 1] = [before + b'"."', *[b""] * (last - first)]
    lines[last] += after
