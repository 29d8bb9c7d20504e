/** A tile of a base layer from the store or its source, with one request at a time per tile. Stores only what the terms allow. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { BaseLayerName } from '../../contract/base-layer-names.ts';
import { aging, clock } from '../base/clock.ts';
import type { UpstreamClient } from './fetch-upstream.ts';
import { imageKind } from './image-kind.ts';
import { InFlight } from './in-flight.ts';
import type { UpstreamResponse } from './outgoing-line.ts';
import type { TileSource, TileSources } from './tile-settings.ts';
import type { StoredTile, TileStore } from './tile-store.ts';
import { UpstreamError } from './upstream-error.ts';

export type TileAddress = { readonly z: number; readonly x: number; readonly y: number };
/** `maxAgeS` = freshness. */
export type Tile = Pick<StoredTile, 'type' | 'bytes' | 'etag'> & { readonly maxAgeS: number };

const timeoutMs = 3000;
const maxBytes = 1_000_000;
/** Pixels per side. Images of portals and tracking pixels are not tiles. */
const sides = { min: 64, max: 1024 };
const hourMs = 3_600_000;
type Life = { readonly minMs: number; readonly usualMs: number; readonly maxMs: number };
/** Limits of freshness: in our store, and where only the browser may cache. */
const ofStored: Life = { minMs: hourMs, usualMs: 7 * 24 * hourMs, maxMs: 30 * 24 * hourMs };
const ofPassed: Life = { minMs: 0, usualMs: hourMs, maxMs: 24 * hourMs };
/** An old tile that substitutes for a failing source. */
const staleMaxAgeS = 60;
const missingMs = 10 * 60_000;
const maxMissing = 20_000;

export class Tiles {
  readonly #client: UpstreamClient;
  readonly #store: TileStore;
  readonly #inFlight = new InFlight<Tile | null>();
  /** Recently missing tiles. */
  readonly #missing = new LRUCache<string, true>({ max: maxMissing, ttl: missingMs, ...aging });
  readonly sources: TileSources;

  constructor(client: UpstreamClient, store: TileStore, sources: TileSources) {
    this.#client = client;
    this.#store = store;
    this.sources = sources;
  }

  /** null = the layer has no tile there. @throws UpstreamError */
  async tile(layer: BaseLayerName, address: TileAddress): Promise<Tile | null> {
    const source = this.sources[layer];
    if (source.unavailable) throw new UpstreamError('notConfigured', 'it is not set up on this server.');
    const key = createHash('sha256')
      .update(`${source.template} ${address.z}/${address.x}/${address.y}`)
      .digest('hex')
      .slice(0, 40);
    if (this.#missing.has(key)) return null;
    const stored = source.storing === 'no' ? null : await this.#store.read(key);
    if (stored && stored.freshUntilMs > clock.now()) return withAge(stored, stored.freshUntilMs);
    return this.#inFlight.run(key, () => this.#fetch(key, source, address, stored));
  }

  async #fetch(key: string, source: TileSource, address: TileAddress, stored: StoredTile | null): Promise<Tile | null> {
    try {
      const response = await this.#client.fetch({
        url: urlOf(source, address),
        headers: { accept: 'image/png,image/jpeg,image/webp', ...conditions(stored) },
        timeoutMs,
        maxBytes,
      });
      return await this.#take(key, source, response, stored);
    } catch (error) {
      if (!(error instanceof UpstreamError) || !stored) throw error;
      return { ...stored, maxAgeS: staleMaxAgeS };
    }
  }

  async #take(
    key: string,
    { storing }: TileSource,
    { status, headers, body }: UpstreamResponse,
    stored: StoredTile | null,
  ): Promise<Tile | null> {
    if (status === 204 || status === 404 || status === 410) return this.#storeMissing(key);
    if (status === 401 || status === 403) throw new UpstreamError('wrong', 'the source refuses this server.');
    const isSame = status === 304 && stored !== null;
    if (!isSame && status !== 200) throw new UpstreamError('wrong', 'the source sent something that is no tile.');
    const isStorable = storing !== 'no' && !/\bno-store\b/i.test(headers['cache-control'] ?? '');
    const freshUntilMs = freshUntil(headers, clock.now(), isStorable ? ofStored : ofPassed);
    const tile = isSame ? { ...stored, freshUntilMs } : { ...readTile(headers, body), freshUntilMs };
    if (isStorable) await this.#store.write(key, tile);
    return withAge(tile, freshUntilMs);
  }

  #storeMissing(key: string): null {
    this.#missing.set(key, true);
    return null;
  }
}

function urlOf({ template, key }: TileSource, address: TileAddress): URL {
  return new URL(
    template.replace(/\{(z|x|y|key)\}/g, (_, name: 'z' | 'x' | 'y' | 'key') =>
      name === 'key' ? encodeURIComponent(key ?? '') : String(address[name]),
    ),
  );
}

function conditions(stored: StoredTile | null): Record<string, string> {
  const { etag, lastModified } = stored?.validators ?? {};
  return {
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(lastModified ? { 'if-modified-since': lastModified } : {}),
  };
}

/** @throws UpstreamError for a page, a portal's image, anything else */
function readTile(headers: IncomingHttpHeaders, bytes: Buffer): Omit<StoredTile, 'freshUntilMs'> {
  const kind = /^image\//i.test(headers['content-type'] ?? '') ? imageKind(bytes) : null;
  if (!kind || kind.width !== kind.height || kind.width < sides.min || kind.width > sides.max)
    throw new UpstreamError('wrong', 'the source sent something that is no tile.');
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const { etag: theirs, 'last-modified': lastModified } = headers;
  return {
    type: kind.type,
    bytes,
    etag,
    validators: { ...(theirs ? { etag: theirs } : {}), ...(lastModified ? { lastModified } : {}) },
  };
}

/** Epoch ms, by headers of the source and our limits. */
function freshUntil(headers: IncomingHttpHeaders, nowMs: number, { minMs, usualMs, maxMs }: Life): number {
  const cacheControl = headers['cache-control'] ?? '';
  if (/\bno-(store|cache)\b/i.test(cacheControl)) return nowMs + minMs;
  const [, seconds] = /\bmax-age=(\d{1,9})/i.exec(cacheControl) ?? [];
  const ageMs = Number(headers.age ?? 0) * 1000 || 0;
  const expires = Date.parse(headers.expires ?? '');
  const lifeMs = seconds ? Number(seconds) * 1000 - ageMs : Number.isNaN(expires) ? usualMs : expires - nowMs;
  return nowMs + Math.min(Math.max(lifeMs, minMs), maxMs);
}

function withAge({ type, bytes, etag }: Omit<StoredTile, 'freshUntilMs'>, freshUntilMs: number): Tile {
  return { type, bytes, etag, maxAgeS: Math.max(0, Math.floor((freshUntilMs - clock.now()) / 1000)) };
}
