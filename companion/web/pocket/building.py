"""Build the files of the pocket version, which any web host serves and a phone keeps: pages, Python, and program.

Python for the browser and a few packages are fetched once, by npm's and PyPI's own clients, and cached, so
that it can be built again without a network; a file that differs from its checksum is refused.
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

_WAIT = 600  # seconds for a package, on a slow connection

_NO_LINE = re.compile(
    r"E(NOTFOUND|AI_AGAIN|CONN\w+|NETUNREACH|HOSTUNREACH|TIMEDOUT)|NewConnectionError|NameResolutionError"
    r"|ConnectTimeout|ReadTimeout|ConnectionError|ConnectionReset|from versions: none"
)
"""What npm and pip print without a network."""

_CHATTER = re.compile(r"WARNING|\[notice\]|A complete log|(code|syscall|errno) |$")
_SPEAKER = re.compile(r"(npm (error|ERR!)|ERROR:|notarget|network)\s*")


def read_pins() -> Mapping[str, Any]:
    """Read the versions and checksums of packages for this version of Companion."""
    return tomllib.loads((assets() / "web" / "pocket" / "parcels.toml").read_text("utf-8"))


def open_parcels() -> Parcels:
    return Parcels(get_user_file("cache", "pocket"))


@dataclass(frozen=True, slots=True)
class Parcels:
    """The packages in a folder, as they were downloaded."""

    folder: Path

    def fetch(self) -> Iterator[int]:
        """Fetch missing packages, one after another; yields how many are left to check."""
        orders = _list_orders()
        for index, order in enumerate(orders):
            yield len(orders) - index
            self._ensure_file(order)

    @property
    def is_complete(self) -> bool:
        return all(order.fits(self.folder / order.name) for order in _list_orders())

    def unpack_npm(self, name: str) -> dict[str, bytes]:
        """The files of ``pyodide``, Python for the browser, or of ``opencv``, by name."""
        with tarfile.open(self._ensure_file(_build_order(read_pins()[name]))) as archive:
            return {
                member.name.removeprefix("package/"): stream.read()
                for member in archive.getmembers()
                if (stream := archive.extractfile(member)) is not None
            }

    def read_packages(self) -> dict[str, dict[str, bytes]]:
        files = {}
        for pin in read_pins()["wheel"]:
            with zipfile.ZipFile(self._ensure_file(_build_order(pin))) as archive:
                files[pin["name"]] = {name: archive.read(name) for name in archive.namelist()}
        return files

    def _ensure_file(self, order: _Order) -> Path:
        target = self.folder / order.name
        if order.fits(target):
            return target
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=self.folder) as new:
                _run_client([*order.words, new], order.name)
                file = next(Path(new).iterdir(), target)
                if not order.fits(file):
                    raise CompanionError(
                        "{name} is not what it was when it was chosen, and is not used; expected {kind} {sum}.",
                        name=order.name,
                        kind=order.kind,
                        sum=order.checksum,
                    )
                file.replace(target)  # a concurrent fetch writes the same file
        except OSError as error:
            folder, reason = str(self.folder), describe_system_error(error)
            raise CompanionError(
                "{name} cannot be kept in {folder}: {why}.", name=order.name, folder=folder, why=reason
            ) from None
        return target


@dataclass(frozen=True, slots=True)
class _Order:
    """The command that fetches a package, and its checksum."""

    name: str
    kind: str
    checksum: str
    words: tuple[str, ...]

    def fits(self, file: Path) -> bool:
        """True if a file is this package, complete."""
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
    """The command that runs pip: that of this Python, the bundled one, or another; ``None`` if there is none."""
    if find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    folders = [get_config_var("WHEEL_PKG_DIR")]  # Debian's folder for the wheels of ensurepip
    if (installer := find_spec("ensurepip")) is not None and installer.origin:
        folders.append(str(Path(installer.origin).parent / "_bundled"))
    for wheel in (file for folder in folders if folder for file in Path(folder).glob("pip-*.whl")):
        return [sys.executable, str(wheel / "pip")]  # runs from the wheel, without installing it
    if other := which("pip3") or which("pip"):
        return [other]
    return [uv, "tool", "run", "pip"] if (uv := which("uv")) else None


def _run_client(words: list[str], name: str) -> None:
    program = _find_pip() if words[0] == "pip" else [npm] if (npm := which("npm")) else None
    if program is None:
        raise CompanionError(
            "{name} is fetched by pip, which is not here; install pip or uv."
            if words[0] == "pip"
            else "{name} is fetched by npm, which is not here; install Node.js.",
            name=name,
        )
    try:
        process = subprocess.run(
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
    if process.returncode:
        output = f"{process.stderr}\n{process.stdout}"
        if _NO_LINE.search(output):
            raise CompanionError(
                ("{name} cannot be fetched: there is no answer. With a network it is fetched once, and kept."),
                name=name,
            )
        lines = [_SPEAKER.sub("", line) for line in output.splitlines()]
        reason = next((line for line in lines if not _CHATTER.match(line)), str(process.returncode))
        raise CompanionError("{name} cannot be fetched: {why}", name=name, why=reason)


_PROGRAM = ("", "data", "rules", "vision", "table", "play", "service", "web")

_ROOMS = {"assets": ("games", "questions", "vision"), "templates": ("web", "locales")}
"""The data folders that the program reads."""

_LETTERS = {"assets": ("fonts",)}  # fonts for scripts that the games do not need

PRESS = "press.bin"  # for printing: fetched after the first page is shown, and unpacked when it is used

_BESIDE = ("manifest.webmanifest", "icon-180.png", "icon-192.png", "icon-512.png", "icon-maskable.png")
"""Files that browsers expect beside the first page."""

_OLD = (1980, 1, 1, 0, 0, 0)  # the time of every file, so that equal builds are equal


def build_pocket_files(parcels: Parcels) -> dict[str, bytes]:
    """Build all files of the pocket version, by path."""
    python, packages, opencv = parcels.unpack_npm("pyodide"), parcels.read_packages(), parcels.unpack_npm("opencv")
    lock = json.loads(python["pyodide-lock.json"])
    core = {  # every host knows these endings, and none changes .bin
        "core.wasm.bin": _compress(python["pyodide.asm.wasm"]),
        "core.js.bin": _compress(python["pyodide.asm.mjs"]),
        "library.zip.bin": _compress(_repack_library(python["python_stdlib.zip"])),
        "program.bin": _compress(_bundle([*_list_package_files(packages, ""), *_list_program_files()])),
        PRESS: _compress(_bundle(_list_press_files(packages, python["python_stdlib.zip"]))),
        "pyodide.js": python["pyodide.mjs"],
        "lock.json": json.dumps({"info": lock["info"], "packages": {}}).encode(),  # so that Pyodide fetches no package
    }
    letters = {name: file.read_bytes() for name, file in _list_own_files((), _LETTERS, read_pins()["letters"])}
    later_files = {
        "opencv.js.bin": _compress(opencv["lib/opencv_js.js"]),
        "letters.bin": _compress(_bundle(letters.items())),
        **{f"{part}.bin": _compress(_bundle(_list_package_files(packages, part))) for part in ("workbook", "pdf")},
    }
    folder = static_folder() / "pocket"
    scripts = {each.name: _minify(each) for each in folder.glob("*.js") if each.name != "service.js"}
    left = tuple(str(static_folder().parent / name) for name in read_pins()["program"]["assets"])
    static = {
        f"static/{file.relative_to(static_folder()).as_posix()}": _minify(file)
        for file in sorted(static_folder().rglob("*"))
        if file.is_file() and folder not in file.parents and not str(file).startswith(left)
    }
    files = {**core, **later_files, **scripts, **static}
    build = _compute_digest(files)
    size = sum(len(each) for name, each in core.items() if name.endswith(".bin") and name != PRESS)
    shell = {
        "index.html": _render_shell(build, size),
        "licenses.txt": collect_licences(python, opencv, packages).encode(),
        **{name: (folder / name).read_bytes() for name in _BESIDE},
    }
    all_files = {**shell, **{f"{build}/{name}": content for name, content in files.items()}}
    sums: dict[str, list[str]] = {"./": [], **{name: [] for name in shell if name != "index.html"}}
    sums |= {f"{build}/{name}": _compute_sums(name, content) for name, content in files.items()}
    service = _minify(folder / "service.js").decode()
    service = service.replace("{{build}}", build).replace("{{files}}", json.dumps(sums, sort_keys=True))
    service = service.replace("{{later}}", json.dumps(sorted(later_files)))
    return {**all_files, "service.js": service.encode()}


@cache
def compute_sources_digest() -> str:
    """A digest of all sources of the pocket version, which changes with the program."""
    files = {f"web/{file.relative_to(static_folder())}": file for file in static_folder().rglob("*")}
    contents = {name: file.read_bytes() for name, file in files.items() if file.is_file()}
    builders = {file.name: file.read_bytes() for file in Path(__file__).parent.glob("*.py")}
    shell = (templates() / "web" / "pocket" / "shell.html").read_bytes()
    press = dict(_list_own_files(("press",), {"assets": ("",), "templates": ("",)}, read_pins()["press"]))
    prints = {name: file.read_bytes() for name, file in press.items()}
    return _compute_digest({**contents, **builders, **prints, "shell.html": shell, **dict(_list_program_files())})


def _minify(file: Path) -> bytes:
    """The content of a file; scripts and style sheets without comments and needless spaces."""
    space = rb"(?<=[{};,:])\s+|\s+(?=[{}])|;(?=\s*\})"  # but not before a colon, where it is part of a selector
    words = {".js": rb"(?m)^(?: *//.*)?\n", ".css": rb"(?s)\s*/\*.*?\*/|" + space}
    return re.sub(words[file.suffix], b"", file.read_bytes()) if file.suffix in words else file.read_bytes()


def _compute_digest(files: Mapping[str, bytes]) -> str:
    digest = sha256()
    for name, content in sorted(files.items()):
        digest.update(name.encode() + b"\0" + sha256(content).digest())
    return digest.hexdigest()[:12]


def _compute_sums(name: str, content: bytes) -> list[str]:
    """The checksums that a phone accepts for a file: as it is, or unpacked by the host."""
    contents = [content, gzip.decompress(content)] if name.endswith(".bin") else [content]
    return [sha256(each).hexdigest()[:16] for each in contents]


def _compress(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)


def _repack_library(zipped: bytes) -> bytes:
    """Python's library without the modules that no page needs; uncompressed, since it compresses better as a whole."""
    pin, out = read_pins()["pyodide"], io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(zipped)) as full, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as target:
        for name in full.namelist():
            top, _, rest = name.partition("/")
            is_unused = top == "encodings" and rest not in pin["encodings"]
            if not (is_unused or name.endswith("/") or name.startswith(tuple(pin["dropped"]))):
                target.writestr(zipfile.ZipInfo(name, _OLD), _strip_if_python(name, full.read(name)))
    return out.getvalue()


