"""What a browser is sent: pages rendered in the reader's language, static files, the stream of what has changed.

The macros of a template called ``parts.html`` know nothing of the page that imports them: their result
depends only on their arguments and the language, so it is made once. Sentences are put into words before.
"""

import secrets
from collections.abc import AsyncGenerator, Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import aclosing
from dataclasses import fields, replace
from functools import cache, partial
from hashlib import sha256
from operator import attrgetter
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import quote

import jinja2
from jinja2.runtime import Macro
from markupsafe import Markup, escape
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse

from companion.answers import AnswerLine
from companion.data.catalogue import LANGUAGES, language, typeset_language
from companion.paths import assets, templates
from companion.sentences import Language, Sentence, say, say_count
from companion.service.results import find_consent
from companion.service.rules import find_rule, get_rule_of_ruling
from companion.web.context import WATCHERS, Page, PageContext
from companion.web.join import names_by_colour, with_names

_PARTS = "parts.html"  # the name, in any folder, of templates whose macros know no page
_MOST_KEPT = 4_000_000  # characters of the parts that are kept of a template in a language; then it begins anew
_LONGEST = 20_000  # characters of a part that is kept; those with texts typed at length are not
_PLAIN = frozenset({str, Markup, int, float, bool, type(None)})


class _UncacheableError(Exception):
    """A value that a cached part cannot depend on, such as the visitor."""


class Template(jinja2.Template):
    """A template that imports the macros of ``parts.html`` with the parts they have made before."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        """Render the page, and free its context at once: collecting its cycles would take long."""
        context = self.new_context(dict(*args, **kwargs))
        try:
            return self.environment.concat(self.root_render_func(context))
        except Exception:  # raised again, as the template's own line
            self.environment.handle_exception()
        finally:
            for namespace in (context.vars, context.parent, context.blocks):  # its macros hold it in turn
                namespace.clear()

    def make_module(self, vars: dict[str, Any] | None = None, shared: bool = False, locals: Any = None) -> Any:
        """The macros of this template, for a page that imports it."""
        make = partial(super().make_module, vars, shared, locals)
        if vars is None or (self.name or "").rpartition("/")[2] != _PARTS:
            return make()
        return _CachedMacros(_get_part_cache(self, vars["lang"]), make, vars.get("said", str))


class _PartCache:
    """The macros of a template in a language, and the parts they have made."""

    def __init__(self, macros: Any) -> None:
        self.macros = macros  # which know no page
        self.parts: dict[object, Any] = {}
        self._characters = 0

    def keep_part(self, key: object, part: Any) -> None:
        """Cache a part that is not too long; a full cache is emptied first."""
        if len(part) > _LONGEST:
            return
        self._characters += len(part)
        if self._characters > _MOST_KEPT:
            self.parts.clear()
            self._characters = len(part)
        self.parts[key] = part


class _CachedMacros:
    """The macros of a template as a page calls them; sentences get the names of its players."""

    def __init__(self, parts: _PartCache, load_own: Callable[[], Any], translate: Callable[[Sentence], str]) -> None:
        self._cache, self._load_own, self._translate = parts, load_own, translate
        self._last_key: tuple[object, object] = (None, None)  # the last value that never changes, and its key

    def __getattr__(self, name: str) -> Any:
        macro = getattr(self._cache.macros, name)
        return partial(self._render_part, name, macro) if isinstance(macro, Macro) else macro

    def _render_part(self, name: str, macro: Macro, /, *arguments: Any, **options: Any) -> Any:
        caller = options.pop("caller", None)  # what stands within it is the page's own, and never kept
        try:
            key = (name, self._build_key(arguments), self._build_key(options))
        except _UncacheableError:
            macro = getattr(self._load_own(), name)
            return macro(*arguments, **options) if caller is None else macro(*arguments, **options, caller=caller)
        if caller is not None:
            return macro(*self._say_all(arguments), **self._say_all(options), caller=caller)
        if (part := self._cache.parts.get(key)) is None:
            part = macro(*self._say_all(arguments), **self._say_all(options))
            self._cache.keep_part(key, part)
        return part

    def _build_key(self, value: Any) -> object:
        """A cache key of a value and its types: 1 is not True, and raw text is not escaped text."""
        kind: Any = type(value)
        if kind in _PLAIN:
            return kind, value
        if isinstance(value, Sentence):
            return str, self._translate(value)
        if kind is frozenset:
            return kind, frozenset(map(self._build_key, value))
        if kind is dict:
            value = (*value, *value.values())
        elif (get_fields := _find_field_getter(kind)) is not None:
            if self._last_key[0] is not value:
                self._last_key = value, (kind, self._build_key((*get_fields(value),)))
            return self._last_key[1]
        elif kind is not tuple and kind is not list:
            raise _UncacheableError
        kinds = tuple(map(type, value))
        if not _PLAIN.issuperset(kinds):
            value = (each if type(each) in _PLAIN else self._build_key(each) for each in value)
        return kind, kinds, tuple(value)

    def _say_all(self, value: Any) -> Any:
        """A value with all sentences in it put into words."""
        kind: Any = type(value)
        if isinstance(value, Sentence):
            return self._translate(value)
        if kind is tuple or kind is list:
            return kind(map(self._say_all, value))
        if kind is dict:
            return {name: self._say_all(each) for name, each in value.items()}
        if _find_field_getter(kind) is not None:
            values = {each.name: self._say_all(getattr(value, each.name)) for each in fields(kind) if each.init}
            return replace(value, **values)
        return value


@cache
def _find_field_getter(kind: Any) -> Callable[[Any], Any] | None:
    """The function that gets all fields of a frozen dataclass; ``None`` for any other type."""
    if not hasattr(kind, "__dataclass_params__") or not kind.__dataclass_params__.frozen:
        return None
    names = [each.name for each in fields(kind)]
    return attrgetter(*names) if len(names) > 1 else lambda value: [getattr(value, name) for name in names]


@cache
def _get_part_cache(template: Template, code: str) -> _PartCache:
    typeset = typeset_language(code)
    words = {
        "lang": code,
        "say": lambda english, **fields: format_value(say(english, **fields), typeset),
        "say_count": lambda text, count, **fields: format_value(say_count(text, count, **fields), typeset),
        "number": typeset.number,
    }
    return _PartCache(jinja2.Template.make_module(template, words))


def format_value(value: object, tongue: Language) -> str:
    """A value as text on a page, in a language."""
    if isinstance(value, Sentence):
        return value.translate(tongue)
    return tongue.number(value) if isinstance(value, float) else str(value)


def static_folder() -> Path:
    """The folder of style sheets, scripts and pictures."""
    return assets() / "web"


@cache
def _compute_version(name: str) -> str:
    """A digest of a file's content, so that a browser may keep the file for good."""
    return sha256((static_folder() / name).read_bytes()).hexdigest()[:10]


