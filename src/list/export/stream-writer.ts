/**
 * Writes a workbook row by row: each row becomes compressed bytes at once, so that the rows before are never held.
 * Must not: be used on the page's own thread, it does not pause.
 */
import { Zip, ZipDeflate } from 'fflate';
import type { AboutLine, Sheet } from './sheet.ts';
import { aboutSheet, fixedParts, rowXmlOf, sheetEnd, sheetStart } from './workbook-xml.ts';
import { type SheetWriter, workbookType } from './writer.ts';

/** Text is encoded and compressed in pieces of about so many characters. */
const pieceLength = 64 * 1024;
/** Compressed bytes are handed to the browser's own keeping (a Blob, which may lie on the disk) in pieces of this size. */
const keptBytes = 1024 * 1024;
/** Radio texts compress little better beyond, for a multiple of the time. */
const level = 1;

export function streamWriter(sheet: Sheet): SheetWriter {
  const kept = keeper();
  const encoder = new TextEncoder();
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    kept.add(bytes);
  });
  const open = (name: string): ZipDeflate => {
    const file = new ZipDeflate(name, { level });
    zip.add(file);
    return file;
  };
  const addWhole = (name: string, text: string): void => open(name).push(encoder.encode(text), true);

  for (const [name, text] of Object.entries(fixedParts(sheet))) addWhole(name, text);
  const rowXml = rowXmlOf(sheet);
  const rows = open('xl/worksheets/sheet1.xml');
  let waiting = sheetStart(sheet);
  let rowCount = 1;

  return {
    add(row) {
      rowCount += 1;
      waiting += rowXml(row, rowCount);
      if (waiting.length < pieceLength) return;
      rows.push(encoder.encode(waiting));
      waiting = '';
    },
    async finish(about: readonly AboutLine[]) {
      rows.push(encoder.encode(waiting + sheetEnd(sheet, rowCount)), true);
      addWhole('xl/worksheets/sheet2.xml', aboutSheet(about));
      zip.end();
      return kept.whole();
    },
  };
}

function keeper(): { add(bytes: Uint8Array<ArrayBuffer>): void; whole(): Blob } {
  const parts: Blob[] = [];
  let loose: Uint8Array<ArrayBuffer>[] = [];
  let looseBytes = 0;
  const keep = (): void => {
    if (loose.length > 0) parts.push(new Blob(loose));
    loose = [];
    looseBytes = 0;
  };
  return {
    add(bytes) {
      loose.push(bytes);
      looseBytes += bytes.length;
      if (looseBytes >= keptBytes) keep();
    },
    whole() {
      keep();
      return new Blob(parts, { type: workbookType });
    },
  };
}
