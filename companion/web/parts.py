"""Parts of pages that are the same for everybody: what a macro makes of the same values is made once.

A template called ``parts.html`` asks nothing of the page that imports it, so what its macros make hangs on
their arguments and on the language alone: it is the same for every person, table and moment. A sentence is
said before it is given to them.
"""

from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache, partial
from operator import attrgetter
from typing import Any

import jinja2
from jinja2.runtime import Macro
from markupsafe import Markup

from companion.data.catalogue import typeset
from companion.sentences import Language, Sentence, say, say_count

_PARTS = "parts.html"  # the name, in any folder, of templates whose macros know no page
_MOST_KEPT = (
    4_000_000  # characters of the parts that are kept of a template in a language; then it begins anew
)
_LONGEST = 20_000  # characters of a part that is kept; those with texts typed at length are not
_PLAIN = frozenset({str, Markup, int, float, bool, type(None)})


class _OfThePageError(Exception):
    """A value that nothing is kept of, such as who asks."""


class Template(jinja2.Template):
    """A template; ``parts.html`` is imported with what its macros have made before."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        """The page; what it was drawn with goes at once: to look for cycles takes long."""
        context = self.new_context(dict(*args, **kwargs))
        try:
            return self.environment.concat(self.root_render_func(context))
        except Exception:  # raised again, as the template's own line
            self.environment.handle_exception()
        finally:
            for held in (context.vars, context.parent, context.blocks):  # its macros hold it in turn
                held.clear()

    def make_module(
        self, vars: dict[str, Any] | None = None, shared: bool = False, locals: Any = None
    ) -> Any:
        """The macros of this template, for a page that imports it."""
        own = partial(super().make_module, vars, shared, locals)
        if vars is None or (self.name or "").rpartition("/")[2] != _PARTS:
            return own()
        return _Parts(_made_in(self, vars["lang"]), own, vars.get("said", str))


class _Made:
    """The macros of a template in a language, and the parts they have made."""

    def __init__(self, macros: Any) -> None:
        self.macros = macros  # which know no page
        self.parts: dict[object, Any] = {}
        self._characters = 0

    def keep(self, key: object, part: Any) -> None:
        """Keep a part that is not too long; of very many, all others are forgotten."""
        if len(part) > _LONGEST:
            return
        self._characters += len(part)
        if self._characters > _MOST_KEPT:
            self.parts.clear()
            self._characters = len(part)
        self.parts[key] = part


class _Parts:
    """The macros of a template as a page calls them; it says sentences, for it knows its players."""

    def __init__(self, made: _Made, own: Callable[[], Any], said: Callable[[Sentence], str]) -> None:
        self._made, self._own, self._said = made, own, said
        self._known: tuple[object, object] = (None, None)  # the last value that never changes, and its key

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._made.macros, name)
        return partial(self._part, name, found) if isinstance(found, Macro) else found

    def _part(self, name: str, macro: Macro, /, *given: Any, **named: Any) -> Any:
        asks = named.pop("caller", None)  # what stands within it is the page's own, and never kept
        try:
            key = (name, self._key(given), self._key(named))
        except _OfThePageError:
            macro = getattr(self._own(), name)
            return macro(*given, **named) if asks is None else macro(*given, **named, caller=asks)
        if asks is not None:
            return macro(*self._told(given), **self._told(named), caller=asks)
        part = self._made.parts.get(key)
        if part is None:
            part = macro(*self._told(given), **self._told(named))
            self._made.keep(key, part)
        return part

    def _key(self, value: Any) -> object:
        """A value with its types: 1 is not True, and a text not yet escaped is not one that is."""
        kind: Any = type(value)
        if kind in _PLAIN:
            return kind, value
        if isinstance(value, Sentence):
            return str, self._said(value)
        if kind is frozenset:
            return kind, frozenset(map(self._key, value))
        if kind is dict:
            value = (*value, *value.values())
        elif (read := _fields(kind)) is not None:
            if self._known[0] is not value:
                self._known = value, (kind, self._key((*read(value),)))
            return self._known[1]
        elif kind is not tuple and kind is not list:
            raise _OfThePageError
        kinds = tuple(map(type, value))
        if not _PLAIN.issuperset(kinds):
            value = (each if type(each) in _PLAIN else self._key(each) for each in value)
        return kind, kinds, tuple(value)

    def _told(self, value: Any) -> Any:
        """A value with the sentences in it said."""
        kind: Any = type(value)
        if isinstance(value, Sentence):
            return self._said(value)
        if kind is tuple or kind is list:
            return kind(map(self._told, value))
        if kind is dict:
            return {name: self._told(each) for name, each in value.items()}
        if _fields(kind) is not None:
            told = {each.name: self._told(getattr(value, each.name)) for each in fields(kind) if each.init}
            return replace(value, **told)
        return value


@cache
def _fields(kind: Any) -> Callable[[Any], Any] | None:
    """Gives the fields of a value that never changes; ``None`` for any other kind."""
    if not hasattr(kind, "__dataclass_params__") or not kind.__dataclass_params__.frozen:
        return None
    names = [each.name for each in fields(kind)]
    return attrgetter(*names) if len(names) > 1 else lambda value: [getattr(value, name) for name in names]


@cache
def _made_in(template: Template, code: str) -> _Made:
    """The macros of a template in a language, and what they have made."""
    spoken = typeset(code)
    words = {
        "lang": code,
        "say": lambda english, **fields: said(say(english, **fields), spoken),
        "say_count": lambda text, count, **fields: said(say_count(text, count, **fields), spoken),
        "number": spoken.number,
    }
    return _Made(jinja2.Template.make_module(template, words))


def said(value: object, spoken: Language) -> str:
    """A value as a page writes it in a language."""
    if isinstance(value, Sentence):
        return value.said(spoken)
    return spoken.number(value) if isinstance(value, float) else str(value)
