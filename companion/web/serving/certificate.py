"""The laptop's own certificate: with https, phones let a page keep the screen awake.

Only the laptop itself vouches for it, so every phone warns once; it is used for as long as it is valid.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from companion.data.files import write_bytes
from companion.errors import InputError
from companion.extras import describe_install, is_installed
from companion.paths import get_user_file

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

FILE = "certificate.pem"
_DAYS = 397  # days it holds; phones refuse some that hold longer
_SPARE = timedelta(days=7)  # it is made anew this long before it ends


def ensure_certificate(hosts: Collection[str], folder: Path | None = None, now: datetime | None = None) -> Path:
    """The file of certificate and key for these hosts; made where there is none that fits.

    Earlier hosts stay in it: phones of a group that plays in two houses are not warned anew each week.
    """
    if not is_installed("https"):
        raise InputError("https needs one more package. {how}", how=describe_install("https"))
    file, now = folder / FILE if folder else get_user_file("data", FILE), now or datetime.now(UTC)
    kept = _load_certificate(file)
    named: set[str] = set() if kept is None else _list_hosts(kept)
    if kept is not None and named >= {*hosts} and kept.not_valid_after_utc - _SPARE > now:
        return file
    write_bytes(file, _make_certificate(sorted(named | {*hosts}), now), overwrite=True, private=True, folders=True)
    return file


def _load_certificate(file: Path) -> Certificate | None:
    """The stored certificate; ``None`` if it cannot be read, or does not fit its key."""
    from cryptography.hazmat.primitives.serialization import load_pem_private_key
    from cryptography.x509 import load_pem_x509_certificate

    with suppress(OSError, ValueError, TypeError):
        text = file.read_bytes()
        if load_pem_private_key(text, None).public_key() == (kept := load_pem_x509_certificate(text)).public_key():
            return kept
    return None


def _list_hosts(kept: Certificate) -> set[str]:
    from cryptography.x509 import DNSName, IPAddress, SubjectAlternativeName

    names = kept.extensions.get_extension_for_class(SubjectAlternativeName).value
    return {str(name) for kind in (DNSName, IPAddress) for name in names.get_values_for_type(kind)}


def _make_certificate(hosts: Collection[str], now: datetime) -> bytes:
    """A new key and its certificate, as PEM text."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    def make_name(host: str) -> x509.GeneralName:
        try:
            return x509.IPAddress(ip_address(host))
        except ValueError:
            return x509.DNSName(host)

    key = ec.generate_private_key(ec.SECP256R1())
    own = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Companion")])
    made = (
        x509.CertificateBuilder()
        .subject_name(own)
        .issuer_name(own)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # for phones whose clock is slow
        .not_valid_after(now + timedelta(days=_DAYS - 1))
        .add_extension(x509.SubjectAlternativeName([make_name(host) for host in hosts]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ) + made.public_bytes(serialization.Encoding.PEM)
