"""The addresses at which phones reach this laptop, a free port, and checks for what could block phones.

Most laptops have several addresses: in the home network, of a cable, a virtual machine, a VPN. A wrong one in
the QR code is the commonest reason why joining fails; so all that could be right are shown, and no others.
"""

import errno
import http.client
import os
import re
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network
from pathlib import Path

from companion.answers import Answer
from companion.errors import CompanionError, InputError
from companion.extras import describe_install, is_installed
from companion.sentences import Sentence, say, shorten_text
from companion.service.backups import get_writable_store

USUAL = 8642  # the default port: the same every week, so that a phone's bookmark stays valid
_TRIED = 10  # ports tried from the usual one on, before any free one


def open_socket(host: str, port: int | None, last: int | None = None) -> socket.socket:
    """Listen on a given port, or else on the last used one, one from the usual one on, or any free one."""
    if port is not None:
        try:
            return listen(host, port)
        except OSError as error:
            raise _make_port_error(port, error) from None
    for each in (*(() if last is None else (last,)), *range(USUAL, USUAL + _TRIED), 0):
        try:
            return listen(host, each)
        except OSError as error:
            failure = error
    raise _make_port_error(0, failure)


def listen(host: str, port: int) -> socket.socket:
    """A non-blocking socket that listens at an address and port; at ``::``, for both IPv4 and IPv6."""
    six = ":" in host
    listener = socket.socket(socket.AF_INET6 if six else socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "nt":  # on Windows, reuse would let two programs share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if six:
            is_any = ip_address(host).is_unspecified
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(not is_any))
        listener.bind((host, port))
        listener.listen(256)
    except BaseException:
        listener.close()
        raise
    listener.setblocking(False)
    return listener


def _make_port_error(port: int, error: OSError) -> InputError:
    if error.errno == errno.EADDRINUSE:
        return InputError(
            "Port {port} is taken by another program; name another one, or none for a free one.", port=port
        )
    if error.errno == errno.EADDRNOTAVAIL:
        return InputError("This computer does not have the address that was named.")
    return InputError("Port {port} cannot be used: {reason}.", port=port, reason=error.strerror)


LOOPBACK = "127.0.0.1"

_UNREACHABLE = re.compile(
    r"docker|br-[0-9a-f]{12}|veth|virbr|lxc|lxd|cni|podman|flannel|cali|kube"
    r"|tun|tap|utun|wg|ppp|ipsec|tailscale|zt|zerotier|wireguard|openvpn|nordlynx|vpn",
    re.IGNORECASE,
)
"""Beginnings of the names of adapters that no phone can reach: containers, tunnels."""

_UNLIKELY = re.compile(r"vboxnet|virtualbox|vmnet|vmware|hyper-v|vethernet|virtual|bridge|vnic", re.IGNORECASE)
"""Parts of the names of adapters of virtual machines, and of a laptop that is itself the hotspot."""

_HOME = tuple(map(ip_network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))
"""Private networks, in the order in which homes most often use them."""

_AVAHI = Path("/run/avahi-daemon/socket")  # exists if a Linux laptop announces its name in the network


@dataclass(frozen=True, slots=True)
class LaptopAddress:
    """An address or name of this laptop, for phones to scan or type."""

    host: str
    adapter: str = ""
    hint: Sentence | None = None

    def url(self, port: int, path: str = "/", scheme: str = "http") -> str:
        return f"{scheme}://{self.format_host(port)}{path}"

    def format_host(self, port: int) -> str:
        return f"[{self.host}]:{port}" if ":" in self.host else f"{self.host}:{port}"


def list_adapters() -> tuple[tuple[str, str], ...]:
    """The name and IPv4 address of each network adapter of this laptop."""
    import ifaddr

    addresses = ((adapter, address) for adapter in ifaddr.get_adapters() for address in adapter.ips if address.is_IPv4)
    return tuple((str(adapter.nice_name), str(address.ip)) for adapter, address in addresses)


