"""Parts of pages that are made once: the same for everybody, and made anew when something has changed."""

from dataclasses import dataclass, replace
from html import unescape

import jinja2
import pytest
from jinja2 import meta, nodes

from companion.paths import templates
from companion.service.playing import play
from companion.table.history import Undo
from companion.web import rendering
from companion.web.rendering import Pages
from companion.web.shogun.tower import Choice
from tests.web.shogun.test_tower import BATTLE, seat_phone, send_form

OF_A_LANGUAGE = {"say", "say_count", "number", "lang", "picture", "static", "LANGUAGES", "tongue"}
"""The names that hang on nothing of a page but its language."""


OF_SOMEBODY = {"context", "seen", "hidden", "choice", "odds", "slots", "self"}
"""The names that hang on who looks at a page of the tower."""

PAGES = templates() / "web"
SHARED = sorted(each.relative_to(PAGES).as_posix() for each in PAGES.rglob("parts.html"))


@pytest.mark.parametrize("name", SHARED)
def test_shared_templates_use_only_variables_of_the_language(name: str) -> None:
    parsed = jinja2.Environment().parse((PAGES / name).read_text(encoding="utf-8"))
    assert meta.find_undeclared_variables(parsed) <= OF_A_LANGUAGE
    assert set(meta.find_referenced_templates(parsed)) <= {*SHARED}


@pytest.fixture
def shown():
    """Writes a page with the parts, in a language."""
    environment = Pages()._environment

    def render(text: str, lang: str = "en", **values: object) -> str:
        begun = '{% import "parts.html" as parts with context %}'
        return environment.from_string(begun + text).render(lang=lang, **values)

    return render


def test_a_part_is_rendered_once_for_each_set_of_values(shown, monkeypatch) -> None:
    made, invoke = [], rendering.Macro._invoke

    def note_macro(macro: rendering.Macro, *rest: object) -> object:
        made.append(macro.name)
        return invoke(macro, *rest)

    monkeypatch.setattr(rendering.Macro, "_invoke", note_macro)
    line = '{{ parts.stepper("a-name-of-its-own", count, "Armies") }}'
    first = shown(line, count=3)
    assert made == ["stepper"]
    assert shown(line, count=3) == first
    assert made == ["stepper"]
    assert 'value="4"' in shown(line, count=4)
    assert "un de moins" in shown(line, "fr", count=3)


def test_cached_parts_distinguish_equal_values_of_different_types(shown) -> None:
    line = '{{ parts.act(label, "send", value) }}'
    assert 'value="1"' in shown(line, label="x", value=1)
    assert 'value="True"' in shown(line, label="x", value=True)
    assert "a &lt; b" in shown(line, label="a < b", value=1)
    assert "a < b" in shown(line, label=rendering.Markup("a < b"), value=1)
    listed = "{{ parts.ledger([], rows, 'x') }}"
    assert "<td>1</td>" in shown(listed, rows=[["", 1]])
    assert "<td>True</td>" in shown(listed, rows=[["", True]])


def test_a_sentence_in_a_cached_part_is_translated_by_its_own_page(shown) -> None:
    told = rendering.say("The same words")
    for whose in ("Aya", "Bo"):
        assert whose in shown("{{ parts.act(told) }}", told=told, said=lambda told, whose=whose: whose)


def test_the_content_of_a_call_block_is_never_cached(shown) -> None:
    line = "{% call parts.note() %}{{ whose }}{% endcall %}"
    assert "Aya" in shown(line, whose="Aya")
    assert "Aya" not in shown(line, whose="Bo")


@dataclass(frozen=True)
class Wish:
    """A choice of somebody."""

    label: str | rendering.Sentence
    ticks: frozenset[object] = frozenset()


def test_frozen_values_are_distinguished_by_their_fields_in_the_cache(shown) -> None:
    line = '{{ parts.act(wish.label) }}{{ parts.chips("tick", [(1, "x")], wish.ticks) }}'
    kept = '{% import "shogun/tower/parts.html" as form with context %}{{ form.real(wish, {}, false, 9) }}'
    for wish in (Wish("a"), Wish("a", frozenset({1})), Wish("a", frozenset({"1"})), Wish("b")):
        assert shown(line, wish=wish).count("checked") == (1 in wish.ticks)
    chosen = Choice("battle", "blue", "red", ticks=frozenset({"real"}), out={"blue": 1})
    for each in (chosen, replace(chosen, ticks=frozenset()), replace(chosen, out=None), chosen):
        opened = "real" in each.ticks
        assert ("<details open" in shown(kept, wish=each).replace(' class="more"', "")) is opened


def test_parts_with_mutable_values_are_not_cached(shown, monkeypatch) -> None:
    @dataclass
    class Changing:
        label: str

    kept = []
    monkeypatch.setattr(rendering._PartCache, "keep_part", lambda made, *part: kept.append(part))
    changing = Changing("before")
    line = "{{ parts.totals([('red', 'A', changing)]) }}"
    assert "before" in shown(line, changing=changing)
    changing.label = "after"
    assert "after" in shown(line, changing=changing)
    assert kept == []


def test_the_part_cache_drops_old_parts_and_skips_long_ones(shown, monkeypatch) -> None:
    monkeypatch.setattr(rendering, "_MOST_KEPT", 500)
    rendering._get_part_cache.cache_clear()
    for number in range(20):
        assert f"{number} of these" in shown("{{ parts.sign('red', number) }}", number=f"{number} of these")
    made = rendering._get_part_cache(Pages()._environment.get_template("parts.html"), "en").parts
    assert 0 < sum(map(len, made.values())) <= 500
    before = dict(made)
    long = "typed at length " * 1500
    assert long in shown("{{ parts.act(label) }}", label=long)
    assert long in shown("{{ parts.act(label) }}", label=rendering.say(long), said=str)
    assert made == before
    rendering._get_part_cache.cache_clear()


def read_throws(phone) -> str:
    """The throws so far, as a page of the tower lists them."""
    page = unescape(phone.get("/t/harvest/tower").text)
    return page.partition("Throws so far")[2].partition("</details>")[0]


@pytest.mark.parametrize(
    "page", [each for each in PAGES.rglob("*.html") if "once(" in each.read_text(encoding="utf-8")]
)
def test_parts_rendered_once_for_a_table_use_no_visitor_variables(page) -> None:
    whole = jinja2.Environment().parse(page.read_text(encoding="utf-8"))
    macros = {macro.name: macro for macro in whole.find_all(nodes.Macro)}
    maps = jinja2.Environment().parse((PAGES / "honshu/map.html").read_text(encoding="utf-8"))
    macros |= {f"maps.{macro.name}": macro for macro in maps.find_all(nodes.Macro)}
    for call in whole.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "once":
            what = call.args[0]
            made = macros[f"{what.node.name}.{what.attr}" if isinstance(what, nodes.Getattr) else what.name]
            assert not {name.name for name in made.find_all(nodes.Name)} & OF_SOMEBODY, made.name


def test_the_list_of_throws_changes_after_an_undo_or_a_new_name(browser, app_state, harvest) -> None:
    blue, red = seat_phone(browser, app_state, "harvest", "blue"), seat_phone(browser, app_state, "harvest", "red")
    send_form(blue, "/t/harvest/tower", **BATTLE, throw="1")
    assert "Blue" in read_throws(red)
    app_state.people.sit("harvest", "blue", app_state.people.find_visitor(blue.cookies["companion"]), "Aya")
    assert "Aya" in read_throws(red)
    assert 'class="undone"' not in read_throws(red)
    play(app_state.open_table("harvest"), Undo())
    assert 'class="undone"' in read_throws(red)
