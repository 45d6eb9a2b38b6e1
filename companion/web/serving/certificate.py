"""The laptop's own certificate: with https, phones let a page keep the screen awake.

Nobody vouches for it but the laptop itself, so every phone warns once; it is kept as long as it holds.
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
from companion.extras import how_to_add, installed
from companion.paths import own_file

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

FILE = "certificate.pem"
_DAYS = 397  # days it holds; phones refuse some that hold longer
_SPARE = timedelta(days=7)  # it is made anew this long before it ends


def certificate_for(hosts: Collection[str], folder: Path | None = None, now: datetime | None = None) -> Path:
    """The file of certificate and key, for these addresses; made where there is none that fits.

    Those it was made for before stay in it: who plays in two houses is not asked anew each week.
    """
    if not installed("https"):
        raise InputError("https needs one more package. {how}", how=how_to_add("https"))
    file, now = folder / FILE if folder else own_file("data", FILE), now or datetime.now(UTC)
    kept = _kept(file)
    named: set[str] = set() if kept is None else _names(kept)
    if kept is not None and named >= {*hosts} and kept.not_valid_after_utc - _SPARE > now:
        return file
    write_bytes(file, _made(sorted(named | {*hosts}), now), overwrite=True, private=True, folders=True)
    return file


def _kept(file: Path) -> Certificate | None:
    """The certificate that is kept, if it can be read with its key."""
    from cryptography.hazmat.primitives.serialization import load_pem_private_key
    from cryptography.x509 import load_pem_x509_certificate

    with suppress(OSError, ValueError, TypeError):
        text = file.read_bytes()
        if (
            load_pem_private_key(text, None).public_key()
            == (kept := load_pem_x509_certificate(text)).public_key()
        ):
            return kept
    return None


def _names(kept: Certificate) -> set[str]:
    from cryptography.x509 import DNSName, IPAddress, SubjectAlternativeName

    names = kept.extensions.get_extension_for_class(SubjectAlternativeName).value
    return {str(name) for kind in (DNSName, IPAddress) for name in names.get_values_for_type(kind)}


def _made(hosts: Collection[str], now: datetime) -> bytes:
    """A new key and its certificate, as text."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    def name_of(host: str) -> x509.GeneralName:
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
        .add_extension(x509.SubjectAlternativeName([name_of(host) for host in hosts]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ) + made.public_bytes(serialization.Encoding.PEM)
