"""How a table is called in an address: its name, so that the address can be read and typed."""

from urllib.parse import quote, unquote


def path_name(name: str) -> str:
    """A table's name as one part of a path; ``named_in`` reads it again."""
    quoted = quote(name, safe="").replace("~", "%7E")
    if not quoted.strip("."):  # "." and ".." lead elsewhere
        quoted = quoted.replace(".", "%2E")
    return quoted.replace("%", "~")


def named_in(part: str) -> str:
    """The table's name in a part of a path."""
    return unquote(part.replace("~", "%"), errors="replace")
