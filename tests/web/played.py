"""Games played at random through their pages by several phones; all that anybody hears is searched."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from difflib import unified_diff
from random import Random
from typing import Any
from urllib.parse import urlencode

from httpx2 import Response

from companion.table.history import History
from companion.web.people import cookie_hash
from tests.web.asking import Asking
from tests.web.attacks.vandals import Reader, Sent, forms, mutated
from tests.web.test_secrets import ANY_TAP, House

Other = Callable[[Any, str, Random], Any]
"""The table as it might be as far as somebody can know: from its state, whose knowledge it is, and chance."""

_Answer = tuple[int, str | None, str]  # its status, where it leads, and the page

_LEFT_ALONE = (
    "/along",  # the file holds the seed, and the log says so to all
    "/delete",
    "/rename",
    "/free",
    "/settings",
    "/language",
    "/new",
    "/import",
    "/again",
    "/verify",
    "/by-hand",
    "/rules",
    "/played",
)
"""Forms that would end the evening, or lead away from the table."""


class _Person(Reader):
    """Fills in forms as somebody who means it: keeps most of what is chosen, and presses one button."""

    def __init__(self, chance: Random) -> None:
        super().__init__(chance)
        self.buttons: dict[int, list[tuple[str, str, str]]] = {}
        self.radios: dict[tuple[int, str, str], list[str]] = {}

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        if "disabled" in at:
            return
        if tag == "button" and "name" in at:
            self.buttons.setdefault(len(self.found), []).append(
                (at.get("form", ""), at["name"], at.get("value", ""))
            )
        elif tag == "input" and at.get("type") in ("radio", "checkbox"):
            at_once = "checked" in at or (at["type"] == "checkbox" and self.chance.random() < 0.1)
            if at["type"] == "checkbox" and at_once:
                self.put(at.get("form", ""), at.get("name", ""), at.get("value", ""))
            elif at["type"] == "radio" and at.get("value") != "province":  # a bid that needs one more field
                again = [at.get("value", "")] * (20 if at_once else 1)
                self.radios.setdefault((len(self.found), at.get("form", ""), at.get("name", "")), []).extend(
                    again
                )
        else:
            super().handle_starttag(tag, attrs)
            if tag == "option" and "selected" in at and self.select is not None:
                self.select[2].extend([at.get("value", "")] * 30)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and self.select is not None and self.into is not None:
            laid = {value for _, value in self.into.fields}  # a card lies in one place only
            form, name, options = self.select
            self.select = (form, name, [each for each in options if not each or each not in laid] or options)
        super().handle_endtag(tag)

    def close(self) -> None:
        """Press one button of each form."""
        super().close()
        chosen = [(number, *self.chance.choice(found)) for number, found in self.buttons.items()]
        chosen += [(*group, self.chance.choice(values)) for group, values in self.radios.items()]
        for number, form, name, value in chosen:
            if form:
                self.beside.append((form, name, value))
            elif number:
                self.found[number - 1].fields.append((name, value))


class Evening(House):
    """A table, everybody who might look, and what each of them may never hear."""

    def __init__(
        self,
        log: History[Any],
        other: Other,
        chance: Random,
        due: Callable[[Any], Sequence[str]] = lambda _: (),
    ) -> None:
        super().__init__(log)
        self.other, self.chance, self.due = other, chance, due
        self.heard, self.refused = 0, 0
        self.house = self.app.state.house
        host, stranger = (Asking(self.app) for _ in range(2))
        host.get(f"/join/{self.house.codes['host']}", follow_redirects=False)
        self.looking |= {"host": host, "stranger": stranger}
        self.seats = [who for who in self.looking if self.house.people.sittings("genpei").get(who)]
        self.homes = ["/t/genpei"]
        self.log_of_shogun = log.game.name == "shogun"

    # ---- what nobody may hear

    def hidden(self, who: str) -> Iterator[str]:
        """Every text that somebody may not hear now."""
        house = self.house
        yield house._secret.decode()
        for role, code in house.codes.items():
            allowed = {
                "host": ("host",),
                "player": ("host", *self.seats, "nobody"),
                "watcher": ("host", *self.seats, "nobody", "screen"),
            }
            if who not in allowed[role]:
                yield code
                yield house.join_code if role == "player" else house.watch_code if role == "watcher" else code
        for other, client in self.looking.items():
            if other != who and "companion" in client.cookies:
                cookie = client.cookies["companion"]
                yield cookie
                yield house.token(cookie_hash(cookie))
        seal = getattr(self.here.state, "seal", None)
        if seal is None:
            seed = self.here.history.steps[0].event.asked.get("seed")
            yield from () if not seed else (seed,)
            return
        if not seal.revealed:
            yield from (seal.seed, seal.salt)

    def told(self, who: str, answer: Response) -> Response:
        """Search an answer, body and headers."""
        whole = answer.text + "\n" + "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
        assert answer.status_code < 500
        for secret in self.hidden(who):
            assert secret not in whole, (who, str(answer.url), secret)
        self.heard += 1
        return answer

    # ---- what somebody does

    def get(self, who: str, path: str) -> Response:
        """A page, with every answer on the way to it."""
        for _ in range(6):
            answer = self.told(who, self.looking[who].get(path, follow_redirects=False))
            if answer.status_code != 303:
                return answer
            path = answer.headers["location"]
        raise AssertionError(f"{path} leads round in a circle")

    def post(self, who: str, path: str, form: Sequence[tuple[str, str]]) -> Response:
        """A form sent, first in a world that looks the same to them: it is answered in the same bytes."""
        body: dict[str, list[str]] = {}
        for name, value in form:
            body.setdefault(name, []).append(value)

        def send() -> Response:
            return self.looking[who].post(path, data=body, follow_redirects=False)

        now = self.here.state
        world = self.other(now, who, self.chance)
        with self.undone(), self.otherwise(world):
            there = send()
        answer = self.told(who, send())
        _same(_plain(there), _plain(answer), who, path, form)
        self.refused += answer.status_code == 422
        return answer

    @contextmanager
    def undone(self) -> Iterator[None]:
        """Whatever is done inside has not happened."""
        here, shelf, people = self.here, self.house.tables.shelf, self.house.people
        kept, history = shelf._kept, here.history
        before = [*history.steps], [*history._standing], [*history._taken_back], here._told
        sitting = {name: copy(value) for name, value in vars(people).items()}
        try:
            yield
        finally:
            shelf._kept, here.history = kept, history
            history.steps, history._standing, history._taken_back, here._told = before
            vars(people).update(sitting)

    def step(self) -> None:
        """Somebody opens a page, and perhaps sends a form of it."""
        chance = self.chance
        who = chance.choice((*self.seats * 3, *self.looking, *10 * [*self.due(self.here.state)]))
        paths = [each for each in self.paths if "{" not in each and not each.startswith(("/print", "/join"))]
        at = chance.choice(self.homes if chance.random() < 0.65 else paths)
        if self.log_of_shogun and chance.random() < 0.15:
            self.fight(who)
            return
        page = self.get(who, at)
        found = [
            each
            for each in forms(page.text, chance, _Person)
            if each.method == "post"
            and not any(part in (each.path or at) for part in _LEFT_ALONE)
            and (not each.path.endswith(("/undo", "/seat", "/curtain")) or chance.random() < 0.15)
        ]
        if not found:
            return
        self.send(who, page, chance.choice(found))

    def fight(self, who: str) -> None:
        """Somebody goes to the tower with some armies, and throws them."""
        one, two = self.chance.sample(self.seats, 2)
        chosen = {"who-attacks": one, "who-defends": two, "attacker": "3", "defender": "2"}
        page = self.get(who, f"/t/genpei/tower?{urlencode(chosen)}")
        for form in forms(page.text, self.chance, _Person):
            if form.path.endswith("/tower") and form.method == "post":
                named = [
                    (name, value) for name, value in form.fields if name not in (*chosen, "step", "kind")
                ]
                self.send(who, page, Sent(form.path, "post", [*named, *chosen.items(), ("throw", "1")]))

    def send(self, who: str, page: Response, form: Sent) -> None:
        path = form.path or page.url.path
        sent = mutated(form.fields, self.chance) if self.chance.random() < 0.25 else form.fields
        answer = self.post(who, path, [(name, value[:200]) for name, value in sent])
        if answer.status_code == 303:
            self.get(who, answer.headers["location"])

    # ---- what everybody sees

    def look_round(self, pages: int) -> None:
        """Some pages, asked for by everybody: the same in every world that they cannot tell from this one."""
        chance = self.chance
        some = chance.sample(
            [each for each in self.paths if "{" not in each and not each.startswith("/print")], pages
        )
        for who in self.looking:
            before = {path: self.plain(who, path) for path in some}
            with self.otherwise(self.other(self.here.state, who, chance)):
                for path, page in before.items():
                    _same(self.plain(who, path), page, who, path)

    def plain(self, who: str, path: str) -> _Answer:
        answer = self.told(who, self.looking[who].get(path, follow_redirects=False))
        return _plain(answer)

    def listen(self) -> None:
        """The beginning of everybody's stream."""
        for who, client in self.looking.items():
            told = asyncio.run(_first_lines(self.app, client.cookies.get("companion", "")))
            assert not any(secret in told for secret in self.hidden(who)), who
            self.heard += 1


def _same(there: _Answer, here: _Answer, *asked: object) -> None:
    """Hold two answers against each other; where they differ, only that is told."""
    told = unified_diff(there[2].splitlines(), here[2].splitlines(), "there", "here", n=0, lineterm="")
    assert there == here, (asked, there[:2], here[:2], "\n".join(told))


def _plain(answer: Response) -> _Answer:
    text = ANY_TAP.sub(b"", answer.content).decode(errors="replace")
    return answer.status_code, answer.headers.get("location"), text


async def _first_lines(app: Any, cookie: str) -> str:
    told: list[str] = []

    async def receive() -> Mapping[str, Any]:
        while len(told) < 3:
            await asyncio.sleep(0)
        return {"type": "http.disconnect"}

    async def send(message: Mapping[str, Any]) -> None:
        told.append(str(message.get("headers", "")) + message.get("body", b"").decode())
        if message["type"] == "http.response.body" and not message.get("more_body"):
            told.extend(["", ""])

    headers = [(b"host", b"127.0.0.1:8642"), (b"cookie", f"companion={cookie}".encode())]
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/t/genpei/live",
        "headers": headers,
        "query_string": b"",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
    }
    await app(scope, receive, send)
    return re.sub(r"\s+", " ", " ".join(told))
