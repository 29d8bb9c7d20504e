/** Writes a workbook row by row as compressed bytes. Runs in the worker only: it does not yield. */
import { Zip } from 'fflate';
import { DeflatedFile } from './deflated-file.ts';
import type { Sheet } from './sheet.ts';
import { aboutSheet, fixedParts, rowXmlOf, sheetEnd, sheetStart, workbookPart } from './workbook-xml.ts';
import { type SheetWriter, workbookType } from './writer.ts';

/** Text is encoded and compressed in pieces of this many characters. */
const pieceLength = 128 * 1024;
/** Compressed bytes are passed to the browser (a Blob, possibly on disk) in pieces of this size. */
const bufferedBytes = 1024 * 1024;

export function streamWriter(sheet: Sheet): SheetWriter {
  const output = byteCollector();
  const encoder = new TextEncoder();
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    output.add(bytes);
  });
  const open = (name: string): DeflatedFile => {
    const file = new DeflatedFile(name);
    zip.add(file);
    return file;
  };
  const startRows = async (): Promise<DeflatedFile> => {
    for (const [name, text] of Object.entries(fixedParts())) await open(name).end(encoder.encode(text));
    return open('xl/worksheets/sheet1.xml');
  };
  const rowXml = rowXmlOf(sheet);
  const started = startRows();
  let buffered = sheetStart(sheet);
  let rowCount = 1;

  return {
    async add(rows) {
      const file = await started;
      for (const row of rows) {
        rowCount += 1;
        buffered += rowXml(row, rowCount);
        if (buffered.length < pieceLength) continue;
        const piece = encoder.encode(buffered);
        buffered = '';
        await file.write(piece);
      }
    },
    async finish(about, name) {
      await (await started).end(encoder.encode(buffered + sheetEnd(sheet, rowCount)));
      await open('xl/worksheets/sheet2.xml').end(encoder.encode(aboutSheet(about)));
      await open('xl/workbook.xml').end(encoder.encode(workbookPart(name)));
      zip.end();
      return output.whole();
    },
  };
}

function byteCollector(): { add(bytes: Uint8Array<ArrayBuffer>): void; whole(): Blob } {
  const parts: Blob[] = [];
  let loose: Uint8Array<ArrayBuffer>[] = [];
  let looseBytes = 0;
  const flush = (): void => {
    if (loose.length > 0) parts.push(new Blob(loose));
    loose = [];
    looseBytes = 0;
  };
  return {
    add(bytes) {
      loose.push(bytes);
      looseBytes += bytes.length;
      if (looseBytes >= bufferedBytes) flush();
    },
    whole() {
      flush();
      return new Blob(parts, { type: workbookType });
    },
  };
}
