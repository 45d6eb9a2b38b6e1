"""Responses to a browser: pages rendered in the reader's language, static files, streams of changes.

The results of macros in a template called ``parts.html`` are cached: they depend only on the arguments and
the language, not on the page that imports them. Sentences in arguments are translated first.
"""

import os
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
from companion.web.context import WATCHERS, PageContext, WebPage
from companion.web.join import names_by_colour, with_names

_PARTS = "parts.html"  # the name, in any folder, of templates whose macros are cached
_MOST_KEPT = 4_000_000  # characters cached for a template in a language; then its cache is emptied
_LONGEST = 20_000  # characters of a cached result; longer ones, such as of long typed texts, are not cached
_PLAIN = frozenset({str, Markup, int, float, bool, type(None)})


class _UncacheableError(Exception):
    """Raised for an argument that cannot be part of a cache key, such as the visitor."""


class Template(jinja2.Template):
    """A template that caches the results of its macros if it is a ``parts.html``."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        """Render the page, then break the context's reference cycles, which would be slow to collect."""
        context = self.new_context(dict(*args, **kwargs))
        try:
            return self.environment.concat(self.root_render_func(context))
        except Exception:  # raises it again, with the line of the template
            self.environment.handle_exception()
        finally:
            for namespace in (context.vars, context.parent, context.blocks):  # the macros in them refer to the context
                namespace.clear()

    def make_module(self, vars: dict[str, Any] | None = None, shared: bool = False, locals: Any = None) -> Any:
        """The macros of this template, cached for a ``parts.html``, for a page that imports it."""
        make = partial(super().make_module, vars, shared, locals)
        if vars is None or (self.name or "").rpartition("/")[2] != _PARTS:
            return make()
        return _CachedMacros(_get_part_cache(self, vars["lang"]), make, vars.get("said", str))


class _PartCache:
    """The macros of a template in a language, and their cached results."""

    def __init__(self, macros: Any) -> None:
        self.macros = macros  # made without a page's context
        self.parts: dict[object, Any] = {}
        self._characters = 0

    def keep_part(self, key: object, part: Any) -> None:
        """Cache the result of a macro, unless it is too long; a full cache is emptied first."""
        if len(part) > _LONGEST:
            return
        self._characters += len(part)
        if self._characters > _MOST_KEPT:
            self.parts.clear()
            self._characters = len(part)
        self.parts[key] = part


class _CachedMacros:
    """The cached macros of a template for one page, whose players' names are put into sentences."""

    def __init__(self, parts: _PartCache, load_own: Callable[[], Any], translate: Callable[[Sentence], str]) -> None:
        self._cache, self._load_own, self._translate = parts, load_own, translate
        self._last_key: tuple[object, object] = (None, None)  # the last frozen dataclass, and its key

    def __getattr__(self, name: str) -> Any:
        macro = getattr(self._cache.macros, name)
        return partial(self._render_part, name, macro) if isinstance(macro, Macro) else macro

    def _render_part(self, name: str, macro: Macro, /, *arguments: Any, **options: Any) -> Any:
        caller = options.pop("caller", None)  # the block of a `call` belongs to the page, and is never cached
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
        """A cache key of a value, with its types: 1 differs from True, and raw text from escaped text."""
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
        """A value with all sentences in it translated."""
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
    """A function that returns all fields of a frozen dataclass; ``None`` for any other type."""
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
    """A value as text in a language: sentences translated, decimal numbers formatted."""
    if isinstance(value, Sentence):
        return value.translate(tongue)
    return tongue.number(value) if isinstance(value, float) else str(value)


def static_folder() -> Path:
    return assets() / "web"


@cache
def _compute_version(name: str) -> str:
    """A hash of a static file's content, for its address."""
    return sha256((static_folder() / name).read_bytes()).hexdigest()[:10]


def make_url_builder(folder: str) -> Callable[[str], str]:
    """Make the function from a static file's name to its address: in ``folder``, or else with a hash of the content."""
    return f"{folder}/{{}}".format if folder else lambda name: f"/static/{_compute_version(name)}/{name}"


