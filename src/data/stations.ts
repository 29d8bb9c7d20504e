/** The stations (API-42) and the number of active ones (API-43), read tolerantly. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import type { Filter } from '../../contract/filters.ts';
import type { StationNames } from '../../contract/station-names.ts';
import { idle } from '../lib/idle.ts';
import { sessionScoped } from '../session/session-scoped.ts';
import { isRunning } from '../session/session-signal.ts';
import { isOfStations, readStationNames, storeStationNames } from './offline/full-copies.ts';
import { policy } from './offline/policy.ts';
import { type ApiResponse, resource } from './resource.ts';
import { readAny } from './response.ts';
import { send, serverNow } from './send.ts';

// ---- Requests which receivers belong to which station: for the station status, and in the background for filters on stored rows.

export const stationNamesQuery = (): UseQueryOptions<ApiResponse<readonly StationNames[]>> => ({
  ...resource({
    key: ['station-names'],
    copy: { call: api.station.names },
    request: (config) => send(api.station.names, config, readAny),
    read: readStationNames,
  }),
  staleTime: policy.prefetchEveryMs,
  meta: { isQuiet: true },
});

const triedAt = sessionScoped(() => Number.NEGATIVE_INFINITY);

/** After a live page of a list with a station filter. Failures are ignored: the filter then matches the typed name alone. */
export async function refreshStationNames(filters: readonly Filter[], session: AbortSignal): Promise<void> {
  if (!filters.some(isOfStations) || !isRunning(session)) return;
  if (Date.now() - triedAt.get() < policy.prefetchEveryMs) return;
  triedAt.set(Date.now());
  await idle();
  if (!isRunning(session)) return;
  await send(api.station.names, { cause: 'poll' }, readAny)
    .then((body) => storeStationNames(body, serverNow(), session))
    .catch(() => undefined);
}

/** STAT-20. */
export type StationRow = {
  /** Of the record, as in addresses (C83); null = not reported. */
  readonly id: string | null;
  readonly stationId: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly locationAddress: string | null;
  /** Wire text; null = no data yet. */
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

/** Pure. Rows of any response; others are skipped. */
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

export const stationsQuery = (): UseQueryOptions<ApiResponse<readonly StationRow[]>> =>
  resource({
    key: ['stations'],
    copy: { call: api.station.list },
    request: (config) => send(api.station.list, config, readAny),
    read: readStations,
  });

type ActiveNumber = { readonly count: number | null; readonly dataAt: number };

/** `count` null = not reported (STAT-15). A count of this moment is not stored. */
export function activeNumberQuery(): UseQueryOptions<ActiveNumber> {
  return {
    queryKey: ['active-stations'],
    queryFn: async ({ signal }) => {
      const count = number(await send(api.station.activeNumber, { cause: 'poll', signal }, readAny));
      return { count, dataAt: serverNow() };
    },
  };
}
