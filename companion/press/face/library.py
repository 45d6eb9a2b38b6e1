"""The faces of a deck, each file read once, completed by the faces that it extends."""

import os
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from companion.data.files import check_inside
from companion.data.vocabulary import suggest_words
from companion.errors import DeckError, Place
from companion.press.face.schema import Element, Face, read_face
from companion.press.face.typesetting import DeckResources
from companion.sentences import join_with_commas, say

DEEPEST = 20  # the longest chain of faces that extend one another


class FaceLibrary:
    """Reads faces from folders, searched in order; `styles` are those that elements may name."""

    def __init__(self, folders: Sequence[Path], styles: Mapping[str, Element], resources: DeckResources) -> None:
        self._folders, self._styles, self._resources = folders, styles, resources
        self._faces: dict[str, Face] = {}
        self._reading: list[str] = []

    def get_face(self, name: str) -> Face:
        """The face with this name; a `DeckError` if there is none."""
        if name not in self._faces:
            for folder in self._folders:
                files = [check_inside(folder, folder / f"{name}{suffix}") for suffix in (".toml", ".svg")]
                existing = [file for file in files if os.path.lexists(file)]
                if existing:
                    self._faces[name] = self._read_face(name, existing)
                    break
            else:
                raise self._refuse_name(name)
        return self._faces[name]

    def _refuse_name(self, name: str) -> DeckError:
        place = Place(file=str(self._folders[0]))
        close = suggest_words(name, sorted({file.stem for file in self._folders[0].glob("*.[ts][ov][mg]*")}))
        if close:
            sentence = "there is no face '{name}'; did you mean {names}?"
            return DeckError(sentence, place=place, name=name, names=join_with_commas(close))
        return DeckError("there is no face '{name}'.", place=place, name=name)

    def _read_face(self, name: str, files: Sequence[Path]) -> Face:
        if len(files) > 1:
            keys: dict[str, Any] = {"place": Place(file=files[0].name), "name": name, "file": files[1].name}
            raise DeckError("there are two faces '{name}', one written and one drawn; rename or remove {file}.", **keys)
        if files[0].suffix == ".toml":
            return read_face(name, files[0], self._styles, partial(self._read_base, name))
        from companion.press.face.drawing.boxes import read_drawn_face

        return read_drawn_face(name, files[0], self._styles, self._resources)

    def _read_base(self, name: str, base: str) -> Face:
        self._reading.append(name)
        try:
            chain = " > ".join((*self._reading, base))
            if base in self._reading:
                fault = say("a face extends itself: {faces}", faces=chain)
            elif len(self._reading) > DEEPEST:
                fault = say("more than {most} faces extend one another: {faces}", most=DEEPEST, faces=chain)
            else:
                return self.get_face(base)
            raise DeckError("{fault}.", place=Place(file=f"{name}.toml"), fault=fault)
        finally:
            self._reading.pop()
