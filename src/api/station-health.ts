/**
 * Whether stations feed (ADD-stationHealth), kept on the device with its age. A server without the call tells what API-42 and API-35 have.
 * Must not: trust the answer, live or stored: what is no station is left out.
 */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import { type StationHealth, stationHealth } from '../../contract/entities/station-health.ts';
import { parseInstant, writeInstant } from '../../contract/params.ts';
import { keepAnswer, keptAnswer } from '../offline/kept-answers.ts';
import { policy } from '../offline/policy.ts';
import { currentEpoch } from '../session/session-store.ts';
import { ApiError } from './api-error.ts';
import { type Copy, liveOrCopy } from './live-or-copy.ts';
import { send, sendForAny, serverNow } from './send.ts';

/** What every server of this API knows of a station. */
export type PlainStation = {
  readonly stationId: string;
  readonly city: string | null;
  readonly country: string | null;
  /** Epoch ms. */
  readonly lastActiveAt: number | null;
  readonly lastReportAt: number | null;
};
export type StationHealthAnswer = Copy & {
  readonly stations: readonly StationHealth[];
  /** In their place, of a server that does not have the call. */
  readonly plain: readonly PlainStation[] | null;
  /** Epoch ms of the server at which it said this. */
  readonly dataAt: number;
};

/** `stationId` null = all that the caller may see. */
export function stationHealthQuery(stationId: string | null): UseQueryOptions<StationHealthAnswer> {
  const epoch = currentEpoch();
  return {
    queryKey: ['stationHealth', epoch, stationId],
    queryFn: (context) =>
      liveOrCopy<StationHealthAnswer>(epoch, context, {
        live: (cause) => liveHealth(stationId, epoch, cause, context.signal),
        stored: () => newestHeld(stationId, context.client.getQueryData<StationHealthAnswer>(context.queryKey)),
      }),
    networkMode: 'always',
    retry: false,
    refetchOnReconnect: false,
    meta: { errorTitle: 'Could not read the state of the stations from the server!' },
  };
}

async function liveHealth(
  stationId: string | null,
  epoch: number,
  cause: 'user' | 'poll',
  signal: AbortSignal,
): Promise<StationHealthAnswer> {
  const query = stationId === null ? {} : { stationId };
  try {
    const value = await sendForAny(api.station.health, { query, cause, signal });
    const answer = readHealth(value, serverNow());
    keepIfDue(idOf(stationId), { value, storedAt: answer.dataAt }, epoch);
    return answer;
  } catch (error) {
    if (!isWithoutCall(error)) throw error;
    const value = { plain: await plainStations(cause, signal) };
    const dataAt = serverNow();
    keepIfDue(idOf(null), { value, storedAt: dataAt }, epoch);
    return ofOne({ ...blank, ...value, dataAt }, stationId);
  }
}

const idOf = (stationId: string | null): string => `ADD-stationHealth ${stationId ?? ''}`;
const blank = { stations: [], plain: null, source: 'live', why: null } as const;

/** An older server of this API: it does not know the call, or takes its path for another's. */
const isWithoutCall = (error: unknown): boolean =>
  error instanceof ApiError && error.unreached === null && (error.status === 404 || error.status === 501);

/** What is on the screen may be newer than what is on the device: long answers are written only so often. */
async function newestHeld(
  stationId: string | null,
  shown: StationHealthAnswer | undefined,
): Promise<StationHealthAnswer | null> {
  const held = await storedHealth(stationId);
  return shown && shown.dataAt >= (held?.dataAt ?? 0) ? { ...shown, source: 'stored' } : held;
}

/** Its own record first; else the station as it stands among all. */
async function storedHealth(stationId: string | null): Promise<StationHealthAnswer | null> {
  const own = await keptAnswer(idOf(stationId));
  const held = own ?? (stationId === null ? null : await keptAnswer(idOf(null)));
  if (!held) return null;
  return ofOne({ ...readHealth(held.value, held.storedAt), source: 'stored' }, stationId);
}

const ofOne = (answer: StationHealthAnswer, stationId: string | null): StationHealthAnswer =>
  stationId === null
    ? answer
    : {
        ...answer,
        stations: answer.stations.filter((station) => station.stationId === stationId),
        plain: answer.plain?.filter((station) => station.stationId === stationId) ?? null,
      };

/** Whatever came, as stations: one that does not fit is left out, and breaks no other. */
function readHealth(value: unknown, now: number): StationHealthAnswer {
  const { asOf, stations, plain } = (value ?? {}) as { asOf?: unknown; stations?: unknown; plain?: unknown };
  if (!Array.isArray(stations) && !Array.isArray(plain)) throw new ApiError({ unreached: 'portal' });
  const read = (Array.isArray(stations) ? stations : []).flatMap((one): StationHealth[] => {
    const result = stationHealth.safeParse(one);
    return result.success ? [result.data] : [];
  });
  return {
    ...blank,
    stations: read,
    plain: Array.isArray(plain) ? plain.flatMap(readPlain) : null,
    dataAt: (typeof asOf === 'string' ? parseInstant(asOf) : null) ?? now,
  };
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

/** API-42 says when a station was last active, API-35 when it last reported; without the latter the former is enough. */
async function plainStations(cause: 'user' | 'poll', signal: AbortSignal): Promise<PlainStation[]> {
  const [list, reportAt] = await Promise.all([
    sendForAny(api.station.list, { cause, signal }),
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

// ---- keeping

/** Longer answers are written only so often: they come each half minute. */
const bigText = 300_000;
let bigKept: { readonly id: string; readonly epoch: number; readonly at: number } | null = null;

function keepIfDue(id: string, answer: { value: unknown; storedAt: number }, epoch: number): void {
  const { stations } = answer.value as { stations?: unknown };
  // A station of a list is some 300 characters.
  const isBig = Array.isArray(stations) && stations.length * 300 > bigText;
  if (isBig) {
    const now = Date.now();
    if (bigKept?.id === id && bigKept.epoch === epoch && Math.abs(now - bigKept.at) < policy.bigPageEveryMs) return;
    bigKept = { id, epoch, at: now };
  }
  void keepAnswer(id, answer, epoch);
}
