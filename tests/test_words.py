"""Every sentence a player may read has its French, and the French has the same fields."""

import ast
import re
from pathlib import Path

import jinja2
import polib
import pytest

from companion.data.catalogue import language
from companion.sentences import say

ROOT = Path(__file__).parent.parent
SPEAKERS = {
    "say",
    "say_count",
    "speak",
    "translated",
    "CompanionError",
    "DeckError",
    "InputError",
    "OutputError",
    "PaperError",
    "Refused",
    "TableError",
}
FIELD = re.compile(r"\{(\w+)")
CATALOGUES = sorted((ROOT / "templates/locales/fr").glob("*.po"))
PAGES = sorted((ROOT / "templates/web").rglob("*.html"))


def templates(path: Path) -> set[str]:
    """The English templates in a module: calls that make a sentence, helps, docstrings of commands."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            texts = [
                word.value
                for word in node.args
                if isinstance(word, ast.Constant) and isinstance(word.value, str)
            ]
            if name in SPEAKERS:
                found |= set(texts[:1])
            helps = [word.value for word in node.keywords if word.arg == "help"]
            found |= {text.value for text in helps if isinstance(text, ast.Constant) and text.value}
        if isinstance(node, ast.FunctionDef) and any(
            "command" in ast.unparse(d) or "group" in ast.unparse(d) for d in node.decorator_list
        ):
            for paragraph in (ast.get_docstring(node) or "").split("\n\n"):
                if paragraph and not paragraph.startswith("\b"):
                    found.add(" ".join(paragraph.split()))
        is_table = isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)
        if is_table and getattr(node.targets[0], "id", "") == "COMMANDS":
            found |= {line for _, line in ast.literal_eval(node.value).values()}
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "SUMMARY":
            found.add(ast.literal_eval(node.value))
    return found


def said_by(page: Path) -> set[str]:
    """The English sentences in a web page's template."""
    tree = jinja2.Environment().parse(page.read_text(encoding="utf-8"))
    found = set()
    for call in tree.find_all(jinja2.nodes.Call):
        if isinstance(call.node, jinja2.nodes.Name) and call.node.name in ("say", "say_count"):
            assert isinstance(call.args[0], jinja2.nodes.Const), (
                f"{page}, line {call.lineno}: say a text itself"
            )
            found.add(call.args[0].value)
    return found


@pytest.fixture(scope="module")
def french() -> dict[str, polib.POEntry]:
    return {entry.msgid: entry for file in CATALOGUES for entry in polib.pofile(str(file))}


@pytest.mark.parametrize(
    "path", sorted((ROOT / "companion").rglob("*.py")), ids=lambda p: str(p.relative_to(ROOT))
)
def test_every_sentence_exists_in_french(path: Path, french: dict[str, polib.POEntry]) -> None:
    assert sorted(templates(path) - french.keys()) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT / "templates/web")))
def test_every_sentence_of_a_page_exists_in_french(page: Path, french: dict[str, polib.POEntry]) -> None:
    assert sorted(said_by(page) - french.keys()) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT / "templates/web")))
def test_a_page_says_nothing_that_is_not_translated(page: Path) -> None:
    """Text between tags is a value or said; only signs stand there as they are."""
    source = page.read_text(encoding="utf-8")
    markup = re.sub(r"{%.*?%}|{#.*?#}|{{.*?}}", "", source, flags=re.S)
    bare = re.sub(r"<!--.*?-->|<[^>]*>", "\n", markup, flags=re.S)
    words = {word for word in re.findall(r"[A-Za-zÀ-ÿ]{2,}", bare)} - {"Companion", "English", "Français"}
    assert sorted(words - {"In", "En", "français"}) == []


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.stem)
def test_french_has_the_same_fields(file: Path) -> None:
    for entry in polib.pofile(str(file)):
        translations = list(entry.msgstr_plural.values()) or [entry.msgstr]
        for text in translations:
            assert text, entry.msgid
            assert set(FIELD.findall(text)) <= set(FIELD.findall(entry.msgid + entry.msgid_plural)), (
                entry.msgid
            )
        assert "fuzzy" not in entry.flags


def test_one_sentence_has_one_translation() -> None:
    seen: dict[str, str] = {}
    for file in CATALOGUES:
        for entry in polib.pofile(str(file)):
            assert seen.setdefault(entry.msgid, entry.msgstr) == entry.msgstr, entry.msgid


def test_no_line_begins_with_a_french_sign(french: dict[str, polib.POEntry]) -> None:
    """Whatever blank a translator typed, the one that is said is a no-break one, and always the same."""
    said = language("fr")
    texts = [said.template(english) for english, entry in french.items() if not entry.msgid_plural]
    texts += [said.plural(one, entry.msgid_plural, n) for one, entry in french.items() for n in (1, 2)]
    assert [text for text in texts if re.search(r"« | [;!?»%]| :(?=\s|$)|\u202f", text)] == []


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("Aya", "d'Aya"),
        ("Élise", "d'Élise"),
        ("Hélène", "d'Hélène"),
        ("Yves", "d'Yves"),
        ("Iga", "d'Iga"),
        ("Bo", "de Bo"),
        ("Yamato", "de Yamato"),
        ("Harima", "de Harima"),
        ("A", "de A"),
        ("8", "de 8"),
    ],
)
def test_french_elides_before_a_name(name: str, number: str) -> None:
    french = language("fr")
    assert say("The number of {player}", player=name).said(french) == f"Le nombre {number}"
    assert say("The number of {player}", player=say(name)).said(french) == f"Le nombre {number}"
    que, la = {"Aya": ("qu'Aya", "l'Aya"), "Bo": ("que Bo", "la Bo")}.get(name, ("", ""))
    assert not que or french.filled("que {who}, la {who}", {"who": name}) == f"{que}, {la}"


def test_the_program_has_one_name(french: dict[str, polib.POEntry]) -> None:
    said = [text for each in french.values() for text in (each.msgstr, *each.msgstr_plural.values())]
    assert [text for text in said if "compagnon" in text] == []
    assert [english for english in french if re.search(r"\bthe companion\b", english, re.I)] == []


def test_french_help_has_french_examples() -> None:
    """What players name themselves is French there; commands, options and their values stay."""
    from click.testing import CliRunner

    from companion.cli.main import companion

    for command in ("shogun attack", "shogun new", "honshu score", "printer set", "print"):
        said = CliRunner().invoke(companion, ["--ui-lang", "fr", *command.split(), "--help"]).output
        examples = re.findall(rf"^ +companion {command} .*", said, re.M)
        assert examples
        assert not re.search(r"blue|yellow|friday|map[.]txt|office|my-deck", " ".join(examples))
    said = CliRunner().invoke(companion, ["--ui-lang", "fr", "shogun", "attack", "--help"]).output
    assert "companion shogun attack vendredi --attacker bleu=4 --defender jaune=3 --province Kozuke" in said
