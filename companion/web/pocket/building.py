"""The folder of files that any web host serves and a phone keeps: the pages, Python, and the program.

Python for the browser and a few packages are fetched once, by npm's and PyPI's own clients, and kept, so a
pocket can be built anew without a network; a file that differs from its checksum is refused.
"""

from __future__ import annotations

import ast
import gzip
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from email import message_from_bytes
from fnmatch import fnmatchcase
from functools import cache
from hashlib import new as new_hash
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from sysconfig import get_config_var
from typing import Any

import jinja2

from companion.data.catalogue import LANGUAGES, language
from companion.errors import CompanionError, describe_system_error
from companion.paths import assets, get_user_file, templates
from companion.play.games import GAMES, get_game
from companion.sentences import join_with_commas, say
from companion.web.rendering import static_folder

_WAIT = 600  # seconds for one parcel, on a slow line

_NO_LINE = re.compile(
    r"E(NOTFOUND|AI_AGAIN|CONN\w+|NETUNREACH|HOSTUNREACH|TIMEDOUT)|NewConnectionError|NameResolutionError"
    r"|ConnectTimeout|ReadTimeout|ConnectionError|ConnectionReset|from versions: none"
)
"""What npm and pip say where nobody answers them."""

_CHATTER = re.compile(r"WARNING|\[notice\]|A complete log|(code|syscall|errno) |$")
_SPEAKER = re.compile(r"(npm (error|ERR!)|ERROR:|notarget|network)\s*")


def read_pins() -> Mapping[str, Any]:
    """Read the versions and checksums that this Companion is made for."""
    return tomllib.loads((assets() / "web" / "pocket" / "parcels.toml").read_text("utf-8"))


def open_parcels() -> Parcels:
    """The parcels in this computer's cache."""
    return Parcels(get_user_file("cache", "pocket"))


@dataclass(frozen=True, slots=True)
class Parcels:
    """The parcels in a folder."""

    folder: Path

    def fetch(self) -> Iterator[int]:
        """Fetch every parcel that is missing, one after another; yields how many are still to come."""
        orders = _list_orders()
        for at, order in enumerate(orders):
            yield len(orders) - at
            self._ensure_file(order)

    @property
    def is_complete(self) -> bool:
        """True when every parcel is here, with its checksum."""
        return all(order.fits(self.folder / order.name) for order in _list_orders())

    def unpack_npm(self, name: str) -> dict[str, bytes]:
        """The files of ``pyodide``, Python for the browser, or of ``opencv``, by their names."""
        with tarfile.open(self._ensure_file(_build_order(read_pins()[name]))) as packed:
            return {
                member.name.removeprefix("package/"): read.read()
                for member in packed.getmembers()
                if (read := packed.extractfile(member)) is not None
            }

    def read_packages(self) -> dict[str, dict[str, bytes]]:
        """The files of each package, by their paths."""
        files = {}
        for pin in read_pins()["wheel"]:
            with zipfile.ZipFile(self._ensure_file(_build_order(pin))) as packed:
                files[pin["name"]] = {name: packed.read(name) for name in packed.namelist()}
        return files

    def _ensure_file(self, order: _Order) -> Path:
        kept = self.folder / order.name
        if order.fits(kept):
            return kept
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=self.folder) as new:
                _run_client([*order.words, new], order.name)
                fetched = next(Path(new).iterdir(), kept)
                if not order.fits(fetched):
                    raise CompanionError(
                        "{name} is not what it was when it was chosen, and is not used; expected {kind} {sum}.",
                        name=order.name,
                        kind=order.kind,
                        sum=order.checksum,
                    )
                fetched.replace(kept)  # whoever fetches at the same time puts the same there
        except OSError as error:
            folder, why = str(self.folder), describe_system_error(error)
            raise CompanionError(
                "{name} cannot be kept in {folder}: {why}.", name=order.name, folder=folder, why=why
            ) from None
        return kept


@dataclass(frozen=True, slots=True)
class _Order:
    """How one parcel is fetched, and its checksum."""

    name: str
    kind: str
    checksum: str
    words: tuple[str, ...]

    def fits(self, file: Path) -> bool:
        """True for a file that is this parcel, complete."""
        return file.is_file() and new_hash(self.kind, file.read_bytes()).hexdigest() == self.checksum


def _list_orders() -> list[_Order]:
    pins = read_pins()
    return [_build_order(pins[name]) for name in ("pyodide", "opencv")] + [*map(_build_order, pins["wheel"])]


