"""The workflow that publishes the site: what it runs is there, what it takes has a version, it may little.

It is read as text, for nothing here reads YAML: a job begins two blanks deep, a step with a dash.
"""

import os
import re
from pathlib import Path

import pytest

from companion.cli.main import run_command
from companion.web.pocket import offering

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / ".github" / "workflows" / "pages.yml").read_text("utf-8")
BEGIN, STEPS = TEXT.split("\njobs:\n")
JOBS = dict(re.findall(r"^  (\w+):\n(.*?)(?=^  \w+:$|\Z)", STEPS, re.M | re.S))
"""The text of each job by its name, in order."""


def test_the_site_is_published_once_it_is_built_and_tested() -> None:
    assert list(JOBS) == ["build", "test", "publish"]
    assert "needs: [build, test]" in JOBS["publish"]
    assert "branches: [main]" in BEGIN
    assert "actions/deploy-pages@" in JOBS["publish"]
    assert all("timeout-minutes:" in job for job in JOBS.values())


def test_the_publishing_workflow_has_only_the_permissions_it_needs_and_actions_of_whole_versions() -> None:
    assert "permissions:\n  contents: read\n" in f"{BEGIN}\n"
    assert re.findall(r"^ +([\w-]+): write$", TEXT, re.M) == ["pages", "id-token"]
    assert TEXT.count("persist-credentials: false") == 2  # a checkout leaves no key behind
    used = re.findall(r"uses: (\S+)", TEXT)
    assert len(used) >= 5
    assert [each for each in used if not re.fullmatch(r"actions/[\w-]+@v\d+\.\d+\.\d+", each)] == []


def test_the_commands_of_the_publishing_workflow_exist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands that build are typed here; of the tests' own, the file is there and can be run."""
    install, build = re.findall(r"- run: (.*)", JOBS["build"])
    assert install == "pip install ."
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(offering, "build_pocket_files", lambda parcels: {"index.html": b"<p>the site"})
    program, *words = build.split()
    assert program == "companion"
    assert run_command(words) == 0
    (served,) = re.findall(r"upload-pages-artifact@\S+\n +with:\n +path: (\S+)", JOBS["build"])
    assert (tmp_path / served / "index.html").read_bytes() == b"<p>the site"
    assert ".ci/run" in re.findall(r"- run: (.*)", JOBS["test"])
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
