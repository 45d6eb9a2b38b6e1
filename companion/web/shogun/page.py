"""A page of Shogun with all that its templates say things with, and what a screen shows by itself."""

from functools import partial
from typing import Any

from starlette.responses import Response

from companion.play.shogun.fights.fight import THROWS
from companion.play.shogun.points import KIND as POINTS
from companion.play.shogun.telling.awaited import DRAFT, awaited
from companion.play.shogun.telling.figures import percent
from companion.play.shogun.views import view
from companion.play.shogun.winter import KIND as WINTER
from companion.rules.shogun.components import BUILDINGS, chest_words
from companion.rules.shogun.cubes import NEUTRAL, armies, daimyo
from companion.rules.shogun.round.actions import action_words, special_words
from companion.rules.shogun.round.calendar import Stage, season_words
from companion.rules.shogun.round.events import event_words, rule_of
from companion.rules.shogun.score.scoring import region_words
from companion.rules.shogun.setup.draft import PILE
from companion.rules.shogun.winter.hunger import rice_lost
from companion.service.shogun.throws import throw_at
from companion.web.shogun.drawing import area, line, spot
from companion.web.shogun.seats import called
from companion.web.visit import Visit

_WORDS: dict[str, Any] = {
    **{"BUILDINGS": BUILDINGS, "DRAFT": DRAFT, "NEUTRAL": NEUTRAL, "PILE": PILE, "Stage": Stage},
    **{"action_words": action_words, "special_words": special_words, "season_words": season_words},
    **{"event_words": event_words, "rule_of": rule_of, "region_words": region_words, "percent": percent},
    **{"rice_lost": rice_lost, "area": area, "line": line, "spot": spot},
    **{"chest_words": chest_words, "armies": armies, "daimyo": daimyo},
}
"""The names that every template of Shogun knows."""


LARGEST_EVENT = 999_999_999  # the largest number of an event that is read from an address


def page(visit: Visit, template: str, **values: Any) -> Response:
    """A page drawn from a template of Shogun."""
    known = {**_WORDS, "called": partial(called, visit), **values}
    return visit.page(f"shogun/{template}.html", **known)


def led_on(visit: Visit, here: str = "") -> Response | None:
    """The way on to what everybody looks at just now; ``None`` where the page asked for is just that.

    Where only a tower is thrown, a screen is led to the fight while there is one, else to the game.
    """
    if not visit.watching or view(visit.table.state).calendar is not None:
        return _fallen(visit, here)
    if visit.table.state.declared is not None:
        return visit.go("trust")
    told = throw_at(visit.table)
    fresh = bool((told.data or {}).get("newest"))
    if fresh == (here == "thrown"):
        return None
    return visit.go("thrown" if fresh else "")


def _fallen(visit: Visit, here: str) -> Response | None:
    """The way to a throw or a winter for a page that was drawn before it and is drawn anew, as on waking up.

    Whoever did not ask for it is led back when something else happens.
    """
    history = visit.table.history
    version = visit.request.headers.get("x-companion-drawn", "").partition(".")[0]
    known = version.isascii() and version.isdigit() and len(version) < 10
    drawn = int(version) if known else len(history)
    news = history.steps[drawn:]
    if here == "thrown":
        led = visit.watching or visit.form.has("missed")
        seen = drawn >= visit.form.number("missed", 0, LARGEST_EVENT, 0)  # not just led here
        return visit.go() if led and seen and news and news[-1].event.kind not in THROWS else None
    falls = any(
        step.event.kind in THROWS and step.event.number in history.standing and step.request.out is None
        for step in news
    )
    if falls:
        return visit.go("thrown", missed=len(history))
    last, waiting = news[-1].event.kind if news else "", awaited(visit.table.state)
    if last == POINTS.name or (last == WINTER.name and waiting.board):
        return visit.go("score" if visit.watching and waiting.stage == Stage.OVER else "winter")
    return None
