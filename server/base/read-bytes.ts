/** Bytes of a file of any size, plain or gzip. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';

/** Bytes of a text. @throws if the file cannot be read, is UTF-16, or its gzip is damaged */
export async function readableBytes(file: string): Promise<AsyncIterable<Buffer>> {
  return notUtf16(await byteStream(file));
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
