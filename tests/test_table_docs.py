"""What the pages of Shogun promise: a reader who types their blocks in order gets an answer to each line."""

import re
from pathlib import Path

import pytest

from tests.cli.here import run_lines
from tests.readme import list_blocks

ROOT = Path(__file__).parent.parent
GUIDES = ("table", "rules/shogun", "rules/tower")
PAGES = [f"docs/{name}{code}.md" for name in GUIDES for code in ("", ".fr", ".de")]
SAVED = re.compile(r"`(\w+[.]txt)`")
STORED = re.compile(r"^companion shogun play --table (\S+) --players", re.M)


def blocks(page: str, kind: str) -> list[str]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return [inner for found, inner in list_blocks(text) if found == kind]


@pytest.mark.parametrize("page", PAGES)
def test_the_lines_of_a_page_run_in_order(page: str, tmp_path: Path) -> None:
    lines = [line for block in blocks(page, "sh") for line in block.splitlines()]
    assert lines
    saved = SAVED.findall((ROOT / page).read_text(encoding="utf-8"))
    for name, text in zip(saved, blocks(page, ""), strict=True):
        (tmp_path / name).write_text(text, encoding="utf-8")
    run_lines(lines, folder=tmp_path, environment={"HOME": str(tmp_path)})


def test_pages_name_their_tables_apart() -> None:
    """One store keeps all tables, so a name on two pages is taken for whoever reads both."""
    begun = [name for page in ("README.md", *PAGES) for block in blocks(page, "sh") for name in STORED.findall(block)]
    assert len(begun) >= 4
    assert len(set(begun)) == len(begun)
