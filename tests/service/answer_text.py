"""Answers written out whole, as people read them and as programs get them, to stand in a golden file."""

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from companion.answers import Answer, Gap
from companion.codec import encode
from companion.sentences import Sentence

_HASH = re.compile(r"\b[0-9a-f]{32,64}\b|\b([0-9a-f]{4} ){3}[0-9a-f]{4}\b")
_TIME = re.compile(r"\d{4}-\d\d-\d\d-\d{6}(-\d{6})?")


def format_answer(answer: Answer, folder: Path | None = None, values: bool = True) -> str:
    """All that an answer holds, or its words alone; a folder is called ``HERE``, hashes and times are left out."""

    def hide_folder(text: str) -> str:
        return text if folder is None else text.replace(str(folder), "HERE")

    def format_value(value: Any) -> list[str]:
        return _format_json(
            json.loads(hide_folder(json.dumps(_simplify(value), ensure_ascii=False)))
        )  # whose lines hang on no path

    lines = [_format_line(each, format_value if values else _list_words) for each in answer.lines]
    lines += [f"no: {answer.refused}"] if answer.refused is not None else ["no"] if answer.negative else []
    lines += [f"notice: {each}" for each in answer.notices]
    lines += [f"file: {each}" for each in answer.files]
    lines += [f"remedy: {each}" for each in answer.remedies]
    if values and answer.outcome is not None:
        lines += format_value(answer.data)
    return _TIME.sub("(time)", _HASH.sub("(hash)", hide_folder("\n".join(lines) + "\n")))


def format_answers(
    answers: Mapping[str, Answer], folder: Path | None = None, whole: Collection[str] | None = None
) -> str:
    """Several answers, each below its name; with ``whole``, only those named in it have their values."""
    return "\n".join(
        f"=== {name}\n{format_answer(answer, folder, whole is None or name in whole)}"
        for name, answer in answers.items()
    )


def _list_words(value: Any) -> list[str]:
    """The sentences in a figure, or all of it where that is short."""
    plain = _simplify(value)
    lines = _format_json(plain)
    return lines if len(lines) <= 4 else [text for text in _list_texts(plain) if " " in text and "\n" not in text]


def _list_texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (Mapping, list)):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from _list_texts(each)


def _format_line(spoken: object, written: Callable[[object], list[str]]) -> str:
    if isinstance(spoken, Sentence):
        return str(spoken)
    if isinstance(spoken, Gap):
        return ""
    return "\n".join([f"[{type(spoken).__name__}]", *(f"    {line}" for line in written(spoken))])


def _simplify(value: Any) -> Any:
    """A value as JSON has it: every sentence is said, every share rounded, and a key is a text."""
    if isinstance(value, Sentence):
        return str(value)
    if isinstance(value, Mapping):
        return {str(_simplify(key)): _simplify(each) for key, each in value.items()}
    if is_dataclass(value) and type(value).__str__ is object.__str__:
        return {each.name: _simplify(getattr(value, each.name)) for each in fields(value)}
    value = encode(value)
    if isinstance(value, Mapping):
        return _simplify(value)
    if isinstance(value, (list, tuple)):
        return [_simplify(each) for each in value]
    if isinstance(value, (set, frozenset)):
        return sorted(map(_simplify, value), key=str)
    if isinstance(value, float):
        return round(value, 6)
    return value if isinstance(value, (str, int, type(None))) else str(value)


def _format_json(value: Any, before: str = "") -> list[str]:
    """JSON values: one line for each that fits, and one for a row of numbers."""
    line = f"{before}{json.dumps(value, ensure_ascii=False)}"
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if not any(isinstance(each, (dict, list, str)) for each in parts) or len(line) <= 120:
        return [line]
    named = value.items() if isinstance(value, dict) else (("-", each) for each in value)
    lines = [before.rstrip()] if before else []
    indent = "  " if before else ""
    for name, each in named:
        lines += [f"{indent}{line}" for line in _format_json(each, f"{name}: " if name != "-" else "- ")]
    return lines
