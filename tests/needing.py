"""Programs that tests need beside Python; a machine that sets CI may not do without them."""

import os
import shutil
from typing import NoReturn

import pytest

PACKAGES = {
    "Xvfb": "xvfb",
    "WebKitWebDriver": "webkit2gtk-driver",
    "firefox-esr": "firefox-esr",
    "git": "git",
    "groff": "groff-base",
    "mandoc": "mandoc",
    "nginx": "nginx",
    "node": "npm",
}
"""By each program, Debian's package that brings it; ``.ci/run`` installs them."""


def needed(program: str) -> str:
    """The path of a program; where it is missing the test is skipped with a sentence, and fails with CI."""
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin")
    if found is None:
        missing(f"This test needs {program}, which is not here (apt install {PACKAGES[program]}).")
    return found


def missing(why: str) -> NoReturn:
    """Skip the test that runs, or have it fail where CI is set."""
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)
