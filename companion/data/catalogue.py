"""The French of every sentence, from gettext catalogues that any translator's tool can open.

English needs no catalogue: templates are English. French lies in ``templates/locales/fr/*.po``,
one file a part of the program, read as they are (polib), without a compile step to forget.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from companion.errors import InputError
from companion.paths import templates
from companion.sentences import ENGLISH, Language

LANGUAGES = ("en", "fr")
"""The languages that everything a player reads exists in."""

_BREAKABLE = re.compile(r"(?<=«) | (?=[;!?»%])| (?=:(?:\s|$))")
"""Blanks beside French signs, however a translator typed them: no line may begin with such a sign."""

_ELIDING = re.compile(r"\b([dlnsmtj]e|la|(?:jus|lors|puis|quoi)?que) \{(\w+)\}", re.I)
_MUTE = re.compile(
    r"(?:[aeiouàâäéèêëîïôöùûüœæ]|y(?![aeiouéè])|h(?:é|adr|e[clnr]|il|ip|onor|ort|u[bg]|ya))\w", re.I
)
"""French drops an e or a before a name with a vowel or a mute h; Harima, Hida and a letter alone keep it."""


class Catalogue:
    """A language read from its ``.po`` files.

    Attributes:
        code: Two letters.
    """

    def __init__(self, code: str, files: list[Path]) -> None:
        import polib

        self.code = code
        self._singular: dict[str, str] = {}
        self._plural: dict[str, dict[int, str]] = {}
        for file in files:
            for entry in polib.pofile(str(file)):
                if entry.msgid_plural:
                    self._plural[entry.msgid] = dict(entry.msgstr_plural)
                else:
                    self._singular[entry.msgid] = entry.msgstr

    def __contains__(self, english: object) -> bool:
        return english in self._singular or english in self._plural

    def template(self, english: str) -> str:
        """The template in this language; the English one where none is known."""
        return _unbroken(self._singular.get(english) or english)

    def plural(self, one: str, many: str, count: int) -> str:
        """The template for a count; French counts 0 and 1 as one."""
        forms = self._plural.get(one, {})
        return _unbroken(forms.get(0 if count < 2 else 1) or (one if count == 1 else many))

    def number(self, value: float) -> str:
        """A number with a decimal comma, at most two decimals."""
        return ENGLISH.number(value).replace(".", ",")

    def filled(self, template: str, fields: Mapping[str, object]) -> str:
        """The template with its places filled: of Aya is ``d'Aya``, of Bo ``de Bo``."""

        def elided(found: re.Match[str]) -> str:
            word, name = found.groups()
            return f"{word[:-1]}'{{{name}}}" if _MUTE.match(str(fields[name])) else found[0]

        return _ELIDING.sub(elided, template).format(**fields)


def _unbroken(text: str) -> str:
    return _BREAKABLE.sub("\u00a0", text)


@cache
def language(code: str) -> Language:
    """The language with a code.

    Raises:
        InputError: For a code that is not one of ``LANGUAGES``.
    """
    if code not in LANGUAGES:
        raise InputError(
            "'{code}' is not a language here; choose {codes}.", code=code, codes=", ".join(LANGUAGES)
        )
    if code == "en":
        return ENGLISH
    return Catalogue(code, sorted((templates() / "locales" / code).glob("*.po")))


def preferred() -> str:
    """The language code the person's system asks for, English where it is not one of ours."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"
