"""A certificate of one's own: made once, kept private, made anew only when it no longer fits."""

import ssl
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography.x509 import load_pem_x509_certificate

from companion.web.serving import server
from companion.web.serving.server import ensure_certificate

HOSTS = ("localhost", "127.0.0.1", "192.168.1.20")


def test_the_certificate_is_made_once_and_kept(tmp_path: Path) -> None:
    file = ensure_certificate(HOSTS, tmp_path / "companion")
    text = file.read_bytes()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(file)
    assert ensure_certificate(HOSTS, tmp_path / "companion").read_bytes() == text
    assert ensure_certificate(("localhost",), tmp_path / "companion").read_bytes() == text


def test_addresses_of_another_network_are_added_to_the_certificate(tmp_path: Path) -> None:
    first = ensure_certificate(HOSTS, tmp_path).read_bytes()
    second = ensure_certificate(("10.0.0.7", "laptop.local", "fd00::2"), tmp_path).read_bytes()
    assert first != second
    for hosts in (HOSTS, ("10.0.0.7",)):
        assert ensure_certificate(hosts, tmp_path).read_bytes() == second


def test_the_certificate_is_valid_from_yesterday_for_397_days(tmp_path: Path) -> None:
    """A phone whose clock is slow takes it; one from Apple takes none of more than 398 days."""
    now = datetime(2026, 5, 17, 20, 30, tzinfo=UTC)
    made = load_pem_x509_certificate(ensure_certificate(HOSTS, tmp_path, now).read_bytes())
    assert made.not_valid_before_utc == now - timedelta(days=1)
    assert made.not_valid_after_utc - made.not_valid_before_utc == timedelta(days=397)


def test_the_certificate_is_renewed_before_it_expires(tmp_path: Path) -> None:
    then = datetime.now(UTC) - timedelta(days=392)
    old = ensure_certificate(HOSTS, tmp_path, then).read_bytes()
    assert ensure_certificate(HOSTS, tmp_path).read_bytes() != old


def test_a_damaged_certificate_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / server.CERTIFICATE_FILE).write_bytes(b"-----BEGIN CERTIFICATE-----\nAA\n-----END CERTIFICATE-----\n")
    file = ensure_certificate(HOSTS, tmp_path)
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(file)


def test_the_certificate_file_is_still_called_certificate_pem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under another name a newer program would make a new one, and every phone would be warned again."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert ensure_certificate(HOSTS).name == "certificate.pem"
