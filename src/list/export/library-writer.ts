/**
 * Workbook of few rows by write-excel-file. Never pass more than `maxLibraryRows`:
 * it stores all rows in memory and needs several times the memory of stream-writer.ts (decision 36). Own file: the only importer of the library.
 */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import writeExcelFile, { type Feature, type Cell as LibraryCell, type SheetData } from 'write-excel-file/universal';
import { type Cell, cellOf, escapeSequences, serialOf } from './cells.ts';
import {
  aboutSheetName,
  aboutWidths,
  decimalsFormat,
  formats,
  type Sheet,
  type SheetWriter,
  valueIn,
  workbookType,
} from './sheet.ts';
import { aboutCells, columnLetters } from './workbook-xml.ts';

/** The library creates its own worker for compression. Where a policy forbids it, it would wait forever. */
const patienceMs = 60_000;

export function libraryWriter(sheet: Sheet): SheetWriter {
  const data: SheetData = [sheet.columns.map(({ header }) => ({ value: header, fontWeight: 'bold' }))];
  return {
    async add(rows) {
      for (const row of rows)
        data.push(
          sheet.columns.map((column) => libraryCell(cellOf(column.kind, valueIn(column, row)), column.decimals)),
        );
    },
    async finish(about, name) {
      const last = `${columnLetters(Math.max(0, sheet.columns.length - 1))}${data.length}`;
      const written = writeExcelFile(
        [
          {
            data,
            sheet: name,
            columns: sheet.columns.map(({ width }) => ({ width })),
            stickyRowsCount: 1,
          },
          {
            data: aboutCells(about).map((line) => line.map((cell) => libraryCell(cell))),
            sheet: aboutSheetName,
            columns: aboutWidths.map((width) => ({ width })),
          },
        ],
        { features: [withFilterAndMarks(last)] },
      ).toBlob();
      return withWholeTexts(await Promise.race([written, tooLate()]));
    },
  };
}

function tooLate(): Promise<never> {
  return new Promise((_, fail) => {
    setTimeout(() => fail(new Error('The browser could not compress the workbook.')), patienceMs);
  });
}

/** The library's only text format is a placeholder for the mark that `withFilterAndMarks` writes. */
const markFormat = '@';

function libraryCell(cell: Cell, decimals?: number): LibraryCell {
  if (!cell) return null;
  switch (cell.type) {
    case 'text':
      return { value: libraryText(cell.text), type: String, ...(cell.isMarked ? { format: markFormat } : {}) };
    case 'number':
      return {
        value: cell.value,
        type: Number,
        ...(decimals === undefined ? {} : { format: decimalsFormat(decimals) }),
      };
    case 'flag':
      return { value: cell.value, type: Boolean };
    default:
      return { value: serialOf(cell.ms), type: Number, format: formats[cell.type] };
  }
}

/** A word joiner, and an invisible separator. In no cell, because `cells.ts` makes them visible. */
const [stand, first] = ['\u2060', '\u2063'];
const textsFile = 'xl/sharedStrings.xml';

/**
 * The library drops U+FFFD, which replaces unreadable bytes, and has no hook for its file of texts. Escapes such as _xFFFD_ are
 * no way out: LibreOffice 7.4 and Gnumeric 1.12 show them as they are.
 */
async function withWholeTexts(workbook: Blob): Promise<Blob> {
  const files = unzipSync(new Uint8Array(await workbook.arrayBuffer()));
  const texts = strFromU8(files[textsFile] ?? new Uint8Array());
  if (!texts.includes(stand) && !texts.includes(first)) return workbook;
  files[textsFile] = strToU8(texts.replaceAll(stand, '\ufffd').replaceAll(first, ''));
  return new Blob([zipSync(files)], { type: workbookType });
}

/**
 * Text that the library would corrupt: U+FFFD gets a stand-in, and names such as 'constructor' another first character, because
 * it looks texts up in a plain object, where they find an inherited property.
 */
function libraryText(text: string): string {
  const whole = escapeSequences(text).replaceAll('\ufffd', stand);
  return whole in {} ? first + whole : whole;
}

/** Missing options of the library: filter of the header, and the mark of texts that look like formulas. */
function withFilterAndMarks(last: string): Feature<Blob> {
  return {
    files: {
      transform: {
        'xl/worksheets/sheet{id}.xml': {
          transform: (xml, _options, { sheetIndex }) =>
            sheetIndex === 0 ? xml.replace('</sheetData>', `</sheetData><autoFilter ref="A1:${last}"/>`) : xml,
        },
        'xl/styles.xml': {
          transform: (xml) => {
            const id = new RegExp(`<numFmt numFmtId="(\\d+)" formatCode="${markFormat}"/>`).exec(xml)?.[1];
            return xml.replace(`<xf numFmtId="${id}" applyNumberFormat="1">`, '<xf numFmtId="0" quotePrefix="1">');
          },
        },
      },
    },
  };
}
