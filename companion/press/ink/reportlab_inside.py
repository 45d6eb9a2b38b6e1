"""Everything that uses internals of reportlab: undocumented classes and private attributes.

A canvas keeps all objects of a PDF in memory to the end; here finished objects are written at once and
freed. reportlab guarantees none of this, so pyproject caps its version.
"""

from __future__ import annotations

import itertools
import struct
from collections.abc import Callable, Iterable, Sequence
from typing import IO, Any

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.ttfonts import TTFontMaker

from companion.data.files import Spool
from companion.press.frame.outlines import Bounds
from companion.press.frame.raster import Pixels
from companion.units import to_points

HEAD, ENTRY = 12, 16  # bytes of the header of a font file, and of each entry in its table directory
ENTRIES = 6  # of a dictionary in a line of a file
FIRST = 11  # the 16-bit numbers before the glyphs in the character table that reportlab writes

Sink = IO[bytes] | Spool  # takes the bytes of a file, in order
Stops = Sequence[tuple[float, tuple[float, ...]]]  # positions, 0 to 1, and red, green and blue, 0 to 1


class PdfFile:
    """A PDF file, written object by object while it is filled; equal drawings give equal bytes."""

    def __init__(self, sink: Sink, title: str, **options: Any) -> None:
        rl_config.useA85 = 0  # ASCII streams would be a quarter larger
        document = self._document = pdfdoc.PDFDocument(compression=1, invariant=1, **options)
        document.setTitle(title)
        document.setAuthor("")
        document.setCreator("Companion")
        self._file = pdfdoc.PDFFile(document._pdfVersion)
        self._sink, self._page = sink, pdfdoc.PDFPage()
        self._names: set[str] = set()
        self._codes: dict[str, tuple[dict[str, int], str]] = {}  # of each font's first subset, with its name
        self._bookmarks: dict[str, Any] = {}
        self._bookmarkReference = self._bookmarks.__getitem__  # by which reportlab's outline asks for them
        self._flush()

    def set_preferences(self, **preferences: str) -> None:
        """Say how viewers show and print the file, by the names of its entries for that."""
        self._document.Catalog.ViewerPreferences = pdfdoc.ViewerPreferencesPDFDictionary()
        for name, value in preferences.items():
            self._document.Catalog.ViewerPreferences[name] = value

    def begin_page(self, width: float, height: float, trim: Bounds | None = None, bleed: Bounds | None = None) -> None:
        """Begin a page of a size, mm; a box that is `None` is the whole page."""
        page = self._page = pdfdoc.PDFPage()
        page.pagewidth, page.pageheight, page.Rotate = to_points(width), to_points(height), 0
        page.setPageTransition(None)
        for name, box in (("TrimBox", trim), ("BleedBox", bleed)):
            left, top, right, bottom = box or (0.0, 0.0, width, height)
            edges = map(to_points, (left, height - bottom, right, height - top))
            setattr(page, name, pdfdoc.PDFArray([*edges]))

    def label_page(self, label: str) -> None:
        """Show a label in place of the number of the page that was begun."""
        catalog = self._document.Catalog
        catalog.PageLabels = getattr(catalog, "PageLabels", None) or pdfdoc.PDFPageLabels()
        catalog.PageLabels.addPageLabel(self._document.pageCounter - 1, pdfdoc.PDFPageLabel(prefix=label))

    def bookmark_page(self, title: str, level: int) -> None:
        """Add a line for the page that was begun to the outline, at a depth from 0."""
        key = f"page{self._document.pageCounter - 1}"
        bookmark = self._bookmarks[key] = pdfdoc.Destination(key)
        bookmark.fit()
        bookmark.setPage(self._document.thisPageRef())
        self._document.outline.addOutlineEntry(key, level, title)

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
        """Write the page that was begun; `content` is compressed."""
        page, document = self._page, self._document
        page.Contents, page.Resources = _Bytes(_format_stream(content)), _Bytes(resources.format())
        document.addPage(page)
        document.Pages.pages[-1] = pdfdoc.PDFObjectReference(page.__InternalName__)
        self._write_object(page.__InternalName__)
        self._write_object(page.Contents.__InternalName__)  # which has a name only after that

    def write_form(self, name: str, box: Bounds, content: bytes, resources: PdfResources, is_group: bool) -> None:
        """Write a form, as a transparency group if `is_group`; `content` is compressed."""
        entries = {"BBox": f"[ {' '.join(pdfdoc.fp_str(round(edge, 4)) for edge in box)} ]", "FormType": "1"}
        entries |= {"Matrix": "[ 1 0 0 1 0 0 ]", "Resources": resources.format().decode(), "Subtype": "/Form"}
        entries |= {"Group": _format_dictionary({"S": "/Transparency", "CS": "/DeviceRGB"})} if is_group else {}
        self._document.Reference(_Bytes(_format_stream(content, Type="/XObject", **entries)), pdfdoc.xObjectName(name))
        self._write_object(pdfdoc.xObjectName(name))

    def encode_text(self, font: Any, text: str) -> list[tuple[str, bytes]]:
        """Split a text into parts, each with the name of its font subset and the codes of its characters there."""
        codes, name = self._codes.setdefault(font.fontName, ({}, ""))
        if codes.keys() >= set(text):
            return [(name, bytes(map(codes.__getitem__, text)))]
        parts = font.splitString(text, self._document)
        names = [str(font.getSubsetInternalName(subset, self._document)) for subset, _ in parts]
        if {subset for subset, _ in parts} == {0}:  # a character keeps its code
            codes.update(zip(text, parts[0][1], strict=True))
            self._codes[font.fontName] = codes, names[0]
        return [(name, part) for name, (_, part) in zip(names, parts, strict=True)]

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
        document.Outlines.prepare(document, self)
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
        self._document = document
        self._entries: dict[str, dict[str, str]] = {"ExtGState": {}, "XObject": {}, "Shading": {}}
        self._fonts: dict[str, str] = {}

    def format(self) -> bytes:
        """The dictionary of all that was added, as reportlab writes it."""
        dictionaries = {name: _format_dictionary(each) for name, each in self._entries.items() if each}
        return _format_dictionary({**dictionaries, **self._fonts, "ProcSet": "[ /PDF /Text ]"}).encode("ascii")

    def add_fonts(self) -> None:
        """Refer to the fonts, which viewers load for each form that refers to them."""
        self._fonts["Font"] = self._refer(pdfdoc.BasicFonts)

    def _refer(self, name: str) -> str:
        number, version = self._document.idToObjectNumberAndVersion[name]
        return f"{number} {version} R"

    def add_opacity(self, opacity: float) -> str:
        """Add a graphics state with an opacity, 0 to 1; return its name."""
        name = f"o{round(opacity * 1000)}"
        value = pdfdoc.fp_str(round(opacity, 3))
        self._entries["ExtGState"][name] = _format_dictionary({"ca": value, "CA": value})
        self._document.ensureMinPdfVersion("transparency")
        return name

    def add_mask(self, form: str) -> str:
        """Add a graphics state with another form as luminosity mask; return its name."""
        group = self._refer(pdfdoc.xObjectName(form))
        mask = _format_dictionary({"Type": "/Mask", "S": "/Luminosity", "G": group})
        self._entries["ExtGState"][f"m{form}"] = _format_dictionary({"SMask": mask})
        self._document.ensureMinPdfVersion("transparency")
        return f"m{form}"

    def add_form(self, form: str) -> str:
        """List a form or picture that is placed; return its name."""
        name = str(pdfdoc.xObjectName(form))
        if name not in self._entries["XObject"]:
            self._entries["XObject"][name] = self._refer(name)
        return name

    def add_shading(self, shading: str) -> str:
        self._entries["Shading"][shading] = self._refer(shading)
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


def _format_dictionary(entries: dict[str, str]) -> str:
    """A dictionary as reportlab writes it, six entries a line; its own way takes ten times as long."""
    parts = [f"/{name} {entries[name]}" for name in sorted(entries)]
    lines = (" ".join(parts[first : first + ENTRIES]) for first in range(0, len(parts), ENTRIES))
    return "<<\n" + " \n  ".join(lines) + "\n>>"


def _format_stream(content: bytes, **entries: str) -> bytes:
    head = _format_dictionary({**entries, "Filter": "[ /FlateDecode ]", "Length": str(len(content))})
    return head.encode("ascii") + b"\nstream\n" + content + b"endstream\n"
