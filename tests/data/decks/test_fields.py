"""The language of fields: what it says, and that it runs no code, reads no file and ends."""

import re
from pathlib import Path

import pytest

from companion.data.decks.expressions import FILTERS, TESTS
from companion.data.decks.values import FieldFault
from companion.data.rows import fill_fields, is_true, split_comparison

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
    ],
)
def test_fields_in_a_text_are_filled_in(text: str, said: str) -> None:
    assert fill_fields(text, CARD.get) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
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
def test_filters_and_tests_work_in_fields(text: str, said: str) -> None:
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
