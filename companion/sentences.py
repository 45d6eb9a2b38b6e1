"""Sentences as templates with fields, put into a person's language at the last moment.

Rules and data never hold finished text. They make a ``Sentence`` with ``say``; the command line or a web page turns it
into text in the player's language. The English template is the key of every catalogue
(``templates/locales/<code>/*.po``); ``companion check --languages`` finds those that are not translated yet.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, reduce


class Language:
    """A language to translate sentences into; this class is English, the language of the source."""

    code = "en"

    def template(self, english: str) -> str:
        """The translation of an English template into this language."""
        return english

    def get_native_name(self, english: str) -> str:
        """The name of this language in itself, for its English name; its code if it has none."""
        return english

    def plural(self, one: str, plural_form: str, count: int) -> str:
        return one if count == 1 else plural_form

    def number(self, value: float) -> str:
        """A number with at most two decimals, as this language writes it."""
        integer, _, fraction = f"{value:.2f}".rstrip("0").rstrip(".").partition(".")
        if not fraction:
            return integer
        return self.fill(self.template("{whole}.{fraction}"), {"whole": integer, "fraction": fraction})

    def fill(self, template: str, fields: Mapping[str, object]) -> str:
        """A template of this language with its fields filled."""
        return template.format(**fields)


ENGLISH = Language()


@dataclass(frozen=True, slots=True, repr=False)
class Sentence:
    """One sentence for a player, not yet in any language; the value of a field may be a sentence too."""

    template: str
    fields: tuple[tuple[str, object], ...] = ()
    plural_template: str | None = None
    count: int = 0

    def translate(self, language: Language = ENGLISH) -> str:
        """The sentence in a language, as a player reads it."""
        one, plural = self.template, self.plural_template
        text = language.template(one) if plural is None else language.plural(one, plural, self.count)
        if not self.fields:
            return text
        return language.fill(text, {name: _format_field(value, language) for name, value in self.fields})

    def __str__(self) -> str:
        return self.translate()


_SIGN = r"[^\w\s\x00-\u1fff]"
_JOINT = f"(?<={_SIGN})\u200d(?={_SIGN})|\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f"
"""Invisible characters within one emoji: joiners, as in a family, and the letters that choose a region's flag."""


def is_visible(text: str) -> bool:
    """True when all characters are printable; invisible joiners within an emoji are allowed."""
    return re.sub(_JOINT, "", text).isprintable()


def shorten_text(text: str, most: int) -> str:
    """Cut a quoted text to at most ``most`` letters, with an ellipsis after them."""
    return text if len(text) <= most else f"{text[:most]}…"


_CONTROLS = {code: "\ufffd" for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n"}
"""Control characters, which a terminal would obey, are shown as �; a quoted file may have some."""


def _format_field(value: object, language: Language) -> object:
    if isinstance(value, Sentence):
        return value.translate(language)
    if isinstance(value, float):
        return language.number(value)
    return value.translate(_CONTROLS) if isinstance(value, str) else value


def say(template: str, /, **fields: object) -> Sentence:
    """Make a sentence from an English template and the values of its fields."""
    return Sentence(template, tuple(fields.items()))


_FORMS = r"\[([^|\]]*(?<! ))\|([^\]]*)\]"  # not [one | other] of a help text, with spaces around the bar


@cache
def split_forms(template: str) -> tuple[str, str]:
    """Split a template such as ``{count} cube[|s] [is|are] left`` into its singular and its plural."""
    return re.sub(_FORMS, r"\1", template), re.sub(_FORMS, r"\2", template)


def say_count(template: str, count: int, /, **fields: object) -> Sentence:
    """Make a sentence that depends on a count, from a template with both forms; see ``split_forms``."""
    one, plural = split_forms(template)
    return Sentence(one, (("count", count), *fields.items()), plural, count)


class _CommaList(Sentence):
    __slots__ = ()

    def translate(self, language: Language = ENGLISH) -> str:
        template = language.template("{before}, {word}")
        words = [str(_format_field(value, language)) for _, value in self.fields]
        return reduce(lambda before, word: template.format(before=before, word=word), words) if words else ""


def join_with_commas(parts: Iterable[object]) -> Sentence:
    """Join several things with the comma of the language they are put into."""
    return _CommaList("", tuple((str(index), part) for index, part in enumerate(parts)))


def join_sentences(parts: Iterable[Sentence | str], separator: str = " ") -> Sentence | None:
    """Join sentences or words into one sentence, in order; ``None`` for none."""
    fields = [(f"part{index}", part) for index, part in enumerate(parts)]
    return Sentence(separator.join(f"{{{name}}}" for name, _ in fields), tuple(fields)) if fields else None
