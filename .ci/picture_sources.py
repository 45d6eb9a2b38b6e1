"""Say which pictures of README and docs are older than what they show: ``python .ci/picture_sources.py``.

Whoever makes a picture notes the hash of its sources: faces, art, words and data of what is printed, pages,
styles and pictures of what is on phones, and scripts that draw themselves. ``make test-all`` compares.
"""

import hashlib
import json
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
NOTED = PICTURES / "sources.json"
FILES = ("faces/{}/*", "games/{}/art/*", "games/{}/*.csv", "games/{}/*.json", "games/{}/words.en.toml")
HONSHU, HOGEN, SHOGUN = (
    ("faces/shared/*", "palette.toml", *(each.format(game) for each in FILES)) for game in ("honshu", "hogen", "shogun")
)
PHONES = (".ci/phones.py", "templates/web/*", "assets/web/*.css", "assets/web/img/*")
SCENES = (".ci/scenes.py", ".ci/solids.py", ".ci/light.py")
SOURCES = {
    "*honshu*": HONSHU,
    "*hogen*": HOGEN,
    "*shogun*": SHOGUN,
    "first-games*": (*HONSHU, *HOGEN, *SHOGUN),
    "*boxes*": (*HONSHU, *HOGEN, *SHOGUN),
    "first-page*": HONSHU,
    "front-and-back*": HONSHU,
    "fold-sheet*": HONSHU,
    "margin-line*": HONSHU,
    "photo-seen*": (".ci/photo.py", *HONSHU),
    "cards-and-phone*": (*HONSHU, *HOGEN, *PHONES),
    "board-*": SHOGUN,
    "*tower*": SHOGUN,
    "tuck-box*": SHOGUN,
    "calibration-sheet*": (".ci/pictures.py",),
    "phones-*": PHONES,
    "front-page*": PHONES,
    "gallery-*": (".ci/gallery.py",),
    "gallery-*-table*": SCENES,
    "gallery-*-made*": SCENES,
    "own-*": (".ci/own_decks.py", "templates/decks/*", "docs/examples/*"),
    "own-market*": ("docs/own-decks.md",),
    "own-proof*": ("docs/own-decks.md",),
}
"""Names of pictures -> what they show; a picture shows what stands at each pattern of its name."""


def list_sources(name: str) -> Iterator[Path]:
    """The files that a picture shows, in order."""
    patterns = {each for pattern, sources in SOURCES.items() if fnmatch(name, pattern) for each in sources}
    homes = (ROOT, ROOT / "assets", ROOT / "templates")
    found = {file for home in homes for each in patterns for file in home.glob(each.replace("/*", "/**/*", 1))}
    yield from sorted(file for file in found if file.is_file() and "__pycache__" not in file.parts)


def hash_sources(name: str) -> str:
    """The hash of what a picture shows now, whatever ends its lines; empty if nothing is known of it."""
    digest, is_known = hashlib.sha256(), False
    for file in list_sources(name):
        is_known = True
        digest.update(file.relative_to(ROOT).as_posix().encode() + file.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:16] if is_known else ""


def note_sources(file: Path) -> None:
    """Note what a picture shows that was just made, and forget pictures that are gone."""
    noted = {name: each for name, each in read_noted().items() if (PICTURES / name).exists()}
    noted[file.name] = hash_sources(file.name)
    NOTED.write_text(json.dumps(noted, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def read_noted() -> dict[str, str]:
    return json.loads(NOTED.read_text(encoding="utf-8")) if NOTED.exists() else {}


def list_old_pictures() -> list[str]:
    """The pictures that show something else than is drawn now, or of which nothing is noted."""
    noted, names = read_noted(), sorted(file.name for file in PICTURES.iterdir() if file != NOTED)
    return [name for name in names if not hash_sources(name) or noted.get(name) != hash_sources(name)]


if __name__ == "__main__":
    print("\n".join(list_old_pictures()) or "Every picture shows what is drawn now.")
