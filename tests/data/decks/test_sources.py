"""Tables of cards from whatever people keep them in; a wrong cell is told with its row and column."""

import re
import sys
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from random import Random
from zipfile import ZIP_DEFLATED, ZipFile

import openpyxl
import pytest

from companion.data.decks.sources import open_source
from companion.data.rows import TableReading
from companion.errors import CompanionError
from tests.data.decks.test_tables import build_workbook

EXCEL = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml"
YAML = "cards:\n- &fox {title: Fox, cost: 03, tags: [a, b], old: no}\n\n- <<: *fox\n  title: Crane,\n  tags: ~\n"
JSON = '{"for": "[{", "cards": [\n{"title": "Fox", "cost": 3.0, "tags": ["a", "b"]},\n{"title": {"en": "Crane,"}}\n]}'
TOML = '[[card]]\ntitle = "Fox"\ncost = 3\ntags = ["a", "b"]\n\n[[card]]\n"title.en" = "Crane,"\n'
FOX = {"title": "Fox", "cost": "3", "tags": "a:b"}
CRANE = {"title.en": "Crane,"}


def read_rows(folder: Path, name: str, content: str | bytes, sheet: str = "") -> list[tuple[int, dict[str, str]]]:
    file = folder / name
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return [(row.number, row.cells) for row in open_source(file, TableReading(sheet))()]


def build_excel_workbook(rows: str, more: str = "", book: str = "") -> bytes:
    """A workbook as Excel writes it: a sheet, shared strings, styles (dates, days, times)."""
    relation = f'<Relationship Id="{{}}" Type="{OFFICE}/{{}}" Target="{{}}"/>'
    relations = f'<Relationships xmlns="{PACKAGE}/relationships">'
    packed = BytesIO()
    kinds = "".join(
        f'<Override PartName="/xl/{name}.xml" ContentType="{CONTENT}.{kind}+xml"/>'
        for name, kind in (("workbook", "sheet.main"), ("sharedStrings", "sharedStrings"), ("styles", "styles"))
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">{kinds}</Types>',
        "_rels/.rels": relations + relation.format("a", "officeDocument", "xl/workbook.xml") + "</Relationships>",
        "xl/workbook.xml": f'<workbook xmlns="{EXCEL}" xmlns:r="{OFFICE}">{book}<sheets>'
        '<sheet name="Chart" sheetId="2" r:id="c"/><sheet name="Cards" sheetId="1" r:id="s"/></sheets>'
        "</workbook>",
        "xl/_rels/workbook.xml.rels": relations
        + relation.format("c", "chartsheet", "chartsheets/sheet1.xml")
        + relation.format("s", "worksheet", "/xl/worksheets/sheet1.xml")
        + relation.format("t", "sharedStrings", "sharedStrings.xml")
        + relation.format("y", "styles", "styles.xml")
        + "</Relationships>",
        "xl/sharedStrings.xml": f'<sst xmlns="{EXCEL}"><si><t>title</t></si><si><r><t>Fo</t></r><r>'
        "<rPr><b/></rPr><t>x</t></r><rPh sb='0' eb='1'><t>spoken</t></rPh></si>"
        "<si><t>a_x000D_\nb &amp; c</t></si></sst>",
        "xl/styles.xml": f'<styleSheet xmlns="{EXCEL}"><numFmts>'
        '<numFmt numFmtId="164" formatCode="[Red]yyyy\\-mm"/>'
        '<numFmt numFmtId="165" formatCode="0.0&quot; days&quot;"/></numFmts><cellXfs><xf numFmtId="0"/>'
        '<xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/>'
        '<xf numFmtId="46"/><xf numFmtId="57"/>'
        "</cellXfs></styleSheet>",
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{EXCEL}"><sheetData>{rows}</sheetData>{more}</worksheet>',
    }
    with ZipFile(packed, "w", ZIP_DEFLATED) as book_file:
        for name, text in parts.items():
            book_file.writestr(name, text)
    return packed.getvalue()


HEAD = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>cost</t></is></c></row>'


