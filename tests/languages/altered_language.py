"""A language of altered English, made of files alone: every vowel bears a mark, what is filled in stays."""

import json
import re
import shutil
import zlib
from pathlib import Path

import polib

from companion.data.vocabulary import read_words

ROOT = Path(__file__).parents[2]
CODE = "qaa"
"""No language has this code."""

KEPT = re.compile(r"\{[^{}]*\}|\$\w+")
"""What is filled in."""

MARKED = str.maketrans("aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ")
AS_THEY_ARE = ("letter.", "pattern.")
"""Words that are no words: letters of the map, and names of patterns."""

FORMS = "nplurals=3; plural=(n == 1 ? 0 : n == 2 ? 1 : 2);"
"""A dual: other forms than English, and more of them."""


def alter_text(english: str) -> str:
    kept = KEPT.findall(english)
    parts = [part.translate(MARKED) for part in KEPT.split(english)]
    return "".join(part + then for part, then in zip(parts, [*kept, ""], strict=True))


def is_chosen(english: str, share: int) -> bool:
    """True for every text, or for every second one by its checksum."""
    return share == 1 or zlib.crc32(english.encode()) % share == 0


def copy_altered(folder: Path, share: int = 1) -> tuple[set[str], set[str]]:
    """A copy of all files with one more language, whole or half; the sentences it has and lacks."""
    for name in ("assets", "templates"):
        shutil.copytree(ROOT / name, folder / name)
    locale = folder / "templates/locales" / CODE
    locale.mkdir()
    has, lacks = set(), set()
    for file in sorted((ROOT / "templates/locales/fr").glob("*.po")):
        made = polib.POFile()
        made.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": FORMS}
        for entry in polib.pofile(str(file)):
            if not is_chosen(entry.msgid, share):
                lacks.add(entry.msgid)
                continue
            has.add(entry.msgid)
            if entry.msgid_plural:
                many = alter_text(entry.msgid_plural)
                entry.msgstr_plural = {0: alter_text(entry.msgid), 1: many, 2: many}
            else:
                entry.msgstr = alter_text(entry.msgid)
            made.append(entry)
        made.save(str(locale / file.name))
    for file in sorted(
        (
            *folder.glob("assets/games/*/words.en.toml"),
            *folder.glob("assets/games/*/rules.en.toml"),
            *folder.glob("templates/decks/*/words.en.toml"),
        )
    ):
        words = {key: text for key, text in read_words(file).items() if is_chosen(key, share)}
        altered = {key: text if key.startswith(AS_THEY_ARE) else alter_text(text) for key, text in words.items()}
        lines = (f"{key} = {json.dumps(text, ensure_ascii=False)}\n" for key, text in altered.items())
        file.with_name(file.name.replace(".en.", f".{CODE}.")).write_text("".join(lines), "utf-8")
    for file in sorted((folder / "templates/decks").rglob("*.toml")):
        text = file.read_text("utf-8")
        file.unlink()
        if is_chosen(file.name, share):
            text = re.sub("^#en (.*)$", lambda line: f"{line[0]}\n#{CODE} {alter_text(line[1])}", text, flags=re.M)
        file.write_text(text, "utf-8")
    for file in sorted((folder / "templates/decks").rglob("*.fr.csv")):
        if share == 1:
            shutil.copy(file, file.with_name(file.name.replace(".fr.", f".{CODE}.")))
    return has, lacks