@cache
def _build_environment(folder: str) -> jinja2.Environment:
    """Build the environment of all templates; for ``folder`` see ``make_url_builder``."""
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
    environment.filters["begun"] = lambda text: f"{text[:1].upper()}{text[1:]}"
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
        """Prepare the templates, each of which is read when it is first rendered."""
        self._environment = _build_environment(folder)

    def load_all(self) -> Iterator[str]:
        """Load all templates, and yield the name of each after it is loaded."""
        for name in self._environment.list_templates():
            self._environment.get_template(name)
            yield name

    def render_page(self, context: PageContext, template: str, status: int, values: Mapping[str, Any]) -> Response:
        common = self._build_values(context, template.partition("/")[0])
        text = self._environment.get_template(template).render({**common, **values})
        common.clear()  # breaks a reference cycle: `figure` and `tell` refer to it
        return HTMLResponse(text, status)

    def _build_values(self, context: PageContext, folder: str) -> dict[str, Any]:
        """Build the values for every page; figures are rendered by the templates in ``folder``."""
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
    """The hidden fields of every form: the visitor's token, a unique ``tap``, and the number of events shown."""
    token = context.app_state.make_token(context.visitor.id) if context.visitor else ""
    fields = {"token": token, "tap": secrets.token_urlsafe(12)}
    context.taps.append(fields["tap"].encode())
    if context.has_table:
        fields["seen"] = str(len(context.table.history))
    lines = (f'<input type="hidden" name="{name}" value="{escape(value)}">' for name, value in fields.items())
    return Markup("".join(lines))


@jinja2.pass_context
def _finalize_value(context: jinja2.runtime.Context, value: object) -> object:
    """A value as a template writes it: sentences are translated."""
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
"""MIME types of static files, by suffix without the point."""
CACHE_FOREVER = "public, max-age=31536000, immutable"  # for files whose address changes with their content


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


PIECE = 1 << 16  # bytes of a response that are sent, and of a file that are read, at once


def stream_file(file: Path, kind: str, headers: Mapping[str, str]) -> Response:
    """Send a file in pieces, so that it is never whole in memory; a 404 if it is gone."""
    try:
        source = file.open("rb")
    except OSError:
        raise HTTPException(404) from None

    async def read_pieces() -> AsyncGenerator[bytes, None]:
        with source:
            while piece := source.read(PIECE):
                yield piece

    size = {"content-length": str(os.fstat(source.fileno()).st_size)}
    return StreamingResponse(read_pieces(), media_type=kind, headers={**headers, **size})


def send_file(
    content: str | bytes | Path, kind: str, name: str, plain: str = "", disposition: str = "attachment"
) -> Response:
    """Send a file with a name; ``plain`` is its name for browsers that only read ASCII names."""
    parameters = ([f'filename="{plain}"'] if plain else []) + [f"filename*=UTF-8''{quote(name, safe='')}"]
    headers = {"content-disposition": "; ".join((disposition, *parameters))}
    if isinstance(content, Path):
        return stream_file(content, kind, headers)
    return Response(content, media_type=kind, headers=headers)


_STREAM_RETRY = 400  # milliseconds until a browser reopens a broken stream; the default is several seconds

_NO_STORE = {"cache-control": "no-store", "x-accel-buffering": "no"}


def open_stream(
    context: PageContext, changes: AsyncGenerator[object, None], on_beat: Callable[[], None] | None = None
) -> Response:
    """Open a stream of server-sent events for a page; ``on_beat`` is called when it begins and ends."""
    app_state, user = context.app_state, context.user
    if not app_state.can_listen(app_state.people.count_streams(user)):
        return Response(status_code=204)  # makes an EventSource stop reconnecting

    def count_stream(change: int) -> None:
        app_state.people.count_stream(user, change)
        if on_beat is not None:
            on_beat()  # updates pages that show who is connected

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
    """Send this laptop's clock, in milliseconds, with which screens synchronize animations."""
    return PlainTextResponse(f"{read_clock():.1f}", headers=_NO_STORE)


def read_clock() -> float:
    """Milliseconds of a monotonic clock."""
    return 1000 * monotonic()


PAGES = tuple(WebPage(path, _stream_table, role=WATCHERS, in_pocket=False) for path in ("/live", "/t/{table}/live"))
