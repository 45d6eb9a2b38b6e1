"""What the pocket carries along: Python for the browser and a few packages, fetched once and kept.

npm and PyPI are asked through their own clients. What is kept is not fetched again, so a pocket can be
built anew without a network; a file that differs from its checksum is refused.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import new as new_hash
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from sysconfig import get_config_var
from typing import Any

from companion.errors import CompanionError
from companion.paths import assets, get_user_file

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

    def read_python(self) -> dict[str, bytes]:
        """The files of Python for the browser, by their names."""
        return self._unpack_npm("pyodide")

    def read_opencv(self) -> dict[str, bytes]:
        """The files of OpenCV for the browser, by their names."""
        return self._unpack_npm("opencv")

    def _unpack_npm(self, name: str) -> dict[str, bytes]:
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
            raise CompanionError(
                "{name} cannot be kept in {folder}: {why}.",
                name=order.name,
                folder=str(self.folder),
                why=error.strerror or str(error),
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
