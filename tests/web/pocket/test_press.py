"""What is printed in a phone's browser: the bytes of the command, with and without a line."""

import re
from base64 import b64decode
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.cli.test_main import companion
from tests.web.pocket.inside import hands, tap

DOWNLOAD = """async path => {
    const url = new URL(path, location.origin).href;
    const { got } = await companionSend({ method: "GET", url, body: null });
    return btoa(Array.from(got.body, each => String.fromCharCode(each)).join(""));
}"""

ASK = """async path => {
    const url = new URL(path, location.origin).href;
    const { html } = await companionSend({ method: "GET", url, body: null });
    return html;
}"""

ORDERS: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "all of Honshu, in French": ({"game": "honshu", "language": "fr"}, ("honshu",)),
    "Letter, in French": (
        {"game": "hogen", "language": "fr", "paper": "letter"},
        ("hogen", "--paper", "letter"),
    ),
    "folded, in French": ({"game": "hogen", "language": "fr", "sides": "fold"}, ("hogen", "--sides", "fold")),
    "low ink": (
        {"game": "honshu", "part": "map-cards", "ink": "low"},
        ("honshu", "--only", "map-cards", "--ink", "low"),
    ),
    "a single card": ({"game": "honshu", "cards": "17"}, ("honshu", "--cards", "17")),
    "provinces of Shogun": (
        {"game": "shogun", "part": "province-cards"},
        ("shogun", "--only", "province-cards"),
    ),
}
"""What a form says, and the command that says the same."""


def printed(page: Page, form: dict[str, str]) -> dict[str, bytes]:
    """The files of an order, by their names."""
    hands(page)
    status, shown, html = tap(page, "/print", [*form.items()])
    assert status == 200, html
    html = page.evaluate(ASK, shown)  # answered when it is done
    found = dict.fromkeys(re.findall(r'href="(/print/[0-9a-f]+/file/[^"]+)"', html))
    assert found, html
    return {path.rpartition("/")[2]: b64decode(page.evaluate(DOWNLOAD, path)) for path in found}


def known(file: bytes) -> tuple[int, str]:
    """By what a file is known: two of them are too long to be told apart by their bytes."""
    return len(file), sha256(file).hexdigest()


@pytest.mark.parametrize("order", ORDERS)
def test_the_same_order_gives_the_bytes_of_the_command(home: Page, tmp_path: Path, order: str) -> None:
    form, words = ORDERS[order]
    words = ("print", *words, "--lang", form.get("language", "en"), "-o", str(tmp_path))
    done = companion(*words)
    assert done.returncode == 0, done.stdout
    expected = {file.name: known(file.read_bytes()) for file in tmp_path.glob("*.pdf")}
    assert expected
    got = printed(home, {"language": "en", **form})
    assert {name: known(file) for name, file in got.items()} == expected
