/**
 * The last positions that a map was told: one record per map and source, so that it opens with them when the server is not reached.
 * They belong to the user as every stored answer does. Must not: ask the server, or draw.
 */
import { type Location, location } from '../../contract/entities/map.ts';
import { inStore, isCurrent } from './database.ts';
import { policy } from './policy.ts';
import { readRowsText, writeRowsText } from './rows-text.ts';
import { reportTrouble } from './storage-trouble.ts';

/** Which map, asking whom: positions of another one are never shown for it. */
export type PositionsId = { readonly source: string; readonly company: string | null };
/** `storedAt` = epoch ms of the server at which it told them. */
export type LastPositions = { readonly rows: readonly Location[]; readonly storedAt: number };

const idOf = ({ source, company }: PositionsId): string => JSON.stringify([source, company]);

let written: { readonly id: string; readonly epoch: number; readonly at: number } | null = null;

/** Is it time to write them again? Of each map and session only so often, by this clock (epoch ms). */
export function isPositionsDue(map: PositionsId, epoch: number, now: number): boolean {
  if (written?.id !== idOf(map) || written.epoch !== epoch) return true;
  return Math.abs(now - written.at) >= policy.positionsEveryMs;
}

/**
 * Keeps them in place of those before. `epoch` = that of the request. Resolves when they are on the device, or cannot be; never throws.
 * Whoever calls asks `isPositionsDue` first.
 */
export async function keepPositions(map: PositionsId, { rows, storedAt }: LastPositions, epoch: number): Promise<void> {
  const id = idOf(map);
  written = { id, epoch, at: Date.now() };
  const text = writeRowsText(rows);
  if (text.length > policy.maxPageBytes) return;
  await inStore((store) =>
    store.database.transaction('rw', store.positions, async () => {
      if (store.epoch === epoch && isCurrent(epoch)) await store.positions.put({ id, storedAt, text });
    }),
  ).catch(() => reportTrouble('full'));
}

/** null = none are held, or they are too old, or the session has ended. `now` by the server's clock. */
export async function lastPositions(map: PositionsId, now: number): Promise<LastPositions | null> {
  const found = await inStore(async (store) => ({ store, held: await store.positions.get(idOf(map)) })).catch(
    () => undefined,
  );
  const held = found?.held;
  if (!found || !held || !isCurrent(found.store.epoch)) return null;
  if (!Number.isFinite(held.storedAt) || now - held.storedAt > policy.positionsKeptMs) return null;
  const { rows, dropped } = readRowsText(location, held.text);
  if (dropped > 0) reportTrouble('dropped', dropped);
  // A row is a position only with all three.
  const placed = rows.filter(({ icao, lat, lon }) => icao !== '' && lat !== null && lon !== null);
  return placed.length > 0 ? { rows: placed, storedAt: held.storedAt } : null;
}