def find_outward_address() -> str:
    """This laptop's own address towards the internet, found without sending anything; empty if it has none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return ""


def list_candidates(
    adapters: Iterable[tuple[str, str]] | None = None, own_host: str | None = None, name: str | None = None
) -> tuple[LaptopAddress, ...]:
    """The addresses phones may try, the likeliest first; arguments left out are looked up on this laptop."""
    own_host = find_outward_address() if own_host is None else own_host
    ranked = []
    for adapter, host in list_adapters() if adapters is None else adapters:
        if (rank := _rank_address(adapter, host, own_host)) is not None:
            hint = say("second adapter; rarely the right one") if rank[0] else None
            ranked.append((rank, LaptopAddress(host, adapter, hint)))
    candidates = [address for _, address in sorted(ranked, key=lambda each: each[0])]
    name = _find_local_name() if name is None else name
    if candidates and name:
        candidates.append(LaptopAddress(name, hint=say("by name: iPhones and Macs")))
    return tuple(candidates)


def _rank_address(adapter: str, host: str, own_host: str) -> tuple[int, int, int, int] | None:
    """A sort key for addresses, the likeliest first; ``None`` for one that phones never reach."""
    address = IPv4Address(host)
    if address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast:
        return None
    if _UNREACHABLE.match(adapter):
        return None
    home = next((rank for rank, network in enumerate(_HOME) if address in network), len(_HOME))
    is_unlikely = bool(_UNLIKELY.search(adapter)) and host != own_host
    return int(is_unlikely), int(home == len(_HOME)), int(host != own_host), home


def _find_local_name() -> str:
    """The name ending in ``.local`` that this laptop announces in its network; empty if it announces none."""
    if sys.platform != "darwin" and not _AVAHI.exists():
        return ""
    label = socket.gethostname().partition(".")[0]
    return f"{label}.local" if re.fullmatch(r"[A-Za-z0-9-]{1,63}", label) else ""


def parse_address(text: str) -> LaptopAddress:
    """Parse an address given by the user: an IP address or a name, without ``http`` and port."""
    host = text.strip().strip("[]")
    with suppress(ValueError):
        return LaptopAddress(str(ip_address(host)))
    if re.fullmatch(
        r"(?=.{1,253}$)[A-Za-z0-9][A-Za-z0-9-]{0,62}([.][A-Za-z0-9][A-Za-z0-9-]{0,62})*", host
    ) and not re.fullmatch(r"[0-9.]+", host):
        return LaptopAddress(host.lower())
    raise InputError(
        "'{typed}' is not an address; write one such as 192.168.1.20 or laptop.local, without http and port.",
        typed=shorten_text(text, 80),
    )


Run = Callable[[Sequence[str]], str]
"""Runs a system program and returns its output; empty if the program is missing."""

_UFW = Path("/etc/ufw/ufw.conf")
_MAC = "/usr/libexec/ApplicationFirewall/socketfilterfw"


def run_program(words: Sequence[str]) -> str:
    """The output of a system program in lower case; empty if it is missing or takes too long."""
    try:
        process = subprocess.run(words, capture_output=True, text=True, timeout=4, check=False, errors="replace")
    except (OSError, subprocess.SubprocessError):
        return ""
    return process.stdout.strip().lower()


def firewall_advice(port: int, platform: str = sys.platform) -> Sentence:
    """What to do about the firewall on this operating system if no phone can connect."""
    if platform == "win32":
        return say(
            "Windows asks once whether Python may be reached: allow private networks. Later you "
            "find it under 'Allow an app through Windows Firewall'; the network itself must be "
            "set to 'private'."
        )
    if platform == "darwin":
        return say(
            "System Settings, Network, Firewall: switch it off for the evening, or let Python receive"
            " connections under Options."
        )
    return say("If a firewall is on: sudo ufw allow {port}/tcp, or sudo firewall-cmd --add-port={port}/tcp", port=port)


def find_firewall(port: int, platform: str = sys.platform, ask: Run = run_program, ufw: Path = _UFW) -> Sentence | None:
    """A sentence about a firewall that is on and may block phones; ``None`` if none is found."""
    if platform == "win32":
        if "public" in ask(["powershell", "-NoProfile", "-Command", "(Get-NetConnectionProfile).NetworkCategory"]):
            return say("Windows treats this network as public and lets nobody in.")
        return None
    if platform == "darwin":
        if "enabled" in ask([_MAC, "--getglobalstate"]):
            return say("The firewall of this Mac is on.")
        return None
    with suppress(OSError):  # if ufw is not installed
        if "enabled=yes" in ufw.read_text(encoding="utf-8", errors="replace").lower():
            return say(
                ("The firewall ufw is on; only an administrator can see whether it lets port {port} through."),
                port=port,
            )
    if ask(["firewall-cmd", "--state"]) == "running" and ask(["firewall-cmd", f"--query-port={port}/tcp"]) != "yes":
        return say("The firewall firewalld is on and does not let port {port} through.", port=port)
    return None


GOOD, DOUBT, BAD, HINT = "good", "doubt", "bad", "hint"

_FINDING_MARKS = {GOOD: "✓", DOUBT: "?", BAD: "✗", HINT: "·"}
_PROVIDER_NET = ip_network("100.64.0.0/10")  # addresses that internet providers share among customers
_WSL = Path("/proc/sys/kernel/osrelease")


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The result of one check, with advice if something is wrong."""

    check: str
    state: str
    text: Sentence
    advice: Sentence | None = None


def examine_laptop(
    store: Path | None,
    port: int | None = None,
    list_addresses: Callable[[], tuple[LaptopAddress, ...]] = list_candidates,
    firewall: Callable[[int], Sentence | None] = find_firewall,
) -> Answer:
    """Check everything that could block phones from a port, by default the usual one."""
    addresses = list_addresses()
    examined_port = port or USUAL
    findings = (
        _examine_network(addresses),
        *_examine_address(addresses),
        *_examine_port(examined_port, port is not None, addresses),
        _examine_firewall(examined_port, firewall),
        Diagnosis(
            "guest-network",
            HINT,
            say("Only a phone can tell: on a guest network, devices do not see each other."),
            say("Phones and laptop must be on the same network, not on the guest network or on mobile data."),
        ),
        _examine_extra(
            "https",
            "https",
            say("https is possible; phones then keep the screen awake."),
            say("Without one more package there is no https; phones then fall asleep as usual."),
        ),
        _examine_extra(
            "photos", "photo", say("Photos of maps can be read."), say("The photo reader for maps is not installed.")
        ),
        _examine_store(store),
    )
    lines = list[Sentence]()
    for each in findings:
        lines.append(say("{mark} {sentence}", mark=_FINDING_MARKS[each.state], sentence=each.text))
        lines += [say("    {advice}", advice=each.advice)] if each.advice is not None else []
    data = {"addresses": [address.host for address in addresses], "port": examined_port, "checks": findings}
    return Answer(data, tuple(lines), negative=any(each.state == BAD for each in findings))