def make_url_builder(folder: str) -> Callable[[str], str]:
    """Make the function that gives addresses of static files: in a fixed ``folder``, or changing with the content."""
    return f"{folder}/{{}}".format if folder else lambda name: f"/static/{_compute_version(name)}/{name}"


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
        typeset = typeset_language(context.language.code)
        names = names_by_colour(context.app_state.people.sittings(context.table_name) if context.has_table else {})

        def say_named(value: object) -> str:
            return format_value(with_names(value, names), typeset)

        def capitalize(sentence: Sentence) -> str:
            """A sentence with a capital first letter, unless it begins with a field, such as a file name."""
            translated = typeset.template(sentence.template)
            text = say_named(sentence)
            return text if translated.startswith("{") else f"{text[:1].upper()}{text[1:]}"

        def render_lines(lines: Iterable[AnswerLine]) -> Markup:
            return Markup("\n").join(
                Markup("<p>{}</p>").format(say_named(line)) if isinstance(line, Sentence) else render_figure(line)
                for line in lines
            )

        def render_figure(figure: object) -> Markup:
            name = f"{folder}/{type(figure).__name__.lower()}.html"
            return Markup(self._environment.get_template(name).render({**common, "figure": figure}))

        def render_once(macro: Macro, *arguments: Hashable, lasting: bool = False) -> object:
            parts = context.app_state.get_cache(context.table, lasting)
            key = (macro.name, typeset.code, *arguments)
            if key not in parts:
                parts[key] = macro(*arguments)
            return parts[key]

        common: dict[str, Any] = {
            "context": context,
            "lang": typeset.code,
            "say": lambda template, **fields: (
                say_named(say(template, **fields)) if fields else typeset.template(template)
            ),
            "say_count": lambda text, count, **fields: say_named(say_count(text, count, **fields)),
            "said": say_named,
            "opened": capitalize,
            "tell": render_lines,
            "figure": render_figure,
            "number": typeset.number,
            "hidden": partial(_render_hidden_fields, context),
            "once": render_once,
            "url": context.url,
        }
        return common


