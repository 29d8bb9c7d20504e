/** Rules for tiles: valid responses, storage terms, freshness, eviction order. Pure. */

import { inArea, type Tile, tileOfPath } from '../contract/tile-areas.ts';
import { type OfflineArea, storingHeader } from '../contract/tile-keeper.ts';

const day = 24 * 3600_000;
const minFreshMs = day;
const usualFreshMs = 7 * day;
const maxFreshMs = 30 * day;
/** Larger responses are not tiles. The server refuses them, too. */
const maxBytes = 2_000_000;

/** `none` = not a tile of ours: an error, a portal's page or image, part of a tile. `seen` and `areas` = may be stored. */
type TileMark = 'none' | 'no' | 'seen' | 'areas';

/**
 * Checks the headers of a response. A captive portal responds to everything with its own page or image and status 200,
 * so only responses with our server's header are tiles.
 */
export function markOf(response: Pick<Response, 'status' | 'type' | 'redirected' | 'headers'>): TileMark {
  if (response.status !== 200 || response.redirected || response.type.startsWith('opaque')) return 'none';
  if (!/^image\/(png|jpeg|webp)\b/i.test(response.headers.get('content-type')?.trim() ?? '')) return 'none';
  const mark = response.headers.get(storingHeader);
  if (mark !== 'no' && mark !== 'seen' && mark !== 'areas') return 'none';
  return /\bno-store\b/i.test(response.headers.get('cache-control') ?? '') ? 'no' : mark;
}

/** Whether these bytes start like a PNG, JPEG or WebP image. */
export function isPicture(body: ArrayBuffer): boolean {
  const head = new Uint8Array(body.slice(0, 12));
  const starts = (at: number, ...bytes: number[]): boolean => bytes.every((byte, n) => head[at + n] === byte);
  if (body.byteLength > maxBytes) return false;
  return (
    starts(0, 0x89, 0x50, 0x4e, 0x47) ||
    starts(0, 0xff, 0xd8, 0xff) ||
    (starts(0, 0x52, 0x49, 0x46, 0x46) && starts(8, 0x57, 0x45, 0x42, 0x50))
  );
}

/** Time for which a tile is used without a new request: set by the source, within limits. */
export function freshMsOf(cacheControl: string | null): number {
  const seconds = /\bmax-age=(\d+)/i.exec(cacheControl ?? '')?.[1];
  if (seconds === undefined) return usualFreshMs;
  return Math.min(maxFreshMs, Math.max(minFreshMs, Number(seconds) * 1000));
}

/** Seconds or a date, a minute by default, at most ten minutes, because a user waits. */
export function waitMsOf(retryAfter: string | null, now: number): number {
  const text = retryAfter?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Math.min(600_000, Math.max(1000, Number.isFinite(ms) ? ms : 60_000));
}

/** A test for many tiles: whether one is in any of the areas. */
export function isInAnyOf(areas: readonly OfflineArea[]): (tile: Tile) => boolean {
  const tests = areas.map(inArea);
  return (tile) => tests.some((isIn) => isIn(tile));
}

export type Candidate = { readonly path: string; readonly bytes: number };

/** Of these, least recently used first, those to remove for `bytes` of space. Tiles of offline areas stay. */
export function selectEvictions(
  candidates: readonly Candidate[],
  { bytes, areas, spare }: { bytes: number; areas: readonly OfflineArea[]; spare: string | null },
): { readonly paths: string[]; readonly freed: number } {
  const isOfArea = isInAnyOf(areas);
  const paths: string[] = [];
  let freed = 0;
  for (const { path, bytes: size } of candidates) {
    if (freed >= bytes) break;
    const tile = tileOfPath(path);
    if (path === spare || (tile && isOfArea(tile))) continue;
    paths.push(path);
    freed += size;
  }
  return { paths, freed };
}
