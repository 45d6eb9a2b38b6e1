"""Checks before every page: host and origin, limits of forms and their fields, and the security headers."""

import asyncio
import hmac
import ipaddress
import logging
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlsplit

from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect, Request

from companion.data.rows import parse_whole_number
from companion.errors import InputError, Refused
from companion.sentences import join_with_commas
from companion.web.app_state import AppState
from companion.web.people import Visitor

HEADERS: Mapping[str, str] = {
    "content-security-policy": (
        "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self';"
        " font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""Headers of every response."""

CAMERA_HEADERS = {"permissions-policy": "camera=(self), geolocation=(), microphone=()"}
"""Headers of pages that use the camera."""

_MOST_SENT_FIELDS = 500
_PATIENCE = 15.0  # seconds that a form may take to arrive; a page with large files has more, by their limit
_HURRIED, _USUAL, _SLOWEST = 200_000, 100_000, 10_000  # bytes per second: of all, while others wait; of all; so far
_SILENCE = 20.0  # seconds in which nothing arrives
_MOST_SENT_FILES = 4
_LONGEST_FILE_NAME = 80  # characters of a file's name that are kept, with its ending


logging.getLogger("python_multipart").addHandler(logging.NullHandler())  # bad forms are answered, not logged

MOST_FIELD_CHARACTERS = 20_000  # limit of a field; the longest is a typed map


@dataclass(frozen=True, slots=True)
class SentFile:
    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of a form, or of the query of an address."""

    fields: Mapping[str, Sequence[str]] = field(default_factory=dict)
    files: Mapping[str, SentFile] = field(default_factory=dict)

    def has(self, name: str) -> bool:
        """True when a field was sent and is not empty, such as a ticked box."""
        return bool(self.text(name))

    def texts(self, name: str) -> tuple[str, ...]:
        return tuple(self.fields.get(name, ()))

    def text(self, name: str, default: str = "", most: int = MOST_FIELD_CHARACTERS) -> str:
        """The text sent under a name, without surrounding spaces; at most ``most`` characters."""
        values = self.fields.get(name)
        text = values[-1].strip() if values else default
        if len(text) > most:
            raise InputError("That is too long; the limit is {most} characters.", most=most)
        return text

    def number(self, name: str, least: int, most: int, default: int | None = None) -> int:
        """The whole number sent under a name; a field without a default must be filled."""
        text = self.text(name)
        if not text and default is not None:
            return default
        return parse_whole_number(text, least, most)

    def choice(self, name: str, choices: Sequence[str], default: str | None = None) -> str:
        """The choice sent under a name; an ``InputError`` for any other text."""
        text = self.text(name)
        if not text and default is not None:
            return default
        if text not in choices:
            raise InputError("Choose one: {choices}.", choices=join_with_commas(choices))
        return text


class FormTimeout(InputError):
    """A form that did not arrive in time."""


def is_own_host(request: Request, app_state: AppState) -> bool:
    """True when a page was requested under one of our host names or an IP address.

    IP addresses are safe: strangers need a host name of their own to make a browser of the local network send
    its cookies here (DNS rebinding).
    """
    host = _split_address(f"//{request.headers.get('host', '')}").hostname or ""
    if host == "localhost" or host in app_state.settings.hosts:
        return True
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _split_address(address: str) -> SplitResult:
    """The parts of an address; empty parts if it is invalid."""
    try:
        return urlsplit(address)
    except ValueError:
        return SplitResult("", "", "", "", "")


def check_origin(request: Request, app_state: AppState, visitor: Visitor | None, form: Form) -> None:
    """Refuse a form that was not sent from one of our pages."""
    origin = request.headers.get("origin") or request.headers.get("referer") or ""
    is_same = not origin or _split_address(origin).netloc == request.headers.get("host", "")
    token = form.text("token")
    is_known = visitor is None or hmac.compare_digest(token.encode(), app_state.make_token(visitor.id).encode())
    if not is_same or not is_known or request.headers.get("sec-fetch-site") == "cross-site":
        raise Refused("This form is not from a page of this table; open the page again and send it from there.")


def check_path(path: str) -> None:
    """Refuse a redirect to anything but one of our pages."""
    if not path.startswith("/") or path.startswith(("//", "/\\")):
        raise InputError("That address is not one of this table.")


def read_query(request: Request) -> Form:
    return _parse_form(request.url.query)


async def read_form(request: Request, limit: int, files: bool, are_others_waiting: Callable[[], bool]) -> Form:
    """Read the form that was sent, at most ``limit`` bytes of it, and sooner while others wait for its place."""
    kind, _, parameters = request.headers.get("content-type", "").partition(";")
    kind = kind.strip().lower()
    parts = _read_parts(request, limit, are_others_waiting)
    try:
        # No browser sends a charset with multipart forms; some would decode to texts that cannot be encoded.
        if kind == "multipart/form-data" and files and "charset" not in parameters.lower():
            return await _read_files(request, parts, limit)
        body = b"".join([part async for part in parts])
    except TimeoutError:
        raise FormTimeout("What was sent did not arrive in time; send it again.") from None
    except ClientDisconnect:  # the connection broke off; nobody gets the answer
        raise _make_form_error() from None
    if kind == "application/x-www-form-urlencoded":
        return _parse_form(body)
    if body:
        raise _make_form_error()
    return Form()


async def _read_parts(
    request: Request, limit: int, are_others_waiting: Callable[[], bool]
) -> AsyncGenerator[bytes, None]:
    size, begun, stream = 0, monotonic(), request.stream()
    length = request.headers.get("content-length", "")
    whole = min(int(length), limit) if length.isdecimal() else limit
    while True:
        most = whole / _HURRIED if are_others_waiting() else limit / _USUAL
        left = begun + _PATIENCE + min(most, size / _SLOWEST) - monotonic()
        if left <= 0:
            raise TimeoutError
        async with asyncio.timeout(min(_SILENCE, left)):
            part = await anext(stream, None)
        if part is None:
            return
        size += len(part)
        if size > limit:
            raise InputError("That is too much to send; the limit is {limit} kB.", limit=limit // 1000)
        yield part


async def _read_files(request: Request, parts: AsyncGenerator[bytes, None], limit: int) -> Form:
    most = {"max_files": _MOST_SENT_FILES, "max_fields": _MOST_SENT_FIELDS, "max_part_size": limit}
    parser = MultiPartParser(request.headers, parts, **most)
    parser.spool_max_size = limit  # no file on disk, which would be written a piece at a time in another thread
    try:
        parsed = await parser.parse()
    except MultiPartException:
        raise _make_form_error() from None
    texts = [(name, value) for name, value in parsed.multi_items() if isinstance(value, str)]
    files = {}
    for name, value in parsed.multi_items():
        if isinstance(value, UploadFile):
            safe_name = "".join(each for each in value.filename or "" if each.isprintable())
            files[name] = SentFile(safe_name[-_LONGEST_FILE_NAME:], await value.read())
    await parsed.close()
    return Form(_build_form(texts).fields, files)


def _parse_form(content: str | bytes) -> Form:
    try:
        text = content if isinstance(content, str) else content.decode()
        return _build_form(parse_qsl(text, keep_blank_values=True, max_num_fields=_MOST_SENT_FIELDS))
    except ValueError:
        raise _make_form_error() from None


def _build_form(pairs: list[tuple[str, str]]) -> Form:
    fields: dict[str, list[str]] = {}
    for name, value in pairs:
        fields.setdefault(name, []).append(value)
    return Form(fields)


def _make_form_error() -> InputError:
    return InputError("What was sent is not a form that can be read.")


def quote_table_name(name: str) -> str:
    """A table's name as one segment of a path; ``unquote_table_name`` is the inverse."""
    address = quote(name, safe="").replace("~", "%7E")
    if not address.strip("."):  # "." and ".." have a meaning in paths
        address = address.replace(".", "%2E")
    return address.replace("%", "~")


def unquote_table_name(part: str) -> str:
    return unquote(part.replace("~", "%"), errors="replace")
