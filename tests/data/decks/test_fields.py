"""The language of fields, which runs no code and ends, and what a deck derives, counts, filters, translates by it."""

import re
from pathlib import Path

import pytest

from companion.data.deck import Deck, read_deck
from companion.data.decks.expressions import FILTERS, TESTS
from companion.data.decks.headings import find_languages, select_language
from companion.data.decks.plain_deck import build_plain_deck
from companion.data.decks.values import FieldFault
from companion.data.rows import fill_fields, is_true, split_comparison
from companion.errors import CompanionError
from companion.press.frame.frame import Text
from companion.press.layout import lay_out
from companion.press.nets.tuckbox import count_cards
from companion.press.preflight import examine_names
from tests.press.decks import BACK, write_deck

CARD = {"points": "3", "bonus": "4", "price": "2.50", "title": "Old fox", "title.en": "Fox", "empty": ""}
CARD |= {"r1c1.0": "lake", "a-b": "dash", "tags": "sea, air,sea", "My name": "Bo", "card": "ace", "braces": "{points}"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{points} of {title}", "3 of Old fox"),
        ("{braces}", "{points}"),  # a cell is not read as a text
        ("{{ points + bonus }}", "7"),
        ("{points-1} {a-b}", "2 dash"),
        ('{"gold" if points > 2 else "ink"}', "gold"),
        ("{title.en}, {r1c1.0}{r1c1[0]|upper}, {card}", "Fox, lakeLAKE, ace"),
        ('{card["My name"]}', "Bo"),
        ("{My name}, {My name} {points}", "Bo, Bo 3"),
        (r"\{points}", r"\{points}"),
        ("{'★' * points}{}{ }", "★★★{}{ }"),
        ("{price * 2}, {7 / 2}, {6 / 2}, {0.1 + 0.2}, {2 ** 10}", "5, 3.5, 3, 0.3, 1024"),
        ("{tags|split(',')|unique|sort|join('/')}", "air/sea"),
        ("{empty|int + 1}{empty|default('-')}{nope|default('?')}", "1-?"),
        ("{[points, bonus, 10]|max} {[points, bonus]|sum}", "10 7"),
        ("{% if points > 2 and not empty %}many{% else %}few{% endif %}", "many"),
        ("{% for tag in tags|split(',') %}{loop.index}{tag} {% endfor %}", "1sea 2air 3sea "),
        ("{% for x in [1, 2] if x > 1 %}{loop.last}{x * 2}{% else %}none{% endfor %}{x|default('-')}", "true4-"),
        ("{% set points = points + 1 %}{points} {% set n = none %}{n}{% if n %}?{% endif %}", "4 "),
        ("{{ points in (0, 3) }}{{ points not in ['3'] }}{{ 1 < points <= 3 }}{{ 1 < points < 3 }}", "truetrue"),
        ("{title[:3]}{title[-1]} {'fox' in title} {points is odd}", "Oldx true true"),
        ("{nope is defined}{points in ['03', 3]}{title == 'x'}", "true"),
        ("{# a remark #}{title|title|replace('Fox', '{}')}", "Old {}"),
        ("{(0 - 3)|abs}, {'4.5'|abs}", "3, 4.5"),
        ("{'aB cD'|capitalize}", "Ab cd"),
        ("{'ab'|center(6)}|", "  ab  |"),
        ("{tags|count} {tags|split(',')|length} {empty|count}", "12 3 0"),
        ("{empty|default}{none|default('-')}{0|default('-')}{points|default('-')}", "-03"),
        ("{tags|first}{tags|split(',')|first} {tags|last}{tags|split(',')|last} {empty|first}", "ssea asea "),
        ("{price|float + 1} {empty|float(7)} {empty|float}", "3.5 7 0"),
        ("{'%s!'|format(title)} {'%05.1f'|format(price)} {'100 %%: %d'|format(2.9)}", "Old fox! 002.5 100 %: 2"),
        ("{2.9|int} {'-2.9'|int} {empty|int(5)} {empty|int}", "2 -2 5 0"),
        ("{[1, 2]|join} {[1, 2]|join(', ')} {'abc'|join('-')}", "12 1, 2 a-b-c"),
        ("{'ab'|list|join('-')} {title|lower} {title|upper}", "a-b old fox OLD FOX"),
        ("{[3, '10', 2]|max} {[3, '10', 2]|min} {['b', 'A']|max} {[]|max}{[]|min}", "10 2 b "),
        ("{'abc'|reverse} {[1, 2]|reverse|join}", "cba 21"),
        ("{2.6|round}, {2.345|round(1)}, {1250|round(0 - 2)}, {0.125|round(3)}", "3, 2.3, 1200, 0.125"),
        ("{['10', 9, '2']|sort|join(' ')} {['b', 'A', 'C']|sort|join} {[1, 3, 2]|sort(true)|join}", "2 9 10 AbC 321"),
        ("{(3|string) + 'x'}{true|string}", "3xtrue"),
        ("{[1, empty, '2']|sum} {[1]|sum(10)} {[]|sum}", "3 11 0"),
        ("{'the old-fOX (dEN)'|title} {' x '|trim}", "The Old-Fox (Den) x"),
        ("{'one two three'|truncate(9)} {'one two three'|truncate(9, true)}", "one... one tw..."),
        ("{('x' * 256)|truncate}", "x" * 252 + "..."),
        ("{6 is divisibleby 3}{7 is divisibleby 3}", "true"),
        ("{4 is even}{5 is even} {5 is odd}{4 is odd}{6 is odd}", "true true"),
        ("{0 is number}{'2.5' is number}{title is number}", "truetrue"),
        ("{points is sameas 3}{'03' is sameas '3'}", "true"),
    ],
)
def test_fields_in_a_text_are_filled_in(text: str, said: str) -> None:
    assert fill_fields(text, CARD.get) == said


