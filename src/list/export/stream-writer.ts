/** Writes a workbook row by row as compressed bytes. Runs in the worker only: it does not yield. Own file: its output is a stream. */
import { Zip, ZipPassThrough } from 'fflate';
import { type Sheet, type SheetWriter, workbookType } from './sheet.ts';
import { aboutSheet, fixedParts, rowXmlOf, sheetEnd, sheetStart, workbookPart } from './workbook-xml.ts';

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

// ---- ZIP entry compressed by the browser, twice as fast as in JavaScript. Memory stays flat because writers await it.

/** fflate writes the archive around it: names, sizes, checksums. */
class DeflatedFile extends ZipPassThrough {
  private readonly stream = new CompressionStream('deflate-raw');
  private readonly input = this.stream.writable.getWriter();
  private taken: Promise<void> = Promise.resolve();
  private readonly whole: Promise<void>;

  constructor(name: string) {
    super(name);
    this.compression = 8;
    this.whole = this.passOn();
    // Reported to the awaiting caller below.
    this.whole.catch(() => undefined);
  }

  /** Resolves when it is compressed and the next piece may follow. */
  async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.push(bytes);
    await Promise.race([this.taken, this.whole]);
  }
  /** The last piece. Resolves when the file is in the archive. */
  async end(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.push(bytes, true);
    await this.whole;
  }

  /** Called by push, which has counted and summed the bytes. */
  protected override process(chunk: Uint8Array<ArrayBuffer>, isLast: boolean): void {
    this.taken = this.input.write(chunk);
    this.taken.catch(() => undefined);
    if (isLast) this.input.close().catch(() => undefined);
  }

  private async passOn(): Promise<void> {
    const output = this.stream.readable.getReader();
    for (;;) {
      const { done, value } = await output.read();
      this.ondata(null, value ?? new Uint8Array(0), done);
      if (done) return;
    }
  }
}
