/**
 * Serves map tiles cache-first and stores them where the source's terms allow. Tiles belong to the device, not to a user.
 * Own file: routes of tiles, apart from those of the app shell.
 */
import { registerRoute } from 'workbox-routing';
import { tilePath } from '../contract/base-layers.ts';
import { type Tile, tileOfPath } from '../contract/tile-areas.ts';
import { type KeepOutcome, readTileAsk, type TileAnswers, type TileAsk } from '../contract/tile-keeper.ts';
import { base, withoutBase } from './base.ts';
import { freshMsOf, isPicture, markOf, waitMsOf } from './tile-rules.ts';
import { clearTiles, dropTiles, findTile, overview, removeArea, saveArea, storeTile, tileSums } from './tile-store.ts';

declare const self: ServiceWorkerGlobalScope;

/** Timeout of a tile for an area. The map has its own. */
const fetchDeadlineMs = 15_000;

type Fetched =
  | {
      readonly kind: 'tile';
      readonly mark: 'no' | 'seen' | 'areas';
      readonly body: ArrayBuffer;
      readonly head: Response;
    }
  /** A response that is not a tile. */
  | { readonly kind: 'other'; readonly head: Response };

/** Throws if the server is unreachable, or something else responded. */
async function fetchTile(path: string, how: { signal: AbortSignal; cache: RequestCache }): Promise<Fetched> {
  const head = await fetch(base + path, {
    ...how,
    credentials: 'same-origin',
    redirect: 'error',
    headers: { accept: 'image/*' },
  });
  const mark = markOf(head);
  if (mark === 'none') {
    // Nothing of a portal is shown: neither its page nor its image.
    if (head.ok) throw new TypeError('This is not a tile.');
    return { kind: 'other', head };
  }
  const body = await head.arrayBuffer();
  if (!isPicture(body)) throw new TypeError('This is not an image.');
  return { kind: 'tile', mark, body, head };
}

/** Stores the tile where the terms allow. If a layer no longer allows it, its tiles are removed. */
async function store(path: string, fetched: Fetched): Promise<boolean> {
  if (fetched.kind !== 'tile') return false;
  if (fetched.mark === 'no') {
    await dropTiles([path]);
    return false;
  }
  const { head, body } = fetched;
  return storeTile(path, {
    body,
    contentType: head.headers.get('content-type') ?? 'image/png',
    freshMs: freshMsOf(head.headers.get('cache-control')),
    now: Date.now(),
  });
}

// ---- requests of the map

async function tileResponse(path: string, event: ExtendableEvent & { request: Request }): Promise<Response> {
  const stored = await findTile(path, Date.now());
  if (stored) {
    if (!stored.isFresh) event.waitUntil(renew(path));
    return stored.response;
  }
  try {
    const fetched = await fetchTile(path, { signal: event.request.signal, cache: 'default' });
    if (fetched.kind === 'other') return fetched.head;
    event.waitUntil(store(path, fetched));
    const type = fetched.head.headers.get('content-type') ?? 'image/png';
    return new Response(fetched.body.slice(0), { headers: { 'content-type': type } });
  } catch {
    return Response.error();
  }
}

/** Once per worker: an old tile stays in use while the server does not respond. */
const renewed = new Set<string>();

async function renew(path: string): Promise<void> {
  if (renewed.has(path)) return;
  renewed.add(path);
  try {
    await store(path, await fetchTile(path, { signal: AbortSignal.timeout(fetchDeadlineMs), cache: 'no-cache' }));
  } catch {
    // Unreachable: the next worker tries again.
  }
}

// ---- requests of pages

async function storeForArea(tile: Tile, since: number): Promise<KeepOutcome> {
  const path = tilePath(tile.layer, tile);
  const stored = await findTile(path, Date.now());
  if (stored && stored.storedAt >= since) return { kind: 'held', bytes: stored.bytes };
  let fetched: Fetched;
  try {
    fetched = await fetchTile(path, { signal: AbortSignal.timeout(fetchDeadlineMs), cache: 'no-cache' });
  } catch {
    return { kind: 'unreached' };
  }
  if (fetched.kind === 'other') return outcomeOf(fetched.head);
  if (fetched.mark !== 'areas') return { kind: 'forbidden' };
  return (await store(path, fetched)) ? { kind: 'kept', bytes: fetched.body.byteLength } : { kind: 'full' };
}

function outcomeOf({ status, headers }: Response): KeepOutcome {
  if (status === 401 || status === 403) return { kind: 'signed out' };
  const retryAfter = headers.get('retry-after');
  const isLimited = status === 429 || (status === 503 && retryAfter !== null);
  return isLimited ? { kind: 'limited', waitMs: waitMsOf(retryAfter, Date.now()) } : { kind: 'refused' };
}

function responseTo(requested: TileAsk): Promise<TileAnswers[TileAsk['ask']]> {
  switch (requested.ask) {
    case 'overview':
      return overview();
    case 'sums':
      return tileSums();
    case 'note':
      return saveArea(requested.area);
    case 'remove':
      return removeArea(requested.id);
    case 'clear':
      return clearTiles(requested.areas);
    case 'keep':
      return storeForArea(requested.tile, requested.since);
  }
}

/** Call once, while the worker starts. */
export function serveTiles(): void {
  registerRoute(
    ({ request, url, sameOrigin }) =>
      sameOrigin && request.method === 'GET' && url.search === '' && tileOfPath(withoutBase(url.pathname)) !== null,
    async ({ url, event }) => tileResponse(withoutBase(url.pathname), event as ExtendableEvent & { request: Request }),
  );
  self.addEventListener('message', (event) => {
    const requested = readTileAsk(event.data);
    const port = event.ports[0];
    if (!requested || !port) return;
    const posted = responseTo(requested).then(
      (response) => port.postMessage({ answer: response }),
      (error: unknown) => port.postMessage({ failed: String(error) }),
    );
    event.waitUntil(posted);
  });
}
