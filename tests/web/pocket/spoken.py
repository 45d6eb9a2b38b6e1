"""What the pages of a phone say in one language: French, and German or English with other seeds of a run."""

import re
from collections.abc import Iterable
from functools import cache

from playwright.sync_api import Page, expect

from companion.data.catalogue import LANGUAGES, language
from companion.sentences import say, say_count
from tests.choice import SEED
from tests.web.browser.looking import NARROW, run_looks
from tests.web.test_words import english, entries_of

LANGUAGE = ("fr", "de", "en")[SEED % len(LANGUAGES)]
"""The language that is spoken here; with another seed another one."""

NAMES = {"english", "français", "deutsch", "plain", "friday", "title"}
"""Languages in their own words, the folder of a deck that is begun, tables, an element of a face."""

WORD = re.compile(r"[^\W\d_]{3,}")

TYPED = re.compile(r"[a-z-]+=[a-z-]+")
"""A ruling as it is typed in every language."""

SPOKEN = """() => {
    const all = [], walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    const other = `[lang]:not([lang=${document.documentElement.lang}])`;
    while (walk.nextNode()) {
        const { data, parentElement } = walk.currentNode;
        if (!parentElement.closest(`script, style, ${other}`)) all.push(data);
    }
    for (const name of ["aria-label", "alt", "placeholder", "title", "data-percent"]) {
        for (const each of document.querySelectorAll(`[${name}]`)) all.push(each.getAttribute(name));
    }
    return all.map(each => each.trim().replace(/\\s+/g, " ")).filter(Boolean);
}"""
"""Every text of a page, also what is not seen now."""


def translate_sentence(template: str, **fields: str) -> str:
    """Translate a sentence into the language of these tests."""
    return say(template, **fields).translate(language(LANGUAGE))


def translate_count(template: str, count: int, **fields: int) -> str:
    """Translate a sentence with a count into the language of these tests."""
    return say_count(template, count, **fields).translate(language(LANGUAGE))


def _split_words(text: str) -> set[str]:
    return {*WORD.findall(TYPED.sub("", text).lower())}


def _words(code: str) -> set[str]:
    """All words of our sentences in a language."""

    def find_words(texts: Iterable[str]) -> set[str]:
        return {word.lower() for text in texts for word in WORD.findall(re.sub(r"\{\w*\}", " ", text))}

    if code in LANGUAGES[:1]:
        return find_words(each for entry in entries_of(LANGUAGES[1]) for each in (entry.msgid, entry.msgid_plural))
    return find_words(each for entry in entries_of(code) for each in (entry.msgstr, *entry.msgstr_plural.values()))


@cache
def foreign() -> set[str]:
    """Words that no sentence of this language has: English ones; for English those of all others."""
    others = LANGUAGES[1:] if LANGUAGE in LANGUAGES[:1] else LANGUAGES[:1]
    return set[str]().union(*map(_words, others)) - _words(LANGUAGE) - NAMES


def check_chosen_language(page: Page) -> None:
    """Check that a page, hidden texts too, is in the tested language and fits a narrow screen."""
    expect(page.locator("html")).to_have_attribute("lang", LANGUAGE)
    spoken = [each for each in page.evaluate(SPOKEN) if not each.endswith(".pdf")]  # named as by the command
    known = english(LANGUAGE) if LANGUAGE in LANGUAGES[1:] else set[str]()
    strange = [each for each in spoken if each in known or foreign() & _split_words(each)]
    assert not strange, strange
    size = page.viewport_size
    page.set_viewport_size({"width": NARROW, "height": 640})
    found = run_looks(page, "wide", "cut", "torn")
    assert not found, found
    if size:
        page.set_viewport_size(size)
