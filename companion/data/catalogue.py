"""The languages of Companion: English, and those in ``templates/locales``.

English needs no catalogue: templates are English. Any other language is a folder of gettext catalogues
named by its code, one file for each part of the program, read directly (polib) without a compile step to
forget. Where a catalogue lacks a template, or uses fields that the English lacks, the English is used;
``companion check --languages`` lists these. What no catalogue can express comes first: spaces where no line
breaks, and words that depend on what follows them.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from gettext import c2py
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from companion.errors import DeckError, InputError
from companion.paths import find_user_folder, get_user_file, templates
from companion.sentences import ENGLISH, Language, join_with_commas

_PERCENT = r"(?<=[\d}])[ \u00a0]?%"
"""A percent sign after a number or a field, with or without a space."""

_COUNTED = re.compile(r"(?<=\{count\}) (?=\w{1,10}\b|\{)|(?<=\}) (?=mm\b)|(?<=\d) (?=[^\W\d_]{1,8}\b)")
"""Spaces after a number, unless a long word follows: on a narrow page it may need a line of its own."""

_NUMBERED = re.compile(r"(?<=[\w}]) (?=\{(\w+)\}(?!\u00a0))")
_NAMED = re.compile(r"(?<=[^\W\d_]) (?=\d{1,3}\b(?![ \u00a0][^\W\d_]))")
_NUMBER = r"[-−+]?\d[\d.,]*"


def space_percents(text: str) -> str:
    """A text with a narrow no-break space before each percent sign."""
    return re.sub(_PERCENT, "\u202f%", text)


def bind_numbers(template: str, values: Mapping[str, object]) -> str:
    """A template with no-break spaces before nouns that are counted and numbers of names; not one to be copied."""
    if "--" in template or "companion " in template:
        return template

    def tie(match: re.Match[str]) -> str:
        name = match[1]
        number = name in values and name != "count" and re.fullmatch(_NUMBER, str(values[name]))
        return "\u00a0" if number else " "

    return _NUMBERED.sub(tie, _COUNTED.sub("\u00a0", template))


def bind_name(value: object) -> object:
    """A value with a no-break space between a name and its number, such as ``Minamoto 3``."""
    return _NAMED.sub("\u00a0", value) if isinstance(value, str) else value


_BREAKABLE = r"(?<=«) | (?=[;!?»])| (?=:(?:\s|$))|(?<=\})(?=; )"
"""Where French has a no-break space: beside « : ; ! ? and », and before the ; that joins a list."""

_STRAIGHT = r"(?<=[^\W\d_])'(?=[\w{«])"
"""A straight apostrophe between two words, as in l'{name}; a quotation mark has a word on one side only."""

_ELIDING = r"(?i)\b([dl]e|la|(?:jus|lors|puis|quoi)?que) \{(\w+)\}"
"""Words that lose their vowel before a noun that is filled in. The pronouns je, me, te, se and ne lose it
only before verbs, so they are not among them."""

_MUTE = r"(?i)(?:[aeiouàâäéèêëîïôöùûüœæ]|y(?![aeiouéè])|h(?:é|adr|e[clnr]|il|ip|onor|ort|u[bg]|ya))\w"
"""Names that begin with a vowel or a mute h; Harima, Hida and single letters do not shorten the word before."""


def space_french(text: str) -> str:
    """A text with the no-break spaces and apostrophes of French, and a narrow one before each percent sign."""
    return re.sub(_STRAIGHT, "’", space_percents(re.sub(_BREAKABLE, "\u00a0", text)))


def elide_words(template: str, values: Mapping[str, object]) -> str:
    """A template whose words are elided before a vowel: ``d’{name}`` for Aya, ``de {name}`` for Bo."""

    def elide(match: re.Match[str]) -> str:
        word, name = match.groups()
        return f"{word[:-1]}’{{{name}}}" if re.match(_MUTE, str(values[name])) else match[0]

    return re.sub(_ELIDING, elide, template)


class Grammar(NamedTuple):
    """The spacing of a language in every text, and how its words change when a template is filled."""

    fix_spacing: Callable[[str], str] = lambda text: text
    adapt_words: Callable[[str, Mapping[str, object]], str] = lambda template, _: template


PLAIN = Grammar()
GRAMMARS = {"de": Grammar(space_percents), "fr": Grammar(space_french, elide_words)}
"""The grammar of each language that needs one, by its code."""


def _list_locales() -> Iterator[str]:
    with suppress(DeckError):  # the error is raised later, when a template is needed
        folders = (each for each in (templates() / "locales").iterdir() if each.is_dir())
        yield from sorted(each.name for each in folders if not each.name.startswith("."))


LANGUAGES = (ENGLISH.code, *_list_locales())  # codes of all languages, English first
SYSTEM = "system"  # typed in place of a code: use the system's language again
_CHOICE_FILE = "language"  # the file with the user's own choice


