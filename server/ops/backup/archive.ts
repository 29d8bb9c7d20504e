/** The file of a backup: a tar archive whose members are compressed one by one. Only importer of `tar-stream`. */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import tar from 'tar-stream';

export type Member = { readonly name: string; readonly bytes: Buffer };

/** Longer members are refused: a backup is read on a machine with little memory, too. */
const longestMemberBytes = 64 * 1_048_576;

/** Writes the members, and returns when they are on the disk. Readable by the owner only. @throws if the file exists */
export async function writeArchive(file: string, members: AsyncIterable<Member>): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    const pack = tar.pack();
    const written = writeAll(handle, pack);
    // Rejects below, where it is waited for.
    written.catch(() => {});
    for await (const { name, bytes } of members) {
      const entered = new Promise<void>((done, failed) => {
        pack.entry({ name, mode: 0o600 }, bytes, (error) => (error ? failed(error) : done()));
      });
      await Promise.race([entered, written]);
    }
    pack.finalize();
    await written;
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  // writeFile appends the whole chunk. write may append only a part of it, without an error.
  for await (const chunk of chunks) await handle.writeFile(chunk);
}

/** The members in order. @throws if the file is no tar archive, or ends within a member */
export async function* readArchive(file: string): AsyncGenerator<Member, void> {
  const extract = tar.extract();
  const source = createReadStream(file);
  source.on('error', (error) => extract.destroy(error));
  source.pipe(extract);
  try {
    for await (const entry of extract) {
      const { name, size = 0 } = entry.header;
      if (size > longestMemberBytes) throw new Error(`${JSON.stringify(name.slice(0, 100))} is too long`);
      const parts: Buffer[] = [];
      for await (const part of entry) parts.push(part as Buffer);
      yield { name, bytes: Buffer.concat(parts) };
    }
  } finally {
    source.destroy();
    extract.destroy();
  }
}
