/** Tiles of base layers, from the store or their source, and their route. One request at a time per tile. Stores only what the terms allow. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { api } from '../../../contract/api.ts';
import { type BaseLayerName, baseLayerNames } from '../../../contract/base-layer-names.ts';
import { hourMs } from '../../../contract/durations.ts';
import { aging, clock } from '../../base/clock.ts';
import { HttpError } from '../../http/api-error.ts';
import { sendRefusal } from '../../http/errors.ts';
import { type Callers, permit } from '../../http/guard.ts';
import { cookieToken } from '../../http/session-cookie.ts';
import type { UpstreamClient } from '../../outgoing/fetch-upstream.ts';
import { refusalOf, UpstreamError, type UpstreamResponse } from '../../outgoing/outgoing-line.ts';
import { InFlight } from '../../outgoing/response-cache.ts';
import type { StoredTile, TileStore } from './tile-store.ts';
import type { TileSource, TileSources } from './upstream-config.ts';

type TileAddress = { readonly z: number; readonly x: number; readonly y: number };
/** `maxAgeS` = freshness. */
type Tile = Pick<StoredTile, 'type' | 'bytes' | 'etag'> & { readonly maxAgeS: number };

const timeoutMs = 3000;
const maxBytes = 1_000_000;
/** Pixels per side. Images of portals and tracking pixels are not tiles. */
const sides = { min: 64, max: 1024 };
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
    if (!isSame && status !== 200) throw new UpstreamError('wrong', 'the response of the source is not a tile.');
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
    throw new UpstreamError('wrong', 'the response of the source is not a tile.');
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

// ---- Detects an image and its size by its first bytes.

type ImageKind = {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
};

/** null = none of the three. */
export function imageKind(bytes: Buffer): ImageKind | null {
  return png(bytes) ?? jpeg(bytes) ?? webp(bytes);
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
function png(bytes: Buffer): ImageKind | null {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(pngStart) || bytes.toString('latin1', 12, 16) !== 'IHDR')
    return null;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Segments up to the frame, which contains the size. */
function jpeg(bytes: Buffer): ImageKind | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** Three variants, each with the size at another offset. */
function webp(bytes: Buffer): ImageKind | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return null;
  const size = (width: number, height: number): ImageKind => ({ type: 'image/webp', width, height });
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return size(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return size(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
    default:
      return null;
  }
}

// ---- `/tiles/{layer}/{z}/{x}/{y}`: permission, existing tiles, and storage terms in the response.

type TileParams = { layer: string; z: string; x: string; y: string };

type TileServices = {
  readonly upstream: { readonly tiles: Tiles };
  readonly sessions: Callers;
  readonly config: { readonly areCookieCallsOpen: boolean };
};

export function addTiles(app: FastifyInstance, services: TileServices): void {
  app.get('/tiles/:layer/:z/:x/:y', async (request, reply) => {
    await admit(request, services);
    const { layer: name, ...numbers } = request.params as TileParams;
    const layer = layerOf(name);
    const address = addressOf(numbers);
    const { minZoom, maxZoom, unavailable } = services.upstream.tiles.sources[layer];
    if (unavailable) throw new HttpError(404, unavailable);
    if (address.z < minZoom || address.z > maxZoom)
      throw new HttpError(404, `This layer has zooms from ${minZoom} to ${maxZoom}.`);
    return sendTile(layer, address, request, reply, services);
  });
}

/** Users who may see the map, by session cookie (images carry no token): an open call would use up the owner's keys. */
async function admit(request: FastifyRequest, { sessions, config }: TileServices): Promise<void> {
  const token = cookieToken(request.headers.cookie);
  const caller = token ? await sessions.callerOf(token, 'cookie') : null;
  if (!caller && config.areCookieCallsOpen) return;
  permit(api.map.layers, caller);
}

function layerOf(name: string): BaseLayerName {
  const layer = baseLayerNames.find((one) => one.toLowerCase() === name.toLowerCase());
  if (!layer) throw new HttpError(404, 'There is no such layer.');
  return layer;
}

/** Integers of an existing tile. */
function addressOf(numbers: Omit<TileParams, 'layer'>): TileAddress {
  const [z, x, y] = [numbers.z, numbers.x, numbers.y].map((text) => (/^\d{1,7}$/.test(text) ? Number(text) : -1));
  const side = 2 ** (z ?? -1);
  if (
    z === undefined ||
    x === undefined ||
    y === undefined ||
    z < 0 ||
    z > 22 ||
    x < 0 ||
    y < 0 ||
    x >= side ||
    y >= side
  )
    throw new HttpError(400, 'There is no such tile: z, x and y are whole numbers, x and y below 2 to the power of z.');
  return { z, x, y };
}

async function sendTile(
  layer: BaseLayerName,
  address: TileAddress,
  request: FastifyRequest,
  reply: FastifyReply,
  { upstream }: TileServices,
): Promise<FastifyReply> {
  const { storing } = upstream.tiles.sources[layer];
  try {
    const tile = await upstream.tiles.tile(layer, address);
    if (!tile) throw new HttpError(404, 'This layer has no tile at this position.');
    reply
      .header('x-tile-storing', storing)
      .header('etag', tile.etag)
      .header('cache-control', tile.maxAgeS > 0 ? `private, max-age=${tile.maxAgeS}` : 'no-store');
    if (request.headers['if-none-match'] === tile.etag) return reply.code(304).send();
    return reply.type(tile.type).send(tile.bytes);
  } catch (error) {
    // Not thrown: a map without a network would fill the log with its tiles. UpstreamClient has logged it once.
    if (error instanceof UpstreamError)
      return sendRefusal(reply, refusalOf(error, 'The layer is', 'ofTile', clock.now()));
    throw error;
  }
}
