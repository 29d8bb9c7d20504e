/** Whether stations feed (ADD-stationHealth). A server without the call is replaced by API-42 and API-35. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import { type StationHealth, stationHealth } from '../../contract/entities/station-health.ts';
import { safeReadKnown } from '../../contract/known-values.ts';
import { parseInstant, writeInstant } from '../../contract/params.ts';
import { ApiError } from './api-error.ts';
import { policy } from './offline/policy.ts';
import {
  type ApiResponse,
  type Found,
  type LocalCopy,
  type RequestConfig,
  resource,
  responseCopy,
} from './resource.ts';
import { readAny } from './response.ts';
import { send, serverNow } from './send.ts';

/** What every server of this API returns for a station. */
export type PlainStation = {
  readonly stationId: string;
  readonly city: string | null;
  readonly country: string | null;
  /** Epoch ms. */
  readonly lastActiveAt: number | null;
  readonly lastReportAt: number | null;
};
export type StationsHealth = {
  readonly stations: readonly StationHealth[];
  /** Instead, from a server without the call. */
  readonly plain: readonly PlainStation[] | null;
};
export type StationHealthResponse = ApiResponse<StationsHealth>;

/** `stationId` null = all that the user may see. */
export function stationHealthQuery(stationId: string | null): UseQueryOptions<StationHealthResponse> {
  return {
    ...resource<StationsHealth>({
      key: ['stationHealth', stationId],
      request: (config) => healthOf(stationId, config),
      read: (body) => onlyOf(readHealth(body), stationId),
      timeOf: (body) => instantOf((body as { asOf?: unknown } | null)?.asOf),
      copy: {
        // A server without the call returns all stations.
        store: (response, session) => copyOf(response.value.plain ? null : stationId).store(response, session),
        find: (session, shown) => newestFound(stationId, session, shown),
      },
    }),
    meta: { errorTitle: 'Station status could not be loaded.' },
  };
}

async function healthOf(stationId: string | null, config: RequestConfig): Promise<unknown> {
  try {
    const query = stationId === null ? {} : { stationId };
    return await send(api.station.health, { query, ...config }, readAny);
  } catch (error) {
    if (!isWithoutCall(error)) throw error;
    return { plain: await plainStations(config) };
  }
}

/** An older server of this API: it does not have the call, or takes its path for another one. */
const isWithoutCall = (error: unknown): boolean =>
  error instanceof ApiError && error.unreached === null && (error.status === 404 || error.status === 501);

const onlyOf = ({ stations, plain }: StationsHealth, stationId: string | null): StationsHealth => {
  if (stationId === null) return { stations, plain };
  const isIt = (station: { readonly stationId: string }): boolean => station.stationId === stationId;
  return { stations: stations.filter(isIt), plain: plain?.filter(isIt) ?? null };
};

/** Skips invalid stations. */
function readHealth(body: unknown): StationsHealth {
  const { stations, plain } = (body ?? {}) as { stations?: unknown; plain?: unknown };
  if (!Array.isArray(stations) && !Array.isArray(plain)) throw new ApiError({ unreached: 'mismatch' });
  const read = (Array.isArray(stations) ? stations : []).flatMap((one): StationHealth[] => {
    const result = safeReadKnown(stationHealth, one);
    return result.success ? [result.data] : [];
  });
  return { stations: read, plain: Array.isArray(plain) ? plain.flatMap(readPlain) : null };
}

// ---- the copy on the device

/** Long responses are written less often: they arrive every half minute. */
const bigText = 300_000;
/** A station of a list is some 300 characters. */
const everyMs = ({ stations }: StationsHealth): number => (stations.length * 300 > bigText ? policy.bigPageEveryMs : 0);

const copyOf = (stationId: string | null, from = stationId): LocalCopy<StationsHealth> =>
  responseCopy(
    { call: api.station.health, variant: from ?? '' },
    (body) => onlyOf(readHealth(body), stationId),
    everyMs,
  );

/** The station's own record, else the record of all stations. Data on screen may be newer than both. */
async function newestFound(
  stationId: string | null,
  session: AbortSignal,
  shown: StationHealthResponse | undefined,
): Promise<Found<StationsHealth> | null> {
  const own = await copyOf(stationId).find(session, shown);
  const found = own ?? (stationId === null ? null : await copyOf(stationId, null).find(session, shown));
  return shown && shown.dataAt >= (found?.dataAt ?? 0) ? shown : found;
}

// ---- a server without the call

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const instantOf = (value: unknown): number | null => (typeof value === 'string' ? parseInstant(value) : null);

function readPlain(value: unknown): PlainStation[] {
  const one = (value ?? {}) as Partial<PlainStation>;
  const numberOf = (at: unknown): number | null => (typeof at === 'number' && Number.isFinite(at) ? at : null);
  if (typeof one.stationId !== 'string') return [];
  return [
    {
      stationId: one.stationId,
      city: textOf(one.city),
      country: textOf(one.country),
      lastActiveAt: numberOf(one.lastActiveAt),
      lastReportAt: numberOf(one.lastReportAt),
    },
  ];
}

/** API-42 contains the last activity of a station, API-35 its last report. API-35 may fail. */
async function plainStations({ cause, signal }: RequestConfig): Promise<PlainStation[]> {
  const [list, reportAt] = await Promise.all([
    send(api.station.list, { cause, signal }, readAny),
    lastReports(signal).catch(() => new Map<string, number>()),
  ]);
  return (Array.isArray(list) ? list : []).flatMap((value: Record<string, unknown> | null) => {
    const stationId = value?.stationId === undefined ? null : String(value.stationId);
    if (stationId === null) return [];
    return [
      {
        stationId,
        city: textOf(value?.city),
        country: textOf(value?.country),
        lastActiveAt: instantOf(value?.lastActiveTime),
        lastReportAt: reportAt.get(stationId) ?? null,
      },
    ];
  });
}

async function lastReports(signal: AbortSignal): Promise<Map<string, number>> {
  const start = writeInstant(serverNow() - 24 * 3600_000);
  const { stationStatus } = await send(api.station.status, {
    query: { start, offset: '0', limit: '1000' },
    cause: 'poll',
    signal,
  });
  const newest = new Map<string, number>();
  for (const { stationId, createdOn } of stationStatus) {
    const at = parseInstant(createdOn);
    if (at !== null) newest.set(stationId, Math.max(at, newest.get(stationId) ?? 0));
  }
  return newest;
}
