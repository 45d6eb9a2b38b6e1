"""The commands of a README, and the files a reader is shown before the commands that take them."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
READMES = {  # with their files, in the order of the page
    "README.md": ("map.txt", "laid.txt", "board.txt", "log.txt"),
    "README.fr.md": ("domaine.txt", "poses.txt", "plateau.txt", "journal.txt"),
    "README.de.md": ("landkarte.txt", "lagen.txt", "spielplan.txt", "protokoll.txt"),
}


def first_screen(readme: str) -> str:
    """What stands above the first heading below the title."""
    return (ROOT / readme).read_text(encoding="utf-8").partition("\n## ")[0]


def typed_blocks(page: str) -> list[tuple[str, str]]:
    """The blocks of a page: their kind, and what stands in them."""
    return re.findall(r"^```(\w*)\n(.*?)^```", page, re.M | re.S)


def readme_commands(readme: str, folder: Path) -> list[str]:
    """The lines to type below the first screen, in order; the files of the page are written into a folder."""
    page = (ROOT / readme).read_text(encoding="utf-8").removeprefix(first_screen(readme))
    blocks = typed_blocks(page)
    shown = [text for kind, text in blocks if not kind]
    for name, text in zip(READMES[readme], shown, strict=True):
        assert page.index(f"`{name}`") < page.index(text) < page.index(f" {name}"), name
        (folder / name).write_text(text, encoding="utf-8")
    return [line for kind, text in blocks if kind == "sh" for line in text.splitlines()]
