/**
 * Stores tiles within the budget.
 * Index first, then cache. On delete, cache first: a crash never leaves an uncounted tile.
 * Own file: Cache Storage and its index, which know no request.
 */
import type { BaseLayerName } from '../contract/base-layer-names.ts';
import { inArea, tileCount, tileOfPath } from '../contract/tile-areas.ts';
import {
  type AreaFacts,
  isOfflineArea,
  type OfflineArea,
  type TileOverview,
  type TileSum,
  type TileSums,
  tileBudgetBytes,
} from '../contract/tile-keeper.ts';
import { isInAnyOf, selectEvictions } from './tile-rules.ts';

const cacheName = 'tiles';
/** Fraction left after an eviction: several tiles at once, because it reads the index. */
const roomShare = 0.95;
/** Pause after an eviction that made no space. */
const shrinkAgainMs = 10 * 60_000;
const touchAfterMs = 1000;

type NewTile = {
  readonly body: ArrayBuffer;
  readonly contentType: string;
  readonly freshMs: number;
  readonly now: number;
};
/** `isFresh`: no request for a newer one is needed yet. */
type StoredTile = {
  readonly response: Response;
  readonly isFresh: boolean;
  readonly storedAt: number;
  readonly bytes: number;
};

const storedAtHeader = 'x-stored-at';
const freshUntilHeader = 'x-fresh-until';

// ---- opening

let opening: Promise<TileIndex | null> | null = null;

/** The index. null if the browser refuses. A damaged one is recreated once: cached tiles are then unknown, and removed. */
async function index(): Promise<TileIndex | null> {
  const current = await opening;
  if (opening && (!current || current.isOpen())) return current;
  opening = openOrMend();
  return opening;
}

async function openOrMend(): Promise<TileIndex | null> {
  try {
    return await openWithCache();
  } catch {
    try {
      await new Promise<void>((resolve, reject) => {
        const removal = indexedDB.deleteDatabase(indexName);
        removal.onsuccess = () => resolve();
        removal.onerror = () => reject(removal.error);
        removal.onblocked = () => reject(new DOMException('Blocked', 'AbortError'));
      });
      return await openWithCache();
    } catch {
      return null;
    }
  }
}

async function openWithCache(): Promise<TileIndex> {
  const opened = await openTileIndex();
  if (opened.isNew) await caches.delete(cacheName);
  return opened;
}

let comparing: Promise<void> | null = null;

/** The index, checked against the cache: once per worker, before anything is stored, or pending entries would be removed. */
async function reconciled(): Promise<TileIndex | null> {
  const books = await index();
  if (!books) return null;
  comparing ??= compare(books).catch(() => {
    comparing = null;
  });
  await comparing;
  return books;
}

/** Removes entries or tiles without a counterpart, left by an interruption. */
async function compare(books: TileIndex): Promise<void> {
  const cache = await caches.open(cacheName);
  const cached = new Set((await cache.keys()).map((request) => new URL(request.url).pathname));
  const indexed = new Set((await books.tiles()).map((record) => record.path));
  await books.forget([...indexed].filter((path) => !cached.has(path)));
  await Promise.all([...cached].filter((path) => !indexed.has(path)).map((path) => cache.delete(path)));
}

// ---- reading

/** The tile of this path, if stored. Never throws: failing storage counts as empty. */
export async function findTile(path: string, now: number): Promise<StoredTile | null> {
  try {
    const response = await (await caches.open(cacheName)).match(path);
    if (!response) return null;
    touchLater(path, now);
    const figure = (header: string): number => Number(response.headers.get(header));
    const isFresh = now < figure(freshUntilHeader);
    return { response, isFresh, storedAt: figure(storedAtHeader), bytes: figure('content-length') };
  } catch {
    return null;
  }
}

let touched = new Set<string>();
let touching: ReturnType<typeof setTimeout> | undefined;

/** Uses are recorded together: a view has dozens of tiles. A stopped worker only loses the order of use. */
function touchLater(path: string, now: number): void {
  touched.add(path);
  if (touching !== undefined) return;
  touching = setTimeout(async () => {
    const paths = [...touched];
    touched = new Set();
    touching = undefined;
    const books = await index();
    await books?.touch(paths, now).catch(() => undefined);
  }, touchAfterMs);
}

// ---- writing

/** Stores a tile within the budget. False: no space or no storage. Never throws. */
export async function storeTile(path: string, tile: NewTile): Promise<boolean> {
  try {
    const books = await reconciled();
    if (!books) return false;
    const bytes = tile.body.byteLength;
    const sums = await books.note({ path, bytes, usedAt: tile.now, storedAt: tile.now });
    if (bytesOf(sums) > tileBudgetBytes) {
      const hasRoom = await shrink(books, { limit: tileBudgetBytes, target: tileBudgetBytes * roomShare, spare: path });
      if (!hasRoom) {
        await dropTiles([path]);
        return false;
      }
    }
    return (await put(path, tile)) || (await putWithLessRoom(books, path, tile));
  } catch {
    return false;
  }
}

async function put(path: string, { body, contentType, freshMs, now }: NewTile): Promise<boolean> {
  const headers = {
    'content-type': contentType,
    'content-length': String(body.byteLength),
    [storedAtHeader]: String(now),
    [freshUntilHeader]: String(now + freshMs),
  };
  try {
    await (await caches.open(cacheName)).put(path, new Response(body, { headers }));
    return true;
  } catch {
    return false;
  }
}

