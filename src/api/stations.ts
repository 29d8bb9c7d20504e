/**
 * The stations (API-42), kept on the device, and how many are active (API-43).
 * Must not: trust an answer: what a station lacks reads as nothing, and it stays in the list.
 */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import { currentEpoch } from '../session/session-store.ts';
import { type Kept, keptQuery } from './kept-query.ts';
import { sendForAny, serverNow } from './send.ts';

/** STAT-20. */
export type StationRow = {
  /** Of the record, as it stands in addresses (C83); null = the server did not tell. */
  readonly id: string | null;
  readonly stationId: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly locationAddress: string | null;
  /** Wire text; null = never heard. */
  readonly lastActiveTime: string | null;
  readonly feederName: string | null;
  readonly feederEmail: string | null;
  readonly feederPhone: string | null;
  readonly description: string | null;
  readonly notificationEmail: string | null;
  readonly feederNotificationEmail: string | null;
  readonly firstTimeSentToFeeder: string | null;
};

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null;
const number = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

/** Pure. Rows of any answer; what is none is left out. */
export function readStations(body: unknown): readonly StationRow[] {
  const rows: readonly unknown[] = Array.isArray(body) ? body : [];
  return rows
    .filter((row): row is Readonly<Record<string, unknown>> => typeof row === 'object' && row !== null)
    .map((row) => ({
      id: text(row.id),
      stationId: text(row.stationId) ?? '',
      latitude: number(row.latitude),
      longitude: number(row.longitude),
      city: text(row.city),
      country: text(row.country),
      locationAddress: text(row.locationAddress),
      lastActiveTime: text(row.lastActiveTime),
      feederName: text(row.feederName),
      feederEmail: text(row.feederEmail),
      feederPhone: text(row.feederPhone),
      description: text(row.description),
      notificationEmail: text(row.notificationEmail),
      feederNotificationEmail: text(row.feederNotificationEmail),
      firstTimeSentToFeeder: text(row.firstTimeSentToFeeder),
    }));
}

export const stationsQuery = (): UseQueryOptions<Kept<readonly StationRow[]>> =>
  keptQuery({
    key: ['stations'],
    id: api.station.list.id,
    ask: (cause, signal) => sendForAny(api.station.list, { cause, signal }),
    read: readStations,
  });

export type ActiveNumber = { readonly count: number | null; readonly dataAt: number };

/** `count` null = the server tells none (STAT-15). It speaks of now: nothing of it is kept. */
export function activeNumberQuery(): UseQueryOptions<ActiveNumber> {
  return {
    queryKey: ['active-stations', currentEpoch()],
    queryFn: async ({ signal }) => {
      const count = number(await sendForAny(api.station.activeNumber, { cause: 'poll', signal }));
      return { count, dataAt: serverNow() };
    },
    networkMode: 'always',
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  };
}
