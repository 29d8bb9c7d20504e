/**
 * What a page asks the worker about stored tiles, and what it hears. The worker alone writes them, so that any number of tabs agree.
 * Must not: send, or hold anything.
 */
import type { BaseLayerName } from './base-layers.ts';
import { isTile, isTileArea, type Tile, type TileArea } from './tile-areas.ts';

/** Tiles on this device, seen and kept ones together: the least recently used go first, those of kept areas last. */
export const tileBudgetBytes = 200_000_000;
/** Of these, so much for kept areas: looking around must keep its share. */
export const areaBudgetBytes = 150_000_000;
export const mostAreaTiles = 20_000;
export const mostAreas = 50;

/** The header of our server's tiles that says what may be kept (contract/base-layers.ts, `storing`). Without it an answer is no tile of ours. */
export const storingHeader = 'x-tile-storing';

/** A part of the map that is kept. It belongs to the device, not to a person: it holds nothing that somebody typed. */
export type KeptArea = TileArea & {
  readonly id: string;
  /** Said when nobody has chosen words: from the place itself. */
  readonly name: string;
  /** Epoch ms: tiles that are older are to be fetched. Moved on by a refresh. */
  readonly since: number;
};
export type AreaFacts = KeptArea & {
  readonly tiles: number;
  /** On the device, of any age. */
  readonly held: number;
  /** On the device, and not older than `since`. */
  readonly current: number;
  readonly bytes: number;
  /** Epoch ms of the oldest tile; null = it has none. */
  readonly oldestAt: number | null;
};
export type TileSum = { readonly tiles: number; readonly bytes: number };
/** By layer and zoom. */
export type TileSums = Readonly<Partial<Record<BaseLayerName, Readonly<Record<number, TileSum>>>>>;
export type TileOverview = {
  readonly areas: readonly AreaFacts[];
  /** What no area keeps. */
  readonly outside: TileSum;
  readonly sums: TileSums;
  /** False: the browser gives no room; what is there is shown, nothing new is kept. */
  readonly canKeep: boolean;
};
/**
 * What became of a tile that was asked for. `kept` and `held` = it is on the device, fetched just now or before. `refused` = the server has none;
 * `forbidden` = it may not be kept; `limited` = too many at once; `full` = the device has no room; `signed out` = the server wants a log-in.
 */
export type KeepOutcome =
  | { readonly kind: 'kept' | 'held'; readonly bytes: number }
  | { readonly kind: 'refused' | 'forbidden' | 'unreached' | 'full' | 'signed out' }
  | { readonly kind: 'limited'; readonly waitMs: number };

type Asks = {
  /** Everything; areas with their figures. */
  overview: { readonly ask: 'overview' };
  /** Sums alone: cheap. */
  sums: { readonly ask: 'sums' };
  /** From here on its tiles are not let go. Replaces the area of the same id. */
  note: { readonly ask: 'note'; readonly area: KeptArea };
  /** Forgets the area and deletes its tiles, but for those of other areas. */
  remove: { readonly ask: 'remove'; readonly id: string };
  /** Deletes the tiles that no area keeps; with `areas` those of the areas, too, and forgets them. */
  clear: { readonly ask: 'clear'; readonly areas: boolean };
  /** Fetches a tile of an area unless it is held and not older than `since`. */
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

/** The message as an ask; null for every other message. */
export function readTileAsk(message: unknown): TileAsk | null {
  const { ask, area, areas, id, tile, since } = (message ?? {}) as Readonly<Record<string, unknown>>;
  if (ask === 'overview' || ask === 'sums') return { ask };
  if (ask === 'note' && isKeptArea(area)) return { ask, area };
  if (ask === 'remove' && typeof id === 'string') return { ask, id };
  if (ask === 'clear' && typeof areas === 'boolean') return { ask, areas };
  if (ask === 'keep' && isTile(tile) && typeof since === 'number' && Number.isFinite(since))
    return { ask, tile, since };
  return null;
}

/** Whoever has the device can change what lies on it. */
export function isKeptArea(value: unknown): value is KeptArea {
  const { id, name, since } = (value ?? {}) as Partial<KeptArea>;
  return (
    isTileArea(value) && typeof id === 'string' && typeof name === 'string' && Number.isFinite(since) && id.length <= 64
  );
}
