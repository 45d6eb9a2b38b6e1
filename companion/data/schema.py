"""Checks of TOML and JSON documents against JSON Schemas.

``templates/schemas`` has one for each kind of file; editors that know JSON Schema use them to help
people with their own files. Only the keywords in use are supported; a test fails for any other.
"""

import json
import math
from collections.abc import Mapping
from functools import cache, partial, reduce
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from companion.data.files import TomlDocument, read_text, read_toml
from companion.data.vocabulary import suggest_words
from companion.errors import DeckError, InputError, Place
from companion.paths import assets, templates
from companion.sentences import Sentence, join_with_commas, say, shorten_text

Keys = tuple[str | int, ...]  # that lead to a value, with items of lists by number from 1
Schema = Mapping[str, Any]  # a JSON Schema, or a part of one
MOST_CARDS = 20_000  # the most cards of a deck; no game has so many
QUOTED = 80  # characters of a wrong value that a message quotes
LARGEST = 1e9  # no number in a file is larger; a length in mm beyond it is a mistake
_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
}


def check_card_count(count: int, place: Place) -> None:
    """Raise an error for more cards than a deck may have."""
    if count > MOST_CARDS:
        raise DeckError("the deck has more than {most} cards.", place=place, most=MOST_CARDS)


@cache
def load_schema(name: str) -> Schema:
    """The schema of a kind of file: ``deck``, ``face``, ``papers`` and so on."""
    return dict(json.loads((templates() / "schemas" / f"{name}.json").read_text(encoding="utf-8")))


def get_element_keys(kind: object) -> Schema:
    """The schemas of the keys of a kind of element; empty if there is no such kind."""
    keys: Schema = load_schema("face")["$defs"][kind]["properties"] if kind in _list_element_kinds() else {}
    return keys


@cache
def style_schema() -> Schema:
    """The schema of a deck's style: every key of any kind of element that a style can set."""
    keys = {key: each for kind in reversed(_list_element_kinds()) for key, each in get_element_keys(kind).items()}
    defaults = {key: each for key, each in keys.items() if key not in ("kind", "name", "style")}
    return {"properties": defaults, "additionalProperties": False, "$defs": load_schema("face")["$defs"]}


def _list_element_kinds() -> list[str]:
    return [each["$ref"].rpartition("/")[2] for each in load_schema("face")["properties"]["element"]["items"]["oneOf"]]


def check_document(
    document: Any,
    schema: Schema,
    place: Place,
    owner: str | Sentence,
    error: type[InputError] = DeckError,
    path: Keys = (),
) -> None:
    """Check a document, or its part at ``path``, against a schema; messages call it ``owner``."""
    part = reduce(lambda node, key: node[key], path, document)
    _Checker(schema, document, place, error).check_keys(part, schema, owner, path, is_complete=not path)


class _Checker(NamedTuple):
    root: Schema
    document: object
    place: Place
    error: type[InputError]

    def check_keys(
        self, mapping: Any, schema: Schema, owner: str | Sentence, path: Keys, head: str = "", is_complete: bool = False
    ) -> None:
        """Check the keys of a mapping; in a ``is_complete`` document, messages name the items of its lists."""
        if not isinstance(mapping, dict):
            raise self.build_error(
                "{owner} must be a table; it is '{value}'.", path, owner=owner, value=shorten_text(str(mapping), QUOTED)
            )
        schema = self._resolve_schema(schema, mapping, owner, path)
        keys: Mapping[str, Schema] = schema.get("properties", {})
        others = schema.get("additionalProperties")
        for key, value in mapping.items():
            if key in keys:
                self._check_value(value, keys[key], owner, (*path, key), head + key, is_complete)
            elif others:
                self._check_value(value, others, owner, (*path, key), head + key, False)
            else:
                self._refuse_key(key, keys, owner, path, head)
        either = [each["required"][0] for each in schema.get("anyOf", ())]
        missing = [
            key
            for key in schema.get("required", ())
            if key not in mapping or (not mapping[key] and "minLength" in keys[key])
        ]
        if either and not any(key in mapping for key in either):
            missing.append(either[0])
        for key in missing:
            example = keys[key].get("examples")
            if example:
                raise self.build_error(
                    "{owner} needs '{key}', such as {example}.", path, owner=owner, key=head + key, example=example[0]
                )
            raise self.build_error("{owner} needs '{key}'.", path, owner=owner, key=head + key)

    def build_error(self, template: str, path: Keys, **fields: object) -> InputError:
        """The error at a key, with its line if the document is a TOML file."""
        document = self.document
        place = document.get_place(self.place, *path) if isinstance(document, TomlDocument) else self.place
        return self.error(template, place=place, remedy="", **fields)

    def _resolve_schema(
        self, schema: Schema, value: object = None, owner: str | Sentence = "", path: Keys = ()
    ) -> Schema:
        """The schema behind a ``$ref``, or the one of ``oneOf`` that the ``kind`` of a mapping chooses."""
        while "$ref" in schema:
            schema = self.root["$defs"][schema["$ref"].rpartition("/")[2]]
        if "oneOf" not in schema:
            return schema
        choices = map(self._resolve_schema, schema["oneOf"])
        kinds = {choice["properties"]["kind"]["const"]: choice for choice in choices}
        kind = value.get("kind") if isinstance(value, dict) else None
        if kind is None:
            raise self.build_error("{owner} needs '{key}'.", path, owner=owner, key="kind")
        if not isinstance(kind, str) or kind not in kinds:
            close, path = ", ".join(suggest_words(str(kind), kinds)), (*path, "kind")
            if close:
                raise self.build_error(
                    "'{kind}' is not a kind of element; did you mean {names}?", path, kind=kind, names=close
                )
            raise self.build_error(
                "'{kind}' is not a kind of element; the kinds are {kinds}.",
                path,
                kind=shorten_text(str(kind), QUOTED),
                kinds=", ".join(kinds),
            )
        return kinds[kind]

    def _check_value(self, value: Any, schema: Schema, owner: str | Sentence, path: Keys, key: str, top: bool) -> None:
        schema = self._resolve_schema(schema) if "oneOf" not in schema else schema
        if not _is_valid(value, schema):
            raise self.build_error(
                "'{key}' of {owner} must be {kind}; it is '{value}'.",
                path,
                key=key,
                owner=owner,
                kind=_describe_schema(schema, value),
                value=shorten_text(str(value), QUOTED),
            )
        if isinstance(value, dict):
            self.check_keys(value, schema, owner, path, f"{key}.")
        for number, each in enumerate(value if isinstance(value, list) else (), 1):
            items = schema.get("items", {})
            first = self._resolve_schema(items.get("oneOf", (items,))[0])  # the first of several kinds
            if top and "properties" in first:
                self.check_keys(each, items, _format_item_name(key, number, each), (*path, number))
            else:
                self._check_value(each, items, owner, (*path, number), f"{key}.{number}", False)

    def _refuse_key(self, key: str, keys: Mapping[str, Schema], owner: str | Sentence, path: Keys, head: str) -> None:
        make_error = partial(self.build_error, path=(*path, key), key=head + key, owner=owner)
        close = ", ".join(suggest_words(key, keys))
        if close:
            raise make_error("'{key}' is not a key of {owner}; did you mean {names}?", names=close)
        raise make_error("'{key}' is not a key of {owner}; the keys are {names}.", names=", ".join(keys))


