"""Everything that uses internals of reportlab: undocumented classes and private attributes.

A canvas keeps all objects of a PDF in memory to the end; here finished objects are written at once and
freed. reportlab guarantees none of this, so pyproject caps its version.
"""

from __future__ import annotations

import io
import itertools
import struct
from collections.abc import Callable, Iterable, Sequence
from typing import IO, Any, Protocol

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.ttfonts import TTFontMaker
from reportlab.pdfgen.canvas import Canvas

from companion.press.frame import fonts
from companion.press.frame.outlines import Bounds
from companion.press.frame.raster import Pixels

HEAD, ENTRY = 12, 16  # bytes of the header of a font file, and of each entry in its table directory
FIRST = 11  # the 16-bit numbers before the glyphs in the character table that reportlab writes

Stops = Sequence[tuple[float, tuple[float, ...]]]  # positions, 0 to 1, and red, green and blue, 0 to 1


class Sink(Protocol):
    """Takes the bytes of a file, in order."""

    def write(self, part: bytes, /) -> object:
        """Append bytes."""


def open_canvas(title: str, **options: Any) -> Any:
    """An empty canvas that uses our serif; equal drawings give equal bytes."""
    rl_config.useA85 = 0  # ASCII streams would be a quarter larger
    fonts.register_serif()
    options |= {"invariant": 1, "pageCompression": 1, "initialFontName": fonts.WEIGHTS["regular"]}
    canvas = Canvas(io.BytesIO(), **options)
    canvas.setTitle(title)
    canvas.setAuthor("")
    canvas.setCreator("Companion")
    return canvas


