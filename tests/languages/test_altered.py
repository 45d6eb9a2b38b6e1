"""A third language is files: altered English, whole and half, on cards, in the terminal and on pages."""

import json
import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any

import click
import pytest

from companion.data.papers import papers_by_name
from companion.data.vocabulary import read_words
from tests.cli.commands import ALL
from tests.languages.altered_language import CODE, ROOT, alter_text, copy_altered, is_chosen

pytestmark = pytest.mark.deep

SHOWN = re.compile(r'>([^<>]*)<|(?:aria-label|alt|placeholder|title)="([^"]*)"')
HIDDEN = re.compile(r"<(script|style)\b.*?</\1>|<!doctype[^>]*>", re.S)
HASH = re.compile(r"\b[0-9a-f]{4}(?: [0-9a-f]{4}){3}\b")
WORD = re.compile(r"[^\W\d_]*[aeiouyAEIOUY][^\W\d_]*")
"""A word with a vowel that is not altered."""

COMMAND = re.compile(
    r"^\s*(?:printf .*\| )?companion .*|--?[a-z][\w-]*|\bcompanion (?:[a-z -]+|(?=\[))|[\w./-]*[./][\w./-]+"
    r"|\b[0-9a-f]{16,}\b|COMPANION_\w+|^ +(?:\d+ +)?[a-z-]+(?=  )",
    re.M,
)
"""What is typed: examples and options, files, hashes; and the names of commands or parts in a list."""

NAMES = {
    *("EN", "DE", "FR", "u", "Companion", "English", "In", "Français", "français", "En", "Deutsch", "Auf"),
    *("Y", "YYY", CODE, "Aya", "Bo", "Chen", "Edo", "Kyoto", "Nara", "Nikko", "genpei"),
    *(
        "sunday",
        "friday",
        "izu",
        "kyoto",
        "office",
        "nonsense",
        "koz",
        "tea",
        "again",
        "deep",
        "pile",
        "pass",
        "alternate",
    ),
    *("Honshu", "Shogun", "Hogen", "honshu", "shogun", "hogen", "amerigo"),
}
"""Names of players, tables, games, papers and towers; what languages call themselves."""


