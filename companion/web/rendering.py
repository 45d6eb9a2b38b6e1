"""Templates become pages: in the reader's language, with what every page needs."""

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

from companion.answers import Told
from companion.data.catalogue import LANGUAGES, language, typeset
from companion.paths import assets, templates
from companion.sentences import Sentence, say, say_count
from companion.service.remembered import remembers
from companion.service.rules import rule_named, rule_ruled
from companion.web.form import path_name
from companion.web.join import named, names_at
from companion.web.parts import Template
from companion.web.parts import said as in_words
from companion.web.visit import Visit


def static_folder() -> Path:
    """The folder of style sheets, scripts and pictures."""
    return assets() / "web"


@cache
def _version(name: str) -> str:
    """A digest of what a file holds, so that a browser may keep it for good."""
    return sha256((static_folder() / name).read_bytes()).hexdigest()[:10]


def _served(name: str) -> str:
    """The address of a style sheet, a script or a picture; it changes with what the file holds."""
    return f"/static/{_version(name)}/{name}"


def address_in(folder: str) -> Callable[[str], str]:
    """Tells addresses of style sheets, scripts and pictures; a folder is where they lie beside the page."""
    return f"{folder}/{{}}".format if folder else _served


@cache
def _environment(folder: str) -> jinja2.Environment:
    """All templates, each read once; see ``address_in``."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates() / "web"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        finalize=_in_the_readers_language,
    )
    environment.template_class = Template
    environment.filters["begun"] = lambda text: f"{text[:1].upper()}{text[1:]}"  # its other letters stay
    static = address_in(folder)
    environment.globals |= {
        "picture": lambda name: static(f"img/{name}"),
        "static": static,
        "path_name": path_name,
        "LANGUAGES": LANGUAGES,
        "tongue": lambda code, english: language(code).own(english) if code in LANGUAGES else code,
        "remembers": remembers,
        "rule_named": rule_named,
        "rule_ruled": rule_ruled,
    }
    return environment


class Pages:
    """All templates."""

    def __init__(self, folder: str = "") -> None:
        """Read templates as they are asked for."""
        self._environment = _environment(folder)

    def read_all(self) -> Iterator[str]:
        """Read every template, one after another; their names."""
        for name in self._environment.list_templates():
            self._environment.get_template(name)
            yield name

    def drawn(self, visit: Visit, template: str, status: int, values: Mapping[str, Any]) -> Response:
        """A page for whoever asks."""
        common = self._common(visit, template.partition("/")[0])
        text = self._environment.get_template(template).render({**common, **values})
        common.clear()  # its ways to draw figures hold it
        return HTMLResponse(text, status)

    def _common(self, visit: Visit, folder: str) -> dict[str, Any]:
        """The values that every page is given; its figures are drawn by templates of its own folder."""
        spoken = typeset(visit.language.code)
        names = names_at(visit.house.people.sittings(visit.table_name) if visit.at_table else {})

        def said(value: object) -> str:
            return in_words(named(value, names), spoken)

        def opened(told: Sentence) -> str:
            """It as a sentence begins; what a field opens it with, such as the name of a file, stays."""
            own = spoken.template(told.template)
            text = said(told)
            return text if own.startswith("{") else f"{text[:1].upper()}{text[1:]}"

        def tell(lines: Iterable[Told]) -> Markup:
            parts = [line if isinstance(line, Sentence) else figure(line) for line in lines]
            return Markup("\n").join(
                Markup("<p>{}</p>").format(said(part)) if isinstance(part, Sentence) else part
                for part in parts
            )

        def figure(drawn: object) -> Markup:
            name = f"{folder}/{type(drawn).__name__.lower()}.html"
            return Markup(self._environment.get_template(name).render({**common, "figure": drawn}))

        def once(macro: Macro, *given: Hashable, lasting: bool = False) -> object:
            kept = visit.house.once(visit.table, lasting)
            key = (macro.name, spoken.code, *given)
            if key not in kept:
                kept[key] = macro(*given)
            return kept[key]

        def hidden() -> Markup:
            return self._hidden(visit)

        common: dict[str, Any] = {
            "visit": visit,
            "lang": spoken.code,
            "say": lambda template, **fields: (
                said(say(template, **fields)) if fields else spoken.template(template)
            ),
            "say_count": lambda text, count, **fields: said(say_count(text, count, **fields)),
            "said": said,
            "opened": opened,
            "tell": tell,
            "figure": figure,
            "number": spoken.number,
            "hidden": hidden,
            "once": once,
            "url": visit.url,
        }
        return common

    def _hidden(self, visit: Visit) -> Markup:
        """The hidden fields of every form: whose it is, which tap, and from which event it was drawn."""
        fields = {"token": visit.house.token(visit.visitor.id) if visit.visitor else ""}
        fields["tap"] = secrets.token_urlsafe(12)
        visit.taps.append(fields["tap"].encode())
        if visit.at_table:
            fields["seen"] = str(len(visit.table.history))
        lines = (
            f'<input type="hidden" name="{name}" value="{escape(value)}">' for name, value in fields.items()
        )
        return Markup("".join(lines))


@jinja2.pass_context
def _in_the_readers_language(context: jinja2.runtime.Context, value: object) -> object:
    """A value as a template writes it: a sentence is said."""
    return context["said"](value) if isinstance(value, Sentence) else value