class Catalogue(Language):
    """A language read from its ``.po`` files."""

    def __init__(self, code: str, files: Iterable[Path]) -> None:
        import polib

        self.code = code
        self.files: dict[str, Path] = {}  # by English templates
        self.faults: dict[Path, str] = {}  # files that cannot be read, with the reason; their templates stay English
        self._grammar = GRAMMARS.get(code, PLAIN)
        self._singular: dict[str, str] = {}
        self._plural: dict[str, tuple[str, Callable[[int], int], dict[int, str]]] = {}
        self._cache: dict[str, str] = {}
        for file in files:
            try:
                catalogue = polib.pofile(str(file))
                form = _parse_plural_rule(catalogue.metadata.get("Plural-Forms", ""))
            except (OSError, ValueError, LookupError, ArithmeticError) as error:
                self.faults[file] = str(error)
                continue
            for entry in catalogue:
                if entry.obsolete or entry.fuzzy:
                    continue
                self.files[entry.msgid] = file
                if entry.msgid_plural:
                    self._plural[entry.msgid] = entry.msgid_plural, form, entry.msgstr_plural
                else:
                    self._singular[entry.msgid] = entry.msgstr

    def __contains__(self, english: object) -> bool:
        """True when all plural forms of a template are translated, with no field that the English lacks."""
        one = str(english)
        if one not in self._plural:
            return _is_usable(self._singular.get(one, ""), one)
        plural, form, texts = self._plural[one]
        return all(_is_usable(texts.get(each, ""), one, plural) for each in set(map(form, range(200))))

    def template(self, english: str) -> str:
        """The translation of an English template; the template itself if it is not translated."""
        template = self._cache.get(english)
        if template is None:
            text = self._singular.get(english, "")
            template = self._cache[english] = self._grammar.fix_spacing(text if _is_usable(text, english) else english)
        return template

    def get_native_name(self, english: str) -> str:
        return self.template(english) if english in self else self.code

    def plural(self, one: str, plural: str, count: int) -> str:
        """The translation for a count, by the plural rule of its file."""
        _, form, texts = self._plural.get(one, (plural, int, {}))
        text = texts.get(form(count), "")
        text = text if _is_usable(text, one, plural) else super().plural(one, plural, count)
        return self._grammar.fix_spacing(text)

    def fill(self, template: str, fields: Mapping[str, object]) -> str:
        """The template with its fields filled, and the words before them adapted to the values."""
        return super().fill(self._grammar.adapt_words(template, fields), fields)


class TypesetLanguage(Language):
    """A language with no-break spaces, for pages: a line never ends within "Minamoto 3" or "12 points"."""

    def __init__(self, plain: Language) -> None:
        self.code, self._language = plain.code, plain

    def template(self, english: str) -> str:
        return bind_numbers(self._language.template(english), {})

    def get_native_name(self, english: str) -> str:
        return self._language.get_native_name(english)

    def plural(self, one: str, plural_form: str, count: int) -> str:
        return self._language.plural(one, plural_form, count)

    def fill(self, template: str, fields: Mapping[str, object]) -> str:
        bound_fields = {name: bind_name(value) for name, value in fields.items()}
        return self._language.fill(bind_numbers(template, fields), bound_fields)


@cache
def _parse_plural_rule(header: str) -> Callable[[int], int]:
    """The function from a count to its plural form, from gettext's ``nplurals=2; plural=(n > 1);``."""
    match = re.search(r"plural=([^;]+)", header)
    form: Callable[[int], int] = c2py(match[1] if match else "n != 1")
    for count in range(200):
        form(count)  # an expression that divides by zero fails here
    return form


def _list_fields(template: str) -> set[str] | None:
    try:
        return {name for _, name, _, _ in Formatter().parse(template) if name is not None}
    except ValueError:
        return None


@cache
def _is_usable(text: str, *english: str) -> bool:
    """True when a translation exists and uses no field that the English lacks."""
    field_sets, fields = [_list_fields(each) for each in english], _list_fields(text)
    if not text or None in field_sets:  # an English text that is not a template is never filled
        return bool(text)
    return fields is not None and fields <= set[str]().union(*filter(None, field_sets))


@cache
def language(code: str) -> Language:
    """The language with a code; an ``InputError`` unless it is one of ``LANGUAGES``."""
    if code not in LANGUAGES:
        raise InputError(
            "'{code}' is not a language here; choose {codes}.", code=code, codes=join_with_commas(LANGUAGES)
        )
    if code == ENGLISH.code:
        return ENGLISH
    return Catalogue(code, sorted((templates() / "locales" / code).glob("*.po")))


@cache
def typeset_language(code: str) -> Language:
    """The language with a code, with no-break spaces for pages; see ``language``."""
    return TypesetLanguage(language(code))


def choose_language(wanted: Iterable[str]) -> str:
    """The code of the first of the wanted languages that is available; English if none is."""
    for each in wanted:
        words = re.split(r"[-_]", re.split(r"[.@;]", each.strip().lower())[0])
        for length in range(len(words), 0, -1):  # pt-BR if it is available, else pt
            for code in LANGUAGES:
                if code.lower().split("-") == words[:length]:
                    return code
    return ENGLISH.code


def detect_language() -> str:
    """The code of the system's language; English if Companion does not have it."""
    wanted = (os.environ.get(variable) for variable in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return choose_language([next(filter(None, wanted), "")])


def find_saved_language() -> str | None:
    """The code of the language that the user chose last; ``None`` to follow the system.

    Also ``None`` if the file is unreadable or names no known language: errors too need a language.
    """
    folder = find_user_folder("config")
    with suppress(OSError, UnicodeError):
        code = "" if folder is None else (folder / _CHOICE_FILE).read_text(encoding="ascii").strip()
        return code if code in LANGUAGES else None
    return None


def save_language(code: str) -> None:
    """Save the user's choice of a language; ``SYSTEM`` follows the system again."""
    from companion.data.files import write_text  # only here, since few commands save a choice

    write_text(get_user_file("config", _CHOICE_FILE), f"{code}\n", overwrite=True, folders=True)
