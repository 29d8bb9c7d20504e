/**
 * The workbook of few rows, by write-excel-file. It holds all rows until the end and needs several times the memory and time of
 * stream-writer.ts for many (docs/decisions/0010-export.md).
 * Must not: be given more rows than `mostLibraryRows` (sheet.ts).
 */
import writeExcelFile, { type Feature, type Cell as LibraryCell, type SheetData } from 'write-excel-file/universal';
import { type Cell, cellOf, escapeSequences, serialOf } from './cells.ts';
import { aboutSheetName, type Sheet, valueIn } from './sheet.ts';
import { aboutCells, columnLetters } from './workbook-xml.ts';
import { aboutWidths, decimalsFormat, formats, type SheetWriter } from './writer.ts';

/** The library compresses in a worker that it makes itself; where a policy forbids that worker, it would wait for ever. */
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
    async finish(about) {
      const last = `${columnLetters(Math.max(0, sheet.columns.length - 1))}${data.length}`;
      const written = writeExcelFile(
        [
          {
            data,
            sheet: sheet.name,
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
      return Promise.race([written, tooLate()]);
    },
  };
}

function tooLate(): Promise<never> {
  return new Promise((_, fail) => {
    setTimeout(() => fail(new Error('The browser did not compress the workbook.')), patienceMs);
  });
}

/** The only format that the library takes for a text stands for the mark, until `withFilterAndMarks` writes it as one. */
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

/**
 * What the library would spoil goes through the workbook's own escape: it drops U+FFFD, which is what stands where bytes of a message could not be
 * read, and it looks texts up in a plain object, where a text such as 'constructor' finds what it never put there.
 */
function libraryText(text: string): string {
  const whole = escapeSequences(text).replaceAll('\ufffd', '_xFFFD_');
  return whole in {} ? `_x${whole.charCodeAt(0).toString(16).padStart(4, '0')}_${whole.slice(1)}` : whole;
}

/** What the library has no option for: the header's filter, and the mark of a text that looks like more. */
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
