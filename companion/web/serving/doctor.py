"""Checks for what could keep phones away from the table, before friends arrive."""

import errno
import http.client
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from pathlib import Path

from companion.answers import Answer
from companion.errors import CompanionError
from companion.extras import describe_install, is_installed
from companion.sentences import Sentence, say
from companion.service.backups import get_writable_store
from companion.web.serving.addresses import (
    USUAL,
    LaptopAddress,
    find_firewall,
    firewall_advice,
    list_candidates,
    listen,
)

GOOD, DOUBT, BAD, HINT = "good", "doubt", "bad", "hint"

_MARKS = {GOOD: "✓", DOUBT: "?", BAD: "✗", HINT: "·"}
_SHARED = ip_network("100.64.0.0/10")  # addresses that a provider shares among many customers
_WSL = Path("/proc/sys/kernel/osrelease")


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    check: str
    state: str
    text: Sentence
    advice: Sentence | None = None


def examine(
    store: Path | None,
    port: int | None = None,
    found: Callable[[], tuple[LaptopAddress, ...]] = list_candidates,
    firewall: Callable[[int], Sentence | None] = find_firewall,
) -> Answer:
    """Check all that could keep phones away from a port, by default the usual one."""
    addresses = found()
    door = port or USUAL
    findings = (
        _examine_network(addresses),
        *_examine_address(addresses),
        *_examine_port(door, port is not None, addresses),
        _examine_firewall(door, firewall),
        Finding(
            "guest-network",
            HINT,
            say("Only a phone can tell: in a guest network, devices do not see each other."),
            say("Phones and laptop belong in the same network, not in the one for guests nor on mobile data."),
        ),
        _examine_https(),
        _examine_photos(),
        _examine_store(store),
    )
    lines = tuple(
        line
        for each in findings
        for line in (
            say("{mark} {sentence}", mark=_MARKS[each.state], sentence=each.text),
            *(() if each.advice is None else (say("    {advice}", advice=each.advice),)),
        )
    )
    data = {"addresses": [address.host for address in addresses], "port": door, "checks": findings}
    return Answer(data, lines, negative=any(each.state == BAD for each in findings))


def _examine_network(addresses: tuple[LaptopAddress, ...]) -> Finding:
    first = addresses[0] if addresses else None
    if first is not None and first.hint is None:
        return Finding("network", GOOD, say("Phones find this laptop at {address}.", address=first.host))
    state, text = BAD, say("This laptop is in no network that phones could share.")
    if first is not None:
        text = say("Only an adapter of a virtual machine was found: {address}.", address=first.host)
        state = DOUBT
    advice = say("Join the house network, or open a hotspot on a phone and join that.")
    return Finding("network", state, text, advice)


def _examine_address(addresses: tuple[LaptopAddress, ...], wsl: Path = _WSL) -> Iterator[Finding]:
    try:
        ip = ip_address(addresses[0].host) if addresses else None
    except ValueError:
        ip = None
    if ip is not None and (ip in _SHARED or not ip.is_private):
        yield Finding(
            "address",
            DOUBT,
            say("{address} is not an address of a house network.", address=str(ip)),
            say("Others in this network may see the page, but not the table without its code."),
        )
    try:
        inside = "microsoft" in wsl.read_text(encoding="ascii", errors="replace").lower()
    except OSError:
        inside = False
    if inside:
        yield Finding(
            "address",
            DOUBT,
            say("Companion runs in Windows' Linux (WSL), whose network phones do not reach by themselves."),
            say("Run it in Windows itself, or set networkingMode=mirrored in .wslconfig."),
        )


def _examine_port(port: int, wanted: bool, addresses: tuple[LaptopAddress, ...]) -> Iterator[Finding]:
    try:
        door = listen("0.0.0.0", port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE and is_companion_at("127.0.0.1", port):
            yield Finding("port", GOOD, say("The table is open at port {port}.", port=port))
        elif error.errno == errno.EADDRINUSE:
            taken = say("Port {port} is taken by another program.", port=port)
            instead = say("A free one is taken instead; phones' bookmarks miss it.")
            if wanted:
                yield Finding("port", BAD, taken, say("Name another one."))
            else:
                yield Finding("port", DOUBT, taken, instead)
            return
        else:
            told = say("Port {port} cannot be used: {reason}.", port=port, reason=error.strerror)
            yield Finding("port", BAD, told, say("Name another one, from 1024."))
            return
        yield from _examine_reach(port, addresses)
        return
    with closing(door):
        yield Finding("port", GOOD, say("Port {port} is free.", port=port))
        yield from _examine_reach(port, addresses)


def _examine_reach(port: int, addresses: tuple[LaptopAddress, ...]) -> Iterator[Finding]:
    if not addresses:
        return
    try:
        socket.create_connection((addresses[0].host, port), timeout=3).close()
    except OSError:
        yield Finding(
            "itself",
            BAD,
            say("This laptop does not reach itself at {place}.", place=addresses[0].format_host(port)),
            firewall_advice(port),
        )
    else:
        yield Finding(
            "itself", GOOD, say("This laptop reaches itself at {place}.", place=addresses[0].format_host(port))
        )


def is_companion_at(host: str, port: int) -> bool:
    """True when the pages that answer at a port are Companion's."""
    unchecked = ssl._create_unverified_context()  # our own certificate, which nobody vouches for
    for asked in (
        http.client.HTTPConnection(host, port, timeout=2),
        http.client.HTTPSConnection(host, port, timeout=2, context=unchecked),
    ):
        with closing(asked):
            try:
                asked.request("GET", "/join", headers={"connection": "close"})
                if b"companion" in asked.getresponse().read(20_000).lower():
                    return True
            except (OSError, http.client.HTTPException):
                continue
    return False


def _examine_firewall(port: int, firewall: Callable[[int], Sentence | None]) -> Finding:
    on = firewall(port)
    if on is None:
        return Finding("firewall", GOOD, say("No firewall is known to keep phones out."))
    return Finding("firewall", DOUBT, on, firewall_advice(port))


def _examine_https() -> Finding:
    if is_installed("https"):
        return Finding("https", GOOD, say("https is possible; phones then keep the screen awake."))
    return Finding(
        "https",
        HINT,
        say("Without one more package there is no https; phones then fall asleep as ever."),
        describe_install("https"),
    )


def _examine_photos() -> Finding:
    if is_installed("photo"):
        return Finding("photos", GOOD, say("Photos of maps can be read."))
    return Finding("photos", HINT, say("The photo reader for maps is not installed."), describe_install("photo"))


def _examine_store(store: Path | None) -> Finding:
    try:
        return Finding("store", GOOD, say("The tables are kept in {file}.", file=str(get_writable_store(store))))
    except CompanionError as error:
        return Finding("store", BAD, error.sentence)
