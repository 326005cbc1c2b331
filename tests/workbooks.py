"""Workbooks for tests, written without a library: XLSX and ODS files with these sheets."""

from datetime import date
from io import BytesIO
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZipFile

OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"
TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


class Formula(str):
    """A formula; its value is in the attribute `value`."""

    value = 0


def formula(text, value):
    made = Formula(text)
    made.value = value
    return made


def zipped(members):
    kept = BytesIO()
    with ZipFile(kept, "w", ZIP_DEFLATED) as members_of:
        for name, content in members.items():
            members_of.writestr(name, content)
    return kept.getvalue()


def xlsx(**sheets):
    """Return an XLSX file with these sheets, each a list of rows of texts, numbers, booleans, dates and formulas."""
    names = enumerate(sheets, 1)
    listed = "".join(f'<sheet name={quoteattr(name)} sheetId="{at}" r:id="r{at}"/>' for at, name in names)
    related = "".join(
        f'<Relationship Id="r{at}" Type="{RELATIONS}/worksheet" Target="worksheets/sheet{at}.xml"/>'
        for at in range(1, len(sheets) + 1)
    )
    return zipped(
        {
            "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
            "_rels/.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship Id="r1" '
            f'Type="{RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheets>{listed}</sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}">{related}'
            f'<Relationship Id="rs" Type="{RELATIONS}/styles" Target="styles.xml"/></Relationships>',
            "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'
            "</styleSheet>",
        }
        | {
            f"xl/worksheets/sheet{at}.xml": f'<worksheet xmlns="{MAIN}"><sheetData>'
            + "".join(f"<row>{''.join(map(_xlsx_cell, row))}</row>" for row in rows)
            + "</sheetData></worksheet>"
            for at, rows in enumerate(sheets.values(), 1)
        }
    )


def _xlsx_cell(value):
    if isinstance(value, Formula):
        return f"<c><f>{escape(value)}</f><v>{value.value}</v></c>"
    if isinstance(value, str):
        return f'<c t="inlineStr"><is><t>{escape(value)}</t></is></c>' if value else "<c/>"
    if isinstance(value, bool):
        return f'<c t="b"><v>{value:d}</v></c>'
    if isinstance(value, date):
        return f'<c s="1"><v>{(value - date(1899, 12, 30)).days}</v></c>'
    return f"<c><v>{value}</v></c>"


def ods(**sheets):
    tables = "".join(
        f"<table:table table:name={quoteattr(name)}>"
        + "".join(f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>" for row in rows)
        + "</table:table>"
        for name, rows in sheets.items()
    )
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:'
            'manifest:1.0"/>',
            "content.xml": f'<office:document-content xmlns:office="{OFFICE}" xmlns:table="{TABLE}" '
            f'xmlns:text="{TEXT}"><office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>'
            "</office:document-content>",
        }
    )


def _ods_cell(value):
    if isinstance(value, Formula):
        return (
            f'<table:table-cell office:value-type="float" table:formula={quoteattr(value)} '
            f'office:value="{value.value}"><text:p>{value.value}</text:p></table:table-cell>'
        )
    if isinstance(value, str):
        if not value:
            return "<table:table-cell/>"
        return f'<table:table-cell office:value-type="string"><text:p>{escape(value)}</text:p></table:table-cell>'
    if isinstance(value, bool):
        written = str(value).lower()
        return f'<table:table-cell office:value-type="boolean" office:boolean-value="{written}"/>'
    if isinstance(value, date):
        return f'<table:table-cell office:value-type="date" office:date-value="{value}"/>'
    return f'<table:table-cell office:value-type="float" office:value="{value}"/>'
