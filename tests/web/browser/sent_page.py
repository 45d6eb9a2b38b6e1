"""A page as it was sent, read without a browser: its headings and its forms."""

from collections.abc import Sequence
from dataclasses import dataclass
from html.parser import HTMLParser


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
    """

    def __init__(self, html: str, url: str = "") -> None:
        super().__init__()
        self.url = url
        self.language, self.headings = "", 0
        self.forms: list[Form] = []
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
        if tag == "form":
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

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._into = None