def _build_order(pin: Mapping[str, Any]) -> _Order:
    if "file" in pin:
        words = ["npm", "pack", "--loglevel=error", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"]
        words += [f"{pin['name']}@{pin['version']}", "--pack-destination"]
        return _Order(pin["file"], "sha512", pin["sha512"], tuple(words))
    words = ["pip", "download", "--no-deps", "--only-binary=:all:", "--retries", "1"]
    words += ["--disable-pip-version-check", f"{pin['name']}=={pin['version']}"]
    if "platform" in pin:
        platform, python = pin["platform"]
        words += ["--platform", platform, "--abi", python, "--implementation", "cp"]
        words += ["--python-version", python.removeprefix("cp")]
    return _Order(f"{pin['name']}-{pin['version']}.whl", "sha256", pin["sha256"], (*words, "--dest"))


def _find_pip() -> list[str] | None:
    """The command that runs pip: of this Python, the one that came with it, or another; ``None`` without."""
    if find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    folders = [get_config_var("WHEEL_PKG_DIR")]  # where Debian keeps the wheels of ensurepip
    if (installer := find_spec("ensurepip")) is not None and installer.origin:
        folders.append(str(Path(installer.origin).parent / "_bundled"))
    for packed in (wheel for folder in folders if folder for wheel in Path(folder).glob("pip-*.whl")):
        return [sys.executable, str(packed / "pip")]  # runs as it is, and nothing is installed
    if other := which("pip3") or which("pip"):
        return [other]
    return [uv, "tool", "run", "pip"] if (uv := which("uv")) else None


def _run_client(words: list[str], name: str) -> None:
    program = _find_pip() if words[0] == "pip" else [found] if (found := which("npm")) else None
    if program is None:
        raise CompanionError(
            "{name} is fetched by pip, which is not here; install pip or uv."
            if words[0] == "pip"
            else "{name} is fetched by npm, which is not here; install Node.js.",
            name=name,
        )
    try:
        done = subprocess.run(
            [*program, *words[1:]],
            capture_output=True,
            text=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
            timeout=_WAIT,
            env={**os.environ, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"},
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise CompanionError("{name} has not come after ten minutes; try again later.", name=name) from None
    if done.returncode:
        said = f"{done.stderr}\n{done.stdout}"
        if _NO_LINE.search(said):
            raise CompanionError(
                ("{name} cannot be fetched: there is no answer. With a network it is fetched once, and kept."),
                name=name,
            )
        lines = [_SPEAKER.sub("", line) for line in said.splitlines()]
        why = next((line for line in lines if not _CHATTER.match(line)), str(done.returncode))
        raise CompanionError("{name} cannot be fetched: {why}", name=name, why=why)


_PROGRAM = ("", "data", "rules", "vision", "table", "play", "service", "web")

_ROOMS = {"assets": ("games", "vision"), "templates": ("web", "locales")}
"""The folders beside the program that it reads."""

_LETTERS = {"assets": ("fonts",)}  # for scripts that no printed game has

PRESS = "press.bin"  # what prints: fetched when the first page stands, and unpacked when somebody wants to print

_BESIDE = ("manifest.webmanifest", "icon-180.png", "icon-192.png", "icon-512.png", "icon-maskable.png")
"""What browsers look for beside the first page."""

_OLD = (1980, 1, 1, 0, 0, 0)  # the time of every file: a build made twice is the same


def build_pocket_files(parcels: Parcels) -> dict[str, bytes]:
    """Build all files of the pocket, by their paths."""
    python, packages, opencv = parcels.unpack_npm("pyodide"), parcels.read_packages(), parcels.unpack_npm("opencv")
    about = json.loads(python["pyodide-lock.json"])
    core = {  # called by what every host knows, and .bin for what none may touch
        "core.wasm.bin": _compress(python["pyodide.asm.wasm"]),
        "core.js.bin": _compress(python["pyodide.asm.mjs"]),
        "library.zip.bin": _compress(_repack_library(python["python_stdlib.zip"])),
        "program.bin": _compress(_bundle([*_list_package_files(packages, ""), *_list_program_files()])),
        PRESS: _compress(_bundle(_list_press_files(packages, python["python_stdlib.zip"]))),
        "pyodide.js": python["pyodide.mjs"],
        "lock.json": json.dumps({"info": about["info"], "packages": {}}).encode(),  # no package is fetched on the way
    }
    letters = {name: file.read_bytes() for name, file in _list_own_files((), _LETTERS, read_pins()["letters"])}
    later = {
        "opencv.js.bin": _compress(opencv["lib/opencv_js.js"]),
        "letters.bin": _compress(_bundle(letters.items())),
        **{f"{part}.bin": _compress(_bundle(_list_package_files(packages, part))) for part in ("workbook", "pdf")},
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


def _repack_library(zipped: bytes) -> bytes:
    """Python's library without what no page needs; uncompressed, as the whole compresses better."""
    pin, out = read_pins()["pyodide"], io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(zipped)) as full, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as kept:
        for name in full.namelist():
            top, _, rest = name.partition("/")
            unread = top == "encodings" and rest not in pin["encodings"]
            if not (unread or name.endswith("/") or name.startswith(tuple(pin["dropped"]))):
                kept.writestr(zipfile.ZipInfo(name, _OLD), _strip_if_python(name, full.read(name)))
    return out.getvalue()


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
    everything = {"assets": ("",), "templates": ("",)}
    for name, file in _list_own_files((*_PROGRAM, "press"), everything, read_pins()["press"]):
        if name not in program:
            yield name, file.read_bytes()


def _list_package_files(packages: Mapping[str, Mapping[str, bytes]], part: str) -> Iterator[tuple[str, bytes]]:
    for pin in read_pins()["wheel"]:
        for name, content in packages[pin["name"]].items() if pin.get("part", "") == part else ():
            if name.endswith(".py") and not name.startswith(tuple(pin.get("dropped", ()))):
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
        if isinstance(node, ast.Constant | ast.JoinedStr) and node.end_lineno != node.lineno:
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
