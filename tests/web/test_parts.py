"""Parts of pages are made once, the same bytes for everybody, and made anew when something has changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from html import unescape
from random import Random
from urllib.parse import urlencode

import jinja2
import pytest
from jinja2 import meta

from companion.errors import Refused
from companion.paths import templates
from companion.play.shogun.fights import ThrowAttack
from companion.rules.shogun.battle import Attack
from companion.service.playing import play
from companion.table.history import Undo
from companion.web import rendering
from companion.web.app import list_pages
from companion.web.app_state import AppState
from companion.web.context import WebPage
from companion.web.people import HOST, PLAYER, WATCHER
from companion.web.rendering import Pages
from tests.choice import SEED
from tests.web.app_browser import AppBrowser, House
from tests.web.browser.examples import EXAMPLES, NO_PAGE
from tests.web.browser.moments import MOMENTS
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


VARIES = re.compile(r'name="tap" value="[^"]*"|playDate.{60}')
"""What is another at each look at a page."""


CHOICES: tuple[Mapping[str, str], ...] = (
    BATTLE,
    {**BATTLE, "attacker": "11", "defender": "62", "again": "1"},
    {**BATTLE, "who-defends": "neutral", "temple": "1", "castle": "1"},
    {**BATTLE, "markers": "3", "attack-card": "1", "defence-card": "1", "province": "Kozuke <i>"},
    {**BATTLE, "real": "1", "out-blue": "3", "out-green": "1"},
    {"kind": "revolt", "who-attacks": "red", "attacker": "4", "markers": "2", "in-winter": "1", "winter": "3"},
    {"kind": "cubes", "cubes-blue": "2", "cubes-green": "1"},
)
"""What is chosen on the page of the tower."""

NAMES = {"Aya": "Aya", "Bo": "Bo <b>&", "Chen": ""}
"""Who sits down first, second and third at each table, and the name they give there."""


class Tables(House):
    """Every example table, and those who look at it."""

    def __init__(self) -> None:
        super().__init__()
        self.looking: dict[tuple[str, str], AppBrowser] = {}
        for key, role in (*((name, PLAYER) for name in NAMES), ("guest", PLAYER), ("host", HOST), ("screen", WATCHER)):
            self.looking[key, "en"] = client = self.join(role, follow_redirects=False)
            french = AppBrowser(self.app, follow_redirects=False, headers={"accept-language": "fr"})
            french.cookies.update(client.cookies)
            self.looking[key, "fr"] = french
        self.games: dict[str, str] = {}
        for table, example in {**EXAMPLES, **MOMENTS}.items():
            example.make(self.shelf, table)
            self.games[table] = example.game
            for name, seat in [*zip(NAMES, example.seats, strict=False), *(("Aya", each) for each in example.shared)]:
                self.looking[name, "en"].sit(table, seat, NAMES[name], keep=bool(example.shared))
        for armies in (4, 2):
            assert play(
                self.app_state.open_table("harvest"), ThrowAttack(Attack("blue", armies, "yellow", 3), province="Kaga")
            ).yes

    def list_paths(self) -> Iterator[str]:
        """The address of every page of every table, and those of choices."""
        for page in list_pages():
            if page.show is None or page.path in NO_PAGE or page.path.startswith("/pocket"):
                continue
            if "{" not in page.path:
                yield page.path
            for table, game in self.games.items():
                path = page.path.replace("{table}", table)
                if path != page.path and page.game in ("", game) and "{" not in path:
                    yield path
        for table, game in self.games.items():
            if game == "shogun":
                yield from (f"/t/{table}/tower?{urlencode(each)}" for each in CHOICES)

    def get_page(self, visitor: str, language: str, path: str) -> tuple[int, str]:
        answer = self.looking[visitor, language].get(path)
        if answer.headers.get("content-type", "").startswith("text/html"):
            assert "Bo <b>" not in answer.text, path
            assert not re.search(r"\sstyle=|\son\w+=|<img(?![^>]*\salt\b)", answer.text), path
        return answer.status_code, VARIES.sub("", answer.text)


@pytest.fixture(scope="module")
def examples() -> Tables:
    return Tables()


def list_requests(tables: Tables, every: int) -> list[tuple[str, str, str]]:
    """Who requests what in which language: everything on tower pages, a sample of the others."""
    return [
        (visitor, language, path)
        for number, path in enumerate(tables.list_paths())
        for turn, (visitor, language) in enumerate(tables.looking)
        if path.startswith("/t/harvest/tower") or (number + 5 * turn + SEED) % every == 0
    ]


@pytest.mark.few(2)
def test_pages_are_the_same_with_and_without_cached_parts(examples: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for by everybody, in an order of their own, with what was made for others before them."""
    wanted = list_requests(examples, 120)
    Random(SEED).shuffle(wanted)
    with monkeypatch.context() as patched:
        patched.setattr(rendering._PartCache, "keep_part", lambda made, key, part: None)
        rendering._get_part_cache.cache_clear()
        patched.setattr(AppState, "get_cache", lambda app_state, here, lasting=False: {})
        alone = {each: examples.get_page(*each) for each in wanted}
    assert sum(status == 200 for status, _ in alone.values()) > len(wanted) / 3
    for each in (*wanted, *reversed(wanted)):
        assert examples.get_page(*each) == alone[each], each


TAPS = re.compile(r'name="tap" value="([^"]*)"')
STILL = [page for page in list_pages() if page.is_cacheable]


@pytest.mark.few(2)
@pytest.mark.parametrize("still", STILL, ids=[f"{page.game}{page.path}" for page in STILL])
def test_a_cached_page_equals_a_newly_rendered_one_after_every_change(still: WebPage) -> None:
    tables = Tables()
    people, host, guest = tables.app_state.people, *(tables.looking[key, "en"] for key in ("host", "guest"))
    paths = {table: still.path.replace("{table}", table) for table, game in tables.games.items() if game == still.game}
    name, path = next(each for each in paths.items() if host.get(each[1]).status_code == 200)
    changes: list[Callable[[], object]] = [
        lambda: guest.get(path),
        lambda: people.save_visitor(replace(host.visitor, look=("dark",))),
        lambda: people.sit(name, "nobody", people.admit(PLAYER)[0], "Dee"),
        *(lambda table=table: tables.app_state.open_table(table).do(Undo()) for table in paths),
    ]
    seen = set()
    for change in changes:
        for each in paths.values():
            host.get(each)
        with suppress(Refused):  # where nothing can be taken back
            change()
        for each in paths.values():
            kept, fresh = host.get(each), host.get(each, params={"so": str(len(seen))})
            assert (kept.status_code, VARIES.sub("", kept.text)) == (fresh.status_code, VARIES.sub("", fresh.text)), (
                each
            )
            assert not {*TAPS.findall(kept.text)} & {*TAPS.findall(fresh.text)}
            seen.add(VARIES.sub("", kept.text))
    assert len(seen) > 3, "no change was seen"
