/** IndexedDB index of stored tiles: size, last use, age, totals and offline areas. Written by the worker only. */
import type { BaseLayerName } from '../contract/base-layer-names.ts';
import { tileOfPath } from '../contract/tile-areas.ts';
import { isOfflineArea, type OfflineArea, type TileSum, type TileSums } from '../contract/tile-keeper.ts';

export type TileRecord = {
  readonly path: string;
  readonly bytes: number;
  /** Epoch ms. */
  readonly usedAt: number;
  readonly storedAt: number;
};
type SumsRecord = { readonly id: 'sums'; readonly sums: TileSums };

export const indexName = 'tiles';
const sumsId = 'sums';

export type TileIndex = {
  /** Whether it was created just now: then cached tiles are unknown to the index. */
  readonly isNew: boolean;
  readonly isOpen: () => boolean;
  /** Adds a tile, replacing an earlier one at its path. Returns the totals. */
  note(record: TileRecord): Promise<TileSums>;
  forget(paths: readonly string[]): Promise<void>;
  /** Records a use at `now`. */
  touch(paths: readonly string[], now: number): Promise<void>;
  get(path: string): Promise<TileRecord | undefined>;
  /** Of all layers or one, least recently used first. */
  tiles(layer?: BaseLayerName): Promise<readonly TileRecord[]>;
  sums(): Promise<TileSums>;
  areas(): Promise<readonly OfflineArea[]>;
  putArea(area: OfflineArea): Promise<void>;
  deleteArea(id: string): Promise<void>;
};

/** Opens the index, or creates it. Throws if the browser refuses. */
export async function openTileIndex(): Promise<TileIndex> {
  let isNew = false;
  let isOpen = true;
  const opening = indexedDB.open(indexName, 1);
  opening.onupgradeneeded = () => {
    isNew = true;
    opening.result.createObjectStore('tiles', { keyPath: 'path' }).createIndex('usedAt', 'usedAt');
    opening.result.createObjectStore('areas', { keyPath: 'id' });
    opening.result.createObjectStore('sums', { keyPath: 'id' });
  };
  const database = await done(opening);
  const close = (): void => {
    isOpen = false;
    database.close();
  };
  database.onclose = close;
  database.onversionchange = close;

  async function within<T>(
    mode: IDBTransactionMode,
    work: (stores: { tiles: IDBObjectStore; areas: IDBObjectStore; sums: IDBObjectStore }) => Promise<T>,
  ): Promise<T> {
    const transaction = database.transaction(['tiles', 'areas', 'sums'], mode);
    const committed = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new DOMException('Aborted', 'AbortError'));
    });
    const store = (name: string): IDBObjectStore => transaction.objectStore(name);
    const result = await Promise.race([
      work({ tiles: store('tiles'), areas: store('areas'), sums: store('sums') }),
      committed.then(() => new Promise<never>(() => undefined)),
    ]);
    await committed;
    return result;
  }
  const readSums = async (store: IDBObjectStore): Promise<TileSums> =>
    ((await done(store.get(sumsId))) as SumsRecord | undefined)?.sums ?? {};
  const writeSums = (store: IDBObjectStore, sums: TileSums): void =>
    void store.put({ id: sumsId, sums } satisfies SumsRecord);

  return {
    isNew,
    isOpen: () => isOpen,
    note: (record) =>
      within('readwrite', async ({ tiles, sums }) => {
        const before = (await done(tiles.get(record.path))) as TileRecord | undefined;
        const without = added(await readSums(sums), before ? [before] : [], -1);
        const after = added(without, [record], 1);
        tiles.put(record);
        writeSums(sums, after);
        return after;
      }),
    forget: (paths) =>
      within('readwrite', async ({ tiles, sums }) => {
        const gone = await Promise.all(paths.map((path) => done(tiles.get(path)) as Promise<TileRecord | undefined>));
        const known = gone.filter((record) => record !== undefined);
        for (const { path } of known) tiles.delete(path);
        writeSums(sums, added(await readSums(sums), known, -1));
      }),
    touch: (paths, now) =>
      within('readwrite', async ({ tiles }) => {
        for (const path of paths) {
          const record = (await done(tiles.get(path))) as TileRecord | undefined;
          if (record && record.usedAt < now) tiles.put({ ...record, usedAt: now });
        }
      }),
    get: (path) => within('readonly', ({ tiles }) => done(tiles.get(path)) as Promise<TileRecord | undefined>),
    tiles: (layer) =>
      within('readonly', async ({ tiles }) => {
        if (!layer) return (await done(tiles.index('usedAt').getAll())) as TileRecord[];
        const range = IDBKeyRange.bound(`/tiles/${layer}/`, `/tiles/${layer}/\uffff`);
        return (await done(tiles.getAll(range))) as TileRecord[];
      }),
    sums: () => within('readonly', ({ sums }) => readSums(sums)),
    areas: () =>
      within('readonly', async ({ areas }) => ((await done(areas.getAll())) as unknown[]).filter(isOfflineArea)),
    putArea: (area) =>
      within('readwrite', async ({ areas }) => {
        areas.put(area);
      }),
    deleteArea: (id) =>
      within('readwrite', async ({ areas }) => {
        areas.delete(id);
      }),
  };
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** The totals with these tiles added (`sign` 1) or removed (-1). */
export function added(sums: TileSums, records: readonly Pick<TileRecord, 'path' | 'bytes'>[], sign: 1 | -1): TileSums {
  const next: Partial<Record<BaseLayerName, Record<number, TileSum>>> = { ...sums };
  for (const { path, bytes } of records) {
    const tile = tileOfPath(path);
    if (!tile) continue;
    const zooms = { ...next[tile.layer] };
    const before = zooms[tile.z] ?? { tiles: 0, bytes: 0 };
    const after = { tiles: before.tiles + sign, bytes: before.bytes + sign * bytes };
    if (after.tiles > 0) zooms[tile.z] = after;
    else delete zooms[tile.z];
    next[tile.layer] = zooms;
    if (Object.keys(zooms).length === 0) delete next[tile.layer];
  }
  return next;
}

/** Bytes of all tiles. 0 without tiles. */
export function bytesOf(sums: TileSums): number {
  return Object.values(sums)
    .flatMap((zooms) => Object.values(zooms))
    .reduce((total, { bytes }) => total + bytes, 0);
}
