"""Optional packages, and the command that installs them where Companion runs.

The command names the packages themselves, not ``companion[extra]``: on PyPI that may be another project.
"""

import os
import shlex
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
"""The packages of each extra of pyproject.toml that a player may need, and the module each provides."""


def is_installed(extra: str) -> bool:
    return all(find_spec(module) is not None for module in PACKAGES[extra].values())


def describe_install(extra: str) -> Sentence:
    """Say which command adds the packages of an extra to this environment."""
    return say("Install it with: {command}", command=format_install_command(" ".join(PACKAGES[extra])))


def format_install_command(packages: str) -> str:
    """The command that adds packages to this environment, whichever program created it."""
    environment = Path(sys.prefix)
    if (environment / "pipx_metadata.json").is_file() and environment.parent.name == "venvs":
        return f"pipx inject {environment.name} {packages}"
    python = _quote_program(sys.executable)
    if find_spec("pip") is not None:
        return f"{python} -m pip install {packages}"
    if which("uv") is not None:
        return f"uv pip install -p {python} {packages}"
    return f"{python} -m ensurepip; {python} -m pip install {packages}"


def _quote_program(program: str) -> str:
    if os.name != "nt":
        return shlex.quote(program)
    from subprocess import list2cmdline  # slow to import, and only Windows needs it

    word = list2cmdline([program])
    return f"& {word}" if word != program else program  # PowerShell runs a quoted program only after &
