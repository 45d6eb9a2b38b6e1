"""Rows in several languages: the columns ``title.en`` and ``title.fr`` give ``title`` in each."""

from collections.abc import Collection, Iterable, Mapping

from companion.data.catalogue import LANGUAGES

CODES = {*LANGUAGES} | set(
    """
    af ar bg bn br ca co cs cy da de el en eo es et eu fa fi fr ga gd gl he hi hr hu hy id is it ja
    ka ko la lb lt lv mk mt nb nl nn no oc pl pt ro ru sk sl sq sr sv sw ta th tr uk ur vi zh
    """.split()  # noqa: SIM905 - a list would take sixty lines
)
"""Languages (ours, and those of ISO 639-1) that the end of a column's name may stand for."""


def find_languages(columns: Iterable[str]) -> set[str]:
    """The codes of the languages at the ends of column names."""
    return {code for head, _, code in (name.rpartition(".") for name in columns) if head and code in CODES}


def has_unmarked_language(columns: Collection[str]) -> bool:
    """True if a column without a language stands for English: ``title`` beside ``title.fr``, without ``title.en``."""
    pairs = (name.rpartition(".") for name in columns)
    return any(code in CODES and head in columns and f"{head}.en" not in columns for head, _, code in pairs)


def select_language(fields: Mapping[str, str], code: str) -> dict[str, str]:
    """The fields of a card that are in one language, by their names without the code.

    An empty cell is left out if there is a column without a language to use instead.
    """
    end = f".{code}"
    texts = ((name.removesuffix(end), text) for name, text in fields.items() if name.endswith(end))
    return {name: text for name, text in texts if text or name not in fields}
