"""The workflow that publishes the site may do little, and takes actions of whole versions alone.

It is read as text, for nothing here reads YAML.
"""

import re
from pathlib import Path

TEXT = (Path(__file__).parent.parent / ".github" / "workflows" / "pages.yml").read_text("utf-8")


def test_the_publishing_workflow_has_only_the_permissions_it_needs_and_actions_of_whole_versions() -> None:
    before = TEXT.partition("\njobs:\n")[0]
    assert "permissions:\n  contents: read\n" in f"{before}\n"
    assert "branches: [main]" in before
    assert "needs: [build, test]" in TEXT.partition("\n  publish:\n")[2]
    assert re.findall(r"^ +([\w-]+): write$", TEXT, re.M) == ["pages", "id-token"]
    assert TEXT.count("persist-credentials: false") == 2  # a checkout leaves no key behind
    used = re.findall(r"uses: (\S+)", TEXT)
    assert len(used) >= 5
    assert [each for each in used if not re.fullmatch(r"actions/[\w-]+@v\d+\.\d+\.\d+", each)] == []
