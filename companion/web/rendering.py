"""Renders templates to pages in the reader's language, with the values that every page needs."""

import secrets
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import jinja2
from jinja2.runtime import Macro
from markupsafe import Markup, escape
from starlette.responses import HTMLResponse, Response

from companion.answers import AnswerLine
from companion.data.catalogue import LANGUAGES, language, typeset_language
from companion.paths import assets, templates
from companion.sentences import Sentence, say, say_count
from companion.service.remembered import find_consent
from companion.service.rules import find_rule, get_rule_of_ruling
from companion.web.context import PageContext
from companion.web.form import quote_table_name
from companion.web.join import names_by_colour, with_names
from companion.web.parts import Template
from companion.web.parts import format_value as in_words


def static_folder() -> Path:
    """The folder of style sheets, scripts and pictures."""
    return assets() / "web"


@cache
def _compute_version(name: str) -> str:
    """A digest of a file's content, so that a browser may keep the file for good."""
    return sha256((static_folder() / name).read_bytes()).hexdigest()[:10]


def _build_static_url(name: str) -> str:
    """The address of a style sheet, script or picture; it changes with the content."""
    return f"/static/{_compute_version(name)}/{name}"


def make_url_builder(folder: str) -> Callable[[str], str]:
    """Make the function that gives addresses of static files; ``folder`` is where they lie, if fixed."""
    return f"{folder}/{{}}".format if folder else _build_static_url


@cache
def _build_environment(folder: str) -> jinja2.Environment:
    """Build the environment of all templates, each read once; see ``make_url_builder``."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates() / "web"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        finalize=_finalize_value,
    )
    environment.template_class = Template
    environment.filters["begun"] = lambda text: f"{text[:1].upper()}{text[1:]}"  # its other letters stay
    static = make_url_builder(folder)
    environment.globals |= {
        "picture": lambda name: static(f"img/{name}"),
        "static": static,
        "path_name": quote_table_name,
        "LANGUAGES": LANGUAGES,
        "tongue": lambda code, english: language(code).get_native_name(english) if code in LANGUAGES else code,
        "remembers": find_consent,
        "rule_named": find_rule,
        "rule_ruled": get_rule_of_ruling,
    }
    return environment


class Pages:
    def __init__(self, folder: str = "") -> None:
        """Prepare the templates; each is read when it is first asked for."""
        self._environment = _build_environment(folder)

    def load_all(self) -> Iterator[str]:
        """Load every template, one after another; yields their names."""
        for name in self._environment.list_templates():
            self._environment.get_template(name)
            yield name

    def render_page(self, context: PageContext, template: str, status: int, values: Mapping[str, Any]) -> Response:
        common = self._build_values(context, template.partition("/")[0])
        text = self._environment.get_template(template).render({**common, **values})
        common.clear()  # its ways to draw figures hold it
        return HTMLResponse(text, status)

    def _build_values(self, context: PageContext, folder: str) -> dict[str, Any]:
        """Build the values that every page gets; figures come from templates in ``folder``."""
        spoken = typeset_language(context.language.code)
        names = names_by_colour(context.app_state.people.sittings(context.table_name) if context.has_table else {})

        def say_named(value: object) -> str:
            return in_words(with_names(value, names), spoken)

        def capitalize(told: Sentence) -> str:
            """A sentence with a capital first letter, unless it begins with a field, such as a file name."""
            own = spoken.template(told.template)
            text = say_named(told)
            return text if own.startswith("{") else f"{text[:1].upper()}{text[1:]}"

        def render_lines(lines: Iterable[AnswerLine]) -> Markup:
            parts = [line if isinstance(line, Sentence) else render_figure(line) for line in lines]
            return Markup("\n").join(
                Markup("<p>{}</p>").format(say_named(part)) if isinstance(part, Sentence) else part for part in parts
            )

        def render_figure(drawn: object) -> Markup:
            name = f"{folder}/{type(drawn).__name__.lower()}.html"
            return Markup(self._environment.get_template(name).render({**common, "figure": drawn}))

        def render_once(macro: Macro, *given: Hashable, lasting: bool = False) -> object:
            kept = context.app_state.get_cache(context.table, lasting)
            key = (macro.name, spoken.code, *given)
            if key not in kept:
                kept[key] = macro(*given)
            return kept[key]

        def render_hidden() -> Markup:
            return self._render_hidden_fields(context)

        common: dict[str, Any] = {
            "context": context,
            "lang": spoken.code,
            "say": lambda template, **fields: (
                say_named(say(template, **fields)) if fields else spoken.template(template)
            ),
            "say_count": lambda text, count, **fields: say_named(say_count(text, count, **fields)),
            "said": say_named,
            "opened": capitalize,
            "tell": render_lines,
            "figure": render_figure,
            "number": spoken.number,
            "hidden": render_hidden,
            "once": render_once,
            "url": context.url,
        }
        return common

    def _render_hidden_fields(self, context: PageContext) -> Markup:
        """The hidden fields of every form: whose it is, which tap, and the last event it shows."""
        fields = {"token": context.app_state.make_token(context.visitor.id) if context.visitor else ""}
        fields["tap"] = secrets.token_urlsafe(12)
        context.taps.append(fields["tap"].encode())
        if context.has_table:
            fields["seen"] = str(len(context.table.history))
        lines = (f'<input type="hidden" name="{name}" value="{escape(value)}">' for name, value in fields.items())
        return Markup("".join(lines))


@jinja2.pass_context
def _finalize_value(context: jinja2.runtime.Context, value: object) -> object:
    """A value as a template writes it: sentences in the reader's language."""
    return context["said"](value) if isinstance(value, Sentence) else value
