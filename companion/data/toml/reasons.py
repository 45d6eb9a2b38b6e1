"""The faults of a file that is no TOML, in words of ours where Python's reader has English ones."""

from companion.sentences import Sentence, say

REASONS = {
    "Invalid value": say("a value was expected; a text wants quotes"),
    "Expected '=' after a key": say("a key wants a = and a value after it"),
    "Expected newline or end of document": say("something stands after the value or heading"),
    "Unterminated string": say("the quotes of a text are not closed"),
    "Illegal character": say("the quotes of a text are not closed, or a letter is not allowed here"),
    "Cannot overwrite a value": say("a key stands twice"),
    "Unclosed array": say("the brackets of a list are not closed"),
    "Expected ']": say("the brackets of a heading are not closed"),
}
"""By how Python's sentence begins."""


def said_reason(reason: str) -> Sentence | str:
    """The reason in our words; as it is where there are none."""
    return next((ours for begins, ours in REASONS.items() if reason.startswith(begins)), reason)
