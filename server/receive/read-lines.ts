/**
 * Lines of a file of any size, plain or gzip, or of standard input. Must not: hold more than one line, or know what a line means.
 */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';

/** `text` is null when the line was longer than allowed: its characters were skipped. `number` counts from 1. */
export type Line = { readonly number: number; readonly text: string | null };

/** LF and CRLF; a byte order mark at the start is dropped. @throws when the file cannot be read, is UTF-16, or its gzip is damaged */
export async function* readLines(file: string, maxLength: number): AsyncGenerator<Line> {
  yield* splitLines(notUtf16(await byteStream(file)), maxLength);
}

/** Of UTF-16 no line could be read, and each would be told. */
async function* notUtf16(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of chunks) {
    const mark = isFirst && chunk.length >= 2 ? chunk.readUInt16BE(0) : 0;
    if (mark === 0xfffe || mark === 0xfeff) throw new Error('it is UTF-16; save it as UTF-8');
    isFirst = false;
    yield chunk;
  }
}

/** The bytes of a file, unpacked where they are gzip. */
export const byteStream = async (file: string): Promise<AsyncIterable<Buffer>> => (await openBytes(file)).bytes;

/** `bytesRead` tells how many of the file, as it lies there, were read so far. */
export type OpenBytes = { readonly bytes: AsyncIterable<Buffer>; readonly bytesRead: () => number };

/** As `byteStream`, for whoever shows how far it is. */
export async function openBytes(file: string): Promise<OpenBytes> {
  const handle = await open(file, 'r');
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0).finally(() => handle.close());
  const stream = createReadStream(file);
  const countRead = () => stream.bytesRead;
  const isGzip = bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  if (!isGzip) return { bytes: stream, bytesRead: countRead };
  const gunzip = createGunzip();
  stream.on('error', (error) => gunzip.destroy(error));
  // Whoever stops reading early leaves no open file behind.
  gunzip.on('close', () => stream.destroy());
  return { bytes: stream.pipe(gunzip), bytesRead: countRead };
}

/** As `readLines`, of bytes. Bytes that are no UTF-8 become U+FFFD. */
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
