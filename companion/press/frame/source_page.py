"""The pages of a person's PDF, each placed as one drawing.

pypdf reads them: it needs nothing but Python, so browsers have it too. Only a picture of a page to look at
is made by pdfium.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.data.files import read_bytes
from companion.errors import InputError, Place
from companion.limit import note_progress
from companion.press.frame.drawing import Drawing, intersect_boxes
from companion.press.frame.outlines import IDENTITY, Bounds, Matrix, transform_bounds
from companion.units import POINTS_PER_INCH, to_millimetres

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_BYTES, MOST_PAGES = 200_000_000, 500
LEAST_SIDE, MOST_SIDE = 20.0, 3_000.0  # of a page, mm
SEEN_DPI, MOST_DOTS = 144, 4_000  # of the picture of a page, and of its longer side


@dataclass(eq=False)
class SourcePage(Drawing):
    """A page as it is seen: cropped, and turned as its file says; mm from its upper left corner."""

    file: Path = Path()
    number: int = 0  # from 1
    upright: Matrix = IDENTITY  # from the page's own points, y upward
    box: Bounds = (0.0, 0.0, 0.0, 0.0)  # of what is seen, in these points
    content_digest: str = ""  # of the file
    reader: Any = field(default=None, compare=False, repr=False)  # of the file, by pypdf
    is_page = True

    @cached_property
    def extent(self) -> Bounds:
        """The whole page: what it shows is not looked at."""
        return 0.0, 0.0, self.width, self.height

    @cached_property
    def digest(self) -> str:
        return f"{self.content_digest}/{self.number}"

    @property
    def source(self) -> Any:
        return self.reader.pages[self.number - 1]


def read_source_pages(file: Path) -> Sequence[SourcePage]:
    """Read the pages of a PDF; an ``InputError`` for one that is damaged, locked or too large."""
    about = file.stat() if file.is_file() else None
    return _read_cached(file, about and (about.st_mtime_ns, about.st_size))


@lru_cache(maxsize=2)
def _read_cached(file: Path, _version: object) -> Sequence[SourcePage]:
    import logging

    import pypdf

    logging.getLogger(pypdf.__name__).setLevel(logging.CRITICAL)  # it tells of every slip that it overlooks
    place, content = Place(file.name), read_bytes(file, MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise InputError("this PDF has more than {most} MB.", place=place, most=MOST_BYTES // 10**6)
    try:
        reader = _open_reader(content, place)
        if len(reader.pages) > MOST_PAGES:
            raise InputError("this PDF has more than {most} pages.", place=place, most=MOST_PAGES)
        digest = hashlib.sha256(content).hexdigest()[:16]
        return [
            _measure_page(page, file=file, number=number, content_digest=digest, reader=reader)
            for number, page in enumerate(reader.pages, 1)
        ]
    except (ImportError, InputError, MemoryError):
        raise
    except Exception:  # readers fail in as many ways as there are broken files
        raise InputError("this is not a PDF that can be read; it may be damaged.", place=place) from None


def _open_reader(content: bytes, place: Place) -> Any:
    """The reader of a file; one that opens without a password is read whatever it forbids."""
    import pypdf

    reader = pypdf.PdfReader(io.BytesIO(content))
    if not reader.is_encrypted:
        return reader
    if find_spec("pypdfium2") is not None:  # which knows every cipher, and is quick
        import pypdfium2

        goal = io.BytesIO()
        with suppress(pypdfium2.PdfiumError):
            pypdfium2.PdfDocument(content).save(goal, flags=pypdfium2.raw.FPDF_REMOVE_SECURITY)
            return pypdf.PdfReader(goal)
    else:
        with suppress(pypdf.errors.DependencyError):  # its cipher is not in Python
            if reader.decrypt(""):
                return reader
    raise InputError("this PDF is locked; save it without a password, then try again.", place=place)


def _measure_page(page: Any, **about: Any) -> SourcePage:
    note_progress()
    corners = ([*map(float, each)] for each in (page.cropbox, page.mediabox))  # in any order
    box = intersect_boxes(*(transform_bounds((x, y, to_x, to_y), IDENTITY) for x, y, to_x, to_y in corners))
    unit = to_millimetres(float(page.user_unit))
    turned = Matrix.scale_by(unit, -unit).then(Matrix.rotate(page.rotation // 90 * 90))
    left, top, right, bottom = transform_bounds(box, turned)
    width, height = right - left, bottom - top
    if not LEAST_SIDE <= min(width, height) <= max(width, height) <= MOST_SIDE:
        size: dict[str, Any] = {"number": about["number"], "width": width, "height": height}
        raise InputError(
            "page {number} is {width} x {height} mm; pages of {least} to {most} mm are read.",
            place=Place(about["file"].name),
            least=LEAST_SIDE,
            most=MOST_SIDE,
            **size,
        )
    name, upright = f"{about['file'].stem}/page {about['number']}", turned.then(Matrix.translate(-left, -top))
    return SourcePage(name, width, height, (), upright=upright, box=box, **about)


@lru_cache(maxsize=2)
def render_source_page(page: SourcePage) -> Image | None:
    """Render a page on white as a picture; ``None`` in a browser, which has no pdfium."""
    if find_spec("pypdfium2") is None:
        return None
    import pypdfium2

    with suppress(pypdfium2.PdfiumError):  # pypdf overlooks more
        document = pypdfium2.PdfDocument(page.reader.stream.getvalue())
        found = document[page.number - 1]
        scale = min(SEEN_DPI / POINTS_PER_INCH, MOST_DOTS / max(found.get_size()))
        picture: Image = found.render(scale=scale).to_pil().convert("RGB")
        document.close()
        return picture
    return None
