"""Grammar of German: a narrow space before the percent sign; no word changes before a name."""

from collections.abc import Mapping

from companion.data.grammar import space_percents


def fix_spacing(text: str) -> str:
    """A text with a narrow no-break space before each percent sign."""
    return space_percents(text)


def adapt_words(template: str, _values: Mapping[str, object]) -> str:
    """The template unchanged: German words do not depend on the value that follows."""
    return template
