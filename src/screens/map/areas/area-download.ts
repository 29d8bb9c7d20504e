/** Downloads the tiles of one area at a time, also after its dialog closes. Ends with the session and respects Retry-After. */
import { type Tile, tileCount, tilesOfArea } from '../../../../contract/tile-areas.ts';
import { areaBudgetBytes, type KeepOutcome, type OfflineArea } from '../../../../contract/tile-keeper.ts';
import { onTileRemoval } from '../../../offline/tile-keeper.ts';
import { onSessionEnd } from '../../../session/session-store.ts';
import { useValue, valueStore } from '../../../ui/value-store.ts';

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
const mostInRow = 12;
const publishEveryMs = 200;

const store = valueStore<AreaDownload | null>(null);
let current: AbortController | null = null;

export const areaDownload = { get: store.get, subscribe: store.subscribe };
export const useAreaDownload = (): AreaDownload | null => useValue(store);

export function cancelAreaDownload(): void {
  current?.abort('cancelled' satisfies StopReason);
}
export function forgetAreaDownload(): void {
  cancelAreaDownload();
  current = null;
  store.set(null);
}
onSessionEnd(forgetAreaDownload);
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
  current = control;
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
    if (current !== control || (!isTurn && now - reportTime < publishEveryMs)) return;
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
    else if (failedInRow >= mostInRow) stop(outcome.kind === 'unreached' ? 'unreached' : 'refused');
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
  if (current === control) current = null;
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