def _render_hidden_fields(context: PageContext) -> Markup:
    """The hidden fields of every form: whose it is, which tap, and the last event it shows."""
    token = context.app_state.make_token(context.visitor.id) if context.visitor else ""
    fields = {"token": token, "tap": secrets.token_urlsafe(12)}
    context.taps.append(fields["tap"].encode())
    if context.has_table:
        fields["seen"] = str(len(context.table.history))
    lines = (f'<input type="hidden" name="{name}" value="{escape(value)}">' for name, value in fields.items())
    return Markup("".join(lines))


@jinja2.pass_context
def _finalize_value(context: jinja2.runtime.Context, value: object) -> object:
    """A value as a template writes it: sentences in the reader's language."""
    return context["said"](value) if isinstance(value, Sentence) else value


MIME_TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webp": "image/webp",
    "woff": "font/woff",
    "webmanifest": "application/manifest+json",
}
"""What the files are, by their endings."""
CACHE_FOREVER = "public, max-age=31536000, immutable"  # what has another address as soon as it is another


@cache
def _load_files() -> dict[str, bytes]:
    files = (file for file in static_folder().rglob("*") if file.suffix[1:] in MIME_TYPES)
    return {file.relative_to(static_folder()).as_posix(): file.read_bytes() for file in files}


async def serve_static(request: Request) -> Response:
    """Serve a static file; its address changes with its content."""
    name = request.path_params["name"]
    if (body := _load_files().get(name)) is None:
        raise HTTPException(404)
    kind = MIME_TYPES[name.rpartition(".")[2]]
    return Response(body, media_type=kind, headers={"cache-control": CACHE_FOREVER})


def send_file(content: str | bytes, kind: str, name: str, plain: str = "", disposition: str = "attachment") -> Response:
    """Send a file under a name; ``plain`` is its name for browsers that read no other."""
    parameters = ([f'filename="{plain}"'] if plain else []) + [f"filename*=UTF-8''{quote(name, safe='')}"]
    return Response(content, media_type=kind, headers={"content-disposition": "; ".join((disposition, *parameters))})


_STREAM_RETRY = 400  # milliseconds until a phone whose stream has broken off asks again; browsers wait for seconds

_NO_STORE = {"cache-control": "no-store", "x-accel-buffering": "no"}


def open_stream(
    context: PageContext, changes: AsyncGenerator[object, None], on_beat: Callable[[], None] | None = None
) -> Response:
    """Open the stream of what a page is told; ``on_beat`` is called when it begins and when it ends."""
    app_state, user = context.app_state, context.user
    if not app_state.can_listen(app_state.people.count_streams(user)):
        return Response(status_code=204)  # an EventSource then asks no more

    def count_stream(change: int) -> None:
        app_state.people.count_stream(user, change)
        if on_beat is not None:
            on_beat()  # the others hear that somebody is awake, or is not

    async def send_versions() -> AsyncGenerator[str, None]:
        count_stream(+1)
        try:
            yield f"retry: {_STREAM_RETRY}\n\n"
            async with aclosing(changes):
                async for version in changes:
                    yield f"data: {version}\n\n" if version is not None else "event: beat\ndata:\n\n"
            if on_beat is not None and not app_state.is_closing:
                yield "event: gone\ndata:\n\n"
        finally:
            count_stream(-1)

    return StreamingResponse(send_versions(), media_type="text/event-stream", headers=_NO_STORE)


async def _stream_table(context: PageContext) -> Response:
    app_state, name = context.app_state, context.table.name if "table" in context.request.path_params else ""
    return open_stream(context, app_state.stream_versions(name), partial(app_state.notify_pages, name))


async def serve_clock(request: Request) -> Response:
    """Send the clock of this laptop, by which something happens on every screen at once."""
    return PlainTextResponse(f"{read_clock():.1f}", headers=_NO_STORE)


def read_clock() -> float:
    """Milliseconds of a monotonic clock."""
    return 1000 * monotonic()


PAGES = tuple(Page(path, _stream_table, role=WATCHERS, in_pocket=False) for path in ("/live", "/t/{table}/live"))
