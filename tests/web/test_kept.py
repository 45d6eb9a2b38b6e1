"""Pages are the same bytes whether their parts were kept or are made anew, whoever has asked before."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from random import Random
from urllib.parse import urlencode

import pytest
from httpx2 import Response
from jinja2.runtime import Context

from companion.errors import Refused
from companion.play.shogun.fights import ThrowAttack
from companion.rules.shogun.battle import Attack
from companion.service.kept_tables import OpenTables
from companion.service.playing import play
from companion.table.history import Undo
from companion.table.shelf import MemoryShelf
from companion.web import rendering
from companion.web.app import list_pages, make_app
from companion.web.app_state import AppState
from companion.web.context import Page, PageContext
from companion.web.people import HOST, PLAYER, WATCHER, Sitting
from companion.web.rendering import Pages
from tests.choice import SEED
from tests.web.asking import Asking
from tests.web.browser.examples import EXAMPLES, NO_PAGE
from tests.web.browser.moments import MOMENTS

VARIES = re.compile(r'name="tap" value="[^"]*"|playDate.{60}')
"""What is another at each look at a page."""

OWN = re.compile(r'name="(?:token|tap|seen)"|data-asked=')
"""What stands in the pages of one visitor alone."""

BATTLE = {"kind": "battle", "who-attacks": "blue", "who-defends": "yellow", "attacker": "4", "defender": "3"}
REVOLT = {"kind": "revolt", "who-attacks": "red", "attacker": "4", "markers": "2"}
CHOICES: tuple[Mapping[str, str], ...] = (
    BATTLE,
    {**BATTLE, "attacker": "11", "defender": "62", "again": "1"},
    {**BATTLE, "who-attacks": "red", "defender": "0"},
    {**BATTLE, "who-defends": "neutral", "temple": "1", "castle": "1"},
    {**BATTLE, "markers": "3", "attack-card": "1", "defence-card": "1", "province": "Kozuke <i>"},
    {**BATTLE, "defending": "2"},
    {**BATTLE, "event": "7", "province": "Kaga", "from": "Noto"},
    {**BATTLE, "real": "1", "out-blue": "3", "out-green": "1"},
    REVOLT,
    {**REVOLT, "in-winter": "1", "winter": "3", "castle": "1"},
    {**REVOLT, "attacker": "0"},
    {"kind": "cubes", "cubes-blue": "2", "cubes-green": "1"},
)
"""What is chosen on the page of the tower."""

NAMES = {"Aya": "Aya", "Bo": "Bo <b>&", "Chen": ""}
"""Who sits down first, second and third at each table, and the name they give there."""


class Tables:
    """Every example table, and those who look at it."""

    def __init__(self) -> None:
        shelf = MemoryShelf()
        app = make_app(OpenTables(shelf))
        self.app_state = app.state.app_state
        self.looking: dict[tuple[str, str], Asking] = {}
        people = self.app_state.people
        for who, role in (*((name, PLAYER) for name in NAMES), ("guest", PLAYER), ("host", HOST), ("screen", WATCHER)):
            client = Asking(app, follow_redirects=False)
            assert client.get(f"/join/{self.app_state.codes[role]}").status_code == 303
            self.looking[who, "en"] = client
            french = Asking(app, follow_redirects=False, headers={"accept-language": "fr"})
            french.cookies.update(client.cookies)
            self.looking[who, "fr"] = french
        self.games: dict[str, str] = {}
        for table, example in {**EXAMPLES, **MOMENTS}.items():
            example.make(shelf, table)
            self.games[table] = example.game
            for name, seat in [*zip(NAMES, example.seats, strict=False), *(("Aya", each) for each in example.shared)]:
                visitor = people.find_visitor(self.looking[name, "en"].cookies["companion"])
                people.sit(table, seat, visitor, NAMES[name], more=bool(example.shared))
        for armies in (4, 2):
            assert play(
                self.app_state.open_table("harvest"), ThrowAttack(Attack("blue", armies, "yellow", 3), province="Kaga")
            ).yes

    def paths(self) -> Iterator[str]:
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

    def page(self, who: str, language: str, path: str) -> tuple[int, str]:
        """What somebody gets who asks for a page in a language."""
        answer = self.looking[who, language].get(path)
        return answer.status_code, VARIES.sub("", answer.text)

    @property
    def secrets(self) -> Iterator[str]:
        """What is in forms of one visitor alone."""
        for client in self.looking.values():
            yield self.app_state.make_token(self.app_state.people.find_visitor(client.cookies["companion"]).id)


@pytest.fixture(scope="module")
def tables() -> Tables:
    return Tables()


def list_requests(tables: Tables, every: int) -> list[tuple[str, str, str]]:
    """Who requests what in which language: everything on tower pages, a sample of the others."""
    return [
        (who, language, path)
        for number, path in enumerate(tables.paths())
        for turn, (who, language) in enumerate(tables.looking)
        if path.startswith("/t/harvest/tower") or (number + 5 * turn + SEED) % every == 0
    ]


@pytest.mark.few(2)
def test_pages_are_the_same_with_and_without_cached_parts(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for by everybody, in an order of their own, with what was made for others before them."""
    wanted = list_requests(tables, 120)
    Random(SEED).shuffle(wanted)
    with monkeypatch.context() as patched:
        patched.setattr(rendering._PartCache, "keep_part", lambda made, key, part: None)
        rendering._get_part_cache.cache_clear()
        patched.setattr(AppState, "get_cache", lambda app_state, here, lasting=False: {})
        alone = {each: tables.page(*each) for each in wanted}
    assert sum(status == 200 for status, _ in alone.values()) > len(wanted) / 3
    for each in (*wanted, *reversed(wanted)):
        assert tables.page(*each) == alone[each], each


