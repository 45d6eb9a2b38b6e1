"""How a phone shows its pages: the language, the size of the type, light or dark."""

from dataclasses import replace

from starlette.responses import Response

from companion.data.catalogue import LANGUAGES
from companion.web.visit import WATCHERS, Page, Visit

LOOKS = ("dark", "light", "big", "plain")
"""Dark or light whatever the phone says; bigger type; more contrast and no pictures behind words."""


async def _settings(visit: Visit) -> Response:
    return visit.page("settings.html")


async def _set(visit: Visit) -> Response:
    form, who = visit.form, visit.who
    language = form.choice("language", LANGUAGES, visit.language.code)
    chosen = (form.text("scheme"), *form.all("look"))
    look = tuple(each for each in LOOKS if each in chosen)
    visit.become(visit.house.people.change(replace(who, language=language, look=look)))
    return visit.go_to(form.text("back") or "/")


async def _language(visit: Visit) -> Response:
    """The language alone: one tap in the menu, a screen that only looks on may too."""
    code = visit.form.choice("to", LANGUAGES, visit.language.code)
    visit.become(visit.house.people.change(replace(visit.who, language=code)))
    return visit.go_to(visit.form.text("back") or "/")


PAGES = (Page("/settings", _settings, _set, who=WATCHERS), Page("/language", _language, who=WATCHERS))
"""What a phone remembers of its owner."""
