/** Messages between page and worker about stored tiles. Only the worker writes them, so all tabs agree. */
import type { BaseLayerName } from './base-layer-names.ts';
import { isTile, isTileArea, type Tile, type TileArea } from './tile-areas.ts';

/** Budget for tiles on this device, viewed and of areas: least recently used first, areas last. */
export const tileBudgetBytes = 200_000_000;
/** Of this, the budget for areas: viewed tiles keep their share. */
export const areaBudgetBytes = 150_000_000;
export const maxAreaTiles = 20_000;
export const maxAreas = 50;

/** Header of our server's tiles with their storage terms (contract/base-layers.ts, `storing`). Responses without it are not tiles of ours. */
export const storingHeader = 'x-tile-storing';

/** An offline area. It belongs to the device, not to a user: it contains nothing that a user typed. */
export type OfflineArea = TileArea & {
  readonly id: string;
  /** Default name, from the place itself. */
  readonly name: string;
  /** Epoch ms: older tiles are downloaded again. Moved forward by a refresh. */
  readonly since: number;
};
export type AreaFacts = OfflineArea & {
  readonly tiles: number;
  /** Stored, of any age. */
  readonly held: number;
  /** Stored, and not older than `since`. */
  readonly current: number;
  readonly bytes: number;
  /** Epoch ms of the oldest tile. null = none. */
  readonly oldestAt: number | null;
};
export type TileSum = { readonly tiles: number; readonly bytes: number };
/** By layer and zoom. */
export type TileSums = Readonly<Partial<Record<BaseLayerName, Readonly<Record<number, TileSum>>>>>;
export type TileOverview = {
  readonly areas: readonly AreaFacts[];
  /** Outside areas. */
  readonly outside: TileSum;
  readonly sums: TileSums;
  /** False: the browser grants no space. Stored tiles are shown, nothing is added. */
  readonly canKeep: boolean;
};
/**
 * Result of a requested tile. `kept` and `held` = stored, now or before. `refused` = the server has none.
 * `forbidden` = may not be stored. `limited` = too many requests. `full` = no space. `signed out` = the server requires a login.
 */
export type KeepOutcome =
  | { readonly kind: 'kept' | 'held'; readonly bytes: number }
  | { readonly kind: 'refused' | 'forbidden' | 'unreached' | 'full' | 'signed out' }
  | { readonly kind: 'limited'; readonly waitMs: number };

type Asks = {
  /** Everything, areas with their figures. */
  overview: { readonly ask: 'overview' };
  /** Totals only: cheap. */
  sums: { readonly ask: 'sums' };
  /** From here on its tiles are not evicted. Replaces an area with the same id. */
  note: { readonly ask: 'note'; readonly area: OfflineArea };
  /** Removes the area and its tiles, except those of other areas. */
  remove: { readonly ask: 'remove'; readonly id: string };
  /** Removes tiles outside areas. With `areas` also areas and their tiles. */
  clear: { readonly ask: 'clear'; readonly areas: boolean };
  /** Downloads a tile of an area unless it is stored and not older than `since`. */
  keep: { readonly ask: 'keep'; readonly tile: Tile; readonly since: number };
};
export type TileAsk = Asks[keyof Asks];
export type TileAnswers = {
  readonly overview: TileOverview;
  readonly sums: Omit<TileOverview, 'areas' | 'outside'>;
  readonly note: boolean;
  readonly remove: boolean;
  readonly clear: boolean;
  readonly keep: KeepOutcome;
};

/** The message as a request. null for other messages. */
export function readTileAsk(message: unknown): TileAsk | null {
  const { ask, area, areas, id, tile, since } = (message ?? {}) as Readonly<Record<string, unknown>>;
  if (ask === 'overview' || ask === 'sums') return { ask };
  if (ask === 'note' && isOfflineArea(area)) return { ask, area };
  if (ask === 'remove' && typeof id === 'string') return { ask, id };
  if (ask === 'clear' && typeof areas === 'boolean') return { ask, areas };
  if (ask === 'keep' && isTile(tile) && typeof since === 'number' && Number.isFinite(since))
    return { ask, tile, since };
  return null;
}

/** Anyone with the device can change stored data. */
export function isOfflineArea(value: unknown): value is OfflineArea {
  const { id, name, since } = (value ?? {}) as Partial<OfflineArea>;
  return (
    isTileArea(value) && typeof id === 'string' && typeof name === 'string' && Number.isFinite(since) && id.length <= 64
  );
}
