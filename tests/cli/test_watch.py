"""``companion watch``: whom it lets look on, and what it shows while it is open."""

from pathlib import Path

import pytest

from companion.cli.table import table_opening
from companion.service.press.watch import DeckWatch
from companion.web.serving import table_opening as serving
from companion.web.serving.addresses import LaptopAddress
from tests.cli.calling import Call
from tests.press.decks import write_deck


class Stood:
    """A watch that nobody waits for."""

    port, code, url = 8700, "plum7", "http://127.0.0.1:8700/"
    addresses = (LaptopAddress("192.168.1.20"),)

    def __init__(self, watch: DeckWatch, port: int | None, everywhere: bool) -> None:
        self.given = (watch.language, port, everywhere)
        opened.append(self)

    def __enter__(self) -> "Stood":
        return self

    def __exit__(self, *problem: object) -> None:
        self.given += ("closed",)

    def join_url(self, address: LaptopAddress) -> str:
        return address.url(self.port, f"/join/{self.code}")

    def run(self) -> None:
        self.given += ("run",)


opened: list[Stood] = []


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ((), ("", None, False)),
        (("--lan",), ("", None, True)),
        (("--lang", "fr", "--port", "9000", "--no-browser"), ("fr", 9000, False)),
    ],
)
def test_a_deck_is_shown_to_phones_only_where_that_was_asked_for(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], given: tuple[object, ...]
) -> None:
    shown: list[str] = []
    opened.clear()
    monkeypatch.setattr(serving, "DeckHost", Stood)
    monkeypatch.setattr(table_opening, "open_browser", shown.append)
    left = call("watch", str(write_deck(tmp_path / "tiny")), *words)
    assert (left.code, left.err) == (0, "")
    assert opened[0].given == (*given, "run", "closed")
    assert shown == ([] if "--no-browser" in words else [Stood.url])
    assert ("/join/plum7" in left.out or "plum7" in left.out) == ("--lan" in words)
    assert left.out.index(Stood.url) < left.out.index("Ctrl-C ends the watch.")
    assert left.out.endswith("The watch has ended.\n")
