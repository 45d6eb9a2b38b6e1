"""A sentence is a template and its fields, said in a person's language at the last moment.

Rules and data never hold finished text. They make a ``Sentence`` with ``say``; the command line or
the web page says it in the player's language. The English template is the key of every catalogue
(``templates/locales/<code>/*.po``), so the code stays readable, and ``companion check --languages``
finds every template that a translator has not seen.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, reduce


class Language:
    """A language that sentences are said in; this one is English, the language of the source."""

    code = "en"

    def template(self, english: str) -> str:
        """The template in this language for an English one."""
        return english

    def own(self, english: str) -> str:
        """A text in which this language names itself; its code where it has none."""
        return english

    def plural(self, one: str, many: str, count: int) -> str:
        """The template in this language that fits a count."""
        return one if count == 1 else many

    def number(self, value: float) -> str:
        """A number with at most two decimals, as this language writes it."""
        whole, _, fraction = f"{value:.2f}".rstrip("0").rstrip(".").partition(".")
        return (
            self.filled(self.template("{whole}.{fraction}"), {"whole": whole, "fraction": fraction})
            if fraction
            else whole
        )

    def filled(self, template: str, fields: Mapping[str, object]) -> str:
        """A template of this language with its places filled."""
        return template.format(**fields)


ENGLISH = Language()


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence to a player, not yet said in any language; the value of a field may be one too."""

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


_SIGN = r"[^\w\s\x00-\u1fff]"
_JOINT = re.compile(f"(?<={_SIGN})\u200d(?={_SIGN})|\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")
"""Unseen characters within one emoji: they join a family, and spell whose flag it is."""


def visible(text: str) -> bool:
    """True when all characters can be seen, those that join an emoji included."""
    return _JOINT.sub("", text).isprintable()


def shortened(text: str, most: int) -> str:
    """A text as it is quoted: what is longer than so many letters ends in an ellipsis."""
    return text if len(text) <= most else f"{text[:most]}…"


_CONTROLS = {code: "\ufffd" for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n"}
"""Characters that a terminal would obey, such as those of a file that is quoted, are shown as �."""


def _field(value: object, language: Language) -> object:
    if isinstance(value, Sentence):
        return value.said(language)
    if isinstance(value, float):
        return language.number(value)
    return value.translate(_CONTROLS) if isinstance(value, str) else value


def say(template: str, /, **fields: object) -> Sentence:
    """Make a sentence from an English template and the values of its places."""
    return Sentence(template, tuple(fields.items()))


_FORMS = re.compile(r"\[([^|\]]*(?<! ))\|([^\]]*)\]")  # in [one | other] of a help the bar stands alone


@cache
def forms(template: str) -> tuple[str, str]:
    """The templates for one and for several of one that has both: ``{count} cube[|s] [is|are] left``."""
    return _FORMS.sub(r"\1", template), _FORMS.sub(r"\2", template)


def say_count(template: str, count: int, /, **fields: object) -> Sentence:
    """Make a sentence whose wording depends on a count, from a template of both its ``forms``."""
    one, many = forms(template)
    return Sentence(one, (("count", count), *fields.items()), many, count)


class _Row(Sentence):
    """Several things in a row."""

    __slots__ = ()

    def said(self, language: Language = ENGLISH) -> str:
        template = language.template("{before}, {word}")
        words = [str(_field(value, language)) for _, value in self.fields]
        return reduce(lambda before, word: template.format(before=before, word=word), words) if words else ""


def listed(parts: Iterable[object]) -> Sentence:
    """Several things in a row, with the comma of the language they are said in."""
    return _Row("", tuple((str(at), part) for at, part in enumerate(parts)))


def joined(parts: Iterable[Sentence | str], between: str = " ") -> Sentence | None:
    """Several sentences or words as one, in order; ``None`` for none."""
    fields = [(f"part{at}", part) for at, part in enumerate(parts)]
    return Sentence(between.join(f"{{{name}}}" for name, _ in fields), tuple(fields)) if fields else None
