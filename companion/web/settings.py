"""How a phone shows its pages: the language, the size of the type, light or dark."""

from dataclasses import replace

from starlette.responses import Response

from companion.data.catalogue import LANGUAGES
from companion.web.visit import WATCHERS, Page, PageContext

LOOKS = ("dark", "light", "big", "plain")
"""Dark or light whatever the phone says; bigger type; more contrast and no pictures behind words."""


async def _show_settings(visit: PageContext) -> Response:
    return visit.render_page("settings.html")


async def _save_settings(visit: PageContext) -> Response:
    form, who = visit.form, visit.who
    language = form.choice("language", LANGUAGES, visit.language.code)
    chosen = (form.text("scheme"), *form.texts("look"))
    look = tuple(each for each in LOOKS if each in chosen)
    visit.set_visitor(visit.house.people.save_visitor(replace(who, language=language, look=look)))
    return visit.redirect_to_path(form.text("back") or "/")


async def _set_language(visit: PageContext) -> Response:
    """Set the language alone: one tap in the menu, open to screens that only look on."""
    code = visit.form.choice("to", LANGUAGES, visit.language.code)
    visit.set_visitor(visit.house.people.save_visitor(replace(visit.who, language=code)))
    return visit.redirect_to_path(visit.form.text("back") or "/")


PAGES = (
    Page("/settings", _show_settings, _save_settings, who=WATCHERS),
    Page("/language", _set_language, who=WATCHERS),
)
"""What a phone remembers of its owner."""
