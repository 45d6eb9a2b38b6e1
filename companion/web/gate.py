"""What stands before every page: who may come in, how much is read, what a browser is told to refuse."""

import asyncio
import hmac
import ipaddress
from collections.abc import Mapping, MutableMapping
from typing import Any
from urllib.parse import SplitResult, parse_qsl, urlsplit

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.requests import ClientDisconnect, Request

from companion.errors import InputError, Refused
from companion.web.form import Form, SentFile
from companion.web.house import House
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
"""What goes with every answer."""

WITH_CAMERA = {"permissions-policy": "camera=(self), geolocation=(), microphone=()"}
"""What goes with a page that looks through the camera."""

_MOST_SENT_FIELDS = 500
_PATIENCE = 15.0  # seconds that a form may take to arrive; a large file has a second more for each 100 kB
_SLOWEST = 100_000  # bytes a second
_MOST_SENT_FILES = 4
_LONGEST_FILE_NAME = 80  # of a file, as it is shown again


class Stalled(InputError):
    """A form that did not arrive in time; its page is not shown again, for nobody may still be there."""


def right_host(request: Request, house: House) -> bool:
    """True when the page was asked for under a name of ours.

    A plain address is always ours: only by a name of their own can strangers make a browser in the house
    send its cookies here.
    """
    host = _split(f"//{request.headers.get('host', '')}").hostname or ""
    if host == "localhost" or host in house.settings.hosts:
        return True
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _split(address: str) -> SplitResult:
    """An address in its parts; nothing of one that is none."""
    try:
        return urlsplit(address)
    except ValueError:
        return SplitResult("", "", "", "", "")


def check_origin(request: Request, house: House, visitor: Visitor | None, form: Form) -> None:
    """Refuse a form that no page of ours has sent."""
    sent = request.headers.get("origin") or request.headers.get("referer") or ""
    ours = not sent or _split(sent).netloc == request.headers.get("host", "")
    token = form.text("token")
    known = visitor is None or hmac.compare_digest(token.encode(), house.token(visitor.id).encode())
    if not ours or not known or request.headers.get("sec-fetch-site") == "cross-site":
        raise Refused(
            "This form is not from a page of this table; open the page again and send it from there."
        )


def check_path(path: str) -> None:
    """Refuse to lead elsewhere than to a page of ours."""
    if not path.startswith("/") or path.startswith(("//", "/\\")):
        raise InputError("That address is not one of this table.")


def read_query(request: Request) -> Form:
    """The fields behind the question mark."""
    return _parsed(request.url.query)


async def read_form(request: Request, limit: int, files: bool) -> Form:
    """The fields that were sent, at most so many bytes of them."""
    kind, _, sort = request.headers.get("content-type", "").partition(";")
    kind = kind.strip().lower()
    read = 0
    parts: list[bytes] = []
    try:
        async with asyncio.timeout(_PATIENCE + limit / _SLOWEST):
            async for part in request.stream():
                read += len(part)
                if read > limit:
                    raise InputError("That is too much to send; {limit} kB are taken.", limit=limit // 1000)
                parts.append(part)
    except TimeoutError:
        raise Stalled("What was sent did not arrive in time; send it again.") from None
    except ClientDisconnect:  # in the middle of it; nobody hears the answer
        raise _no_form() from None
    body = b"".join(parts)
    if kind == "application/x-www-form-urlencoded":
        return _parsed(body)
    # No browser names a character set for a form of parts; some would yield texts that cannot be written.
    if kind == "multipart/form-data" and files and "charset" not in sort.lower():
        return await _read_files(request, body)
    if body:
        raise _no_form()
    return Form()


async def _read_files(request: Request, body: bytes) -> Form:
    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    try:
        read = await Request(request.scope, receive).form(
            max_files=_MOST_SENT_FILES, max_fields=_MOST_SENT_FIELDS, max_part_size=len(body) + 1
        )
    except (MultiPartException, HTTPException):
        raise _no_form() from None
    texts = [(name, value) for name, value in read.multi_items() if isinstance(value, str)]
    files = {}
    for name, value in read.multi_items():
        if isinstance(value, UploadFile):
            shown = "".join(each for each in value.filename or "" if each.isprintable())
            files[name] = SentFile(shown[:_LONGEST_FILE_NAME], await value.read())
    await read.close()
    return Form(_form(texts).fields, files)


def _parsed(sent: str | bytes) -> Form:
    try:
        text = sent if isinstance(sent, str) else sent.decode()
        return _form(parse_qsl(text, keep_blank_values=True, max_num_fields=_MOST_SENT_FIELDS))
    except ValueError:
        raise _no_form() from None


def _form(pairs: list[tuple[str, str]]) -> Form:
    fields: dict[str, list[str]] = {}
    for name, value in pairs:
        fields.setdefault(name, []).append(value)
    return Form(fields)


def _no_form() -> InputError:
    return InputError("What was sent is not a form that can be read.")