STILL = [page for page in list_pages() if page.still]
TAPS = re.compile(r'name="tap" value="([^"]*)"')


@pytest.mark.few(2)
@pytest.mark.parametrize("still", STILL, ids=[f"{page.game}{page.path}" for page in STILL])
def test_a_page_is_rendered_again_only_after_a_change(still: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    tables, made = Tables(), []
    drawn = Pages.render_page

    def note_render(pages: Pages, context: PageContext, *rest: object) -> object:
        made.append(context)
        return drawn(pages, context, *rest)

    monkeypatch.setattr(Pages, "render_page", note_render)
    paths = [still.path.replace("{table}", table) for table, game in tables.games.items() if game == still.game]
    host, guest = (tables.looking[who, "en"] for who in ("host", "guest"))
    path = next(each for each in paths if host.get(each).status_code == 200)
    name, people = path.split("/")[2], tables.app_state.people
    made.clear()
    first, second = host.get(path), host.get(path)
    assert not made
    assert VARIES.sub("", first.text) == VARIES.sub("", second.text)
    assert not {*TAPS.findall(first.text)} & {*TAPS.findall(second.text)}
    visitor = people.find_visitor(host.cookies["companion"])
    changes = [
        lambda: guest.get(path),
        lambda: host.get(path, params={"so": "1"}),
        lambda: host.get(path, headers={"x-companion-drawn": "0"}),
        lambda: people.save_visitor(replace(visitor, look=("dark",))),
        lambda: people._write_sittings(name, {**people.sittings(name), "nobody": Sitting("nobody", "Dee")}),
    ]
    for change in changes:
        host.get(path)
        made.clear()
        asked = change()
        host.get(path)
        led_on = isinstance(asked, Response) and asked.status_code == 303
        assert made or led_on, change
    while tables.app_state.open_table(name).history:
        path, name = paths[0], paths.pop(0).split("/")[2]
        host.get(path)
        made.clear()
        with suppress(Refused):  # where nothing can be taken back
            tables.app_state.open_table(name).do(Undo())
            assert host.get(path, follow_redirects=True).status_code == 200
            assert made, path
            return
    pytest.fail("at no table anything could be taken back")


def test_page_contexts_are_freed_without_the_garbage_collector(tables: Tables) -> None:
    """Else the search for cycles stops all phones for a quarter of a second now and then."""
    gc.collect()
    gc.disable()
    try:
        for path in ("/t/harvest/tower", "/t/harvest/history", "/new"):
            assert tables.page("Aya", "en", path)[0] in (200, 303), path
        left = [each for each in gc.get_objects() if isinstance(each, Context | PageContext)]
    finally:
        gc.enable()
    assert not [each for each in left if isinstance(each, PageContext)]
    assert not [each for each in left if isinstance(each, Context) and "context" in each.parent]


def test_cached_parts_contain_no_secret_of_a_visitor(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[str] = []
    keep = rendering._PartCache.keep_part
    monkeypatch.setattr(
        rendering._PartCache, "keep_part", lambda made, key, part: (kept.append(part), keep(made, key, part))
    )
    rendering._get_part_cache.cache_clear()
    pages = [tables.page(*each)[1] for each in list_requests(tables, 120)]
    secrets = {*tables.secrets}
    assert any(secret in page for page in pages for secret in secrets)
    assert len(kept) > 100
    for part in kept:
        assert not OWN.search(part), part
        assert not any(secret in part for secret in secrets), part
