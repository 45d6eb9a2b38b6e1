"""Pages of a person's PDF in a PDF of ours: each is one form, with all that it needs, as it was."""

import io
import zlib
from collections.abc import Iterable, Mapping
from typing import Any

from companion.limit import note_progress
from companion.press.frame.drawing import Drawing
from companion.press.frame.source_page import SourcePage
from companion.press.ink.reportlab_inside import PdfFile


class SourcePages:
    """Copies pages, and what several of them share once."""

    def __init__(self, file: PdfFile) -> None:
        self._file = file
        self._forms: dict[str, str] = {}
        self._known: dict[tuple[str, int], bytes] = {}
        self._waiting: list[tuple[str, Any]] = []

    def store_page(self, page: Drawing) -> str:
        """Store a page as a form in mm, y downward, and return the form's name."""
        assert isinstance(page, SourcePage)
        if page.digest in self._forms:
            return self._forms[page.digest]
        self._forms[page.digest] = name = f"s{len(self._forms)}"
        source, within = page.source, page.content_digest
        about = {"/Type": b"/XObject", "/Subtype": b"/Form", "/Matrix": _format_numbers(page.upright)}
        about |= {"/BBox": _format_numbers(page.box)}
        for key in ("/Resources", "/Group"):
            if key in source:
                about[key] = self._format(source.raw_get(key), within)
        drawn = source.get_contents()
        content = zlib.compress(drawn.get_data() if drawn is not None else b"")
        about["/Filter"] = b"/FlateDecode"
        layers = source.pdf.root_object
        if "/OCProperties" in layers and (within, 0) not in self._known:
            self._known[within, 0] = self._format(layers["/OCProperties"], within)
            self._file.set_layers(self._known[within, 0])
        while self._waiting:
            note_progress()
            goal, value = self._waiting.pop()
            self._file.write_bytes(goal, self._format(value, within))
        self._file.write_foreign_form(name, _format_stream(about, content))
        return name

    def _format(self, value: Any, within: str) -> bytes:
        """An object as bytes; those that it refers to are copied later."""
        from pypdf import generic

        match value:
            case generic.IndirectObject():
                key = within, value.idnum
                if key not in self._known:
                    name = f"copied.{within}.{value.idnum}"
                    self._known[key] = self._file.reserve_object(name)
                    self._waiting.append((name, value.get_object()))
                return self._known[key]
            case generic.StreamObject():
                # The bytes as they lie in the file; what pypdf offers besides would unpack them.
                return _format_stream(self._format_entries(value, within), value._data)
            case generic.DictionaryObject():
                return _format_mapping(self._format_entries(value, within))
            case generic.ArrayObject():
                return b"[" + b" ".join([self._format(each, within) for each in value]) + b"]"
            case _:
                goal = io.BytesIO()
                (value if value is not None else generic.NullObject()).write_to_stream(goal)
                return goal.getvalue()

    def _format_entries(self, value: Any, within: str) -> dict[str, bytes]:
        return {key: self._format(value.raw_get(key), within) for key in value if key not in _LEFT}


def _format_numbers(numbers: Iterable[float]) -> bytes:
    return b"[" + " ".join(f"{each:.6f}" for each in numbers).encode() + b"]"


def _format_mapping(entries: Mapping[str, bytes]) -> bytes:
    from pypdf.generic import NameObject

    return b"<<" + b" ".join(NameObject(key).renumber() + b" " + value for key, value in entries.items()) + b">>"


def _format_stream(entries: Mapping[str, bytes], content: bytes) -> bytes:
    about = _format_mapping({**entries, "/Length": b"%d" % len(content)})
    return about + b"\nstream\n" + content + b"\nendstream"


_LEFT = {"/Length", "/Parent", "/StructParent", "/StructParents", "/Metadata", "/PieceInfo"}
"""Entries that lead to the rest of a file, or that nothing shows."""
