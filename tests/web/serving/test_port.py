"""The port: the one asked for or a sentence, else last week's, the usual one, any free one."""

import socket
from collections.abc import Iterator

import pytest

from companion.errors import InputError
from companion.web.serving import addresses as doors
from companion.web.serving.addresses import listen, open_socket

HERE = "127.0.0.1"


@pytest.fixture
def taken() -> Iterator[int]:
    with listen(HERE, 0) as door:
        yield door.getsockname()[1]


def number(door: socket.socket) -> int:
    with door:
        return int(door.getsockname()[1])


def test_opening_a_taken_port_raises_one_sentence(taken: int) -> None:
    with pytest.raises(InputError, match=f"^Port {taken} is taken by another program; name another one"):
        open_socket(HERE, taken)


def test_opening_a_port_at_a_foreign_address_raises_one_sentence() -> None:
    with pytest.raises(InputError, match="does not have the address"):
        open_socket("198.51.100.7", 0)


def test_the_port_of_last_time_is_tried_first(taken: int) -> None:
    free = number(listen(HERE, 0))
    assert number(open_socket(HERE, None, free)) == free
    assert number(open_socket(HERE, None, taken)) != taken


def test_any_free_port_is_tried_last(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "USUAL", taken)
    monkeypatch.setattr(doors, "_TRIED", 1)
    assert number(open_socket(HERE, None)) not in (0, taken)


def test_a_port_can_be_used_again_at_once(taken: int) -> None:
    door = listen(HERE, 0)
    at = door.getsockname()[1]
    with socket.create_connection((HERE, at)):
        door.setblocking(True)
        door.accept()[0].close()
    door.close()
    assert number(open_socket(HERE, at)) == at
