/** Tiles on the server's disk, up to a size, least recently used evicted first. A full or broken disk only costs new requests. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { diskReserve } from '../../base/disk-reserve.ts';

/** First line of a file, as JSON, followed by the image. */
const head = z.object({
  type: z.enum(['image/png', 'image/jpeg', 'image/webp']),
  /** Of the bytes, calculated here. */
  etag: z.string(),
  /** ETag of the source. */
  validators: z.object({ etag: z.optional(z.string()), lastModified: z.optional(z.string()) }),
  /** Epoch milliseconds. */
  freshUntilMs: z.number(),
});
export type StoredTile = Readonly<z.output<typeof head>> & { readonly bytes: Buffer };

/** Fraction left after an eviction, so that it does not run for every tile. */
const leftAfterEviction = 0.95;

export class TileStore {
  readonly #folder: string;
  readonly #maxBytes: number;
  /** Bytes by key, least recently used first. */
  readonly #sizes = new Map<string, number>();
  #total = 0;
  #loading: Promise<void> | null = null;

  /** `maxBytes` 0 = nothing is stored. */
  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** `key` = letters and digits. */
  async read(key: string): Promise<StoredTile | null> {
    if (this.#maxBytes === 0) return null;
    const path = this.#path(key);
    try {
      const file = await readFile(path);
      const end = file.indexOf(10);
      const tile = { ...head.parse(JSON.parse(file.toString('utf8', 0, end))), bytes: file.subarray(end + 1) };
      this.#use(key, file.length);
      // Preserves the order of use for the next start.
      utimes(path, new Date(), new Date()).catch(() => {});
      return tile;
    } catch {
      return null;
    }
  }

  /** Resolves when it is stored, or failed. */
  async write(key: string, { bytes, ...rest }: StoredTile): Promise<void> {
    if (diskReserve.isLow()) return;
    if (this.#maxBytes === 0) return;
    const file = Buffer.concat([Buffer.from(`${JSON.stringify(rest)}\n`), bytes]);
    const path = this.#path(key);
    const unfinished = `${path}.${randomBytes(4).toString('hex')}`;
    try {
      this.#loading ??= this.#load();
      await this.#loading;
      await mkdir(join(path, '..'), { recursive: true });
      await writeFile(unfinished, file);
      await rename(unfinished, path);
      this.#use(key, file.length);
      await this.#makeRoom();
    } catch {
      await rm(unfinished, { force: true }).catch(() => {});
    }
  }

  #path(key: string): string {
    return join(this.#folder, key.slice(0, 2), key);
  }

  #use(key: string, size: number): void {
    this.#total += size - (this.#sizes.get(key) ?? 0);
    this.#sizes.delete(key);
    this.#sizes.set(key, size);
  }

  async #makeRoom(): Promise<void> {
    if (this.#total <= this.#maxBytes) return;
    for (const [key, size] of this.#sizes) {
      if (this.#total <= this.#maxBytes * leftAfterEviction) return;
      this.#sizes.delete(key);
      this.#total -= size;
      await rm(this.#path(key), { force: true });
    }
  }

  /** Index of files left by an earlier start, before the first tile is written. Removes incomplete files. */
  async #load(): Promise<void> {
    const found: { key: string; size: number; usedAtMs: number }[] = [];
    for (const shard of await readdir(this.#folder).catch(() => []))
      for (const key of await readdir(join(this.#folder, shard)).catch(() => [])) {
        const path = join(this.#folder, shard, key);
        if (key.includes('.')) await rm(path, { force: true });
        else {
          const { size, mtimeMs } = await stat(path);
          found.push({ key, size, usedAtMs: mtimeMs });
        }
      }
    const used = [...this.#sizes];
    this.#sizes.clear();
    this.#total = 0;
    found.sort((a, b) => a.usedAtMs - b.usedAtMs);
    for (const { key, size } of found) this.#use(key, size);
    for (const [key, size] of used) this.#use(key, size);
  }
}
