/** XML parts of a workbook (ECMA-376, the minimum). Every text is escaped. */
import { type Cell, cellOf, escapeSequences, serialOf, textCell } from './cells.ts';
import {
  type AboutLine,
  aboutSheetName,
  aboutWidths,
  decimalsFormat,
  formats,
  maxDecimals,
  type Sheet,
  valueIn,
} from './sheet.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNames = 'http://schemas.openxmlformats.org/package/2006';
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Index into `cellXfs` of styles.xml. */
const style = { header: 1, instant: 2, day: 3, markedText: 4, firstDecimals: 5 } as const;

function escapeXml(text: string): string {
  return /[&<>]/.test(text)
    ? text.replace(/[&<>]/g, (one) => (one === '&' ? '&amp;' : one === '<' ? '&lt;' : '&gt;'))
    : text;
}
const escapeAttribute = (text: string): string => escapeXml(text).replace(/"/g, '&quot;');

/** 0 is A, 26 is AA. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** Written last, when all rows are known. `name` = of the first sheet. */
export const workbookPart = (name: string): string =>
  `${head}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="${escapeAttribute(name)}" sheetId="1" r:id="rId1"/><sheet name="${aboutSheetName}" sheetId="2" r:id="rId2"/></sheets></workbook>`;

/** Files that do not depend on the rows. */
export function fixedParts(): Readonly<Record<string, string>> {
  return {
    '[Content_Types].xml': `${head}<Types xmlns="${packageNames}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="${type}.worksheet+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packageNames}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packageNames}/relationships"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relationships}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': stylesXml(),
  };
}

function stylesXml(): string {
  const customFormats: string[] = [formats.instant, formats.day];
  for (let decimals = 0; decimals <= maxDecimals; decimals++) customFormats.push(decimalsFormat(decimals));
  const firstId = 164; // lower ids are Excel's built-in formats
  const numberFormats = customFormats.map((code, at) => `<numFmt numFmtId="${firstId + at}" formatCode="${code}"/>`);
  const plain = 'numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"';
  const formatted = customFormats.map(
    (_, at) => `<xf numFmtId="${firstId + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  const cellStyles = [
    `<xf ${plain}/>`,
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
    ...formatted.slice(0, 2),
    `<xf ${plain} quotePrefix="1"/>`,
    ...formatted.slice(2),
  ];
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
  return `${head}<styleSheet xmlns="${main}"><numFmts count="${numberFormats.length}">${numberFormats.join('')}</numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cellStyles.length}">${cellStyles.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}

// ---- sheet of rows

const frozenHeader =
  '<sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

function columnsXml(widths: readonly number[]): string {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  return `<cols>${columns.join('')}</cols>`;
}

/** Up to and including the header row. */
export function sheetStart(sheet: Sheet): string {
  const headers = sheet.columns.map(
    ({ header }, at) => `<c r="${columnLetters(at)}1" s="${style.header}"${inlineText(header)}`,
  );
  return `${head}<worksheet xmlns="${main}">${frozenHeader}${columnsXml(sheet.columns.map((column) => column.width))}<sheetData><row r="1">${headers.join('')}</row>`;
}

/** `rowCount` includes the header. */
export function sheetEnd(sheet: Sheet, rowCount: number): string {
  const last = `${columnLetters(Math.max(0, sheet.columns.length - 1))}${rowCount}`;
  return `</sheetData><autoFilter ref="A1:${last}"/></worksheet>`;
}

/** Writes rows of this sheet. Columns are resolved once, not per row. `rowNumber` counts the header as 1. */
export function rowXmlOf(sheet: Sheet): (row: Readonly<Record<string, unknown>>, rowNumber: number) => string {
  const columns = sheet.columns.map(({ decimals, ...column }, at) => ({
    ...column,
    opening: `<c r="${columnLetters(at)}`,
    numberStyle: decimals === undefined ? '"' : `" s="${style.firstDecimals + Math.min(decimals, maxDecimals)}"`,
  }));
  return (row, rowNumber) => {
    let xml = `<row r="${rowNumber}">`;
    for (const column of columns) {
      const cell = cellOf(column.kind, valueIn(column, row));
      if (cell) xml += column.opening + rowNumber + cellXml(cell, column.numberStyle);
    }
    return `${xml}</row>`;
  };
}

/** After the cell address. `numberStyle` closes the quotation marks of the address. */
function cellXml(cell: NonNullable<Cell>, numberStyle: string): string {
  switch (cell.type) {
    case 'text':
      return (cell.isMarked ? `" s="${style.markedText}"` : '"') + inlineText(cell.text);
    case 'number':
      return `${numberStyle}><v>${cell.value}</v></c>`;
    case 'flag':
      return `" t="b"><v>${cell.value ? 1 : 0}</v></c>`;
    default:
      return `" s="${style[cell.type]}"><v>${serialOf(cell.ms)}</v></c>`;
  }
}

function inlineText(text: string): string {
  const isTrimmed = text.charCodeAt(0) > 32 && text.charCodeAt(text.length - 1) > 32;
  return ` t="inlineStr"><is><t${isTrimmed ? '' : ' xml:space="preserve"'}>${escapeXml(escapeSequences(text))}</t></is></c>`;
}

// ---- sheet about the export

export function aboutCells(about: readonly AboutLine[]): readonly (readonly [Cell, Cell])[] {
  return about.map(([label, value]) => [textCell(label), aboutValue(value)] as const);
}
function aboutValue(value: AboutLine[1]): Cell {
  if (typeof value === 'object') return { type: 'instant', ms: value.instantMs };
  return typeof value === 'number' ? { type: 'number', value } : textCell(value);
}

export function aboutSheet(about: readonly AboutLine[]): string {
  const rows = aboutCells(about).map((cells, at) => {
    const written = cells.map((cell, column) =>
      cell ? `<c r="${columnLetters(column)}${at + 1}${cellXml(cell, '"')}` : '',
    );
    return `<row r="${at + 1}">${written.join('')}</row>`;
  });
  return `${head}<worksheet xmlns="${main}">${columnsXml(aboutWidths)}<sheetData>${rows.join('')}</sheetData></worksheet>`;
}
