"""The right address stands first; the port is the one asked for, else last week's, the usual one, any free one."""

import socket
from collections.abc import Iterator

import pytest

from companion.errors import InputError
from companion.web.serving import addresses as doors
from companion.web.serving.addresses import list_candidates, listen, open_socket, parse_address

LAPTOP = (
    ("lo", "127.0.0.1"),
    ("docker0", "172.17.0.1"),
    ("br-0a1b2c3d4e5f", "172.18.0.1"),
    ("veth12ab", "169.254.7.7"),
    ("tun0", "10.8.0.6"),
    ("tailscale0", "100.101.102.103"),
    ("vboxnet0", "192.168.56.1"),
    ("eth0", "169.254.3.4"),
    ("enp3s0", "10.0.0.7"),
    ("wlan0", "192.168.1.20"),
)


def list_hosts(*, outward: str = "", name: str = "", adapters=LAPTOP) -> list[str]:
    return [address.host for address in list_candidates(adapters, outward, name)]


def test_house_networks_come_first_and_tunnels_never() -> None:
    assert list_hosts() == ["192.168.1.20", "10.0.0.7", "192.168.56.1"]
    # The address to the world comes before others of its kind.
    assert list_hosts(outward="10.0.0.7") == ["10.0.0.7", "192.168.1.20", "192.168.56.1"]
    assert list_hosts(outward="10.8.0.6")[0] == "192.168.1.20"  # a tunnel to work


def test_windows_names_its_adapters_in_words() -> None:
    adapters = (
        ("VirtualBox Host-Only Ethernet Adapter", "192.168.56.1"),
        ("TAP-Windows Adapter V9", "10.8.0.2"),
        ("Hyper-V Virtual Ethernet Adapter", "172.28.0.1"),
        ("Intel(R) Wi-Fi 6 AX201 160MHz", "192.168.178.22"),
        ("Microsoft Wi-Fi Direct Virtual Adapter #2", "192.168.137.1"),
    )
    assert list_hosts(adapters=adapters)[0] == "192.168.178.22"
    assert "10.8.0.2" not in list_hosts(adapters=adapters)
    # A laptop that is the hotspot itself has nothing better, and speaks to the world from elsewhere.
    assert list_hosts(adapters=adapters[-1:]) == ["192.168.137.1"]


def test_adapters_that_are_rarely_right_have_a_hint() -> None:
    shown = list_candidates(LAPTOP, "", "laptop.local")
    assert [address.hint is None for address in shown] == [True, True, False, False]
    assert shown[-1].host == "laptop.local"
    assert list_candidates((("lo", "127.0.0.1"),), "", "laptop.local") == ()


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("192.168.1.20", "http://192.168.1.20:8642/"),
        (" laptop.local ", "http://laptop.local:8642/"),
        ("[fd00::2]", "http://[fd00::2]:8642/"),
    ],
)
def test_a_typed_address_gives_its_url(typed: str, url: str) -> None:
    assert parse_address(typed).url(8642) == url


@pytest.mark.parametrize("typed", ["", "http://laptop", "192.168.1.300", "a b", "laptop:80", "é.local", "x" * 300])
def test_an_invalid_address_is_refused(typed: str) -> None:
    with pytest.raises(InputError, match="is not an address"):
        parse_address(typed)


HERE = "127.0.0.1"


@pytest.fixture
def taken_port() -> Iterator[int]:
    with listen(HERE, 0) as door:
        yield door.getsockname()[1]


def get_port(door: socket.socket) -> int:
    with door:
        return int(door.getsockname()[1])


def test_a_port_that_cannot_be_opened_raises_one_sentence(taken_port: int) -> None:
    with pytest.raises(InputError, match=f"^Port {taken_port} is taken by another program; name another one"):
        open_socket(HERE, taken_port)
    with pytest.raises(InputError, match="does not have the address"):
        open_socket("198.51.100.7", 0)


def test_the_port_of_last_time_is_tried_first_and_any_free_one_last(
    taken_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = get_port(listen(HERE, 0))
    assert get_port(open_socket(HERE, None, free)) == free
    monkeypatch.setattr(doors, "USUAL", taken_port)
    monkeypatch.setattr(doors, "_TRIED", 1)
    assert get_port(open_socket(HERE, None, taken_port)) not in (0, taken_port)