def test_a_workbook_is_read_as_excel_writes_it(tmp_path: Path) -> None:
    line = (
        '<c r="A2" t="s"><v>1</v></c><c r="B2"><v>3</v></c><c r="C2" t="str"><f>IF(1,"")</f><v></v></c>'
        '<c r="D2" t="str"><f>IF(1,"")</f></c><c r="E2" s="1"><v>46082</v></c>'
        '<c r="F2" s="2"><v>46082.5</v></c><c r="G2" s="3"><v>0.5</v></c><c r="H2" s="4"><v>0.375</v></c>'
        '<c r="I2" t="s"><v>2</v></c><c r="J2"><f>B2+1</f><v>4</v></c><c r="K2"><v>0.30000000000000004</v></c>'
        '<c r="L2" t="b"><v>1</v></c><c r="M2" s="5"><v>1.5</v></c><c r="N2" s="6"><v>46082</v></c>'
    )
    names = "".join(f'<c r="{name}1" t="str"><v>{name}</v></c>' for name in "CDEFGHIJKLMN")
    book = build_excel_workbook(HEAD.replace("</row>", f"{names}</row>") + f'<row r="2">{line}</row>')
    texts = ["Fo<b>x</b>", "3", "", "", "2026-03-01", "2026-03", "0.5 days", "9:00"]
    numbers = ["a\nb & c", "4", "0.3", "TRUE", "36:00:00", "2026-03-01"]
    assert list(read_rows(tmp_path, "a.xlsx", book)[0][1].values()) == [*texts, *numbers]
    mac = build_excel_workbook(
        HEAD + '<row r="2"><c r="B2" s="1"><v>40850</v></c></row>', book='<workbookPr date1904="1"/>'
    )
    assert read_rows(tmp_path, "a.xlsx", mac)[0][1]["cost"] == "2015-11-04"  # counted from 1904, as old ones are


def test_other_parts_of_a_workbook_are_not_read(tmp_path: Path) -> None:
    besides = '<dataValidations><dataValidation type="nonsense" sqref="?"/></dataValidations><hyperlinks/>'
    packed = BytesIO(build_excel_workbook(HEAD + '<row r="2"><c r="B2"><v>3</v></c></row>', besides))
    with ZipFile(packed, "a") as book:
        book.writestr("xl/media/image1.svg", "<!DOCTYPE svg><svg/>")
        book.writestr("docProps/core.xml", "<nonsense")
    assert read_rows(tmp_path, "a.xlsx", packed.getvalue())[0][1]["cost"] == "3"


def test_rows_and_cells_without_numbers_are_counted(tmp_path: Path) -> None:
    book = build_excel_workbook('<row><c t="s"><v>0</v></c></row><row/><row><c t="str"><v>Fox</v></c></row>')
    assert read_rows(tmp_path, "a.xlsx", book) == [(3, {"title": "Fox"})]


def test_a_cell_merged_downward_stands_in_each_of_its_rows(tmp_path: Path) -> None:
    lines = "".join(f'<row r="{n}"><c r="B{n}"><v>{n}</v></c></row>' for n in (3, 4, 5))
    first = '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>2</v></c></row>'
    merged = '<mergeCells><mergeCell ref="A2:A4"/><mergeCell ref="A1:B1"/><mergeCell ref="A7:A9"/></mergeCells>'
    found = read_rows(tmp_path, "a.xlsx", build_excel_workbook(HEAD + first + lines, merged))
    fox = "Fo<b>x</b>"
    assert [cells["title"] + cells["cost"] for _, cells in found] == [f"{fox}2", f"{fox}3", f"{fox}4", "5"]


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("a.json", JSON, [(2, FOX | {"title.en": ""}), (3, dict.fromkeys(FOX, "") | CRANE)]),
        ("a.toml", TOML, [(1, FOX | {"title.en": ""}), (6, dict.fromkeys(FOX, "") | CRANE)]),
        ("a.json", '{"Fox": {"cost": 3, "old": true}}', [(1, {"id": "Fox", "cost": "3", "old": "true"})]),
        ("a.yml", "Fox: {cost: 3}", [(1, {"id": "Fox", "cost": "3"})]),
        ("a.yml", "- title: {short: {en: Fox}}", [(1, {"title.short.en": "Fox"})]),
        (
            "a.yaml",
            YAML,
            [(2, FOX | {"cost": "03", "old": "no"}), (4, {"title": "Crane,", "cost": "03", "tags": "", "old": "no"})],
        ),
    ],
)
def test_lists_and_named_tables_are_read_as_cards(
    tmp_path: Path, name: str, content: str, found: list[tuple[int, dict[str, str]]]
) -> None:
    assert read_rows(tmp_path, name, content) == found


def test_yaml_without_its_package_names_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(CompanionError, match="YAML needs one more package"):
        read_rows(tmp_path, "a.yaml", YAML)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", 'title,cost\r\nFox,3\r\n\r\n"Crane,",\r\n'),
        ("a.csv", '\ufefftitle,cost,,\nFox,3,,a note\n\n"Crane,",,,\n'),
        ("a.csv", '"title";"cost"\nFox;3\n\nCrane,;\n'),
        ("a.csv", '"title"\tcost\nFox\t3\n\nCrane,\t\n'),
        ("a.txt", 'title\tcost\r\nFox\t3\r\n\r\n"Crane,"\t\r\n'.encode("utf-16-le")),
        ("a.XLSX", build_workbook(["title", "cost"], ["Fox", 3.0, None, "a note"], [], ["Crane,"])),
    ],
)
def test_sheets_are_read_in_every_saved_form(tmp_path: Path, name: str, content: str | bytes) -> None:
    found = read_rows(tmp_path, name, content)
    assert found == [(2, {"title": "Fox", "cost": "3"}), (4, {"title": "Crane,", "cost": ""})]


