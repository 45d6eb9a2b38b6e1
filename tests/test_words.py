"""Every sentence a player may read stands in every language, with its fields; and what French asks for."""

import re
from pathlib import Path

import jinja2
import polib
import pytest

from companion.cli.lazy import load_command_words
from companion.data.catalogue import LANGUAGES, language
from companion.data.honshu.map import SQUARES, letter_table
from companion.data.papers import parse_printer_name
from companion.errors import InputError
from companion.sentences import say, split_forms
from companion.service.languages import list_gaps, list_module_templates, list_page_templates, list_text_templates
from companion.table.shelf import check_names, parse_table_name

ROOT = Path(__file__).parent.parent
FIELD = re.compile(r"\{(\w+)")
OTHERS = LANGUAGES[1:]
CATALOGUES = sorted((ROOT / "templates/locales").glob("*/*.po"))
PAGES = sorted((ROOT / "templates/web").rglob("*.html"))


@pytest.fixture(scope="module")
def french_entries() -> dict[str, polib.POEntry]:
    files = (ROOT / "templates/locales/fr").glob("*.po")
    return {entry.msgid: entry for file in files for entry in polib.pofile(str(file))}


@pytest.mark.parametrize("code", OTHERS)
def test_no_language_lacks_a_translation(code: str) -> None:
    assert list(list_gaps(code)) == []


def test_every_sentence_is_found_for_translation() -> None:
    """All that a page says is looked for, whatever way it is written, and most of what modules say."""
    for page in PAGES:
        said = set()
        for call in jinja2.Environment().parse(page.read_text("utf-8")).find_all(jinja2.nodes.Call):
            if isinstance(call.node, jinja2.nodes.Name) and call.node.name in ("say", "say_count", "tongue"):
                text = call.args[call.node.name == "tongue"]
                assert isinstance(text, jinja2.nodes.Const), f"{page}, line {call.lineno}: say a text itself"
                assert len(call.args) == {"say": 1}.get(call.node.name, 2), f"{page}, line {call.lineno}"
                said.add(split_forms(text.value)[0])
        assert list_page_templates(page) == said
    said = {sentence for module in (ROOT / "companion").rglob("*.py") for sentence in list_module_templates(module)}
    words = (("hogen", "commands"), ("shared", "remedies"), ("shared", "options"))
    templates = set().union(*(list_text_templates(load_command_words(*each)) for each in words))
    assert templates >= {"Answer as JSON.", "Show all that one seat can know from its log.", "Name one with --tray."}
    assert "hogen.deduce:deduce_command" not in templates
    assert said >= {"row {row}", "Check a game or deck before printing.", "{whole}.{fraction}"}
    assert len(said) > 1_500


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_letters_of_a_map_mean_one_thing(code: str) -> None:
    """What a language types for a square is no other square, there or in English."""
    for symbol in SQUARES:
        assert SQUARES.get(symbol.translate(letter_table(code)), SQUARES[symbol]) == SQUARES[symbol]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT / "templates/web")))
def test_a_page_says_nothing_that_is_not_translated(page: Path) -> None:
    """Text between tags is a value or said; only symbols stand there as they are."""
    source = page.read_text(encoding="utf-8")
    markup = re.sub(r"{%.*?%}|{#.*?#}|{{.*?}}", "", source, flags=re.S)
    bare = re.sub(r"<!--.*?-->|<[^>]*>", "\n", markup, flags=re.S)
    words = {word for word in re.findall(r"[A-Za-zÀ-ÿ]{2,}", bare)} - {"Companion"}
    assert sorted(words) == []


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_catalogue_has_the_same_fields(file: Path) -> None:
    for entry in polib.pofile(str(file)):
        translations = list(entry.msgstr_plural.values()) or [entry.msgstr]
        for text in translations:
            assert text, entry.msgid
            assert set(FIELD.findall(text)) <= set(FIELD.findall(entry.msgid + entry.msgid_plural)), entry.msgid
        assert "fuzzy" not in entry.flags


def test_one_sentence_has_one_translation() -> None:
    seen: dict[tuple[str, str], str] = {}
    for file in CATALOGUES:
        for entry in polib.pofile(str(file)):
            assert seen.setdefault((file.parent.name, entry.msgid), entry.msgstr) == entry.msgstr, entry.msgid


def test_what_is_quoted_in_part_ends_in_an_ellipsis() -> None:
    for check in (parse_table_name, lambda name: check_names((name,)), parse_printer_name):
        with pytest.raises(InputError, match="x…' is not a name"):
            check("x" * 99)


def test_no_line_begins_with_a_french_sign(french_entries: dict[str, polib.POEntry]) -> None:
    """Whatever blank or apostrophe a translator typed, the one that is said is always that of print."""
    said = language("fr")
    texts = [said.template(english) for english, entry in french_entries.items() if not entry.msgid_plural]
    texts += [said.plural(one, entry.msgid_plural, n) for one, entry in french_entries.items() for n in (1, 2)]
    assert [text for text in texts if re.search(r"« | [;!?»]| :(?=\s|$)|\u202f[^%]|[ \xa0]%|\w'\w", text)] == []


@pytest.mark.parametrize(("code", "said"), [("en", "14%"), ("fr", "14\u202f%"), ("de", "14\u202f%")])
def test_a_percent_sign_stands_as_each_language_has_it(code: str, said: str) -> None:
    assert say("{value}%", value=14).translate(language(code)) == said


@pytest.mark.parametrize(
    ("name", "number"),
    [
        *(("Aya", "d’Aya"), ("Élise", "d’Élise"), ("Hélène", "d’Hélène"), ("Yves", "d’Yves"), ("Bo", "de Bo")),
        *(("Yamato", "de Yamato"), ("Harima", "de Harima"), ("A", "de A"), ("8", "de 8")),
    ],
)
def test_french_elides_before_a_name(name: str, number: str) -> None:
    french = language("fr")
    assert say("The fights of {player}", player=name).translate(french) == f"Les combats {number}"
    assert say("The fights of {player}", player=say(name)).translate(french) == f"Les combats {number}"
    # A pronoun drops its e before a verb alone, and no name is one; what is filled in stays as it is.
    pronouns = "je {who}, ne {who}, se {who}, me {who}, te {who}"
    assert french.fill(pronouns, {"who": name}) == pronouns.replace("{who}", name)
    assert french.fill("de {who}", {"who": f"le {name}"}) == f"de le {name}"
    que, la = {"Aya": ("qu’Aya", "l’Aya"), "Bo": ("que Bo", "la Bo")}.get(name, ("", ""))
    assert not que or french.fill("que {who}, la {who}", {"who": name}) == f"{que}, {la}"
