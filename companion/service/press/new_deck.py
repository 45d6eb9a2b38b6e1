"""Create a new deck: a folder of files that can be printed at once, with comments that explain them."""

import json
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from companion.answers import Answer
from companion.data.catalogue import LANGUAGES
from companion.data.deck import list_games
from companion.data.files import read_text, read_toml, write_files
from companion.data.outputs import is_portable_name
from companion.errors import OutputError
from companion.paths import assets, templates
from companion.sentences import ENGLISH, say

TAKEN = Path("taken.toml")  # in a template: lists files of the games that a new deck gets too

SCHEMAS = ("deck.json", "face.json", "words.json")
"""The schemas by which editors check files, copied into the deck so that they work anywhere."""

UNNAMED = '"my-deck"'  # the name and title in every template

COMMENT = re.compile(rf"#({'|'.join(map(re.escape, LANGUAGES))})? ")
"""The start of a comment; one that names no language, as in files of the games, is English."""


def begin_deck(folder: Path, like: str, language: str) -> Answer:
    """Create a deck from one of ``templates/decks``; it is named after its folder."""
    deck_name = folder.absolute().name
    name = "".join(each if each.isprintable() and each not in "/\\:" else "-" for each in deck_name)
    if folder.name == ".." or deck_name.startswith(".") or not is_portable_name(name):
        raise OutputError("'{name}' cannot name a deck; give your new deck another name.", name=folder.name)
    if folder.is_symlink() or (folder.exists() and not (folder.is_dir() and not any(folder.iterdir()))):
        raise OutputError(
            "{folder} is there already, and not empty; give your new deck another name.", folder=str(folder)
        )
    if deck_name.lower() in list_games():
        raise OutputError("'{name}' is a game here; give your new deck another name.", name=deck_name)
    files = {}
    for goal, source in _list_sources(templates() / "decks" / like, language).items():
        content = source.read_bytes()
        if goal.suffix == ".toml":
            text = _localize_comments(read_text(source), goal, language)
            content = text.replace(UNNAMED, json.dumps(name, ensure_ascii=False)).encode()
        files[folder / goal] = content
    write_files(files, folders=True)
    line = say("Created {folder} ({count} files).", folder=str(folder), count=len(files))
    names = [file.relative_to(folder) for file in files]
    return Answer({"folder": folder, "files": names}, (line,), files=tuple(files))


def _list_sources(template: Path, language: str) -> dict[Path, Path]:
    """The source of each file of a new deck: in French, ``cards.fr.csv`` is the source of ``cards.csv``."""
    files = {file.relative_to(template): file for file in sorted(template.rglob("*")) if file.is_file()}
    if TAKEN in files:
        roots = {"assets": assets(), "templates": templates()}
        for part, names in read_toml(files.pop(TAKEN)).items():
            for name in names:
                top, _, rest = name.partition("/")
                files[Path(part, Path(rest).name)] = roots[top] / rest
    for goal in list(files):
        plain = goal.with_name(goal.name.split(".")[0] + goal.suffix)
        if plain != goal and plain in files:
            source = files.pop(goal)
            if goal.suffixes[0] == f".{language}":
                files[plain] = source
    return files | {Path("schemas", name): templates() / "schemas" / name for name in SCHEMAS}


def parse_paragraphs(text: str) -> Iterator[dict[str | None, list[str]]]:
    """Yield comments and other paragraphs of a file in turn: lines by language, or under ``None`` if no comment."""
    for _, lines in groupby(text.splitlines(keepends=True), lambda line: bool(COMMENT.match(line))):
        paragraph: dict[str | None, list[str]] = {}
        for line in lines:
            match = COMMENT.match(line)
            paragraph.setdefault(match and (match[1] or ENGLISH.code), []).append(line)
        yield paragraph


def _localize_comments(text: str, goal: Path, language: str) -> str:
    """A file with its comments in one language only, and a first line that names its schema for editors."""
    comments = list[str]()
    for each in parse_paragraphs(text):  # comments only in English are notes in a game's files: dropped
        least = each.get(ENGLISH.code, []) if len(each) > 1 else []
        comments += each.get(None) or each.get(language) or least
    comment = "".join(COMMENT.sub("# ", line) for line in comments)
    kind = "face" if goal.parent.name == "faces" else goal.name.split(".")[0]
    parents = "../" * (len(goal.parts) - 1) or "./"
    return f"#:schema {parents}schemas/{kind}.json\n{comment}"
