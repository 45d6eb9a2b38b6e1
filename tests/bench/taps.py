"""Taps of every kind in the pocket: from the tap to the page drawn, what it has changed on the disk."""

from collections.abc import Mapping

from playwright.sync_api import Page

from tests.web.pocket.hosts import Handset
from tests.web.pocket.pocket_pages import install_helpers, tap

_TAPPED = """async find => {
    const node = eval(find), begun = performance.now();
    const drawn = new Promise((on, failed) => {
        document.addEventListener("companion:page", on, { once: true });
        setTimeout(() => failed(new Error("no page is drawn")), 60000);
    });
    node.click();
    await drawn;
    return performance.now() - begun;
}"""

_ASKED = "path => companion.ask({ method: 'GET', url: new URL(path, location.origin).href, body: null })"

_FIGHT = "/t/bench/tower?kind=battle&who-attacks=blue&who-defends=red&attacker=4&defender=3"
_ACT = "document.querySelector('button.act')"
_PAGES = ("history", "about", "curve", "luck", "tower")

_LINK = """(() => {{
    const link = document.body.appendChild(document.createElement("a"));
    link.href = "/t/bench/{}";
    return link;
}})()"""

_MOVE = """() => {
    const offered = name => [...document.querySelectorAll(`[name=${name}]:not(:disabled)`)]
        .filter(each => !each.closest(".shut"));
    for (const name of ["call", "card", "lays"]) {
        const all = offered(name);
        if (!all.length) continue;
        for (const each of [all[all.length >> 1], ...offered("takes").slice(0, 1)]) each.checked = true;
        return name;
    }
    return document.querySelector("button.act[name=seat]") ? "seat" : "";
}"""


def measure_taps(phone: Handset, times: int) -> Mapping[str, list[float]]:
    """Seconds of every tap, by its kind, in their order."""
    page = phone.open()
    taken = {**_tap_shogun(page, times), **_tap_honshu(page, times), **_tap_hogen(page, times)}
    page.close()
    return taken


def measure_tap(page: Page, find: str) -> float:
    """Seconds of a tap on what an expression finds."""
    return float(page.evaluate(_TAPPED, find)) / 1000


def _ask(page: Page, path: str) -> None:
    page.evaluate(_ASKED, path)


def _begin(page: Page, game: str, **form: str | tuple[str, ...]) -> None:
    fields = [
        [name.replace("_", "-"), value]
        for name, given in form.items()
        for value in (given if isinstance(given, tuple) else (given,))
    ]
    install_helpers(page)
    status, _, html = tap(page, f"/new/{game}", fields)
    assert status == 200, html


def _tap_shogun(page: Page, times: int) -> dict[str, list[float]]:
    _begin(page, "shogun", name="bench", way="tower", seat=("blue", "red"))
    battles, odds, pages = list[float](), list[float](), list[float]()
    for _ in range(times):
        _ask(page, _FIGHT)
        odds += [measure_tap(page, f"document.querySelector('[name=attacker-is][value=\"{n}\"]')") for n in (5, 4)]
        battles.append(measure_tap(page, _ACT))
    for number in range(times):
        for name in _PAGES[number % 2 :: 2]:
            pages.append(measure_tap(page, _LINK.format(name)))
    return {"odds, one army more or less": odds, "a battle thrown": battles, "another page": pages}


def _tap_honshu(page: Page, times: int) -> dict[str, list[float]]:
    _begin(page, "honshu", table="maps", player_blue="Aya", player_red="Bo")
    _ask(page, "/t/maps/curtain")
    measure_tap(page, "document.querySelector('button[name=seat]')")
    _ask(page, "/t/maps/squares")
    squares = [
        measure_tap(page, f"document.querySelector('button.sq[value=\"{number // 8}.{number % 8}\"]')")
        for number in range(times)
    ]
    return {"a square of a map": squares}


def _tap_hogen(page: Page, times: int) -> dict[str, list[float]]:
    """Calls, and all else that a game on one phone taps between them."""
    calls, curtains, games = list[float](), list[float](), 0
    idle = 9
    while len(calls) < times:
        if idle > 4:
            games += 1
            _begin(page, "hogen", table=f"hogen{games}", player_A="Aya", player_B="Bo", player_C="Chen")
            idle = 0
            _ask(page, f"/t/hogen{games}/curtain")
        move = page.evaluate(_MOVE)
        idle = 0 if move in ("call", "card", "lays") else idle + 1
        if move in ("", "seat"):
            _ask(page, f"/t/hogen{games}/curtain")
            curtains.append(measure_tap(page, "document.querySelector('button.act[name=seat]')"))
        else:
            taken = measure_tap(
                page, "document.querySelector('button.act.ready') || document.querySelector('button.act')"
            )
            if move == "call":
                calls.append(taken)
    return {"a call of Hogen": calls, "the curtain opened": curtains}
