"""The doctor: each thing that could keep phones away is found, and said with what to do."""

import socketserver
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.answers import Answer
from companion.sentences import say
from companion.web.serving import addresses
from companion.web.serving.addresses import LaptopAddress, examine, find_firewall, firewall_advice, is_companion_at
from tests.ports import free_port

HOME = LaptopAddress("127.0.0.1", "wlan0")  # what answers at every address of this machine answers here


@pytest.fixture
def free() -> int:
    return free_port()


def states(answer: Answer) -> dict[str, str]:
    assert isinstance(answer.data, dict)
    return {each["check"]: each["state"] for each in answer.data["checks"]}


def look(tmp_path: Path, port: int | None, **more: Any) -> Answer:
    given = {"found": lambda: (HOME,), "firewall": lambda port: None, **more}
    return examine(tmp_path / "tables.sqlite", port, **given)


def test_the_doctor_finds_everything_good_on_a_healthy_laptop(tmp_path: Path, free: int) -> None:
    answer = look(tmp_path, free)
    assert answer.yes
    assert states(answer) == {
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


def test_the_doctor_calls_a_missing_network_bad(tmp_path: Path, free: int) -> None:
    answer = look(tmp_path, free, found=tuple)
    assert not answer.yes
    assert states(answer)["network"] == "bad"
    assert "itself" not in states(answer)


def test_the_doctor_doubts_a_network_with_only_a_virtual_adapter(tmp_path: Path, free: int) -> None:
    seldom = LaptopAddress("127.0.0.1", "vboxnet0", say("second adapter; rarely the right one"))
    assert states(look(tmp_path, free, found=lambda: (seldom,)))["network"] == "doubt"


@pytest.mark.parametrize("host", ["100.64.3.4", "93.184.216.34"])
def test_the_doctor_doubts_an_address_outside_home_networks(
    tmp_path: Path, free: int, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "_examine_reach", lambda port, addresses: iter(()))
    assert states(look(tmp_path, free, found=lambda: (LaptopAddress(host),)))["address"] == "doubt"


def test_the_doctor_doubts_the_address_under_wsl(tmp_path: Path) -> None:
    (tmp_path / "osrelease").write_text("5.15.90.1-microsoft-standard-WSL2\n")
    assert [each.check for each in addresses._examine_address((HOME,), tmp_path / "osrelease")] == ["address"]


def test_the_doctor_calls_a_taken_port_bad_unless_companion_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with addresses.listen("0.0.0.0", 0) as door:
        taken = door.getsockname()[1]
        monkeypatch.setattr(addresses, "is_companion_at", lambda host, port: False)
        assert states(look(tmp_path, taken))["port"] == "bad"
        monkeypatch.setattr(addresses, "USUAL", taken)
        answer = look(tmp_path, None)
        assert states(answer)["port"] == "doubt"
        assert answer.yes
        monkeypatch.setattr(addresses, "is_companion_at", lambda host, port: True)
        assert states(look(tmp_path, taken))["port"] == "good"


class Pages(socketserver.StreamRequestHandler):
    said = b""

    def handle(self) -> None:
        self.rfile.readline()
        self.wfile.write(b"HTTP/1.0 200 OK\r\n\r\n" + self.said)


@pytest.fixture
def server() -> Iterator[socketserver.TCPServer]:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Pages) as running:
        threading.Thread(target=running.serve_forever, args=(0.01,)).start()
        yield running
        running.shutdown()


@pytest.mark.parametrize(("page", "ours"), [(b"<title>Companion</title>", True), (b"a printer", False)])
def test_companion_pages_on_a_port_are_recognised(
    server: socketserver.TCPServer, page: bytes, ours: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pages, "said", page)
    assert is_companion_at("127.0.0.1", server.server_address[1]) is ours


def test_the_doctor_calls_a_laptop_that_cannot_reach_itself_bad(tmp_path: Path, free: int) -> None:
    nobody = LaptopAddress("127.0.0.1")
    found = dict.fromkeys(each.check for each in addresses._examine_reach(free, (nobody,)) if each.state == "bad")
    assert list(found) == ["itself"]


def test_the_doctor_calls_an_unreadable_store_bad(tmp_path: Path, free: int) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"not a store at all, and longer than its header" * 40)
    answer = look(tmp_path, free)
    assert states(answer)["store"] == "bad"
    assert not answer.yes


def test_a_package_that_is_missing_is_only_a_hint(tmp_path: Path, free: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "is_installed", lambda extra: False)
    answer = look(tmp_path, free)
    assert (states(answer)["https"], states(answer)["photos"]) == ("hint", "hint")
    assert sum(" install " in str(line) for line in answer.lines) == 2
    assert answer.yes


def test_find_firewall_recognises_firewalld_ufw_and_macos(tmp_path: Path) -> None:
    ufw = tmp_path / "ufw.conf"

    def says(*words: str):
        return lambda asked: words[-1] if "--state" not in asked else words[0]

    assert find_firewall(1, "linux", says(""), ufw) is None
    assert "firewalld" in str(find_firewall(1, "linux", says("running", "no"), ufw))
    assert find_firewall(1, "linux", says("running", "yes"), ufw) is None
    ufw.write_text("# rules\nENABLED=yes\n")
    assert "ufw" in str(find_firewall(8642, "linux", says(""), ufw))
    assert "Mac" in str(find_firewall(1, "darwin", says("firewall is enabled. (state = 1)")))
    assert find_firewall(1, "darwin", says("firewall is disabled.")) is None
    assert "public" in str(find_firewall(1, "win32", says("public")))
    assert find_firewall(1, "win32", says("private")) is None


def test_firewall_advice_differs_for_windows_macos_and_linux() -> None:
    advice = {str(firewall_advice(8642, platform)) for platform in ("win32", "darwin", "linux")}
    assert len(advice) == 3
    assert any("8642/tcp" in each for each in advice)


def test_a_doubtful_firewall_comes_with_advice(tmp_path: Path, free: int) -> None:
    answer = look(tmp_path, free, firewall=lambda port: say("The firewall of this Mac is on."))
    assert states(answer)["firewall"] == "doubt"
    assert answer.yes
    assert any("allow" in str(line) or "firewall" in str(line).lower() for line in answer.lines)


@pytest.mark.skipif(not hasattr(stat, "S_ISVTX"), reason="permissions are different there")
def test_the_doctor_calls_a_store_below_a_file_bad(tmp_path: Path, free: int) -> None:
    (tmp_path / "house").write_text("")
    answer = examine(tmp_path / "house" / "tables.sqlite", free, lambda: (HOME,), lambda port: None)
    assert states(answer)["store"] == "bad"
