"""Programs that tests need beside Python; a machine that sets CI may not do without them."""

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import gettempdir
from typing import NoReturn

import pytest

PACKAGES = {
    "Xvfb": "xvfb",
    "WebKitWebDriver": "webkit2gtk-driver",
    "chromium": "chromium",
    "chromium-headless-shell": "chromium-headless-shell",
    "firefox-esr": "firefox-esr",
    "git": "git",
    "groff": "groff-base",
    "make": "make",
    "mandoc": "mandoc",
    "node": "npm",
    "npm": "npm",
}
"""By each program, Debian's package that brings it; ``.ci/run`` installs them."""

EVERYWHERE = {"bash", "env", "sh", "sleep", "unshare"}
"""Programs that every Debian has."""

DISPENSABLE = {"cc", "firewall-cmd", "gcc", "ld", "ldconfig", "objdump", "pip", "pip3", "ufw", "uv"}
"""What ``ctypes.util`` and the program itself ask, and do without where it is not there."""

_OURS = (sys.prefix, sys.base_prefix, str(Path(__file__).parent.parent), gettempdir(), "/dev/shm")


def check_program(executable: str | bytes | None, words: str | bytes | Sequence[str | bytes]) -> None:
    """Refuse that a test starts a program that is not named here: elsewhere it may not be there.

    Python is, and what lies in its environment, in the project or in a temporary folder.
    """
    path = os.fsdecode(executable or (words if isinstance(words, str | bytes) else words[0]))
    name = Path(path).name
    if (
        not path.startswith(_OURS)
        and not name.startswith("python")
        and name not in {*PACKAGES, *EVERYWHERE, *DISPENSABLE}
    ):
        raise AssertionError(f"{path} is not among the programs that tests may start (tests/required_programs.py)")


def require_program(program: str) -> str:
    """The path of a program; if it is missing the test is skipped, and fails in CI."""
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin")
    if found is None:
        skip_or_fail(f"{program} is not installed (apt install {PACKAGES[program]})")
    return found


def skip_or_fail(reason: str) -> NoReturn:
    """Skip the test that runs, or have it fail where CI is set."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
