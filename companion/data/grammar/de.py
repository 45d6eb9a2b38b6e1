"""Rules of German: a narrow blank before the percent sign; no word changes for a name."""

from collections.abc import Mapping

from companion.data.grammar import percents_apart


def spaced(text: str) -> str:
    """A text whose percent signs stand a little apart."""
    return percents_apart(text)


def bordered(template: str, _values: Mapping[str, object]) -> str:
    """A template as it is."""
    return template
