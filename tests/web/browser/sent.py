"""A page as it was sent, read without a browser: its headings, its forms, and what only a script can use."""

from collections.abc import Sequence
from dataclasses import dataclass
from html.parser import HTMLParser

EMPTY = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
"""Elements that have no end."""


@dataclass
class Form:
    """A form, and whether somebody without script can send it.

    Attributes:
        posts: True if it changes something.
        tokens: How many fields in it carry the token.
        buttons: How many buttons send it, in it or beside it.
    """

    posts: bool
    tokens: int = 0
    buttons: int = 0


class SentPage(HTMLParser):
    """What stands in a page.

    Attributes:
        url: Where it was at last.
        language: It is said to be in.
        headings: How many of them are of the first rank.
        forms: All of them.
        idle: What does nothing without script if it is drawn: each with what it stands in, and their classes.
        styles: The stylesheets it asks for.
    """

    def __init__(self, html: str, url: str = "") -> None:
        super().__init__()
        self.url = url
        self.language, self.headings = "", 0
        self.forms: list[Form] = []
        self.idle: list[tuple[str, ...]] = []
        self.styles: list[str] = []
        self._open: list[tuple[str, str]] = []  # the name of an element, and how it is drawn
        self._into: Form | None = None
        self._named: dict[str, Form] = {}
        self._beside: list[str] = []
        self.feed(html)
        self.close()
        for name in self._beside:
            if name in self._named:
                self._named[name].buttons += 1

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        self.language = at.get("lang", "") if tag == "html" else self.language
        self.headings += tag == "h1"
        if tag == "link" and at.get("rel") == "stylesheet":
            self.styles.append(at["href"])
        elif tag == "form":
            self._into = Form(posts=at.get("method", "").lower() == "post")
            self._named[at.get("id", "")] = self._into
            self.forms.append(self._into)
        elif tag == "button" and at.get("type") != "button":
            if "form" in at:
                self._beside.append(at["form"])
            elif self._into is not None:
                self._into.buttons += 1
        elif tag == "input" and at.get("name") == "token" and self._into is not None:
            self._into.tokens += 1
        drawn = f"{tag}.{at.get('class', '')}" + "[hidden]" * ("hidden" in at)
        if self._is_idle(tag, at):
            self.idle.append((*(begun for _, begun in self._open), drawn))
        if tag not in EMPTY:
            self._open.append((tag, drawn))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._into = None
        names = [name for name, _ in self._open]
        if tag in names:
            del self._open[len(names) - 1 - names[::-1].index(tag) :]

    def _is_idle(self, tag: str, at: dict[str, str]) -> bool:
        if tag == "form":
            return "method" not in at and any(name == "main" for name, _ in self._open)
        return (tag == "button" and at.get("type") == "button") or (tag == "a" and at.get("href") == "#")
