"""The languages that Companion speaks: English, and whatever lies in ``templates/locales``.

English needs no catalogue: templates are English. Any other language is a folder of gettext catalogues
called by its code, one file a part of the program, read as they are (polib) without a compile step to
forget. What a catalogue lacks, or says with fields that the English has not, is said in English;
``companion check --languages`` tells of it.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from gettext import c2py
from pathlib import Path
from string import Formatter

from companion.data.grammar import grammar, named, tied
from companion.errors import DeckError, InputError
from companion.paths import own_file, own_folder, templates
from companion.sentences import ENGLISH, Language, listed


def _found() -> Iterator[str]:
    with suppress(DeckError):  # whoever needs a template is told that the folder is missing
        yield from sorted(each.name for each in (templates() / "locales").glob("[!.]*") if each.is_dir())


LANGUAGES = (ENGLISH.code, *_found())  # codes of all languages, English first
SYSTEM = "system"  # what is typed in place of a code to follow the system again
_KEPT = "language"  # the file in which a person's own choice is kept


class Catalogue(Language):
    """A language read from its ``.po`` files.

    Attributes:
        files: The file of each English template.
        faults: Files that cannot be read, with the reason; what they hold is said in English.
    """

    def __init__(self, code: str, files: Iterable[Path]) -> None:
        import polib

        self.code = code
        self.files: dict[str, Path] = {}
        self.faults: dict[Path, str] = {}
        self._grammar = grammar(code)
        self._singular: dict[str, str] = {}
        self._plural: dict[str, tuple[str, Callable[[int], int], dict[int, str]]] = {}
        self._known: dict[str, str] = {}
        for file in files:
            try:
                read = polib.pofile(str(file))
                form = _form(read.metadata.get("Plural-Forms", ""))
            except (OSError, ValueError, LookupError, ArithmeticError) as error:
                self.faults[file] = str(error)
                continue
            for entry in read:
                if entry.obsolete or entry.fuzzy:
                    continue
                self.files[entry.msgid] = file
                if entry.msgid_plural:
                    self._plural[entry.msgid] = entry.msgid_plural, form, entry.msgstr_plural
                else:
                    self._singular[entry.msgid] = entry.msgstr

    def __contains__(self, english: object) -> bool:
        """True when a template is translated in all its plural forms, with fields that the English has."""
        one = str(english)
        if one not in self._plural:
            return _fits(self._singular.get(one, ""), one)
        many, form, texts = self._plural[one]
        return all(_fits(texts.get(each, ""), one, many) for each in set(map(form, range(200))))

    def template(self, english: str) -> str:
        """The template in this language; the English one where none is known."""
        found = self._known.get(english)
        if found is None:
            text = self._singular.get(english, "")
            found = self._known[english] = self._spaced(text if _fits(text, english) else english)
        return found

    def own(self, english: str) -> str:
        """A text in which this language names itself; its code where it has none."""
        return self.template(english) if english in self else self.code

    def plural(self, one: str, many: str, count: int) -> str:
        """The template for a count, by the plural forms of its file."""
        _, form, texts = self._plural.get(one, (many, int, {}))
        text = texts.get(form(count), "")
        return self._spaced(text if _fits(text, one, many) else super().plural(one, many, count))

    def filled(self, template: str, fields: Mapping[str, object]) -> str:
        """The template with its places filled, and the words before them as the values ask."""
        fitting = template if self._grammar is None else self._grammar.bordered(template, fields)
        return super().filled(fitting, fields)

    def _spaced(self, text: str) -> str:
        return text if self._grammar is None else str(self._grammar.spaced(text))


class Typeset(Language):
    """A language where it is broken into lines: "Minamoto 3" and "12 points" stay on one."""

    def __init__(self, spoken: Language) -> None:
        self.code, self._spoken = spoken.code, spoken

    def template(self, english: str) -> str:
        """The template in this language for an English one, its own numbers tied to their words."""
        return tied(self._spoken.template(english), {})

    def own(self, english: str) -> str:
        """A text in which this language names itself; its code where it has none."""
        return self._spoken.own(english)

    def plural(self, one: str, many: str, count: int) -> str:
        """The template in this language that fits a count."""
        return self._spoken.plural(one, many, count)

    def filled(self, template: str, fields: Mapping[str, object]) -> str:
        """The template with its places filled, its numbers tied to their words."""
        return self._spoken.filled(
            tied(template, fields), {name: named(value) for name, value in fields.items()}
        )


@cache
def _form(header: str) -> Callable[[int], int]:
    """The plural form of each count, from gettext's ``nplurals=2; plural=(n > 1);``."""
    found = re.search(r"plural=([^;]+)", header)
    form: Callable[[int], int] = c2py(found[1] if found else "n != 1")
    for count in range(200):
        form(count)  # an expression that divides by nothing is told of here
    return form


def _places(template: str) -> set[str] | None:
    try:
        return {name for _, name, _, _ in Formatter().parse(template) if name is not None}
    except ValueError:
        return None


@cache
def _fits(text: str, *english: str) -> bool:
    """True when a translation is there and can be filled with what the English is filled with."""
    known, own = [_places(each) for each in english], _places(text)
    if not text or None in known:  # what is no template in English is never filled
        return bool(text)
    return own is not None and own <= set[str]().union(*filter(None, known))


@cache
def language(code: str) -> Language:
    """The language with one of the codes of ``LANGUAGES``."""
    if code not in LANGUAGES:
        raise InputError(
            "'{code}' is not a language here; choose {codes}.", code=code, codes=listed(LANGUAGES)
        )
    if code == ENGLISH.code:
        return ENGLISH
    return Catalogue(code, sorted((templates() / "locales" / code).glob("*.po")))


@cache
def typeset(code: str) -> Language:
    """The language with one of the codes, for a page."""
    return Typeset(language(code))


def fitting(asked: Iterable[str]) -> str:
    """The first language that is there of those asked for, such as ``fr_CA.UTF-8``; English for none."""
    for each in asked:
        words = re.split(r"[-_]", re.split(r"[.@;]", each.strip().lower())[0])
        for length in range(len(words), 0, -1):  # pt-BR where it is there, else pt
            for code in LANGUAGES:
                if code.lower().split("-") == words[:length]:
                    return code
    return ENGLISH.code


def preferred() -> str:
    """The code of the language the person's system asks for, English where it is not one of ours."""
    asked = (os.environ.get(variable) for variable in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return fitting([next(filter(None, asked), "")])


def kept_language() -> str | None:
    """The code of the language that a person chose to last; ``None`` where they follow the system.

    A file that names none that is here, or cannot be read, is as none: every error is said in a language.
    """
    folder = own_folder("config")
    with suppress(OSError, UnicodeError):
        code = "" if folder is None else (folder / _KEPT).read_text(encoding="ascii").strip()
        return code if code in LANGUAGES else None
    return None


def keep_language(code: str) -> None:
    """Keep a language from now on, or ``SYSTEM``."""
    from companion.data.files import write_text  # which speaks itself

    write_text(own_file("config", _KEPT), f"{code}\n", overwrite=True, folders=True)
