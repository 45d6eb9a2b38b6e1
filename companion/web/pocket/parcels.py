"""What the pocket carries along: Python for the browser and a few packages, fetched once and kept.

npm and PyPI are asked through their own clients. What is kept already is not fetched again, so a pocket can
be built anew without a network; whatever is not what it was when it was chosen is refused.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import new as new_hash
from pathlib import Path
from shutil import which
from typing import Any

from companion.errors import CompanionError
from companion.paths import assets

__all__ = ["Parcels", "pinned"]

_WAIT = 600  # seconds for one parcel, on a slow line


def pinned() -> Mapping[str, Any]:
    """The versions and checksums that this Companion is made for."""
    return tomllib.loads((assets() / "web" / "pocket" / "parcels.toml").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Parcels:
    """The parcels, as they lie in a folder.

    Attributes:
        folder: Where they are kept.
    """

    folder: Path

    def python(self) -> dict[str, bytes]:
        """The files of Python for the browser, by their names.

        Raises:
            CompanionError: When they cannot be had.
        """
        pin = pinned()["pyodide"]
        parcel = self._had(
            pin["file"], "sha512", pin["sha512"],
            ["npm", "pack", "--silent", f"pyodide@{pin['version']}", "--pack-destination"],
        )  # fmt: skip
        with tarfile.open(parcel) as packed:
            return {
                member.name.removeprefix("package/"): read.read()
                for member in packed.getmembers()
                if (read := packed.extractfile(member)) is not None
            }

    def packages(self) -> dict[str, bytes]:
        """The modules of the packages, by their paths.

        Raises:
            CompanionError: When they cannot be had.
        """
        modules: dict[str, bytes] = {}
        for pin in pinned()["wheel"]:
            parcel = self._wheel(pin)
            with zipfile.ZipFile(parcel) as packed:
                modules |= {name: packed.read(name) for name in packed.namelist() if name.endswith(".py")}
        return modules

    def _wheel(self, pin: Mapping[str, Any]) -> Path:
        order = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
        order += ["--disable-pip-version-check", f"{pin['name']}=={pin['version']}"]
        if "platform" in pin:
            platform, python = pin["platform"]
            order += ["--platform", platform, "--abi", python, "--implementation", "cp"]
            order += ["--python-version", python.removeprefix("cp")]
        return self._had(f"{pin['name']}-{pin['version']}.whl", "sha256", pin["sha256"], [*order, "--dest"])

    def _had(self, name: str, kind: str, checksum: str, order: list[str]) -> Path:
        kept = self.folder / name
        if kept.is_file() and _sum(kept, kind) == checksum:
            return kept
        self.folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.folder) as new:
            _run([*order, new], name)
            (fetched,) = Path(new).iterdir()
            if _sum(fetched, kind) != checksum:
                raise CompanionError(
                    "{name} is not what it was when it was chosen, and is not used; expected {kind} {sum}.",
                    name=name, kind=kind, sum=checksum,
                )  # fmt: skip
            fetched.replace(kept)
        return kept


def _sum(file: Path, kind: str) -> str:
    return new_hash(kind, file.read_bytes()).hexdigest()


def _run(order: list[str], name: str) -> None:
    if which(order[0]) is None:
        raise CompanionError("{name} is fetched by npm, which is not here; install Node.js.", name=name)
    try:
        done = subprocess.run(order, capture_output=True, text=True, timeout=_WAIT, check=False)
    except subprocess.TimeoutExpired:
        raise CompanionError("{name} has not come after ten minutes; try again later.", name=name) from None
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise CompanionError(
            "{name} cannot be fetched: {why}", name=name, why=last[-1] if last else f"{order[0]} failed"
        )
