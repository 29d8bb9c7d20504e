/** Downloads the tiles of one area at a time, also after its dialog closes. Ends with the session and respects Retry-After. */

import { useEffect, useState } from 'react';
import { api } from '../../contract/api.ts';
import type { Airport } from '../../contract/entities/reference.ts';
import { type Tile, type TileArea, tileCount, tilesOfArea } from '../../contract/tile-areas.ts';
import {
  type AreaFacts,
  areaBudgetBytes,
  type KeepOutcome,
  type OfflineArea,
  type TileOverview,
  type TileSums,
} from '../../contract/tile-keeper.ts';
import { sessionScoped } from '../session/session-scoped.ts';
import { useValue } from '../ui/value-store.ts';
import { type AreaView, areaName, type NamedPlace } from './area-plan.ts';
import { fullCopyRowsSoon } from './offline/full-copies.ts';
import { hasTileKeeper, onTileRemoval, sendToTileKeeper } from './offline/tile-keeper.ts';

/** Why a run ended early. */
export type StopReason = 'cancelled' | 'unreached' | 'refused' | 'forbidden' | 'full' | 'limit' | 'signed out';
export type AreaDownload = {
  readonly area: OfflineArea;
  readonly tiles: number;
  /** Requested so far, with any outcome. */
  readonly done: number;
  /** Of these, missing on the server or failed. */
  readonly missing: number;
  readonly bytes: number;
  readonly phase: 'running' | 'waiting' | 'ended';
  readonly stopped: StopReason | null;
};

/** As many as a browser requests from one server at a time. */
const atOnce = 6;
/** This many consecutive failures are not a coincidence. */
const maxInRow = 12;
const publishEveryMs = 200;

const cancel = (run: AbortController | null): void => run?.abort('cancelled' satisfies StopReason);
const current = sessionScoped((): AbortController | null => null, cancel);
const store = sessionScoped((): AreaDownload | null => null);

export const areaDownload = { get: store.get, subscribe: store.subscribe };
export const useAreaDownload = (): AreaDownload | null => useValue(store);
/** null = no run, or it has ended. */
export function useRunningDownload(): AreaDownload | null {
  const run = useAreaDownload();
  return run?.phase === 'ended' ? null : run;
}

export const cancelAreaDownload = (): void => cancel(current.get());
export function forgetAreaDownload(): void {
  current.drop();
  store.drop();
}
onTileRemoval((removal) => {
  const isOfRun = removal.ask === 'clear' ? removal.areas : removal.id === store.get()?.area.id;
  if (isOfRun) cancelAreaDownload();
});

type KeepTile = (tile: Tile, since: number) => Promise<KeepOutcome>;

/** Resolves when the run has ended. `otherBytes` = size of the other areas, part of the limit. A run in progress is cancelled. */
export async function startAreaDownload(
  area: OfflineArea,
  { otherBytes, keep }: { otherBytes: number; keep: KeepTile },
): Promise<void> {
  cancelAreaDownload();
  const control = new AbortController();
  current.set(control);
  const { signal } = control;
  const tiles = tilesOfArea(area);
  let run: AreaDownload = {
    area,
    tiles: tileCount(area),
    done: 0,
    missing: 0,
    bytes: 0,
    phase: 'running',
    stopped: null,
  };
  let failedInRow = 0;
  let reportTime = 0;
  const publish = (part: Partial<AreaDownload>): void => {
    const isTurn = part.phase !== undefined && part.phase !== run.phase;
    run = { ...run, ...part };
    const now = Date.now();
    if (current.get() !== control || (!isTurn && now - reportTime < publishEveryMs)) return;
    reportTime = now;
    store.set(run);
  };
  const stop = (why: StopReason): void => control.abort(why);
  store.set(run);

  const take = (outcome: Exclude<KeepOutcome, { kind: 'limited' }>): void => {
    const isHere = outcome.kind === 'kept' || outcome.kind === 'held';
    failedInRow = isHere ? 0 : failedInRow + 1;
    publish({
      done: run.done + 1,
      ...(isHere ? { bytes: run.bytes + outcome.bytes } : { missing: run.missing + 1 }),
    });
    if (isHere && otherBytes + run.bytes > areaBudgetBytes) stop('limit');
    else if (outcome.kind === 'forbidden' || outcome.kind === 'full' || outcome.kind === 'signed out')
      stop(outcome.kind);
    else if (failedInRow >= maxInRow) stop(outcome.kind === 'unreached' ? 'unreached' : 'refused');
  };
  const work = async (): Promise<void> => {
    for (const tile of tiles) {
      let outcome = await keep(tile, area.since);
      while (outcome.kind === 'limited' && !signal.aborted) {
        publish({ phase: 'waiting' });
        await pause(outcome.waitMs, signal);
        if (signal.aborted) return;
        outcome = await keep(tile, area.since);
      }
      if (outcome.kind === 'limited') return;
      if (!signal.aborted) publish({ phase: 'running' });
      // Includes requests that were pending when the run stopped: their tiles are stored and counted.
      take(outcome);
      if (signal.aborted) return;
    }
  };
  // One shared generator: each worker takes the next tile.
  await Promise.all(Array.from({ length: atOnce }, () => work().catch(() => stop('unreached'))));
  publish({ phase: 'ended', stopped: signal.aborted ? (signal.reason as StopReason) : null });
  if (current.get() === control) current.set(null);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

// ---- actions

/** Saves the area, then downloads its tiles. False: this device stores no tiles. */
export async function keepArea(plan: TileArea, view: AreaView, others: readonly AreaFacts[]): Promise<boolean> {
  const name = areaName(view, await largeAirports());
  const area: OfflineArea = { ...plan, id: crypto.randomUUID(), name, since: 0 };
  return run(area, others);
}

/** Saves a named area and downloads its missing tiles, after a run in progress. Resolves to its result; null = this device stores no tiles. */
export async function takeArea(area: OfflineArea, signal: AbortSignal): Promise<AreaDownload | null> {
  await endOfRun(signal);
  const overview = await sendToTileKeeper({ ask: 'overview' }).catch(() => null);
  if (!overview?.canKeep || signal.aborted || !(await sendToTileKeeper({ ask: 'note', area }))) return null;
  const otherBytes = sumOfOthers(area, overview.areas);
  const stop = (): void => {
    if (store.get()?.area.id === area.id) cancelAreaDownload();
  };
  signal.addEventListener('abort', stop);
  await startAreaDownload(area, { otherBytes, keep: keepTile });
  signal.removeEventListener('abort', stop);
  const result = store.get();
  if (result?.area.id !== area.id) return null;
  forgetAreaDownload();
  return result;
}

const isRunningArea = (): boolean => (store.get()?.phase ?? 'ended') !== 'ended';

function endOfRun(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (isRunningArea() && !signal.aborted) return;
      leave();
      resolve();
    };
    const leave = store.subscribe(look);
    signal.addEventListener('abort', look, { once: true });
    look();
  });
}

