"""The language of fields: what it says, and that it runs no code, reads no file and ends."""

import re
from pathlib import Path

import pytest

from companion.data.decks.filters import FILTERS, TESTS
from companion.data.fields import Allowance, FieldFault, comparison, filled, holds

CARD = {
    "points": "3",
    "bonus": "4",
    "price": "2.50",
    "title": "Old fox",
    "title.en": "Fox",
    "empty": "",
    "r1c1.0": "lake",
    "a-b": "dash",
    "tags": "sea, air,sea",
    "My name": "Bo",
    "card": "ace",
    "braces": "{points}",
}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{points} of {title}", "3 of Old fox"),
        ("{braces}", "{points}"),  # a cell is not read as a text
        ("{points|int * 2}", "6"),
        ("{{ points + bonus }}", "7"),
        ("{points-1} {a-b}", "2 dash"),
        ('{"gold" if points > 2 else "ink"}', "gold"),
        ("{title.en}, {r1c1.0}{r1c1[0]|upper}, {card}", "Fox, lakeLAKE, ace"),
        ('{card["My name"]}', "Bo"),
        (r"\{points} {points|int}", r"\{points} 3"),
        (r"\{points}", r"\{points}"),
        ("{'★' * points}{}{ }", "★★★{}{ }"),
        ("{price * 2}, {7 / 2}, {6 / 2}, {0.1 + 0.2}, {2 ** 10}", "5, 3.5, 3, 0.3, 1024"),
        ("{tags|split(',')|unique|sort|join('/')}", "air/sea"),
        ("{empty|int + 1}{empty|default('-')}{nope|default('?')}", "1-?"),
        ("{[points, bonus, 10]|max} {[points, bonus]|sum}", "10 7"),
        ('{ {"3": "three"}[points] } {"%03d"|format(points)}', "three 003"),
        ("{% if points > 2 and not empty %}many{% else %}few{% endif %}", "many"),
        ("{% for tag in tags|split(',') %}{loop.index}{tag} {% endfor %}", "1sea 2air 3sea "),
        ("{% set n = 0 %}{% for x in [1, 2] %}{% set n = n + x %}{% endfor %}{n}", "3"),
        ("{title[:3]}{title[-1]} {'fox' in title} {points is odd}", "Oldx true true"),
        ("{nope is defined}{points in ['03', 3]}{title == 'x'}", "true"),
        ("{# a remark #}{title|title|replace('Fox', '{}')}", "Old {}"),
    ],
)
def test_what_texts_become(text: str, said: str) -> None:
    assert filled(text, CARD.get) == said


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        ("{points > 2}", True),
        ("{points > 5}", False),
        ("{points|int - 3}", False),
        ("{points}", True),
        ("{empty}", False),
        ("{not empty}", True),
        ("{title}", True),
        ("", False),
        ("{empty} ", False),
        ("{% if empty %}yes{% endif %}", False),
    ],
)
def test_conditions(condition: str, true: bool) -> None:
    assert holds(condition, CARD.get) is true


def test_a_comparison_stands_in_no_braces() -> None:
    assert comparison("{a} == b|c") == ("{a}", "==", "b|c")
    assert comparison("{a}!={b}") == ("{a}", "!=", "{b}")
    assert comparison("{a == b}") == ("{a == b}", "", "")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{nope}", "the card has no field 'nope'"),
        ("{fox-hunt}", "the card has no field 'fox-hunt'"),
        ("{nope + 1}", "'{nope + 1}' cannot be worked out: the card has no field 'nope'"),
        ("{points|foo}", "'foo' is not a filter; the filters are abs,"),
        ("{points is foo}", "'foo' is not a test; the tests are divisibleby,"),
        ("{points|round('x')}", "'round' cannot be asked for so"),
        ("{title + 1}", "'Old fox' is not a number"),
        ("{title > 2}", "'Old fox' is not a number"),
        ("{1 / 0}", "nothing is divided by 0"),
        ("{a b}", "this is no expression (expected token"),
        ("x {points", "'x {points' cannot be worked out: '{points' lacks a brace or a quotation mark"),
        ("{'points}", "lacks a brace or a quotation mark that closes it"),
        ("{% if points %}", "this is no expression (Unexpected end of template"),
        ("{title[::0]}", "'[::0]' cannot be asked for so"),
        ("{title[99]}", "there is no '99' in 'Old fox'"),
    ],
)
def test_what_is_wrong_is_said(text: str, why: str) -> None:
    with pytest.raises(FieldFault) as caught:
        filled(text, CARD.get)
    assert why in str(caught.value)


