"""Import reportlab without Pillow, which takes as long as the rest of it and is only for pictures that it reads."""

from functools import cache
from importlib import import_module
from typing import Any, cast

import PIL


class _LateImage:
    """The module ``PIL.Image``, which is imported when somebody uses it."""

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module("PIL.Image"), name)


@cache
def import_ttfonts() -> Any:
    """The module of reportlab that reads fonts, which imports most of the others."""
    pillow, late = cast(Any, PIL), _LateImage()
    if not hasattr(pillow, "Image"):
        pillow.Image = late
    module = import_module("reportlab.pdfbase.ttfonts")
    if pillow.Image is late:  # nobody has used it
        del pillow.Image
    return module