def test_the_longest_allowed_text_is_filled_in() -> None:
    assert fill_fields("{('a' * 5000)|replace('a', 'bc')}", CARD.get) == "bc" * 5_000
    assert fill_fields("{'x'|center(10000)|length}", CARD.get) == "10000"
    for text in ("{('a' * 5001)|replace('a', 'bc')}", "{% if title %}{{ 'ab' * 5000 }}c{% endif %}"):
        with pytest.raises(FieldFault, match="it becomes longer than 10000 characters"):
            fill_fields(text, CARD.get)


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        ("{points > 2}", True),
        ("{points}", True),
        ("{empty}", False),
        ("", False),
        ("{% if empty %}yes{% endif %}", False),
    ],
)
def test_conditions_are_true_or_false_for_a_card(condition: str, true: bool) -> None:
    assert is_true(condition, CARD.get) is true


def test_a_comparison_is_split_outside_braces_only() -> None:
    assert split_comparison("{a} == b|c") == ("{a}", "==", "b|c")
    assert split_comparison("{a}!={b}") == ("{a}", "!=", "{b}")
    assert split_comparison("{a == b}") == ("{a == b}", "", "")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{nope}", "the card has no field 'nope'"),
        ("{nope + 1}", "'{nope + 1}' cannot be worked out: the card has no field 'nope'"),
        ("{'%q'|format(1)}", "'%q' is not a format; write one such as %03d"),
        ("{points|round('x')}", "'round' cannot be used this way"),
        ("{title > 2}", "'Old fox' is not a number"),
        ("{1 / 0}", "division by 0 is not possible"),
        ("x {points", "'x {points' cannot be worked out: '{points' lacks a brace or a quotation mark"),
        ("{'points}", "lacks a brace or a quotation mark that closes it"),
        ("{title[::0]}", "'{title[::0]}' cannot be worked out: '[:]' cannot be used this way"),
        ("{% for x in 5 %}{% endfor %}", "its values cannot be combined"),
        ("{% for a in 'ab' %}{% for b in a %}{% endfor %}{% endfor %}", "a loop is inside another one"),
        ("{title[99]}", "there is no '99' in 'Old fox'"),
    ],
)
def test_a_bad_field_names_its_fault(text: str, message: str) -> None:
    with pytest.raises(FieldFault, match=re.escape(message)):
        fill_fields(text, CARD.get)


REPLACED = "{% set b = '\u5b57' * 9999 %}{{ ('\u5b57' * 3000)|map('replace', '\u5b57', b)|map('list')|length }}"
TITLED = "{% set b = 'x ' * 4999 %}{{ ('x' * 2000)|map('replace', 'x', b)|map('title')|length }}"
DOUBLED = "{% set a = 'x' %}" + "{% set a = a ~ a %}" * 40
NESTED = "{% for i in range(999) %}" * 9 + "x" + "{% endfor %}" * 9


