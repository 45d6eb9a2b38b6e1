"""Pages are the same bytes whether their parts were kept or are made anew, whoever has asked before."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from random import Random
from urllib.parse import urlencode

import pytest

from companion.errors import Refused
from companion.play.shogun.fights import ThrowAttack
from companion.rules.shogun.battle import Attack
from companion.service.playing import play
from companion.table.history import Undo
from companion.web import rendering
from companion.web.app import list_pages
from companion.web.app_state import AppState
from companion.web.context import WebPage
from companion.web.people import HOST, PLAYER, WATCHER
from tests.choice import SEED
from tests.web.app_browser import AppBrowser, House
from tests.web.browser.examples import EXAMPLES, NO_PAGE
from tests.web.browser.moments import MOMENTS

VARIES = re.compile(r'name="tap" value="[^"]*"|playDate.{60}')
"""What is another at each look at a page."""


BATTLE = {"kind": "battle", "who-attacks": "blue", "who-defends": "yellow", "attacker": "4", "defender": "3"}
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
def tables() -> Tables:
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
def test_pages_are_the_same_with_and_without_cached_parts(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for by everybody, in an order of their own, with what was made for others before them."""
    wanted = list_requests(tables, 120)
    Random(SEED).shuffle(wanted)
    with monkeypatch.context() as patched:
        patched.setattr(rendering._PartCache, "keep_part", lambda made, key, part: None)
        rendering._get_part_cache.cache_clear()
        patched.setattr(AppState, "get_cache", lambda app_state, here, lasting=False: {})
        alone = {each: tables.get_page(*each) for each in wanted}
    assert sum(status == 200 for status, _ in alone.values()) > len(wanted) / 3
    for each in (*wanted, *reversed(wanted)):
        assert tables.get_page(*each) == alone[each], each


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
