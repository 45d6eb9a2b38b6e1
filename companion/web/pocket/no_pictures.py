"""What stands for Pillow where a browser prints: reportlab asks for it, and it opens no picture.

Only the pocket's parcel for printing has it, under the name of the package; on a computer nothing imports it.
"""

from typing import Any, NoReturn

from companion.errors import InputError


class UnidentifiedImageError(OSError):
    """Is never raised: what a picture is, is not looked at."""


class Image:
    """The module of pictures."""

    class Image:
        """The class of pictures, of which there are none."""

    class DecompressionBombWarning(RuntimeWarning):
        """Is never given, nor is the error."""

    class DecompressionBombError(Exception):
        """Is never raised."""

    @staticmethod
    def open(file: Any, *_: object, **__: object) -> NoReturn:
        """Refuse a picture in one sentence, as those that look pictures over do."""
        raise InputError(
            "the picture '{file}' cannot be printed in a browser; print it with Companion on a computer",
            file=getattr(file, "name", "?"),
        )