@pytest.mark.parametrize(
    "attack",
    [
        "{{ ''.__class__.__mro__ }}",
        "{title|attr('__class__')}",
        "{title.format(1)}",
        "{''['__class__']}",
        "{range.__self__}",
        "{lipsum(n=10000)}",
        "{range(10**9)}",
        "{range(1000)|map('map', 'map')}",
        "{'x' * 10**9}",
        "{9 ** 9 ** 9}",
        "{'x'|center(10**9)}",
        "{'aa'|replace('', 'b' * 9999)}",
        "{1|round(10**99)}",
        "{" + "(" * 5000 + "1" + ")" * 5000 + "}",
        "{" + "1+" * 9000 + "1}",
        "{" + "[" * 500 + "}",
        "{% include '/etc/passwd' %}",
        "{% import 'os' as os %}",
        "{% macro a() %}{a()}{% endmacro %}{a()}",
        "{% set x.y = 1 %}",
        "{% for x in [1] recursive %}{loop(x)}{% endfor %}",
        DOUBLED,
        NESTED,
        REPLACED,
        TITLED,
        "{{ card.__class__ }}",
        "{% for x in [1] %}{loop}{% endfor %}",
        "{('x' * 9999)|list|join('y' * 9999)}",
        "{% set a = [1] %}" + "{% set a = [a, a] %}" * 40,
        "{title|upper(**{'a': 1})}",
        "{% if points %}a{% endif %}" * 5000,
    ],
)
def test_no_field_runs_code_reads_a_file_or_goes_on_for_ever(attack: str) -> None:
    with pytest.raises(FieldFault) as caught:
        fill_fields(attack, CARD.get)
    assert len(str(caught.value)) < 500


def test_the_deck_files_page_names_every_filter_and_test() -> None:
    page = Path(__file__).parents[3] / "docs/deck-files.md"
    words = set(re.findall(r"\w+", page.read_text(encoding="utf-8").partition("## The language of fields")[2]))
    assert {*FILTERS, *TESTS} <= words


HEAD = 'name = "tiny"\n[[component]]\nname = "cards"\nface = "front"\ntable = "cards.csv"\n'
FACE = BACK + '[[element]]\nkind = "text"\ntext = "{title}"\nx = 5\ny = 5\nwidth = 48\nheight = 9\nsize = 12\n'


def build_deck(folder: Path, table: str, more: str = "", words: dict[str, str] | None = None) -> Deck:
    (folder / "cards.csv").write_text(table, encoding="utf-8")
    file = write_deck(folder, HEAD + more, words or {}, front=FACE)
    return read_deck(file, folder / "faces")


def list_texts(deck: Deck, language: str) -> list[str]:
    pieces = lay_out(deck, language)
    return [item.text for piece in pieces for item, _ in piece.front.walk() if isinstance(item, Text)]


def test_derived_fields_may_use_one_another(tmp_path: Path) -> None:
    derived = 'fields = { bonus = 1 }\n[component.derive]\ntotal = "{points + bonus}"\ntwice = "{total * 2}!"\n'
    found = build_deck(tmp_path, "title,points\nFox,3\nCrane,1\n", derived).components[0].cards
    assert [(card.id, card.fields["twice"]) for card in found] == [("1", "8!"), ("2", "4!")]
    text = HEAD.replace('table = "cards.csv"', 'range = 3\nwhen = "{number != 2}"\nderive = { n = "{number * 10}" }')
    (component, _) = read_deck(write_deck(tmp_path, text), tmp_path).components
    assert [card.fields["n"] for card in component.cards] == ["10", "30"]


def test_a_derived_field_has_each_language_of_its_sources(tmp_path: Path) -> None:
    derived = '[component.derive]\nlabel = "{title|upper}!"\nshout = "{label}!"\ntwice = "{points * 2}"\n'
    table = "title,title.en,title.fr,points\n,Fox,Renard,3\nCrane,,Grue,4\n,Taxi,Taxi,5\n"
    cards = [dict(card.fields) for card in build_deck(tmp_path, table, derived).components[0].cards]
    assert [cards[0][f"shout.{code}"] for code in ("en", "fr")] == ["FOX!!", "RENARD!!"]
    assert [cards[1][f"shout.{code}"] for code in ("en", "fr")] == ["CRANE!!", "GRUE!!"]
    assert (cards[2]["label"], cards[2]["shout"], "label.en" in cards[2]) == ("TAXI!", "TAXI!!", False)
    assert [card["twice"] for card in cards] == ["6", "8", "10"]


GEOJSON = '{"type": "FeatureCollection", "features": [{"id": "Fox", "properties": {"legs": 4}}]}'


