"""What the documents promise: README commands run, links lead somewhere, every command is described."""

import re
import runpy
import shutil
from itertools import chain
from pathlib import Path

import click
import polib
import pytest

from companion.data.catalogue import LANGUAGES
from companion.data.vocabulary import normalize_name, read_words
from companion.play.games import GAMES
from tests.cli.commands import ALL as TREE
from tests.cli.in_process import run_in_process, run_lines
from tests.readme import READMES, list_blocks, list_readme_commands

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("readme", READMES)
def test_the_readme_commands_run(readme: str, tmp_path: Path) -> None:
    commands = list_readme_commands(readme, tmp_path)
    environment = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    run_lines(commands, folder=tmp_path, environment=environment)
    assert len(commands) >= 18


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_in_the_docs_lead_to_existing_pages_and_headings(document: Path) -> None:
    for target, part in re.findall(r"\]\(([^)#]*?)(?:#([^)]*))?\)", document.read_text(encoding="utf-8")):
        if "://" not in target:
            page = document.parent / target if target else document
            assert page.exists(), target
            assert not part or part in list_anchors(page), f"{target}#{part}"


def list_anchors(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


GUIDES = [f"docs/{name}{code}.md" for name in ("table", "rules/shogun", "rules/tower") for code in ("", ".fr", ".de")]
STORED = re.compile(r"^companion shogun play --table (\S+) --players", re.M)


def list_blocks_of(page: str, kind: str) -> list[str]:
    return [inner for found, inner in list_blocks((ROOT / page).read_text(encoding="utf-8")) if found == kind]


@pytest.mark.parametrize("page", GUIDES)
def test_the_lines_of_a_page_of_shogun_run_in_order(page: str, tmp_path: Path) -> None:
    saved = re.findall(r"`(\w+[.]txt)`", (ROOT / page).read_text(encoding="utf-8"))
    for name, text in zip(saved, list_blocks_of(page, ""), strict=True):
        (tmp_path / name).write_text(text, encoding="utf-8")
    lines = [line for block in list_blocks_of(page, "sh") for line in block.splitlines()]
    run_lines(lines, folder=tmp_path, environment={"HOME": str(tmp_path)})


def test_no_two_pages_name_the_same_table() -> None:
    """One store keeps all tables, so a name on two pages is taken for whoever reads both."""
    begun = [
        name
        for page in ("README.md", *GUIDES)
        for block in list_blocks_of(page, "sh")
        for name in STORED.findall(block)
    ]
    assert len({*begun}) == len(begun) >= 4


ALL = [f"companion {name}" for name, command in TREE.items() if not isinstance(command, click.Group)]

ELSEWHERE = re.compile(r"companion (table$|watch |pocket build |honshu photo |table replay )")
"""Commands that go on until Ctrl-C, fetch a Python, want a photo or a finished game: others run them."""


def read_command_lines() -> dict[str, str]:
    """What the page of commands says of each, by the line to type."""
    page = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    assert len(page.splitlines()) <= 60
    return dict(re.findall(r"^(companion .*?) +# (.+)$", page, re.M))


def test_the_page_of_commands_has_a_line_for_each() -> None:
    typed = read_command_lines()
    named = [name for line in typed for name in ALL if line == name or line.startswith(f"{name} ")]
    assert sorted(named) == sorted(ALL)
    assert len(typed) == len(ALL) + 1  # a group that is a command as well


def test_the_lines_of_the_page_of_commands_run(tmp_path: Path) -> None:
    folder = shutil.copytree(ROOT / "docs/examples", tmp_path / "examples")
    environment = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    lines = [line for line in read_command_lines() if not ELSEWHERE.match(line)]
    assert len(lines) == len(read_command_lines()) - 5
    run_lines(lines, folder=folder, environment=environment)


@pytest.mark.parametrize("command", ALL)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_help_with_an_example(command: str, language: str) -> None:
    words = ["--ui-lang", language, *command.split()[1:], "--help"]
    said = run_in_process(words, folder=ROOT, environment={"LC_ALL": "C.UTF-8"})
    assert said.returncode == 0
    assert re.search(rf"^ +{command}\b", said.stdout.partition("\n")[2], re.M)


def test_the_page_of_rooms_names_what_is_there_two_levels_deep() -> None:
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    assert len(page.splitlines()) <= 150
    named = {*re.findall(r"`([\w.<>-]+(?:/[\w.<>-]+)+)/?`", page), *re.findall(r"\((\w+(?:/\w+)+)\)", page)}
    assert len(named) > 60
    for name in named:
        path = name.replace("<code>", "fr")
        tried = [path.replace("<game>", game) for game in GAMES]
        homes = (ROOT, ROOT / "assets", ROOT / "templates", ROOT / "companion", ROOT / "tests")
        assert any((home / f"{each}{end}").exists() for each in tried for home in homes for end in ("", ".py")), name
    package = ROOT / "companion"
    assert {each.stem for each in package.glob("[!_]*.py")} <= {*re.findall(r"\w+", page)}
    parts = {each.relative_to(package).with_suffix("") for each in package.glob("[a-z]*/[!_]*")}
    assert {(each.with_name("<game>") if each.name in GAMES else each).as_posix() for each in parts} <= named


TRANSLATED = sorted(page for page in DOCUMENTS if page.stem.rpartition(".")[2] in LANGUAGES)
TYPED = re.compile(r"^companion (?:(?:printer|honshu|shogun|hogen) )?[a-z]+| (?!--lang|--ui-lang)--[a-z-]+")


def outline_page(page: Path) -> tuple[list[int], list[list[str]]]:
    """How a page is laid out: its headings, and its commands with their options."""
    text = page.read_text(encoding="utf-8").partition("\n## For programs")[0]
    lines = re.findall(r"^(?: {4})?(companion .*)$", text, re.M)
    headings = [len(marks) for marks in re.findall(r"^(#+) ", text, re.M)]
    return headings, [TYPED.findall(line) for line in lines]


@pytest.mark.parametrize("code", LANGUAGES[1:])
def test_the_pages_for_players_and_no_others_stand_in_every_language(code: str) -> None:
    pages = "README installing printing boards gallery phones pocket photo table hogen honshu shogun tower"
    found = {page.name for page in TRANSLATED if page.name.endswith(f".{code}.md")}
    assert found == {f"{name}.{code}.md" for name in pages.split()}


@pytest.mark.parametrize("page", TRANSLATED, ids=lambda page: page.name)
def test_a_translated_page_says_as_much_as_the_english_one(page: Path) -> None:
    english = page.with_name(f"{page.stem.rpartition('.')[0]}.md")
    assert outline_page(page) == outline_page(english)
    assert f"({page.name})" in english.read_text(encoding="utf-8")
    assert f"({english.name})" in page.read_text(encoding="utf-8")
    pictures = re.compile(r"pictures/[a-z-]+[.]png")
    assert set(pictures.findall(page.read_text())) <= set(pictures.findall(english.read_text()))


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_button_that_a_page_for_players_names_is_there(code: str) -> None:
    """What begins with a capital in italics is a text of that language; labels of other programs are in quotes."""
    catalogues = (ROOT / "templates/locales" / (LANGUAGES[1] if code == "en" else code)).glob("*.po")
    texts = [each.msgid if code == "en" else each.msgstr for file in catalogues for each in polib.pofile(str(file))]
    words = (read_words(file).values() for file in ROOT.glob(f"assets/games/*/words.{code}.toml"))
    labels = set(map(normalize_name, chain(texts, *words)))
    names = {re.sub(r"\w\w[.]md$", "md" if code == "en" else f"{code}.md", page.name) for page in TRANSLATED}
    for page in (page for page in DOCUMENTS if page.name in names):
        text = re.sub(r"`+[^`]*`+", "", page.read_text(encoding="utf-8"))
        named = re.findall(r"(?<![*\w])[*]([A-ZÀ-Þ][^*()]*)[*](?![*\w])", text)
        assert not {label for label in named if normalize_name(label) not in labels}, page


@pytest.mark.deep
def test_pictures_show_what_is_drawn_now() -> None:
    """Else they are made anew: ``make gallery``, ``make phones`` or ``make photo-picture``."""
    assert runpy.run_path(str(ROOT / ".ci/picture_sources.py"))["list_old_pictures"]() == []
