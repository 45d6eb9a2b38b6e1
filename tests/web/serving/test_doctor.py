"""The doctor: each thing that could keep phones away is found, and said with what to do."""

import socketserver
import threading
from pathlib import Path
from typing import Any

import pytest

from companion.answers import Answer
from companion.sentences import say
from companion.web.serving import addresses
from companion.web.serving.addresses import LaptopAddress, examine_laptop, find_firewall, is_companion_at, listen
from tests.ports import find_free_port

HOME = LaptopAddress("127.0.0.1", "wlan0")  # what answers at every address of this machine answers here


def list_states(answer: Answer) -> dict[str, str]:
    assert isinstance(answer.data, dict)
    return {each["check"]: each["state"] for each in answer.data["checks"]}


def examine(tmp_path: Path, port: int | None, **more: Any) -> Answer:
    given = {"list_addresses": lambda: (HOME,), "firewall": lambda port: None, **more}
    return examine_laptop(tmp_path / "tables.sqlite", port, **given)


def test_the_doctor_finds_everything_good_on_a_healthy_laptop(tmp_path: Path) -> None:
    answer = examine(tmp_path, find_free_port())
    assert answer.yes
    assert list_states(answer) == {
        "network": "good",
        "port": "good",
        "itself": "good",
        "firewall": "good",
        "guest-network": "hint",
        "https": "good",
        "photos": "good",
        "store": "good",
    }
    assert not (tmp_path / "tables.sqlite").exists()  # a look makes nothing


SELDOM = LaptopAddress("127.0.0.1", "vboxnet0", say("second adapter; rarely the right one"))


@pytest.mark.parametrize(
    ("given", "check", "state"),
    [
        ({"list_addresses": tuple}, "network", "bad"),
        ({"list_addresses": lambda: (SELDOM,)}, "network", "doubt"),
        ({"firewall": lambda port: say("The firewall of this Mac is on.")}, "firewall", "doubt"),
    ],
)
def test_the_doctor_finds_what_could_keep_phones_away(
    tmp_path: Path, given: dict[str, Any], check: str, state: str
) -> None:
    answer = examine(tmp_path, find_free_port(), **given)
    assert list_states(answer)[check] == state
    assert answer.yes == (state == "doubt")


def test_the_doctor_doubts_an_address_outside_home_networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_examine_reach", lambda port, addresses: iter(()))
    answer = examine(tmp_path, find_free_port(), list_addresses=lambda: (LaptopAddress("100.64.3.4"),))
    assert list_states(answer)["address"] == "doubt"


def test_the_doctor_calls_a_taken_port_bad_unless_companion_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listen("0.0.0.0", 0) as door:
        taken = door.getsockname()[1]
        monkeypatch.setattr(addresses, "is_companion_at", lambda host, port: False)
        assert list_states(examine(tmp_path, taken))["port"] == "bad"
        monkeypatch.setattr(addresses, "USUAL", taken)
        answer = examine(tmp_path, None)
        assert list_states(answer)["port"] == "doubt"
        assert answer.yes
        monkeypatch.setattr(addresses, "is_companion_at", lambda host, port: True)
        assert list_states(examine(tmp_path, taken))["port"] == "good"


class Pages(socketserver.StreamRequestHandler):
    said = b""

    def handle(self) -> None:
        self.rfile.readline()
        self.wfile.write(b"HTTP/1.0 200 OK\r\n\r\n" + self.said)


def test_companion_pages_on_a_port_are_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Pages) as running:
        threading.Thread(target=running.serve_forever, args=(0.01,)).start()
        for page, ours in ((b"<title>Companion</title>", True), (b"a printer", False)):
            monkeypatch.setattr(Pages, "said", page)
            assert is_companion_at("127.0.0.1", running.server_address[1]) is ours
        running.shutdown()


def test_the_doctor_calls_an_unreadable_store_bad(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"not a store at all, and longer than its header" * 40)
    answer = examine(tmp_path, find_free_port())
    assert list_states(answer)["store"] == "bad"
    assert not answer.yes
    below = examine_laptop(
        tmp_path / "tables.sqlite" / "tables.sqlite", find_free_port(), lambda: (HOME,), lambda port: None
    )
    assert list_states(below)["store"] == "bad"


def test_a_package_that_is_missing_is_only_a_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "is_installed", lambda extra: False)
    answer = examine(tmp_path, find_free_port())
    assert (list_states(answer)["https"], list_states(answer)["photos"]) == ("hint", "hint")
    assert sum(" install " in str(line) for line in answer.lines) == 2
    assert answer.yes


def test_find_firewall_recognises_firewalld_ufw_and_macos(tmp_path: Path) -> None:
    ufw = tmp_path / "ufw.conf"

    def build_asker(*words: str):
        return lambda asked: words[-1] if "--state" not in asked else words[0]

    assert find_firewall(1, "linux", build_asker(""), ufw) is None
    assert "firewalld" in str(find_firewall(1, "linux", build_asker("running", "no"), ufw))
    assert find_firewall(1, "linux", build_asker("running", "yes"), ufw) is None
    ufw.write_text("# rules\nENABLED=yes\n")
    assert "ufw" in str(find_firewall(8642, "linux", build_asker(""), ufw))
    assert "Mac" in str(find_firewall(1, "darwin", build_asker("firewall is enabled. (state = 1)")))
    assert find_firewall(1, "darwin", build_asker("firewall is disabled.")) is None
    assert "public" in str(find_firewall(1, "win32", build_asker("public")))
    assert find_firewall(1, "win32", build_asker("private")) is None
