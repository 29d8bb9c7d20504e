/** Stores the last positions of each map and source. */
import { type Location, location } from '../../../contract/entities/map.ts';
import { sessionScoped } from '../../session/session-scoped.ts';
import { sessionSignal } from '../../session/session-signal.ts';
import { findRecord, storeRecord } from './cached-responses.ts';
import { policy } from './policy.ts';
import { positionsPart } from './records.ts';
import { readRowsText, writeRowsText } from './rows-text.ts';
import { reportStorageError } from './storage-errors.ts';

/** Positions of another source or company are never shown. */
type PositionsId = { readonly source: string; readonly company: string | null };
/** `storedAt` = epoch ms of the server, not later than now. */
type LastPositions = { readonly rows: readonly Location[]; readonly storedAt: number };

const idOf = ({ source, company }: PositionsId): string => `${positionsPart} ${JSON.stringify([source, company])}`;

const written = sessionScoped((): { readonly id: string; readonly at: number } | null => null);

/** False within `positionsEveryMs` after the last write of this map. `now` in epoch ms of the device. */
export function isPositionsDue(map: PositionsId, now: number): boolean {
  const last = written.get();
  if (last?.id !== idOf(map)) return true;
  return Math.abs(now - last.at) >= policy.positionsEveryMs;
}

/** Call `isPositionsDue` first. An empty response changes no stored positions. Never throws. */
export async function storePositions(
  map: PositionsId,
  { rows, storedAt }: LastPositions,
  session: AbortSignal = sessionSignal(),
): Promise<void> {
  if (rows.length === 0) return;
  const id = idOf(map);
  written.set({ id, at: Date.now() });
  const text = writeRowsText(rows);
  if (text.length > policy.maxPageBytes) return;
  const facts = { id, part: id, kind: 'positions', storedAt, rowCount: rows.length } as const;
  await storeRecord({ ...facts, bytes: text.length }, { text }, session);
}

/** null = none stored, too old, or the session has ended. `now` by the server's clock. */
export async function lastPositions(map: PositionsId, now: number): Promise<LastPositions | null> {
  const found = await findRecord(idOf(map), sessionSignal());
  if (!found || now - found.facts.storedAt > policy.positionsMaxAgeMs) return null;
  const { rows, dropped } = readRowsText(location, found.body.text);
  if (dropped > 0) reportStorageError('dropped', dropped);
  // A position needs all three.
  const placed = rows.filter(({ icao, lat, lon }) => icao !== '' && lat !== null && lon !== null);
  // The server's clock may have been set back since. Positions of the future would replace each live one.
  return placed.length > 0 ? { rows: placed, storedAt: Math.min(found.facts.storedAt, now) } : null;
}
