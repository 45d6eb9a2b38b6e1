"""Grammar that no catalogue can express: spaces where no line breaks, and words that depend on what follows them."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

_PERCENT = re.compile(r"(?<=[\d}])[ \u00a0]?%")
"""A percent sign after a number or a field, with or without a space."""

_COUNTED = re.compile(r"(?<=\{count\}) (?=\w{1,10}\b|\{)|(?<=\}) (?=mm\b)|(?<=\d) (?=[^\W\d_]{1,8}\b)")
"""Spaces after a number, unless a long word follows: on a narrow page it may need a line of its own."""

_NUMBERED = re.compile(r"(?<=[\w}]) (?=\{(\w+)\}(?!\u00a0))")
_NAMED = re.compile(r"(?<=[^\W\d_]) (?=\d{1,3}\b(?![ \u00a0][^\W\d_]))")
_COMMAND = re.compile(r"--|companion ")
_NUMBER = re.compile(r"[-−+]?\d[\d.,]*")


def space_percents(text: str) -> str:
    """A text with a narrow no-break space before each percent sign."""
    return _PERCENT.sub("\u202f%", text)


def bind_numbers(template: str, values: Mapping[str, object]) -> str:
    """A template with no-break spaces between a count and its noun, and a name and its number.

    Templates with a command line keep their spaces, so that it can be copied.
    """
    if _COMMAND.search(template):
        return template

    def tie(match: re.Match[str]) -> str:
        name = match[1]
        number = name in values and name != "count" and _NUMBER.fullmatch(str(values[name]))
        return "\u00a0" if number else " "

    return _NUMBERED.sub(tie, _COUNTED.sub("\u00a0", template))


def bind_name(value: object) -> object:
    """A value with a no-break space between a name and its number, such as ``Minamoto 3``."""
    return _NAMED.sub("\u00a0", value) if isinstance(value, str) else value


_BREAKABLE = re.compile(r"(?<=«) | (?=[;!?»])| (?=:(?:\s|$))|(?<=\})(?=; )")
"""Where French has a no-break space: beside « : ; ! ? and », and before the ; that joins a list."""

_STRAIGHT = re.compile(r"(?<=[^\W\d_])'(?=[\w{«])")
"""A straight apostrophe between two words, as in l'{name}; a quotation mark has a word on one side only."""

_ELIDING = re.compile(r"\b([dl]e|la|(?:jus|lors|puis|quoi)?que) \{(\w+)\}", re.I)
"""Words that lose their vowel before a noun that is filled in. The pronouns je, me, te, se and ne lose it
only before verbs, so they are not among them."""

_MUTE = re.compile(r"(?:[aeiouàâäéèêëîïôöùûüœæ]|y(?![aeiouéè])|h(?:é|adr|e[clnr]|il|ip|onor|ort|u[bg]|ya))\w", re.I)
"""Names that begin with a vowel or a mute h; Harima, Hida and single letters do not shorten the word before."""


def space_french(text: str) -> str:
    """A text with the no-break spaces and apostrophes of French, and a narrow one before each percent sign."""
    return _STRAIGHT.sub("’", space_percents(_BREAKABLE.sub("\u00a0", text)))


def elide_words(template: str, values: Mapping[str, object]) -> str:
    """A template whose words are elided before a vowel: ``d’{name}`` for Aya, ``de {name}`` for Bo."""

    def elide(match: re.Match[str]) -> str:
        word, name = match.groups()
        return f"{word[:-1]}’{{{name}}}" if _MUTE.match(str(values[name])) else match[0]

    return _ELIDING.sub(elide, template)


class Grammar(NamedTuple):
    """The spacing of a language in every text, and how its words change when a template is filled."""

    fix_spacing: Callable[[str], str] = lambda text: text
    adapt_words: Callable[[str, Mapping[str, object]], str] = lambda template, _: template


PLAIN = Grammar()
GRAMMARS = {"de": Grammar(space_percents), "fr": Grammar(space_french, elide_words)}
"""The grammar of each language that needs one, by its code."""
