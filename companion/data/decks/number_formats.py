"""Numbers as a spreadsheet shows them: ``0.00%``, ``#,##0 "gold"``, ``000``, ``d mmm yyyy``, ``[h]:mm``."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal

OF_SYSTEM = "[$-F800]yyyy-mm-dd"  # a date that each computer shows in its own way
_LONGEST = 255  # characters of a format that a spreadsheet accepts
_SECTION = re.compile(r'((?:"[^"]*"|\\.|\[[^\]]*\]|[^;])*)(?:;|$)')
_TOKEN = re.compile(
    r'(?P<quoted>"[^"]*"|\\.)|(?P<space>_.)|(?P<filled>\*.)|\[(?P<elapsed>h+|m+|s+)\]'
    r"|\[(?P<colour>(?!DBNum)[a-z]{3,} ?\d*)\]|(?P<currency>\[\$[^\]]*\])|(?P<general>General|@)|(?P<half>AM/PM|A/P)"
    r"|(?P<date>y+|m+|d+|h+|s+)|(?P<digits>[0#?.,]*[0#?][0#?.,]*)|(?P<unknown>[a-z\[])|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_STAMPS = {"yy": "%y", "yyyy": "%Y", "m": "%m", "mm": "%m", "mmm": "%b", "mmmm": "%B", "s": "%S", "ss": "%S"}
_STAMPS |= {"d": "%d", "dd": "%d", "ddd": "%a", "dddd": "%A", "h": "%H", "hh": "%H"}
_Token = tuple[str, str]  # its kind, and what it is


class UnknownFormat(ArithmeticError):
    """A format with more than is known here: fractions, conditions, months in other languages than English."""


def format_number(value: float, code: str, epoch: datetime) -> str:
    """A number in a format; dates are days since an epoch. An ``ArithmeticError`` where that is not possible."""
    if len(code) > _LONGEST:
        raise UnknownFormat
    sections = _SECTION.findall(code)[:-1] or [""]
    index = 1 if value < 0 and len(sections) > 1 else 2 if value == 0 and len(sections) > 2 else 0
    tokens = list(_split(sections[index]))
    kinds = [kind for kind, _ in tokens]
    if {"date", "elapsed", "half"} & {*kinds}:
        return _format_date(tokens, value, epoch)
    if kinds.count("digits") + kinds.count("general") > 1 or ("digits" in kinds and ("other", "/") in tokens):
        raise UnknownFormat
    number, result = abs(Decimal(repr(value))) * 100 ** tokens.count(("other", "%")), ""
    for kind, text in tokens:
        result += _format_digits(number, text) if kind == "digits" else f"{number:.15g}" if kind == "general" else text
    return f"-{result.strip()}" if value < 0 and not index and re.search("[1-9]", result) else result.strip()


def _split(section: str) -> Iterator[_Token]:
    """The tokens of a format for numbers of one sign."""
    language = ""
    for match in _TOKEN.finditer(section):
        kind = match.lastgroup or ""
        text = match[kind]
        if kind == "currency":  # with a language or without: [$€-407]
            text, _, language = text[2:-1].partition("-")
        names = kind == "date" and text[0] in "mMdD" and len(text) > 2
        if kind == "unknown" or language.startswith(("F", "x-")) or (names and not re.match("$|en|.*09$", language)):
            raise UnknownFormat
        text = {"quoted": text.strip('"').removeprefix("\\"), "space": " ", "filled": "", "colour": ""}.get(kind, text)
        yield kind, text


def _format_digits(number: Decimal, pattern: str) -> str:
    """A number in a pattern such as ``#,##0.00``; each comma at its end divides by a thousand."""
    plain = pattern.rstrip(",")
    integer, point, fraction = plain.partition(".")
    number = (number / 1000 ** (len(pattern) - len(plain))).quantize(Decimal(1).scaleb(-len(fraction)), ROUND_HALF_UP)
    digits, _, decimals = f"{number:f}".partition(".")
    fixed_decimals = fraction.rfind("0") + 1
    digits = digits.lstrip("0").rjust(integer.count("0"), "0")
    digits = re.sub(r"(?<=\d)(?=(\d{3})+$)", ",", digits) if "," in integer else digits
    return digits + point + decimals[:fixed_decimals] + decimals[fixed_decimals:].rstrip("0")


def _format_date(tokens: Sequence[_Token], value: float, epoch: datetime) -> str:
    seconds = round(value * 86400)
    moment = epoch + timedelta(days=1 <= value < 60 and epoch.year < 1900, seconds=seconds)  # Excel's 29 February 1900
    result, has_halves = "", any(kind == "half" for kind, _ in tokens)
    letters = [text[0].lower() if kind in ("date", "elapsed") else "" for kind, text in tokens]
    for at, (kind, text) in enumerate(tokens):
        if value < 0 or kind == "digits" or (kind == "date" and text.lower() not in _STAMPS):
            raise UnknownFormat
        if kind == "date":
            stamp = _STAMPS[text.lower()]
            if stamp == "%m" and ("".join(letters[:at]).endswith("h") or "".join(letters[at + 1 :]).startswith("s")):
                stamp = "%M"
            part = moment.strftime("%I" if has_halves and stamp == "%H" else stamp)
            result += part.removeprefix("0") if len(text) == 1 else part
        elif kind == "elapsed":
            result += f"{seconds // {'h': 3600, 'm': 60, 's': 1}[letters[at]]:0{len(text)}}"
        else:
            result += moment.strftime("%p")[: len(text) // 2] if kind == "half" else text
    return result
