"""Forms as a vandal sends them: read from the pages, with fields missing, doubled, swapped and strange."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random

STRANGE = (
    "",
    "-1",
    "0",
    "1",
    "2",
    "999999999",
    "9" * 30,
    "NaN",
    "1e9",
    "1_0",
    "+1",
    "0.5",
    "\u0663",
    "\u00b2",
    "\uff11",
    "\0",
    "\x1b[2J",
    "\u202e",
    "\uffff",
    "\r\nSet-Cookie: a=b",
    "<script>",
    "{player}",
    "%s",
    "null",
    "../",
    "~",
    "%2F",
    "\U0001f3b4",
    "x" * 60,
    "x" * 21_000,
    "\u00e9" * 500,
    "on",
    "blue",
    "red",
    "A",
    "C",
    "combat-a",
    "province",
    "Taira1",
    "Minamoto 2",
    "Fujiwara4",
)
"""What nobody means to type, and what is meant elsewhere."""

NAMES = ("~", "..", ".", "../", "%2F", "a/b?c#d", "\\", "\U0001f3b4", "\u05d0\u05d1\u05d2", "<b>", "'\"", "x" * 60)
"""Names that a table may have."""


@dataclass
class Sent:
    """A form of a page, filled in.

    Attributes:
        path: Where it goes.
        method: ``get`` or ``post``.
        fields: Names and values.
    """

    path: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)


class Reader(HTMLParser):
    """Fills in every form of a page by chance."""

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self.chance, self.found = chance, list[Sent]()
        self.named: dict[str, Sent] = {}
        self.beside: list[tuple[str, str, str]] = []  # fields that stand outside of their form
        self.into: Sent | None = None
        self.select: tuple[str, str, list[str]] | None = None

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.into = Sent(at.get("action", ""), at.get("method", "get").lower())
            self.found.append(self.into)
            self.named[at.get("id", "")] = self.into
        elif tag == "option" and self.select is not None:
            self.select[2].append(at.get("value", ""))
        elif tag == "select":
            self.select = (at.get("form", ""), at.get("name", ""), [])
        elif tag in ("input", "button", "textarea") and at.get("type") != "file" and "name" in at:
            one_of = tag == "button" or at.get("type") in ("radio", "checkbox", "submit")
            if not one_of or self.chance.random() < 0.5:
                value = at.get("value") or (str(self.chance.randint(0, 5)) if at.get("type") == "number" else "")
                self.put(at.get("form", ""), at["name"], value)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.into = None
        elif tag == "select" and self.select is not None:
            form, name, options = self.select
            self.put(form, name, self.chance.choice(options) if options else "")
            self.select = None

    def put(self, form: str, name: str, value: str) -> None:
        if form:
            self.beside.append((form, name, value))
        elif self.into is not None:
            self.into.fields.append((name, value))


def forms(html: str, chance: Random, kind: type[Reader] = Reader) -> list[Sent]:
    """Every form of a page, filled in by chance from what it offers."""
    reader = kind(chance)
    reader.feed(html)
    reader.close()
    for form, name, value in reader.beside:
        if form in reader.named:
            reader.named[form].fields.append((name, value))
    return reader.found


def mutate_form(fields: Sequence[tuple[str, str]], chance: Random) -> list[tuple[str, str]]:
    """A form with up to four things wrong."""
    found = list(fields)
    for _ in range(chance.choice((0, 1, 1, 2, 4))):
        at = chance.randrange(len(found) + 1)
        name = found[at][0] if at < len(found) else chance.choice(STRANGE)[:80]
        if name == "token" and chance.random() < 0.9:
            continue  # nothing else would be read
        match chance.randrange(5):
            case 0:
                found[at : at + 1] = []
            case 1:
                found += [found[at % len(found)]] * 20 if found else []
            case 2 if found:
                found[at : at + 1] = [(name, chance.choice(found)[1])]
            case _:
                found[at : at + chance.randrange(2)] = [(name, chance.choice(STRANGE))]
    return found
