"""Grammar of French: no-break spaces, apostrophes, and elision before a vowel."""

import re
from collections.abc import Mapping

from companion.data.grammar import space_percents

_BREAKABLE = re.compile(r"(?<=«) | (?=[;!?»])| (?=:(?:\s|$))")
"""Blanks beside « : ; ! ? and », however a translator typed them: no line may begin with one of these."""

_STRAIGHT = re.compile(r"(?<=[^\W\d_])'(?=[\w{«])")
"""The apostrophe of a keyboard between a word and what it is drawn to; a quote stands at an end of a word."""

_ELIDING = re.compile(r"\b([dl]e|la|(?:jus|lors|puis|quoi)?que) \{(\w+)\}", re.I)
"""Words that lose their vowel before a noun. The pronouns je, me, te, se and ne do so before verbs alone, and
what is filled in after them is a name: «je Aya» says nothing, but «j’Aya» is no French at all."""

_MUTE = re.compile(r"(?:[aeiouàâäéèêëîïôöùûüœæ]|y(?![aeiouéè])|h(?:é|adr|e[clnr]|il|ip|onor|ort|u[bg]|ya))\w", re.I)
"""Names with a vowel or a mute h; Harima, Hida and a letter alone keep the word before them whole."""


def fix_spacing(text: str) -> str:
    """A text with the no-break spaces and apostrophes of French."""
    return _STRAIGHT.sub("’", space_percents(_BREAKABLE.sub("\u00a0", text)))


def adapt_words(template: str, values: Mapping[str, object]) -> str:
    """A template whose words are elided before a vowel: ``d’{name}`` for Aya, ``de {name}`` for Bo."""

    def elide(found: re.Match[str]) -> str:
        word, name = found.groups()
        return f"{word[:-1]}’{{{name}}}" if _MUTE.match(str(values[name])) else found[0]

    return _ELIDING.sub(elide, template)