class PdfFile:
    """A PDF file, written object by object while its canvas is filled."""

    def __init__(self, canvas: Any, sink: Sink) -> None:
        self._canvas, self._document = canvas, canvas._doc
        self._file = pdfdoc.PDFFile(self._document._pdfVersion)
        self._sink = sink
        self._names: set[str] = set()
        self._flush()

    def declare_pdfx(self, condition: str, profile: bytes) -> None:
        """Declare PDF/X-1a:2001 for a registered printing condition with this colour profile."""
        document = self._document
        colours = document.Reference(pdfdoc.PDFStream(pdfdoc.PDFDictionary({"N": 4}), profile))
        intent = {
            "Type": pdfdoc.PDFName("OutputIntent"),
            "S": pdfdoc.PDFName("GTS_PDFX"),
            "OutputConditionIdentifier": pdfdoc.PDFString(condition),
            "RegistryName": pdfdoc.PDFString("http://www.color.org"),
            "DestOutputProfile": colours,
        }
        document.Catalog.OutputIntents = pdfdoc.PDFArray([pdfdoc.PDFDictionary(intent)])
        document.Catalog.__NoDefault__ = [*document.Catalog.__NoDefault__, "OutputIntents"]
        plain = document.info.format
        version = b"/GTS_PDFXVersion (PDF/X-1:2001) /GTS_PDFXConformance (PDF/X-1a:2001)"
        document.info.format = lambda content: plain(content).replace(b">>", version + b" >>")

    def open_resources(self) -> PdfResources:
        return PdfResources(self._document)

    def write_page(self, content: bytes, resources: PdfResources) -> None:
        """Write the current page of the canvas; `content` is compressed."""
        self._canvas.showPage()
        pages = self._document.Pages.pages
        page = pages[-1]
        page.Contents, page.Resources = _build_stream(content), resources.dictionary
        pages[-1] = pdfdoc.PDFObjectReference(page.__InternalName__)
        self._write_object(page.__InternalName__)
        self._write_object(page.Contents.__InternalName__)  # which has a name only after that

    def write_form(self, name: str, box: Bounds, content: bytes, resources: PdfResources, is_group: bool) -> None:
        """Write a form, as a transparency group if `is_group`; `content` is compressed."""
        form = pdfdoc.PDFFormXObject(*(round(edge, 4) for edge in box))
        form.Contents, form.Resources = _build_stream(content), resources.dictionary
        if is_group:
            group = {"S": pdfdoc.PDFName("Transparency"), "CS": pdfdoc.PDFName("DeviceRGB")}
            form.Contents.dictionary["Group"] = pdfdoc.PDFDictionary(group)
        self._document.Reference(form, pdfdoc.xObjectName(name))
        self._write_object(pdfdoc.xObjectName(name))

    def encode_text(self, font: Any, text: str) -> list[tuple[int, bytes]]:
        """Split a text into parts, each with the number of its font subset and the codes of its characters there."""
        return list(font.splitString(text, self._document))

    def get_subset_name(self, font: Any, subset: int) -> str:
        """The name of a subset of a font, as page content uses it."""
        return str(font.getSubsetInternalName(subset, self._document))

    def write_picture(self, name: str, jpeg: IO[bytes] | None, render: Callable[[], Pixels] | None = None) -> bool:
        """Write a picture; true if the JPEG itself is embedded, not the pixels that `render` returns."""
        image = pdfdoc.PDFImageXObject(name, mask="auto")
        is_jpeg = jpeg is not None and bool(image.loadImageFromJPEG(jpeg))
        if image.mask == "auto":
            assert render is not None  # or the JPEG is one that was just made, and can be read
            image.loadImageFromSRC(_PixelSource(*render()))
        names = [self._document.getXObjectName(each) for each in (name, f"{name}m")]
        self._document.Reference(image, names[0])
        clear = getattr(image, "_smask", None)
        if clear is not None:
            image.smask = self._document.Reference(clear, names[1])
            self._write_object(names[1])
        self._write_object(names[0])
        return is_jpeg

    def add_shading(
        self, start: Sequence[float], end: Sequence[float], stops: Stops, radii: tuple[float, float] | None
    ) -> str:
        """Add a shading, radial if it has radii, extended beyond both ends; return its name."""
        all_stops = [(0.0, stops[0][1]), *stops, (1.0, stops[-1][1])]
        pairs = [(one, other) for one, other in itertools.pairwise(all_stops) if one[0] < other[0]]
        pieces = [pdfdoc.PDFExponentialFunction(N=1, C0=one, C1=other) for (_, one), (_, other) in pairs]
        blend = pieces[0]
        if len(pieces) > 1:
            bounds = [end for _, (end, _) in pairs[:-1]]
            blend = pdfdoc.PDFStitchingFunction(pieces, bounds, [0, 1] * len(pieces), Domain="[0 1]")
        kind = pdfdoc.PDFRadialShading if radii else pdfdoc.PDFAxialShading
        coordinates = (*start, radii[0], *end, radii[1]) if radii else (*start, *end)
        shading = kind(*coordinates, blend, "DeviceRGB", Extend="[true true]")
        return str(self._document.addShading(shading))

    def reserve_object(self, name: str) -> bytes:
        """The reference to an object that is to be written as bytes."""
        return bytes(self._document.Reference(_Bytes(), name).format(self._document))

    def write_bytes(self, name: str, content: bytes) -> None:
        """Write an object that was reserved."""
        self._document.idToObject[name].content = content
        self._write_object(name)

    def write_foreign_form(self, name: str, content: bytes) -> None:
        """Write a form as the bytes of its object."""
        self.reserve_object(self._document.getXObjectName(name))
        self.write_bytes(self._document.getXObjectName(name), content)

    def set_layers(self, reference: bytes) -> None:
        """Name the object that says which layers are shown."""
        self._document.Catalog.OCProperties = _Bytes(reference)
        self._document.Catalog.__NoDefault__ = [*self._document.Catalog.__NoDefault__, "OCProperties"]

    def finish(self) -> None:
        """Write all remaining objects and the cross-reference table."""
        document = self._document
        for font in document.delayedFonts:
            font.addObjects(document)
        document.info.invariant = document.invariant
        document.info.digest(document.signature)
        catalog, info = document.Reference(document.Catalog), document.Reference(document.info)
        document.Outlines.prepare(document, self._canvas)
        if document.Outlines.ready < 0:
            document.Catalog.Outlines = None
        number = 0
        while (number := number + 1) in document.numberToId:  # writing an object may add others
            name = document.numberToId[number]
            if name not in self._names:
                self._write_object(name)
        table = pdfdoc.PDFCrossReferenceTable()
        table.addsection(0, [document.numberToId[each] for each in range(1, number)])
        start = self._file.add(table.format(document))
        trailer = pdfdoc.PDFTrailer(startxref=start, Size=number, Root=catalog, Info=info, ID=document.ID())
        self._file.add(trailer.format(document))
        self._flush()

    def _write_object(self, name: str) -> None:
        """Write a finished object and free it; only its offset in the file is kept."""
        document = self._document
        content, document.idToObject[name] = document.idToObject[name], None
        encoded = pdfdoc.PDFIndirectObject(name, content).format(document)
        document.idToOffset[name] = self._file.add(encoded)
        self._names.add(name)
        self._flush()

    def _flush(self) -> None:
        for part in self._file.strings:
            self._sink.write(part)
        self._file.strings.clear()


