"""The fields and files that a person has sent, checked like everything that comes from outside."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, unquote

from companion.data.rows import parse_whole_number
from companion.errors import InputError
from companion.sentences import join_with_commas

MOST_FIELD_CHARACTERS = 20_000  # characters of one field that are read; the longest is a typed map


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file that came with a form."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of a form, or of the query of an address."""

    fields: Mapping[str, Sequence[str]] = field(default_factory=dict)
    files: Mapping[str, SentFile] = field(default_factory=dict)

    def has(self, name: str) -> bool:
        """True when a field was sent with something in it, such as a ticked box."""
        return bool(self.text(name))

    def texts(self, name: str) -> tuple[str, ...]:
        return tuple(self.fields.get(name, ()))

    def text(self, name: str, default: str = "", most: int = MOST_FIELD_CHARACTERS) -> str:
        """The text sent under a name, without surrounding spaces; at most ``most`` characters."""
        sent = self.fields.get(name)
        text = sent[-1].strip() if sent else default
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
        """The one of several words that was sent under a name."""
        text = self.text(name)
        if not text and default is not None:
            return default
        if text not in choices:
            raise InputError("Choose one: {choices}.", choices=join_with_commas(choices))
        return text


def quote_table_name(name: str) -> str:
    """A table's name as one part of a path; ``unquote_table_name`` reads it again."""
    quoted = quote(name, safe="").replace("~", "%7E")
    if not quoted.strip("."):  # "." and ".." lead elsewhere
        quoted = quoted.replace(".", "%2E")
    return quoted.replace("%", "~")


def unquote_table_name(part: str) -> str:
    return unquote(part.replace("~", "%"), errors="replace")
