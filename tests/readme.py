"""The commands of a README, and the files that they take."""

import re
import shutil
from pathlib import Path

ROOT = Path(__file__).parent.parent
READMES = ("README.md", "README.fr.md", "README.de.md")


def read_first_screen(readme: str) -> str:
    """The text above the first heading below the title."""
    return (ROOT / readme).read_text(encoding="utf-8").partition("\n## ")[0]


def list_blocks(page: str) -> list[tuple[str, str]]:
    return re.findall(r"^```(\w*)\n(.*?)^```", page, re.M | re.S)


def list_readme_commands(readme: str, folder: Path) -> list[str]:
    """The lines to type below the first screen, in order; a folder is given the examples that they take."""
    shutil.copytree(ROOT / "docs/examples", folder / "docs/examples", dirs_exist_ok=True)
    page = (ROOT / readme).read_text(encoding="utf-8").removeprefix(read_first_screen(readme))
    return [line for kind, text in list_blocks(page) if kind == "sh" for line in text.splitlines()]
