"""What a player reads is a sentence: a template and its fields, said in a language at the last moment.

Rules and data never hold finished text. They make a ``Sentence`` with ``say``; the command line or
the web page says it in the player's language. The English template is the key of the French
catalogue (``templates/locales/fr/*.po``), so the code stays readable and nothing is said that no
translator has seen: a test walks the source for every template.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol


class Language(Protocol):
    """A language that sentences can be said in."""

    @property
    def code(self) -> str:
        """Two letters: ``en`` or ``fr``."""
        ...

    def template(self, english: str) -> str:
        """The template in this language for an English one."""
        ...

    def plural(self, one: str, many: str, count: int) -> str:
        """The template in this language that fits a count."""
        ...

    def number(self, value: float) -> str:
        """A number with a fraction, at most two decimals, as this language writes it."""
        ...

    def filled(self, template: str, fields: Mapping[str, object]) -> str:
        """A template of this language with its places filled, as the words before them ask."""
        ...


def _plain(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


class _English:
    code = "en"

    def template(self, english: str) -> str:
        return english

    def plural(self, one: str, many: str, count: int) -> str:
        return one if count == 1 else many

    def number(self, value: float) -> str:
        return _plain(value)

    def filled(self, template: str, fields: Mapping[str, object]) -> str:
        return template.format(**fields)


ENGLISH: Language = _English()


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence to a player, not yet said in any language.

    Attributes:
        template: The English text with ``{field}`` places.
        fields: Names and values of the places; a value may itself be a Sentence.
        many: The plural template, where ``template`` is the singular one; chosen by ``count``.
        count: The number that decides between the two.
    """

    template: str
    fields: tuple[tuple[str, object], ...] = ()
    many: str | None = None
    count: int = 0

    def said(self, language: Language = ENGLISH) -> str:
        """The sentence as a player reads it in a language."""
        if self.many is None:
            text = language.template(self.template)
        else:
            text = language.plural(self.template, self.many, self.count)
        if not self.fields:
            return text
        return language.filled(text, {name: _field(value, language) for name, value in self.fields})

    def __str__(self) -> str:
        return self.said()


_CONTROLS = {code: "\ufffd" for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n"}
"""What a file may hold and a terminal would obey is shown as a sign that stands for it."""


def _field(value: object, language: Language) -> object:
    if isinstance(value, Sentence):
        return value.said(language)
    if isinstance(value, float):
        return language.number(value)
    return value.translate(_CONTROLS) if isinstance(value, str) else value


def say(template: str, /, **fields: object) -> Sentence:
    """Make a sentence from an English template and the values of its places."""
    return Sentence(template, tuple(fields.items()))


def say_count(one: str, many: str, count: int, /, **fields: object) -> Sentence:
    """Make a sentence whose wording depends on a count; ``{count}`` may stand in both templates."""
    return Sentence(one, (("count", count), *fields.items()), many, count)


def joined(parts: Iterable[Sentence | str], between: str = " ") -> Sentence | None:
    """Several sentences or words as one, in order; ``None`` where there is none."""
    fields = [(f"part{at}", part) for at, part in enumerate(parts)]
    return Sentence(between.join(f"{{{name}}}" for name, _ in fields), tuple(fields)) if fields else None