/** Time of the last eviction without effect. Long ago if none. */
let madeRoomAt = Number.NEGATIVE_INFINITY;

/**
 * The device grants less than the budget: evicts half of everything outside areas, once. If that makes no space,
 * other data fills the device, and the rest is not evicted for the dozens of tiles that follow.
 */
async function putWithLessRoom(books: TileIndex, path: string, tile: NewTile): Promise<boolean> {
  if (tile.now - madeRoomAt > shrinkAgainMs) {
    madeRoomAt = tile.now;
    const half = bytesOf(await books.sums()) / 2;
    await shrink(books, { limit: half, target: half, spare: path });
    if (await put(path, tile)) {
      madeRoomAt = Number.NEGATIVE_INFINITY;
      return true;
    }
  }
  await dropTiles([path]);
  return false;
}

let shrinking: Promise<unknown> = Promise.resolve();

/**
 * Above `limit` bytes, evicts the least recently used until `target` are left. True if the total is then within `limit`.
 * One at a time: two at once would evict twice as much.
 */
function shrink(
  books: TileIndex,
  { limit, target, spare }: { limit: number; target: number; spare: string },
): Promise<boolean> {
  const work = async (): Promise<boolean> => {
    const total = bytesOf(await books.sums());
    if (total <= limit) return true;
    const { paths, freed } = selectEvictions(await books.tiles(), {
      bytes: total - target,
      areas: await books.areas(),
      spare,
    });
    await dropTiles(paths);
    return total - freed <= limit;
  };
  const result = shrinking.then(work, work);
  shrinking = result.catch(() => undefined);
  return result;
}

/** Removes tiles. */
export async function dropTiles(paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const cache = await caches.open(cacheName);
  await Promise.all(paths.map((path) => cache.delete(path)));
  await (await index())?.forget(paths);
}

// ---- offline areas

/** From here on the area's tiles are not evicted. */
export async function saveArea(area: OfflineArea): Promise<boolean> {
  const books = await index();
  if (!books) return false;
  await books.putArea(area);
  return true;
}

/** Removes the area and its tiles, except those of other areas. */
export async function removeArea(id: string): Promise<boolean> {
  const books = await index();
  const area = (await books?.areas())?.find((one) => one.id === id);
  if (!books || !area) return false;
  await books.deleteArea(id);
  const isOfIt = isInAnyOf([area]);
  const isOfOthers = isInAnyOf(await books.areas());
  const its = (await books.tiles(area.layer)).filter(({ path }) => {
    const tile = tileOfPath(path);
    return tile !== null && isOfIt(tile) && !isOfOthers(tile);
  });
  await dropTiles(its.map(({ path }) => path));
  return true;
}

/** Removes tiles outside areas, with `isWithAreas` also areas and their tiles. False: no index. */
export async function clearTiles(isWithAreas: boolean): Promise<boolean> {
  const books = await index();
  if (isWithAreas) {
    await caches.delete(cacheName);
    for (const { id } of (await books?.areas()) ?? []) await books?.deleteArea(id);
  }
  if (!books) return false;
  await dropTiles((await tilesOutside(books)).map(({ path }) => path));
  return true;
}

/** Tiles outside areas. */
async function tilesOutside(books: TileIndex): Promise<readonly TileRecord[]> {
  const isOfArea = isInAnyOf(await books.areas());
  return (await books.tiles()).filter(({ path }) => {
    const tile = tileOfPath(path);
    return tile === null || !isOfArea(tile);
  });
}

/** Stored tiles by layer and zoom. */
export async function tileSums(): Promise<{ sums: TileSums; canKeep: boolean }> {
  const books = await reconciled();
  return { sums: (await books?.sums()) ?? {}, canKeep: books !== null };
}

export async function overview(): Promise<TileOverview> {
  const books = await reconciled();
  if (!books) return { areas: [], outside: { tiles: 0, bytes: 0 }, sums: {}, canKeep: false };
  const areas = await Promise.all((await books.areas()).map((area) => factsOf(books, area)));
  const loose = await tilesOutside(books);
  const outside = { tiles: loose.length, bytes: loose.reduce((sum, { bytes }) => sum + bytes, 0) };
  return { areas, outside, sums: await books.sums(), canKeep: true };
}

async function factsOf(books: TileIndex, area: OfflineArea): Promise<AreaFacts> {
  const isIn = inArea(area);
  const stored = (await books.tiles(area.layer)).filter(({ path }) => {
    const tile = tileOfPath(path);
    return tile !== null && isIn(tile);
  });
  return {
    ...area,
    tiles: tileCount(area),
    held: stored.length,
    current: stored.filter(({ storedAt }) => storedAt >= area.since).length,
    bytes: stored.reduce((sum, { bytes }) => sum + bytes, 0),
    oldestAt: stored.reduce<number | null>((oldest, { storedAt }) => Math.min(oldest ?? storedAt, storedAt), null),
  };
}

// ---- IndexedDB index of stored tiles: size, last use, age, totals and offline areas. Written by the worker only.

type TileRecord = {
  readonly path: string;
  readonly bytes: number;
  /** Epoch ms. */
  readonly usedAt: number;
  readonly storedAt: number;
};
type SumsRecord = { readonly id: 'sums'; readonly sums: TileSums };

const indexName = 'tiles';
const sumsId = 'sums';

type TileIndex = {
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
async function openTileIndex(): Promise<TileIndex> {
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
