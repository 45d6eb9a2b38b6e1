"""What can be installed besides, and the command that does it where Companion runs.

The packages themselves are named, never Companion with an extra: whatever the registry has under our name, or
has not, what is added goes into the environment that runs.
"""

import os
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from shutil import which

from companion.sentences import Sentence, say

PACKAGES = {
    "https": {"cryptography": "cryptography"},
    "photo": {"numpy": "numpy", "opencv-python-headless": "cv2", "pi-heif": "pi_heif"},
    "yaml": {"pyyaml": "yaml"},
}
"""The packages of each extra of pyproject.toml that a player may want, and the module each brings."""


def installed(extra: str) -> bool:
    """True when all that an extra needs is installed here."""
    return all(find_spec(module) is not None for module in PACKAGES[extra].values())


def how_to_add(extra: str) -> Sentence:
    """The command that adds what an extra needs to this environment, as a sentence."""
    return say("Install it with: {command}", command=install_command(" ".join(PACKAGES[extra])))


def install_command(packages: str) -> str:
    """The command that adds packages to the environment that runs, by whatever program it was made."""
    environment = Path(sys.prefix)
    if (environment / "pipx_metadata.json").is_file() and environment.parent.name == "venvs":
        return f"pipx inject {environment.name} {packages}"
    python = _typed(sys.executable)
    if find_spec("pip") is not None:
        return f"{python} -m pip install {packages}"
    if which("uv") is not None:
        return f"uv pip install -p {python} {packages}"
    return f"{python} -m ensurepip; {python} -m pip install {packages}"


def _typed(program: str) -> str:
    """A program's path as it is typed in a shell."""
    if os.name != "nt":
        return shlex.quote(program)
    quoted = subprocess.list2cmdline([program])
    return f"& {quoted}" if quoted != program else program  # PowerShell calls what is quoted only after a &
