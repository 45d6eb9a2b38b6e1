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
WORKFLOW = ROOT / ".github" / "workflows" / "pages.yml"


@pytest.fixture(scope="module")
def jobs() -> dict[str, str]:
    """The text of each job by its name, in order; what stands before them under no name."""
    begin, text = WORKFLOW.read_text("utf-8").split("\njobs:\n")
    each = (job.partition(":\n") for job in re.split(r"^  (?=\w+:$)", text, flags=re.M) if job)
    return {"": f"{begin}\n", **{name: steps for name, _, steps in each}}


def runs(job: str) -> list[str]:
    return re.findall(r"- run: (.*)", job)


def test_the_site_is_published_once_it_is_built_and_tested(jobs: dict[str, str]) -> None:
    assert list(jobs) == ["", "build", "test", "publish"]
    assert "needs: [build, test]" in jobs["publish"]
    assert "concurrency:\n  group: pages\n" in jobs[""]
    assert "branches: [main]" in jobs[""]
    assert "actions/deploy-pages@" in jobs["publish"]
    assert all("timeout-minutes:" in jobs[name] for name in ("build", "test", "publish"))


def test_the_publishing_workflow_has_only_the_permissions_it_needs(jobs: dict[str, str]) -> None:
    assert "\npermissions:\n  contents: read\n" in jobs[""]
    allowed = re.findall(r"^ +([\w-]+): write$", WORKFLOW.read_text("utf-8"), re.M)
    assert allowed == ["pages", "id-token"]
    assert "permissions:\n      pages: write\n      id-token: write\n    environment:" in jobs["publish"]
    assert WORKFLOW.read_text("utf-8").count("persist-credentials: false") == 2  # a checkout leaves no key behind


def test_every_action_has_its_whole_version() -> None:
    used = re.findall(r"uses: (\S+)", WORKFLOW.read_text("utf-8"))
    assert len(used) >= 5
    assert [each for each in used if not re.fullmatch(r"actions/[\w-]+@v\d+\.\d+\.\d+", each)] == []


def test_the_commands_of_the_publishing_workflow_exist(
    jobs: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commands that build are typed here; of the tests' own, the file is there and can be run."""
    install, build = runs(jobs["build"])
    assert install == "pip install ."
    assert (ROOT / "pyproject.toml").is_file()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(offering, "build_pocket_files", lambda parcels: {"index.html": b"<p>the site"})
    program, *words = build.split()
    assert program == "companion"
    assert run_command(words) == 0
    (served,) = re.findall(r"upload-pages-artifact@\S+\n +with:\n +path: (\S+)", jobs["build"])
    assert (tmp_path / served / "index.html").read_bytes() == b"<p>the site"
    ours = [command for command in runs(jobs["test"]) if not command.startswith(("apt-get ", "git "))]
    assert ours == [".ci/run"]
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    assert 'make "${1:-test}"\n' in (ROOT / ".ci" / "run").read_text("utf-8")
