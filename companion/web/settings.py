"""How a phone shows its pages: the language, the size of the type, light or dark."""

from dataclasses import replace

from starlette.responses import Response

from companion.data.catalogue import LANGUAGES
from companion.web.context import WATCHERS, Page, PageContext

LOOKS = ("dark", "light", "big", "plain")
"""Dark or light whatever the phone says; bigger type; more contrast and no pictures behind words."""


async def _show_settings(context: PageContext) -> Response:
    return context.render_page("settings.html")


async def _save_settings(context: PageContext) -> Response:
    form, who = context.form, context.who
    language = form.choice("language", LANGUAGES, context.language.code)
    chosen = (form.text("scheme"), *form.texts("look"))
    look = tuple(each for each in LOOKS if each in chosen)
    context.set_visitor(context.app_state.people.save_visitor(replace(who, language=language, look=look)))
    return context.redirect_to_path(form.text("back") or "/")


async def _set_language(context: PageContext) -> Response:
    """Set the language alone: one tap in the menu, open to screens that only look on."""
    code = context.form.choice("to", LANGUAGES, context.language.code)
    context.set_visitor(context.app_state.people.save_visitor(replace(context.who, language=code)))
    return context.redirect_to_path(context.form.text("back") or "/")


PAGES = (
    Page("/settings", _show_settings, _save_settings, who=WATCHERS),
    Page("/language", _set_language, who=WATCHERS),
)
"""What a phone remembers of its owner."""
