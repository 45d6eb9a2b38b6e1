"""The door the phones knock at: a port that is bound before anything is promised."""

import errno
import os
import socket
from ipaddress import ip_address

from companion.errors import InputError

USUAL = 8642  # the port where nobody says otherwise: the same every week, so that a phone's bookmark holds
_TRIED = 10  # ports after the usual one that are tried before any free one


def open_door(host: str, port: int | None, last: int | None = None) -> socket.socket:
    """Listen on the port that was asked for, else on the one of last time, the usual one, or any free one."""
    if port is not None:
        try:
            return listen(host, port)
        except OSError as error:
            raise _closed(port, error) from None
    for each in (*(() if last is None else (last,)), *range(USUAL, USUAL + _TRIED), 0):
        try:
            return listen(host, each)
        except OSError as error:
            failure = error
    raise _closed(0, failure)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there, both kinds of address for an IPv6 one; it is not handed to children."""
    six = ":" in host
    door = socket.socket(socket.AF_INET6 if six else socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "nt":  # there, reuse would let two programs answer at one port
            door.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if six:
            both = ip_address(host).is_unspecified
            door.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(not both))
        door.bind((host, port))
        door.listen(256)
    except BaseException:
        door.close()
        raise
    door.setblocking(False)
    return door


def _closed(port: int, error: OSError) -> InputError:
    if error.errno == errno.EADDRINUSE:
        return InputError(
            "Port {port} is taken by another program; name another one, or none for a free one.", port=port
        )
    if error.errno == errno.EADDRNOTAVAIL:
        return InputError("This computer does not have the address that was named.")
    return InputError("Port {port} cannot be used: {reason}.", port=port, reason=error.strerror)
