"""A phone without a script: it follows the links and sends the forms of the pages it is given."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from tests.web.app_browser import AppBrowser


@dataclass
class SentForm:
    """A form with what is filled in already, or what a button or a link in it leads to."""

    action: str = ""
    posts: bool = False
    fields: dict[str, list[str]] = field(default_factory=dict)
    buttons: int = 0  # that send it, in it or beside it


class ReadPage(HTMLParser):
    """The forms of a page as they are filled in, what else they offer, and what can be tapped."""

    def __init__(self, html: str, url: str = "") -> None:
        super().__init__()
        self.url, self.language, self.headings = url, "", 0  # of the first rank
        self.forms: dict[str, SentForm] = {}
        self.taps: list[tuple[str, str, dict[str, str]]] = []  # words, the form's key or an address, its own
        self.offered: list[tuple[str, str, str]] = []  # the form's key, a name, and what may be chosen
        self._in = ""
        self._choice: list[str] = []
        self._select: tuple[str, ...] = ()  # none within a list of what may be typed
        self._words: list[str] | None = None
        self._senders: list[str] = []
        self.feed(html)
        self.close()
        for key, form in self.forms.items():
            form.buttons = self._senders.count(key)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        at = {name: value or "" for name, value in attrs}
        self.language = at.get("lang", "") if tag == "html" else self.language
        self.headings += tag == "h1"
        if tag == "button" and at.get("type") != "button":
            self._senders.append(at.get("form") or self._in)
        if tag == "form":
            self._in = at.get("id") or f"form {len(self.forms)}"
            self.forms[self._in] = SentForm(at.get("action", ""), at.get("method") == "post")
        elif tag in ("input", "textarea") and at.get("name") and (into := at.get("form") or self._in):
            self.offered.append((into, at["name"], at.get("value", "")))
            if at.get("type") not in ("radio", "checkbox") or "checked" in at:
                self.forms[into].fields.setdefault(at["name"], []).append(at.get("value", ""))
        elif tag == "select" and (into := at.get("form") or self._in):
            self._choice = self.forms[into].fields.setdefault(at["name"], [])
            self._select = into, at["name"]
        elif tag == "option" and self._select:
            self.offered.append((*self._select, at.get("value", "")))
            if "selected" in at or not self._choice:
                self._choice[:] = [at.get("value", "")]
        elif tag == "a" and "href" in at:
            self._begin(at, at["href"], "a")
        elif tag == "button" and "disabled" not in at:
            self._begin(at, at.get("form") or self._in, "button")

    def _begin(self, at: dict[str, str], leads: str, tag: str) -> None:
        self._words, self._tap = [at.get("aria-label", "")], (tag, leads, at)

    def handle_data(self, data: str) -> None:
        if self._words is not None:
            self._words.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._in = ""
        elif tag == "select":
            self._select = ()
        elif self._words is not None and tag == self._tap[0]:
            self.taps.append((" ".join(" ".join(self._words).split()), self._tap[1], self._tap[2]))
            self._words = None


class PlainBrowser:
    """One phone; taps and letters are counted.

    Attributes:
        page: The page it shows.
        url: The path of that page.
    """

    def __init__(self, client: AppBrowser) -> None:
        self.client, self.taps, self.page, self.url = client, 0, "", ""

    def scan(self, address: str) -> None:
        """Point the camera at a code: no tap of ours."""
        self._keep_answer(self.client.get(address))

    def tap(self, words: str, **typed: str) -> None:
        """Tap the first button or link that says so, after something was typed."""
        self.taps += 1
        read = ReadPage(self.page)
        leads, at = next((leads, at) for said, leads, at in read.taps if words in said)
        if "href" in at:
            self._keep_answer(self.client.get(leads))
            return
        form = read.forms[leads]
        assert set(typed) <= set(form.fields)
        data = {**form.fields, **{name: [text] for name, text in typed.items()}}
        if at.get("name"):
            data.setdefault(at["name"], []).append(at.get("value", ""))
        address = at.get("formaction") or form.action
        self._keep_answer(self.client.post(address, data=data) if form.posts else self.client.get(address))

    def _keep_answer(self, answer: Any) -> None:
        assert answer.status_code in (200, 422), answer.text
        self.page, self.url = answer.text, answer.url.path