def _format_item_name(key: str, number: int, item: object) -> str:
    """The name of an item of a list in messages: ``component 2 (cards)``."""
    fields = item if isinstance(item, dict) else {}
    name = next((fields[known] for known in ("kind", "name", "printer") if isinstance(fields.get(known), str)), "")
    return f"{key} {number} ({name})" if name else f"{key} {number}"


def _is_valid(value: Any, schema: Schema) -> bool:
    """True for a value that fits a schema; values inside it are not checked."""
    if "const" in schema:
        return bool(value == schema["const"])
    types = schema.get("type", ())
    kinds = [each for name in ([types] if isinstance(types, str) else types) for each in _TYPES[name]]
    if (kinds and type(value) not in kinds) or value not in schema.get("enum", (value,)):
        return False
    if type(value) in (int, float):
        least, most = schema.get("minimum", -LARGEST), schema.get("maximum", LARGEST)
        return math.isfinite(value) and least <= value <= most
    if isinstance(value, list):
        return bool(schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)))
    return True


def _describe_schema(schema: Schema, value: Any) -> Sentence:
    """What a schema expects, in words; with bounds for a number that is beyond them."""
    if "enum" in schema:
        return say("one of {names}", names=join_with_commas(schema["enum"]))
    least, most = schema.get("minimum"), schema.get("maximum")
    types = schema.get("type", ())
    is_unbounded = type(value) in (int, float) and (isinstance(types, list) or not abs(value) <= LARGEST)
    if "number" in types and is_unbounded:
        least, most = (-LARGEST if least is None else least), (LARGEST if most is None else most)
        return say("a number from {least} to {most}", least=least, most=most)
    match types:
        case "string":
            return say("a text")
        case "boolean":
            return say("true or false")
        case ["integer", "string"]:
            return say(
                "a whole number up to {most}, or a text such as {example}", most=most, example=schema["examples"][0]
            )
        case "integer" if least:
            return say("a whole number from {least} to {most}", least=least, most=most)
        case "integer":
            return say("a whole number up to {most}", most=most)
        case "number" if most is not None:
            return say("a number from {least} to {most}", least=least, most=most)
        case "number" if least == 0:
            return say("a number from 0")
        case "number":
            return say("a number")
        case ["object", "string"]:
            return say("a text or a table")
        case ["array", "string"]:
            return say("a list such as {example}, or a text", example=schema["examples"][0])
        case "array" if "examples" in schema:
            return say("a list such as {example}", example=schema["examples"][0])
        case "array":
            return say("a list")
        case "object":
            return say("a table")
        case _:
            return say("a text or a number")


DOCUMENTS_FILE = "documents.json"  # among the assets: the faces of our own games, the papers and the palette, checked


@cache
def _load_kept(name: str) -> Mapping[str, str]:
    """What is kept in a file, as JSON by its hash: a line each, of which a print decodes a few."""
    lines = read_text(assets() / name, is_own=True).split("\n")[1:-2]
    return {line[1:17]: line[20:].rstrip(",") for line in lines}


def find_kept(name: str, kind: str, text: str) -> Any:
    """What is kept of a text, as a list where it was a tuple; ``None`` if nothing is."""
    kept = _load_kept(name).get(hash_kept(kind, text))
    return None if kept is None else json.loads(kept)


def hash_kept(kind: str, text: str) -> str:
    return sha256(f"{kind} {text}".encode()).hexdigest()[:16]


def find_document(file: Path) -> TomlDocument | None:
    """The document of one of our own TOML files, if it is kept."""
    if not (file.is_relative_to(templates()) or file.is_relative_to(assets())):
        return None
    kept = find_kept(DOCUMENTS_FILE, "document", text := read_text(file))
    return kept and TomlDocument(kept, text)


def read_document(file: Path, schema: str, kind: Sentence, place: Place | None = None) -> TomlDocument:
    """Read a TOML file and check it by a schema, unless it is kept."""
    if (document := find_document(file)) is None:
        document = read_toml(file, place)
        check_document(document, load_schema(schema), place or Place(file.name), kind)
    return document