def test_a_comma_in_a_quoted_column_name_separates_no_cells(tmp_path: Path) -> None:
    assert read_rows(tmp_path, "a.csv", '"name, first";cost\nFox;3\n') == [(2, {"name, first": "Fox", "cost": "3"})]


def test_a_row_of_several_lines_is_numbered_by_its_first(tmp_path: Path) -> None:
    text = 'title,text\nFox,"a\nb\nc"\nCrane,d\nHeron,e,f\n'
    with pytest.raises(CompanionError, match=r"a\.csv, row 6, column 3: this row has 3 cells instead of 2"):
        read_rows(tmp_path, "a.csv", text)
    assert [number for number, _ in read_rows(tmp_path, "a.csv", text.replace("Heron,e,f\n", ""))] == [2, 5]


def test_a_sheet_is_chosen_by_its_name(tmp_path: Path) -> None:
    book = build_workbook(["Not this"], Monsters=[["title"], ["Ogre"]])
    assert read_rows(tmp_path, "a.xlsx", book, "Monsters") == [(2, {"title": "Ogre"})]
    with pytest.raises(CompanionError, match=r"has no sheet 'Ogres'; it has Notes, Monsters\."):
        read_rows(tmp_path, "a.xlsx", book, "Ogres")
    with pytest.raises(CompanionError, match="only a workbook"):
        read_rows(tmp_path, "a.csv", "title\nOgre\n", "Monsters")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.xls", b"", "a.xls: .xls workbooks cannot be read; save this one as .xlsx or as CSV."),
        ("a.xlsx", b"PK", "a.xlsx: this is not a workbook."),
        ("a.xlsx", b"\xd0\xcf\x11\xe0", "a.xlsx: this workbook is an old one, or locked; save it as .xlsx"),
        (
            "a.xlsx",
            build_excel_workbook(HEAD + '<row r="7"><c r="B7" t="e"><v>#N/A</v></c></row>'),
            "row 7, column 2: the cell must hold a value",
        ),
        (
            "a.xlsx",
            build_excel_workbook('<!DOCTYPE a [<!ENTITY b "c">]>'),
            "is not a workbook that can be read (<!DOCTYPE).",
        ),
        ("a.yaml", "- a: 1\n  b: c: d", "a.yaml, row 2: this is not a YAML file (mapping values are not"),
        ("a.yaml", "- !!python/object:os.system {}", "a.yaml, row 1: this is not a YAML file ("),
        ("a.xlsx", build_workbook(["a"] * 1100), "the heading has 1001 columns; the limit is 1000."),
        ("a.json", "[" * 2000, "a.json: this is not a JSON file ("),
        ("a.json", '[\n{"a" 1}\n]', "a.json, row 2, column 6: this is not a JSON file (Expecting ':' delimiter"),
        (
            "a.json",
            '[{"a": 1, "b": 2, "a": 3}]',
            "a.json: this is not a JSON file (the key 'a' stands twice in one object",
        ),
        ("a.json", '{"a": 1}', "a.json: this is not a JSON file with a list of cards."),
        ("a.json", '[\n{"a": {"b": [[1]]}}]', "a.json, row 2, column a.b: a list of a card can hold texts and"),
        ("a.toml", "x = ", "a.toml: this is not a TOML file ("),
        ("a.csv", 'a,b\n1,"2" 3\n', "a.csv, row 2: the table cannot be read (',' expected after '\"')."),
        ("a.csv", 'a,b\n1,"2\n', "a.csv, row 2: a quotation mark begins a cell here, and none ends it."),
    ],
)
def test_a_file_that_is_no_table_is_refused(tmp_path: Path, name: str, content: str | bytes, said: str) -> None:
    with pytest.raises(CompanionError, match=re.escape(said)):
        read_rows(tmp_path, name, content)


def test_a_workbook_that_unpacks_too_large_is_refused(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "a.xlsx", "w", ZIP_DEFLATED) as packed:
        packed.writestr("xl/sharedStrings.xml", bytes(50_000_000))
    with pytest.raises(CompanionError, match="this workbook is too large"):
        open_source(tmp_path / "a.xlsx", TableReading())


def test_a_workbook_with_a_wrong_byte_is_read_or_refused(tmp_path: Path) -> None:
    whole, chance = build_workbook(["title", "cost"], *([f"Fox {n}", n] for n in range(5))), Random(17)
    for _ in range(60):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        with suppress(CompanionError):
            read_rows(tmp_path, "a.xlsx", bytes(damaged))


def test_a_row_far_down_is_read_and_an_empty_file_has_no_rows(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active["A1"], book.active["A90000"] = "title", "Fox"
    book.save(tmp_path / "a.xlsx")
    assert [row.number for row in open_source(tmp_path / "a.xlsx", TableReading())()] == [90000]
    assert read_rows(tmp_path, "b.xlsx", build_workbook()) == read_rows(tmp_path, "b.csv", "") == []