@pytest.mark.parametrize(
    ("name", "content", "key"),
    [
        ("more.json", '[{"name": "Fox", "legs": 4}]', "name"),
        ("more.json", '{"Fox": {"legs": 4}, "Owl": {"legs": 2}}', "id"),
        ("more.json", GEOJSON, "id"),
        ("more.yaml", "- {name: Fox, legs: 4}", "name"),
    ],
)
def test_a_joined_table_may_be_of_any_kind(tmp_path: Path, name: str, content: str, key: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    joined = f'join = {{ file = "{name}", on = "title", key = "{key}", take = ["legs"] }}\n'
    (card,) = build_deck(tmp_path, "title\nFox\n", joined).components[0].cards
    assert card.fields["legs"] == "4"


def test_a_column_gives_copies_and_a_condition_selects_rows(tmp_path: Path) -> None:
    table = "title,qty\nFox,2\nCrane,0\nHeron,1\nOgre,9\n"
    more = 'copies = "{qty}"\nwhen = "{title != \'Ogre\'}"\ncount = 3\n'
    assert [card.fields["title"] for card in build_deck(tmp_path, table, more).components[0].cards] == [
        "Fox",
        "Fox",
        "Heron",
    ]
    doubled = build_deck(tmp_path, table, 'copies = "{qty * 2}"\nwhere = { title = "Fox" }\n')
    assert [card.id for card in doubled.components[0].cards] == ["1"] * 4


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('copies = "{qty}"', "cards.csv, row 3, column qty: expected a whole number from 0 to"),
        ('copies = "{title * 3}"', "cards.csv, row 2, column copies: expected a whole number"),
        ("copies = 20000", "the deck has more than 20000 cards."),
        ('when = "{qty > 3}"', "cards.csv, row 3, column qty: the field 'when': '{qty > 3}' cannot be worked out"),
        ('derive = { a = "{a}" }', "row 2: the field 'a': the card has no field 'a'."),
        ("derive = { a = 3, b = [1] }", "'derive.b' of component 1 (cards) must be a text or a number"),
        ('sheet = "x"', "cards.csv: only a workbook (.xlsx) has sheets"),
    ],
)
def test_a_wrong_cell_is_reported_with_row_and_column(tmp_path: Path, more: str, said: str) -> None:
    with pytest.raises(CompanionError, match=re.escape(said)):
        build_deck(tmp_path, "title,qty\nFox,2\nCrane,x\n", more + "\n")


def test_a_face_may_be_chosen_by_an_expression(tmp_path: Path) -> None:
    file = write_deck(tmp_path, HEAD.replace('"front"', "\"{'back' if n > 1 else 'front'}\""), front=FACE)
    (tmp_path / "cards.csv").write_text("title,n\nFox,1\nOgre,2\n", encoding="utf-8")
    found = read_deck(file, tmp_path / "faces")
    assert list_texts(found, "en") == ["Fox"]
    assert count_cards(found) == {}  # too few cards for a box, and no slip on the way


def test_a_column_may_name_its_language(tmp_path: Path) -> None:
    plain = build_deck(tmp_path, "title\nFox\n")
    assert (plain.languages, list_texts(plain, "fr")) == ((), ["Fox"])
    found = build_deck(tmp_path, "title,title.en,title.fr,size.xl\nKitsune,Fox,Renard,1\nTsuru,,Grue,2\n")
    assert found.languages == ("en", "fr")
    assert list_texts(found, "en") == ["Fox", "Tsuru"]
    assert list_texts(found, "fr") == ["Renard", "Grue"]
    with pytest.raises(CompanionError, match="has no words in 'de'; it has en, fr"):
        list_texts(found, "de")


def test_a_column_beside_one_in_french_is_english(tmp_path: Path) -> None:
    derived = 'derive = { loud = "{title}!" }\n'
    found = build_deck(tmp_path, "title,title.fr\nFox,Renard\n", derived)
    assert {code: list_texts(found, code) for code in found.languages} == {"en": ["Fox"], "fr": ["Renard"]}
    fields = found.components[0].cards[0].fields
    assert (fields["loud"], fields["loud.fr"]) == ("Fox!", "Renard!")
    assert build_plain_deck(str(tmp_path / "cards.csv")).languages == ("en", "fr")
    polish = build_deck(tmp_path, "title,title.fr\nLis,Renard\n", words={"pl": "", "fr": ""})
    assert polish.languages == ("fr", "pl")


def test_languages_come_from_words_and_columns_together(tmp_path: Path) -> None:
    found = build_deck(tmp_path, "title.pl\nLis\n", words={"en": 'title = "Tiny"\n'})
    # in English, the deck's own word of that name
    assert [(code, list_texts(found, code)) for code in found.languages] == [("en", ["Tiny"]), ("pl", ["Lis"])]


def test_a_cell_missing_in_one_language_is_a_fault(tmp_path: Path) -> None:
    table = "title.en,title.fr,note,note.fr\nFox,,,\nCrane,Grue,x,\n,Héron,x,y\n"
    found = build_deck(tmp_path, table, words={"en": 'title = "Tiny"\n'})
    faults = {code: [str(fault.text) for fault in examine_names(found, code)] for code in found.languages}
    assert faults == {
        "en": ["'title.en' is empty, and 'title.fr' is 'Héron'"],
        "fr": ["'title.fr' is empty, and 'title.en' is 'Fox'"],
    }


def test_only_a_language_code_ends_a_columns_name() -> None:
    assert find_languages(["a.en", "b.fr", "c.0", "d.xl", ".en", "en", "r1.c1.pl"]) == {"en", "fr", "pl"}
    assert select_language({"a.en": "x", "a": "y", "b.en": "", "b": "z", "c.en": ""}, "en") == {"a": "x", "c": ""}
