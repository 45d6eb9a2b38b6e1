"""Rules of French: blanks that no line may break at, apostrophes, and vowels dropped before a name."""

import re
from collections.abc import Mapping

from companion.data.grammar import percents_apart

_BREAKABLE = re.compile(r"(?<=«) | (?=[;!?»])| (?=:(?:\s|$))")
"""Blanks beside « : ; ! ? and », however a translator typed them: no line may begin with one of these."""

_STRAIGHT = re.compile(r"(?<=[^\W\d_])'(?=[\w{«])")
"""The apostrophe of a keyboard between a word and what it is drawn to; a quote stands at an end of a word."""

_ELIDING = re.compile(r"\b([dl]e|la|(?:jus|lors|puis|quoi)?que) \{(\w+)\}", re.I)
"""Words that lose their vowel before a noun. The pronouns je, me, te, se and ne do so before verbs alone, and
what is filled in after them is a name: «je Aya» says nothing, but «j’Aya» is no French at all."""

_MUTE = re.compile(
    r"(?:[aeiouàâäéèêëîïôöùûüœæ]|y(?![aeiouéè])|h(?:é|adr|e[clnr]|il|ip|onor|ort|u[bg]|ya))\w", re.I
)
"""Names with a vowel or a mute h; Harima, Hida and a letter alone keep the word before them whole."""


def spaced(text: str) -> str:
    """A text with the no-break blanks and the apostrophes of French."""
    return _STRAIGHT.sub("’", percents_apart(_BREAKABLE.sub("\u00a0", text)))


def bordered(template: str, values: Mapping[str, object]) -> str:
    """A template whose words fit the values that follow them: of Aya is ``d’{name}``, of Bo ``de {name}``."""

    def elided(found: re.Match[str]) -> str:
        word, name = found.groups()
        return f"{word[:-1]}’{{{name}}}" if _MUTE.match(str(values[name])) else found[0]

    return _ELIDING.sub(elided, template)
