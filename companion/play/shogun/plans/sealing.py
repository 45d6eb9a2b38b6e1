"""A plan as it stands in a log: sealed with the table's own seed, so that no copy without the seed tells it.

Every sealed plan is equally long, and the same plan sealed twice looks different. Once the seed is revealed
anybody can open all of them, and see that the cards turned over are those that were laid.
"""

import hashlib
import hmac
import json

from companion.errors import InputError
from companion.rules.shogun.round.plans import Plan
from companion.table.log import canonical

_ROOM = 512  # bytes of a plan: eleven of the longest names, and more
_TAG = hashlib.sha256().digest_size


def seal_plan(plan: Plan, secret: str, place: str) -> str:
    """Seal a plan.

    Args:
        secret: What only the table knows: its seed and salt.
        place: Whose plan it is, of which round, and how often it was sealed: never the same twice.
    """
    text = canonical([dict(plan.cards), plan.bid]).encode().ljust(_ROOM)
    key = _key(secret)
    tag = hmac.digest(key, f"{place}\n".encode() + text, "sha256")
    return (tag + _mixed(text, key, tag)).hex()


def unseal_plan(sealed: str, secret: str, place: str) -> Plan:
    """Open a sealed plan."""
    key = _key(secret)
    try:
        whole = bytes.fromhex(sealed)
        tag, text = whole[:_TAG], _mixed(whole[_TAG:], key, whole[:_TAG])
    except ValueError:
        whole = tag = text = b""
    if len(whole) != _TAG + _ROOM or hmac.digest(key, f"{place}\n".encode() + text, "sha256") != tag:
        raise InputError("This plan was not sealed at this table.")
    cards, bid = json.loads(text)
    return Plan(cards, bid)


def _key(secret: str) -> bytes:
    return hashlib.sha256(f"plans\n{secret}".encode()).digest()


def _mixed(text: bytes, key: bytes, tag: bytes) -> bytes:
    """The text with a stream of bytes mixed in, or taken out again."""
    blocks = range(-(-len(text) // _TAG))
    stream = b"".join(hmac.digest(key, tag + number.to_bytes(4), "sha256") for number in blocks)
    return bytes(a ^ b for a, b in zip(text, stream, strict=False))
