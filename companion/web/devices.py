"""Which device an address belongs to: one device may have many addresses of its network."""

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

_HALF = 64  # bits of an IPv6 address that name a network; a device chooses the other half as it pleases


@lru_cache(maxsize=4096)
def device_of(host: str) -> str:
    """The device behind an address, as far as it can be told: an IPv6 address counts by its /64."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped or IPv6Network((int(address) >> _HALF << _HALF, _HALF)))
    return host


def is_loopback(host: str) -> bool:
    """True for this very computer; a door for both kinds of address calls it ``::ffff:127.0.0.1``."""
    try:
        return ip_address(host.partition("%")[0].removeprefix("::ffff:")).is_loopback
    except ValueError:
        return False
