"""The schemas of JSON answers, held against every answer that a test is given.

As they are shipped they let names through that they do not know, for programs that outlive a version. Here
they are closed: a name that no schema knows is a fault.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from referencing import Registry, Resource

from companion.paths import templates
from companion.play.games import GAMES

SCHEMAS = templates() / "schemas" / "answers"
WHOLE = SCHEMAS / "answer.json"  # what every answer has
SHARED = {WHOLE, SCHEMAS / "no.json", SCHEMAS / "rulings.json"}  # of no command alone
HOME = "https://companion.example/"


def schema_of(command: str) -> Path:
    """The schema of a command."""
    words = command.split()
    if words[0] in GAMES:
        return SCHEMAS / words[0] / f"{'-'.join(words[1:])}.json"
    return SCHEMAS / f"{'-'.join(words)}.json"


def _closed(schema: Any) -> Any:
    """A part of a schema that lets no other name through, unless it says what others may be."""
    if isinstance(schema, list):
        return [_closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _closed(value) for key, value in schema.items()}
    if "type" in found and "properties" in found and isinstance(found["properties"], dict):
        found.setdefault("unevaluatedProperties", False)
    return found


@cache
def _registry() -> Registry:
    registry: Registry = Registry()
    for file in sorted(SCHEMAS.rglob("*.json")):
        schema = json.loads(file.read_text(encoding="utf-8"))
        if file != WHOLE:  # others hold it
            schema = {**_closed(schema), "unevaluatedProperties": False}
        name = HOME + file.relative_to(SCHEMAS).as_posix()
        registry = registry.with_resource(name, Resource.from_contents(schema))
    return registry


@cache
def _validator(file: Path) -> Draft202012Validator:
    return Draft202012Validator({"$ref": HOME + file.relative_to(SCHEMAS).as_posix()}, registry=_registry())


def fault(command: str, answer: Any) -> str:
    """What is wrong with the answer of a command; empty where it is as its schema says."""
    file = SCHEMAS / "no.json"
    if isinstance(answer, dict) and set(answer) - {"version", "not_shown"} == {"rulings"}:
        file = SCHEMAS / "rulings.json"
    elif isinstance(answer, dict) and not {"refused", "error"} & answer.keys():
        file = schema_of(command)
        if not file.exists():
            return f"no schema for {command}"
    wrong = best_match(_validator(file).iter_errors(answer))
    return "" if wrong is None else f"{file.name}: {wrong.json_path}: {wrong.message[:500]}"
