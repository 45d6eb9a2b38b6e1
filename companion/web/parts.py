"""Cached parts of pages: what a macro makes of the same values is made once.

The macros of a template called ``parts.html`` know nothing of the page that imports them: their result
depends only on their arguments and the language. Sentences are put into words before they are passed in.
"""

from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache, partial
from operator import attrgetter
from typing import Any

import jinja2
from jinja2.runtime import Macro
from markupsafe import Markup

from companion.data.catalogue import typeset_language
from companion.sentences import Language, Sentence, say, say_count

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
            for held in (context.vars, context.parent, context.blocks):  # its macros hold it in turn
                held.clear()

    def make_module(self, vars: dict[str, Any] | None = None, shared: bool = False, locals: Any = None) -> Any:
        """The macros of this template, for a page that imports it."""
        own = partial(super().make_module, vars, shared, locals)
        if vars is None or (self.name or "").rpartition("/")[2] != _PARTS:
            return own()
        return _CachedMacros(_get_part_cache(self, vars["lang"]), own, vars.get("said", str))


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

    def __init__(self, made: _PartCache, own: Callable[[], Any], said: Callable[[Sentence], str]) -> None:
        self._made, self._own, self._said = made, own, said
        self._known: tuple[object, object] = (None, None)  # the last value that never changes, and its key

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._made.macros, name)
        return partial(self._render_part, name, found) if isinstance(found, Macro) else found

    def _render_part(self, name: str, macro: Macro, /, *given: Any, **named: Any) -> Any:
        asks = named.pop("caller", None)  # what stands within it is the page's own, and never kept
        try:
            key = (name, self._build_key(given), self._build_key(named))
        except _UncacheableError:
            macro = getattr(self._own(), name)
            return macro(*given, **named) if asks is None else macro(*given, **named, caller=asks)
        if asks is not None:
            return macro(*self._say_all(given), **self._say_all(named), caller=asks)
        part = self._made.parts.get(key)
        if part is None:
            part = macro(*self._say_all(given), **self._say_all(named))
            self._made.keep_part(key, part)
        return part

    def _build_key(self, value: Any) -> object:
        """A cache key of a value and its types: 1 is not True, and raw text is not escaped text."""
        kind: Any = type(value)
        if kind in _PLAIN:
            return kind, value
        if isinstance(value, Sentence):
            return str, self._said(value)
        if kind is frozenset:
            return kind, frozenset(map(self._build_key, value))
        if kind is dict:
            value = (*value, *value.values())
        elif (read := _find_field_getter(kind)) is not None:
            if self._known[0] is not value:
                self._known = value, (kind, self._build_key((*read(value),)))
            return self._known[1]
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
            return self._said(value)
        if kind is tuple or kind is list:
            return kind(map(self._say_all, value))
        if kind is dict:
            return {name: self._say_all(each) for name, each in value.items()}
        if _find_field_getter(kind) is not None:
            told = {each.name: self._say_all(getattr(value, each.name)) for each in fields(kind) if each.init}
            return replace(value, **told)
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
    spoken = typeset_language(code)
    words = {
        "lang": code,
        "say": lambda english, **fields: format_value(say(english, **fields), spoken),
        "say_count": lambda text, count, **fields: format_value(say_count(text, count, **fields), spoken),
        "number": spoken.number,
    }
    return _PartCache(jinja2.Template.make_module(template, words))


def format_value(value: object, spoken: Language) -> str:
    """A value as text on a page, in a language."""
    if isinstance(value, Sentence):
        return value.translate(spoken)
    return spoken.number(value) if isinstance(value, float) else str(value)
