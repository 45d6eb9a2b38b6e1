"""A TOML file: its values, and the line on which each stands."""

from typing import Any

from companion.errors import Place


class TomlDocument(dict[str, Any]):
    """The values of a TOML file, with its text."""

    def __init__(self, values: dict[str, Any], text: str) -> None:
        super().__init__(values)
        self.text = text

    def at(self, place: Place, *path: str | int) -> Place:
        """The place of a key in its file: its line, or that of the nearest mapping that holds it.

        The path has the keys on the way, and numbers of lists from 1: ``"component", 2, "name"``.
        """
        from companion.data.toml.lines import lines_of  # only where something is wrong

        known = lines_of(self.text)
        near = (path[:end] for end in range(len(path), 0, -1))
        return place._replace(row=next((known[each] for each in near if each in known), None))