def _examine_network(addresses: tuple[LaptopAddress, ...]) -> Diagnosis:
    if addresses and addresses[0].hint is None:
        return Diagnosis("network", GOOD, say("Phones find this laptop at {address}.", address=addresses[0].host))
    state, text = BAD, say("This laptop is not on a network that phones could share.")
    if addresses:
        text = say("Only an adapter of a virtual machine was found: {address}.", address=addresses[0].host)
        state = DOUBT
    return Diagnosis("network", state, text, say("Join the home network, or open a hotspot on a phone and join that."))


def _examine_address(addresses: tuple[LaptopAddress, ...], wsl: Path = _WSL) -> Iterator[Diagnosis]:
    ip = None
    with suppress(ValueError):
        ip = ip_address(addresses[0].host) if addresses else None
    if ip is not None and (ip in _PROVIDER_NET or not ip.is_private):
        line = say("{address} is not an address of a home network.", address=str(ip))
        warning = say("Others on this network may see the page, but not the table without its code.")
        yield Diagnosis("address", DOUBT, line, warning)
    with suppress(OSError):
        if "microsoft" in wsl.read_text(encoding="ascii", errors="replace").lower():
            line = say("Companion runs in Windows' Linux (WSL), whose network phones do not reach by themselves.")
            remedy = say("Run it in Windows itself, or set networkingMode=mirrored in .wslconfig.")
            yield Diagnosis("address", DOUBT, line, remedy)


def _examine_port(port: int, is_chosen: bool, addresses: tuple[LaptopAddress, ...]) -> Iterator[Diagnosis]:
    try:
        listener = listen("0.0.0.0", port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            line = say("Port {port} cannot be used: {reason}.", port=port, reason=error.strerror)
            yield Diagnosis("port", BAD, line, say("Name another one, from 1024."))
        elif is_companion_at("127.0.0.1", port):
            yield Diagnosis("port", GOOD, say("The table is open on port {port}.", port=port))
            yield from _examine_reach(port, addresses)
        else:
            notice = say("A free one is taken instead; phones' bookmarks miss it.")
            state, advice = (BAD, say("Name another one.")) if is_chosen else (DOUBT, notice)
            yield Diagnosis("port", state, say("Port {port} is taken by another program.", port=port), advice)
    else:
        with closing(listener):
            yield Diagnosis("port", GOOD, say("Port {port} is free.", port=port))
            yield from _examine_reach(port, addresses)


def _examine_reach(port: int, addresses: tuple[LaptopAddress, ...]) -> Iterator[Diagnosis]:
    if not addresses:
        return
    place = addresses[0].format_host(port)
    try:
        socket.create_connection((addresses[0].host, port), timeout=3).close()
    except OSError:
        line = say("This laptop does not reach itself at {place}.", place=place)
        yield Diagnosis("itself", BAD, line, firewall_advice(port))
    else:
        yield Diagnosis("itself", GOOD, say("This laptop reaches itself at {place}.", place=place))


def is_companion_at(host: str, port: int) -> bool:
    """True if a server at an address and port serves Companion's pages."""
    ssl_context = ssl._create_unverified_context()  # Companion's certificate is self-signed
    for url in (
        http.client.HTTPConnection(host, port, timeout=2),
        http.client.HTTPSConnection(host, port, timeout=2, context=ssl_context),
    ):
        with closing(url):
            try:
                url.request("GET", "/join", headers={"connection": "close"})
                if b"companion" in url.getresponse().read(20_000).lower():
                    return True
            except (OSError, http.client.HTTPException):
                continue
    return False


def _examine_firewall(port: int, firewall: Callable[[int], Sentence | None]) -> Diagnosis:
    if (on := firewall(port)) is not None:
        return Diagnosis("firewall", DOUBT, on, firewall_advice(port))
    return Diagnosis("firewall", GOOD, say("No firewall is known to keep phones out."))


def _examine_extra(check: str, extra: str, line: Sentence, missing: Sentence) -> Diagnosis:
    if is_installed(extra):
        return Diagnosis(check, GOOD, line)
    return Diagnosis(check, HINT, missing, describe_install(extra))


def _examine_store(store: Path | None) -> Diagnosis:
    try:
        return Diagnosis("store", GOOD, say("The tables are kept in {file}.", file=str(get_writable_store(store))))
    except CompanionError as error:
        return Diagnosis("store", BAD, error.sentence)