DOUBLED = "{% set a = 'x' %}" + "{% set a = a ~ a %}" * 40
NESTED = "{% for i in range(999) %}" * 9 + "x" + "{% endfor %}" * 9


@pytest.mark.parametrize(
    "attack",
    [
        "{{ ''.__class__.__mro__ }}",
        "{title.__class__}",
        "{title|attr('__class__')}",
        "{title.format(1)}",
        "{''['__class__']}",
        "{[]['__class__']}",
        "{().__class__}",
        "{range.__self__}",
        "{self}",
        "{loop}",
        "{lipsum(n=10000)}",
        "{cycler('a')}",
        "{namespace()}",
        "{dict(a=1)}",
        "{range(10**9)}",
        "{range(9, 0)(1)}",
        "{range(1000)|map('map', 'map')}",
        "{'x' * 10**9}",
        "{9 ** 9 ** 9}",
        "{(0-8) ** 0.5}",
        "{'%999999999d' % 1}",
        "{'%999999999d'|format(1)}",
        "{'%s%s%s'|format('a')}",
        "{'x'|center(10**9)}",
        "{'aa'|replace('', 'b' * 9999)}",
        "{range(999)|join('x' * 9999)}",
        "{1|round(10**99)}",
        "{9e999 * 1}",
        "{" + "(" * 5000 + "1" + ")" * 5000 + "}",
        "{" + "1+" * 9000 + "1}",
        "{" + "[" * 500 + "}",
        "{" + "not " * 9000 + "1}",
        "{(" + "9" * 5000 + ")}",
        "{ " + '{"a": ' * 9 + "1" + "}" * 9 + " }",
        "{% include '/etc/passwd' %}",
        "{% import 'os' as os %}",
        "{% extends 'x' %}",
        "{% block x %}{% endblock %}",
        "{% macro a() %}{a()}{% endmacro %}{a()}",
        "{% call x() %}{% endcall %}",
        "{% with %}{% endwith %}",
        "{% filter upper %}x{% endfilter %}",
        "{% set x.y = 1 %}",
        "{% set x %}y{% endset %}",
        "{% for x in [1] recursive %}{loop(x)}{% endfor %}",
        "{% for a, b in ['ab'] %}{% endfor %}",
        DOUBLED,
        NESTED,
        "{% set a = [1] %}" + "{% set a = [a, a] %}" * 40,
        "{% set a = [1] %}" + "{% set a = a + a %}" * 40,
        "{range(*[1])}",
        "{title|upper(**{'a': 1})}",
        "{title|truncate('x')}",
        "{% if points %}a{% endif %}" * 5000,
    ],
)
def test_no_deck_runs_code_reads_a_file_or_goes_on_for_ever(attack: str) -> None:
    with pytest.raises(FieldFault) as caught:
        filled(attack, CARD.get)
    assert len(str(caught.value)) < 500


def test_all_texts_of_a_deck_together_end() -> None:
    allowance, loop = Allowance(), "{% for i in range(999) %}{{ i * i }}{% endfor %}"
    allowance.left = 15_000
    assert filled(loop, CARD.get, allowance).startswith("0149")
    assert filled(loop, CARD.get, allowance).startswith("0149")
    with pytest.raises(FieldFault, match="the texts of this deck take too many steps"):
        filled(loop, CARD.get, allowance)


def test_all_that_may_be_asked_for_is_told_to_who_makes_a_deck() -> None:
    page = Path(__file__).parents[3] / "docs/deck-files.md"
    told = set(re.findall(r"\w+", page.read_text(encoding="utf-8").partition("## The language of fields")[2]))
    assert {*FILTERS, *TESTS, "defined", "undefined"} <= told