/** Downloads missing tiles. */
export function continueArea(area: AreaFacts, others: readonly AreaFacts[]): Promise<boolean> {
  return run(noted(area), others);
}

/** Downloads every tile again. Stored tiles stay until replaced. */
export function refreshArea(area: AreaFacts, others: readonly AreaFacts[]): Promise<boolean> {
  return run({ ...noted(area), since: Date.now() }, others);
}

export const removeArea = (id: string): Promise<boolean> => sendToTileKeeper({ ask: 'remove', id });

async function run(area: OfflineArea, others: readonly AreaFacts[]): Promise<boolean> {
  if (!(await sendToTileKeeper({ ask: 'note', area }))) return false;
  void startAreaDownload(area, { otherBytes: sumOfOthers(area, others), keep: keepTile });
  return true;
}

const sumOfOthers = (area: OfflineArea, others: readonly AreaFacts[]): number =>
  others.filter(({ id }) => id !== area.id).reduce((sum, { bytes }) => sum + bytes, 0);
const keepTile: KeepTile = (tile, since) => sendToTileKeeper({ ask: 'keep', tile, since });

/** The area without its current figures. */
const noted = ({ id, name, layer, bounds, minZoom, maxZoom, since }: AreaFacts): OfflineArea => ({
  id,
  name,
  layer,
  bounds,
  minZoom,
  maxZoom,
  since,
});

/** Cities with a large airport, from stored airports. */
async function largeAirports(): Promise<NamedPlace[]> {
  const stored = await fullCopyRowsSoon({ endpoint: api.airport.list, scope: {} });
  return ((stored?.rows ?? []) as readonly Airport[])
    .filter(({ airportType }) => airportType === 'large_airport')
    .map(({ city, airportName, latitudeDeg, longitudeDeg }) => ({
      name: city || airportName,
      lat: latitudeDeg,
      lon: longitudeDeg,
    }));
}

// ---- what is stored, for the screen, read again after each change

/** 'none' = no worker stores tiles for this page. */
type Overview = TileOverview | 'loading' | 'none';

/** Areas and totals, read again when `turn` changes. The previous ones stay on screen until then. */
export function useTileOverview(turn: unknown): Overview {
  const [overview, setOverview] = useState<Overview>('loading');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` is the occasion
  useEffect(() => {
    let isHere = true;
    sendToTileKeeper({ ask: 'overview' }).then(
      (response) => isHere && setOverview(response),
      () => isHere && setOverview((before) => (typeof before === 'string' ? 'none' : before)),
    );
    return () => {
      isHere = false;
    };
  }, [turn]);
  return overview;
}

/** Stored tiles of each layer, null while unknown. Read while the layers are shown. */
export function useStoredSums(isShown: boolean): TileSums | null {
  const [sums, setSums] = useState<TileSums | null>(null);
  useEffect(() => {
    if (!isShown || !hasTileKeeper()) return;
    let isHere = true;
    sendToTileKeeper({ ask: 'sums' }).then(
      (response) => isHere && setSums(response.sums),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [isShown]);
  return sums;
}
