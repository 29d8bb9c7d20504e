/** Lines of a file of any size, plain or gzip, or of standard input. Memory holds one line. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';

/** `text` is null for a line that is too long: its characters were skipped. `number` counts from 1. */
export type Line = { readonly number: number; readonly text: string | null };

/** LF and CRLF. A byte order mark at the start is dropped. @throws if the file cannot be read, is UTF-16, or its gzip is damaged */
export async function* readLines(file: string, maxLength: number): AsyncGenerator<Line> {
  yield* splitLines(notUtf16(await byteStream(file)), maxLength);
}

/** In UTF-16 every line would be unreadable, and reported. */
async function* notUtf16(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of chunks) {
    const mark = isFirst && chunk.length >= 2 ? chunk.readUInt16BE(0) : 0;
    if (mark === 0xfffe || mark === 0xfeff) throw new Error('it is UTF-16; save it as UTF-8');
    isFirst = false;
    yield chunk;
  }
}

/** Bytes of a file, unpacked if gzip. */
export const byteStream = async (file: string): Promise<AsyncIterable<Buffer>> => (await openBytes(file)).bytes;

/** `bytesRead` = bytes of the stored file read so far. */
export type OpenBytes = { readonly bytes: AsyncIterable<Buffer>; readonly bytesRead: () => number };

/** Like `byteStream`, with progress. */
export async function openBytes(file: string): Promise<OpenBytes> {
  const handle = await open(file, 'r');
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0).finally(() => handle.close());
  const stream = createReadStream(file);
  const countRead = () => stream.bytesRead;
  const isGzip = bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  if (!isGzip) return { bytes: stream, bytesRead: countRead };
  const gunzip = createGunzip();
  stream.on('error', (error) => gunzip.destroy(error));
  // Closes the file when a reader stops early.
  gunzip.on('close', () => stream.destroy());
  return { bytes: stream.pipe(gunzip), bytesRead: countRead };
}

/** Like `readLines`, for bytes. Invalid UTF-8 becomes U+FFFD. */
export async function* splitLines(chunks: AsyncIterable<Buffer>, maxLength: number): AsyncGenerator<Line> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let isTooLong = false;
  let number = 0;
  const line = (text: string): Line => {
    const whole = rest + text;
    const result = { number: ++number, text: isTooLong || whole.length > maxLength ? null : clean(whole, number) };
    rest = '';
    isTooLong = false;
    return result;
  };
  for await (const chunk of chunks) {
    const text = decoder.write(chunk);
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      yield line(text.slice(from, end));
      from = end + 1;
    }
    if (!isTooLong) rest += text.slice(from);
    if (rest.length <= maxLength + 1) continue; // one more for a CR
    isTooLong = true;
    rest = '';
  }
  const last = decoder.end();
  if (rest || last || isTooLong) yield line(last);
}

function clean(text: string, number: number): string {
  const withoutMark = number === 1 && text.startsWith('\ufeff') ? text.slice(1) : text;
  return withoutMark.endsWith('\r') ? withoutMark.slice(0, -1) : withoutMark;
}