def _list_press_files(packages: Mapping[str, Mapping[str, bytes]], library: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the files for printing: packages, modules of Python's library, our own modules, faces, art and fonts."""
    yield from _list_package_files(packages, "press")
    for name, file in read_pins()["press"]["ours"].items():
        yield name, (Path(__file__).parent / file).read_bytes()
    with zipfile.ZipFile(io.BytesIO(library)) as full:
        for name in sorted(full.namelist()):
            if name.startswith(tuple(read_pins()["press"]["library"])) and not name.endswith("/"):
                yield name, full.read(name)
    program = dict(_list_program_files())
    folders = {"assets": ("",), "templates": ("",)}
    for name, file in _list_own_files((*_PROGRAM, "press"), folders, read_pins()["press"]):
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
    """Yield the files of rooms and of data folders, by name, except those that ``left`` names."""
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


def _bundle(members: Iterable[tuple[str, bytes]]) -> bytes:
    """Join files into one: the length of their list, the list as JSON, then one file after another."""
    files = {name: _strip_if_python(name, content) for name, content in members}
    listed = json.dumps([[name, len(content)] for name, content in files.items()]).encode()
    return b"".join((len(listed).to_bytes(4, "big"), listed, *files.values()))


def _render_shell(build: str, size: int) -> bytes:
    """Render the page that the host serves, which shows the progress of loading in every language."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates() / "web"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
    )
    languages = {code: language(code) for code in LANGUAGES}
    shell = environment.get_template("pocket/shell.html")
    games = join_with_commas(get_game(name).title for name in GAMES)
    return shell.render(build=build, size=size, tongues=languages, say=say, games=games).encode()


_RULE = "-" * 70


def collect_licences(
    core: Mapping[str, bytes], opencv: Mapping[str, bytes], packages: Mapping[str, Mapping[str, bytes]]
) -> str:
    """The licences of Pyodide, Python, OpenCV and each package, which must be part of the folder."""
    licences = (static_folder() / "pocket" / "licenses.txt").read_text("utf-8")
    python = json.loads(core["pyodide-lock.json"])["info"]["python"]
    texts = [licences.format(pyodide=read_pins()["pyodide"]["version"], python=python).rstrip()]
    for pin in read_pins()["wheel"]:
        files = packages[pin["name"]]
        package = message_from_bytes(next(text for name, text in files.items() if name.endswith("/METADATA")))
        licence = package["License-Expression"] or package["License"] or ""
        parcel = f"{pin.get('part', 'program')}.bin"
        texts.append(f"{_RULE}\n{package['Name']} {package['Version']}{licence and f': {licence}'} (in {parcel})")
        texts += [files[name].decode().strip() for name in sorted(files) if _is_licence(name)]
    package = json.loads(opencv["package.json"])
    texts.append(f"{_RULE}\n{package['name']} {package['version']}: {package['license']} (in opencv.js.bin)")
    texts.append(opencv["LICENSE"].decode().strip())
    return "\n\n".join(texts) + "\n"


def _is_licence(name: str) -> bool:
    return ".dist-info/" in name and name.rpartition("/")[2].upper().startswith(("LICEN", "COPYING", "NOTICE"))


def strip_module(source: bytes) -> bytes:
    """A module without comments and docstrings; unchanged if this Python cannot parse it.

    It is about a tenth smaller. Lines keep their numbers. A docstring becomes ".": without one, a dataclass
    would generate its own.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return source
    lines, text_lines = source.split(b"\n"), set[int]()  # numbers, from 0, of lines within multi-line texts
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr) and node.end_lineno != node.lineno:
            text_lines |= set(range(node.lineno - 1, node.end_lineno or 0))
    for number, line in enumerate(lines):
        if number not in text_lines and b"#" in line:
            lines[number] = _strip_comment(line)
    statements = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    for text in sorted(statements, key=lambda each: (each.lineno, each.col_offset), reverse=True):
        if isinstance(text, ast.Constant) and isinstance(text.value, str):
            _shorten_text(lines, text)
    return b"\n".join(lines)


def _strip_comment(line: bytes) -> bytes:
    """A line without its comment; unchanged if it has a quote, since a # may be in a text."""
    code, _, _ = line.partition(b"#")
    return line if b'"' in code or b"'" in code else code.rstrip()


def _shorten_text(lines: list[bytes], text: ast.Constant) -> None:
    """Replace a text that is a statement by ".", followed by as many empty lines."""
    first, last = text.lineno - 1, (text.end_lineno or 1) - 1
    before, after = lines[first][: text.col_offset], lines[last][text.end_col_offset :]
    lines[first : last + 1] = [before + b'"."', *[b""] * (last - first)]
    lines[last] += after