class Walk:
    """What a walk through the program has said, and the sentences that the language has and lacks."""

    def __init__(self, folder: Path, share: int, parts: int) -> None:
        self.has, self.lacks = copy_altered(folder, share)
        self.folder = folder
        homes = dict.fromkeys(("COMPANION_FILES", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(folder))
        kept = {"COMPANION_STORE": str(folder / "tables.sqlite"), "PYTHONPATH": str(ROOT), "COLUMNS": "400"}
        self.environment = {**os.environ, **homes, **kept}
        (folder / "home").mkdir()
        done = self.run("-W", "error", "-m", "tests.languages.walk", str(folder / "said.json"), str(parts))
        assert done.returncode == 0, done.stderr
        self.walked: dict[str, Any] = json.loads((folder / "said.json").read_text("utf-8"))

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        program, where = [sys.executable, *words], self.folder / "home"
        return subprocess.run(program, cwd=where, env=self.environment, capture_output=True, text=True, timeout=600)

    def list_texts(self) -> dict[str, list[str]]:
        """Every text by where it is shown, as it is read."""
        found = {name: list(texts) for name, texts in self.walked["cards"].items()}
        found |= {line: [COMMAND.sub(" ", output)] for line, (_, output) in self.walked["commands"].items()}
        for name, (_, page) in self.walked["pages"].items():
            shown = "" if page.startswith("%PDF") else page  # what is printed is read as it is drawn
            found[name] = [unescape(a or b) for a, b in SHOWN.findall(HIDDEN.sub("", shown))]
        return {name: [HASH.sub("", text) for text in texts] for name, texts in found.items()}


@pytest.fixture(scope="module")
def whole_walk(tmp_path_factory: pytest.TempPathFactory) -> Walk:
    return Walk(tmp_path_factory.mktemp("whole"), 1, 1)


@pytest.fixture(scope="module")
def half_walk(tmp_path_factory: pytest.TempPathFactory) -> Walk:
    """A part of the walk: what is there in English alone is not told on the way."""
    return Walk(tmp_path_factory.mktemp("half"), 2, 3)


def collect_names() -> set[str]:
    """Words that are the same in every language: names, and what stands for a choice in a command."""
    choices = {
        str(each)
        for command in ALL.values()
        for parameter in command.params
        if isinstance(parameter.type, click.Choice)
        for each in parameter.type.choices
    }
    papers = {name for each in papers_by_name().values() for name in (each.title, *each.also)}
    tables = "\n".join(file.read_text("utf-8") for file in (ROOT / "assets/games").rglob("*.csv"))
    return NAMES | {word for text in (*choices, *papers, tables) for word in WORD.findall(text)}


def list_missing(code: int, output: str) -> tuple[int, set[tuple[str, str | None]]]:
    return code, {(each["file"], each["text"]) for each in json.loads(output)["missing"]}


def test_whole_translation_leaves_no_english_word_and_is_reported_complete(whole_walk: Walk) -> None:
    known, left = collect_names(), dict[str, set[str]]()
    texts = whole_walk.list_texts()
    for where, lines in texts.items():
        words = {word for text in lines for word in WORD.findall(text)} - known - set(WORD.findall(where))
        if words:
            left[where] = words
    assert left == {}
    assert len(texts) > 600
    assert list_missing(*whole_walk.walked["lacking"]) == (0, set())
    shown = "\n".join(text for lines in texts.values() for text in lines)
    card = read_words(ROOT / "assets/games/honshu/words.en.toml")["scoring.name.2"]
    for english in ("Skip to the content", "Answer as JSON.", "Error: ", card):
        assert alter_text(english) in shown


def test_half_translation_breaks_no_command_or_page(whole_walk: Walk, half_walk: Walk) -> None:
    for kind in ("commands", "pages"):
        codes = {where: code for where, (code, _) in half_walk.walked[kind].items()}
        assert codes.items() <= {where: code for where, (code, _) in whole_walk.walked[kind].items()}.items()
        assert set(codes.values()) <= {0, 1, 2, 200, 404, 422}
    assert half_walk.walked["commands"].keys() == whole_walk.walked["commands"].keys()
    assert half_walk.walked["cards"].keys() <= whole_walk.walked["cards"].keys()
    assert len(half_walk.walked["cards"]) > 20
    assert len(half_walk.walked["pages"]) > len(whole_walk.walked["pages"]) / 6
    assert not [line for line, (_, output) in half_walk.walked["commands"].items() if "Traceback" in output]


def test_half_translation_shows_english_for_missing_texts(half_walk: Walk) -> None:
    texts, walked = half_walk.list_texts(), half_walk.walked
    lines = {line for where in walked["commands"] for text in texts[where] for line in text.splitlines()}
    lines |= {text.strip() for where in walked["pages"] for text in texts[where]}
    plain = {english for english in half_walk.has | half_walk.lacks if WORD.search(english) and "{" not in english}
    assert {english for english in plain & half_walk.has if english in lines} <= {"English", "In English"}
    assert [english for english in half_walk.lacks if alter_text(english) in lines - half_walk.lacks] == []
    assert len(plain & half_walk.lacks & lines) > 70
    assert len({alter_text(english) for english in plain & half_walk.has} & lines) > 80


def test_half_translation_reports_every_missing_text(half_walk: Walk) -> None:
    code, reported = list_missing(*half_walk.walked["lacking"])
    assert code == 1
    own = (f".{CODE}.toml", f".{CODE}.csv")  # a language's own files; sentences lie where they are said
    sentences = {text for file, text in reported if not file.startswith("templates/decks") and not file.endswith(own)}
    assert sentences == half_walk.lacks
    for file in (*(ROOT / "assets/games").glob("*/words.en.toml"), *(ROOT / "assets/games").glob("*/rules.en.toml")):
        name = f"assets/games/{file.parent.name}/{file.name.replace('.en.', f'.{CODE}.')}"
        missing = {text for where, text in reported if where == name}
        assert missing == {key for key in read_words(file) if not is_chosen(key, 2)}
    assert (f"templates/decks/plain/cards.{CODE}.csv", None) in reported
    assert {file for file, text in reported if text is None} == {f"templates/decks/plain/cards.{CODE}.csv"}


def test_check_languages_reports_faults_until_they_are_fixed(whole_walk: Walk) -> None:
    """A page that another language has, one that the English page does not link, a name with two meanings."""
    (whole_walk.folder / "docs").mkdir()
    pages = ("cards.md", "cards.fr.md", "alone.md", "rice.md", f"rice.{CODE}.md")
    for name in (*(f"docs/{page}" for page in pages), "README.de.md", "README.fr.md", f"README.{CODE}.md"):
        (whole_walk.folder / name).write_text("# x\n", "utf-8")
    file = whole_walk.folder / f"assets/games/shogun/words.{CODE}.toml"
    words = file.read_text("utf-8")
    file.write_text(words.replace('typed.colour.blue = "', 'typed.colour.blue = "red, '), "utf-8")
    check = ("-m", "companion.cli.main", "check", "--languages", "--lang", CODE)
    done = whole_walk.run(*check, "--json")
    assert list_missing(done.returncode, done.stdout) == (
        1,
        {
            (f"docs/cards.{CODE}.md", None),
            ("docs/rice.md", f"(rice.{CODE}.md)"),
            (f"assets/games/shogun/words.{CODE}.toml", "typed.colour.blue: red"),
        },
    )
    file.write_text(words, "utf-8")
    (whole_walk.folder / "docs/rice.md").write_text(f"# rice\n*([other](rice.{CODE}.md))*\n", "utf-8")
    done = whole_walk.run(*check)
    assert done.stdout.splitlines()[:-1] == [f"{CODE}, docs/cards.{CODE}.md:", "  the whole file"]
    assert done.returncode == 1
