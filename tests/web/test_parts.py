"""Parts of pages that are made once: the same for everybody, and made anew when something has changed."""

from html import unescape

import jinja2
import pytest
from jinja2 import meta

from companion.paths import templates
from companion.service.playing import play
from companion.table.history import Undo
from companion.web import rendering
from companion.web.rendering import Pages
from tests.web.conftest import send_form
from tests.web.shogun.test_tower import BATTLE

OF_A_LANGUAGE = {"say", "say_count", "number", "lang", "picture", "static", "LANGUAGES", "tongue"}
"""The names that hang on nothing of a page but its language."""


PAGES = templates() / "web"
SHARED = sorted(each.relative_to(PAGES).as_posix() for each in PAGES.rglob("parts.html"))


@pytest.mark.parametrize("name", SHARED)
def test_shared_templates_use_only_variables_of_the_language(name: str) -> None:
    parsed = jinja2.Environment().parse((PAGES / name).read_text(encoding="utf-8"))
    assert meta.find_undeclared_variables(parsed) <= OF_A_LANGUAGE
    assert set(meta.find_referenced_templates(parsed)) <= {*SHARED}


@pytest.fixture
def show_parts():
    environment = Pages()._environment

    def render(text: str, lang: str = "en", **values: object) -> str:
        begun = '{% import "parts.html" as parts with context %}'
        return environment.from_string(begun + text).render(lang=lang, **values)

    return render


def test_cached_parts_distinguish_equal_values_of_different_types(show_parts) -> None:
    line = '{{ parts.act(label, "send", value) }}'
    assert 'value="1"' in show_parts(line, label="x", value=1)
    assert 'value="True"' in show_parts(line, label="x", value=True)
    assert "a &lt; b" in show_parts(line, label="a < b", value=1)
    assert "a < b" in show_parts(line, label=rendering.Markup("a < b"), value=1)
    listed = "{{ parts.ledger([], rows, 'x') }}"
    assert "<td>1</td>" in show_parts(listed, rows=[["", 1]])
    assert "<td>True</td>" in show_parts(listed, rows=[["", True]])
    assert "un de moins" in show_parts('{{ parts.stepper("of-its-own", 3, "Armies") }}', "fr")
    for ticks in (frozenset[object](), frozenset({1}), frozenset({"1"})):
        assert show_parts('{{ parts.chips("tick", [(1, "x")], ticks) }}', ticks=ticks).count("checked") == (1 in ticks)
    for whose in ("Aya", "Bo"):  # the content of a call block is made each time
        assert whose in show_parts("{% call parts.note() %}{{ whose }}{% endcall %}", whose=whose)


def test_a_sentence_in_a_cached_part_is_translated_by_its_own_page(show_parts) -> None:
    sentence = rendering.say("The same words")
    for whose in ("Aya", "Bo"):
        assert whose in show_parts("{{ parts.act(told) }}", told=sentence, said=lambda sentence, whose=whose: whose)


def read_throws(phone) -> str:
    page = unescape(phone.get("/t/harvest/tower").text)
    return page.partition("Throws so far")[2].partition("</details>")[0]


def test_the_list_of_throws_changes_after_an_undo_or_a_new_name(seated_browser, app_state, harvest) -> None:
    blue, red = seated_browser("harvest", "blue"), seated_browser("harvest", "red")
    send_form(blue, "/t/harvest/tower", **BATTLE, throw="1")
    assert "Blue" in read_throws(red)
    blue.sit("harvest", "blue", "Aya")
    assert "Aya" in read_throws(red)
    assert 'class="undone"' not in read_throws(red)
    play(app_state.open_table("harvest"), Undo())
    assert 'class="undone"' in read_throws(red)
