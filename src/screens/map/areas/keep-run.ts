/**
 * Fetches the tiles of an area, one run at a time, while the page lives: it goes on when the dialog or the map is closed, and takes up what is there already.
 * Must not: store tiles (the worker does), outlive the session, or press a server that asks for patience.
 */
import { type Tile, tileCount, tilesOfArea } from '../../../../contract/tile-areas.ts';
import { areaBudgetBytes, type KeepOutcome, type KeptArea } from '../../../../contract/tile-keeper.ts';
import { onTileRemoval } from '../../../offline/tile-keeper.ts';
import { onSessionEnd } from '../../../session/session-store.ts';
import { useValue, valueStore } from '../../../ui/value-store.ts';

/** Why a run ended before its end. */
export type StopReason = 'cancelled' | 'unreached' | 'refused' | 'forbidden' | 'full' | 'limit' | 'signed out';
export type KeepRun = {
  readonly area: KeptArea;
  readonly tiles: number;
  /** Asked for so far, with whatever outcome. */
  readonly done: number;
  /** Of these the server had none, or did not give them. */
  readonly missing: number;
  readonly bytes: number;
  readonly phase: 'running' | 'waiting' | 'ended';
  readonly stopped: StopReason | null;
};

/** As many as a browser asks of one server at a time. */
const atOnce = 6;
/** So many failures in a row are no accident. */
const mostInRow = 12;
const tellEveryMs = 200;

const store = valueStore<KeepRun | null>(null);
let current: AbortController | null = null;

export const keepRun = { get: store.get, subscribe: store.subscribe };
export const useKeepRun = (): KeepRun | null => useValue(store);

export function cancelKeepRun(): void {
  current?.abort('cancelled' satisfies StopReason);
}
export function forgetKeepRun(): void {
  cancelKeepRun();
  current = null;
  store.set(null);
}
onSessionEnd(forgetKeepRun);
onTileRemoval((removal) => {
  const isOfRun = removal.ask === 'clear' ? removal.areas : removal.id === store.get()?.area.id;
  if (isOfRun) cancelKeepRun();
});

export type KeepTile = (tile: Tile, since: number) => Promise<KeepOutcome>;

/** Resolves when the run has ended. `otherBytes` = what other areas take of the room for areas. A run that is under way is cancelled. */
export async function startKeepRun(
  area: KeptArea,
  { otherBytes, keep }: { otherBytes: number; keep: KeepTile },
): Promise<void> {
  cancelKeepRun();
  const control = new AbortController();
  current = control;
  const { signal } = control;
  const tiles = tilesOfArea(area);
  let run: KeepRun = { area, tiles: tileCount(area), done: 0, missing: 0, bytes: 0, phase: 'running', stopped: null };
  let failedInRow = 0;
  let toldAt = 0;
  const tell = (part: Partial<KeepRun>): void => {
    const isTurn = part.phase !== undefined && part.phase !== run.phase;
    run = { ...run, ...part };
    const now = Date.now();
    if (current !== control || (!isTurn && now - toldAt < tellEveryMs)) return;
    toldAt = now;
    store.set(run);
  };
  const stop = (why: StopReason): void => control.abort(why);
  store.set(run);

  const take = (outcome: Exclude<KeepOutcome, { kind: 'limited' }>): void => {
    const isHere = outcome.kind === 'kept' || outcome.kind === 'held';
    failedInRow = isHere ? 0 : failedInRow + 1;
    tell({
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
        tell({ phase: 'waiting' });
        await pause(outcome.waitMs, signal);
        if (signal.aborted) return;
        outcome = await keep(tile, area.since);
      }
      if (outcome.kind === 'limited') return;
      if (!signal.aborted) tell({ phase: 'running' });
      // Also what was on its way when the run was stopped: it is here, and the list of areas counts it.
      take(outcome);
      if (signal.aborted) return;
    }
  };
  // One generator for all: each takes the next tile.
  await Promise.all(Array.from({ length: atOnce }, () => work().catch(() => stop('unreached'))));
  tell({ phase: 'ended', stopped: signal.aborted ? (signal.reason as StopReason) : null });
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