class _Bytes(pdfdoc.PDFObject):  # type: ignore[misc]
    def __init__(self, content: bytes = b"") -> None:
        self.content = content

    def format(self, _document: Any) -> bytes:
        return self.content


class _PixelSource:
    def __init__(self, width: int, height: int, colours: bytes, solid: bytes | None = None) -> None:
        self.mode = "L" if len(colours) == width * height else "RGB"
        self._dataA = None if solid is None else _PixelSource(width, height, solid)
        self.jpeg_fh = self.getTransparent = lambda: None
        self.getSize = lambda: (width, height)
        self.getRGBData = lambda: colours


class PdfResources:
    """What the content of a page or form refers to."""

    def __init__(self, document: Any) -> None:
        self._document, self.dictionary = document, pdfdoc.PDFResourceDictionary()

    def add_fonts(self) -> None:
        """Refer to the fonts, which viewers load for each form that refers to them."""
        self.dictionary.basicFonts()

    def add_opacity(self, opacity: float) -> str:
        """Add a graphics state with an opacity, 0 to 1; return its name."""
        name = f"o{round(opacity * 1000)}"
        self.dictionary.ExtGState[name] = pdfdoc.PDFDictionary({"ca": round(opacity, 3), "CA": round(opacity, 3)})
        self._document.ensureMinPdfVersion("transparency")
        return name

    def add_mask(self, form: str) -> str:
        """Add a graphics state with another form as luminosity mask; return its name."""
        group = pdfdoc.PDFObjectReference(str(pdfdoc.xObjectName(form)))
        mask = pdfdoc.PDFDictionary({"Type": pdfdoc.PDFName("Mask"), "S": pdfdoc.PDFName("Luminosity"), "G": group})
        self.dictionary.ExtGState[f"m{form}"] = pdfdoc.PDFDictionary({"SMask": mask})
        self._document.ensureMinPdfVersion("transparency")
        return f"m{form}"

    def add_form(self, form: str) -> str:
        """List a form or picture that is placed; return its name."""
        name = str(pdfdoc.xObjectName(form))
        self.dictionary.XObject[name] = pdfdoc.PDFObjectReference(name)
        return name

    def add_shading(self, shading: str) -> str:
        """List a shading; return its name."""
        self.dictionary.Shading[shading] = pdfdoc.PDFObjectReference(shading)
        return shading


def subset_font(font: Any, letters: Iterable[str]) -> bytes:
    """A font file with only these letters, mapped by their codes: reportlab maps codes of its own."""
    codes = sorted(map(ord, letters))
    part, maker = font.face.makeSubset(codes), TTFontMaker()
    for number in range(struct.unpack_from(">H", part, 4)[0]):
        tag, _, start, length = struct.unpack_from(">4sLLL", part, HEAD + ENTRY * number)
        maker.add(tag.decode("ascii"), part[start : start + length])
    glyphs = struct.unpack(f">{FIRST + len(codes)}H", maker.tables["cmap"])[FIRST:]
    groups = b"".join(struct.pack(">LLL", code, code, glyph) for code, glyph in zip(codes, glyphs, strict=True))
    head = struct.pack(">HHHHL", 0, 1, 3, 10, 12) + struct.pack(">HHLLL", 12, 0, 16 + len(groups), 0, len(codes))
    maker.add("cmap", head + groups)
    return bytes(maker.makeStream())


def _build_stream(content: bytes) -> Any:
    return pdfdoc.PDFStream(pdfdoc.PDFDictionary({"Filter": pdfdoc.PDFArray([pdfdoc.PDFName("FlateDecode")])}), content)
