/** Entries of everything on the device: prepared in idle time, so that a search starts at once. */
import { api } from '../../contract/api.ts';
import { permissionFor } from '../../contract/audience.ts';
import { audienceOf } from '../../contract/audience-of.ts';
import { type FindIndex, findIndex } from '../../contract/entities/find.ts';
import type { Airport } from '../../contract/entities/reference.ts';
import { readKnown, safeReadKnown } from '../../contract/known-values.ts';
import { parseInstant, writeInstant } from '../../contract/params.ts';
import { labelMeanings } from '../../decoder/label-meanings.ts';
import { refreshFullCopy } from '../data/load-full-copies.ts';
import { storedResponse, storeResponse } from '../data/offline/cached-responses.ts';
import { within } from '../data/offline/device-stores.ts';
import { fullCopyRows, storedCopies } from '../data/offline/full-copies.ts';
import { policy } from '../data/offline/policy.ts';
import { readAny } from '../data/response.ts';
import { send, serverNow } from '../data/send.ts';
import { idle } from '../lib/idle.ts';
import { inPieces } from '../lib/in-pieces.ts';
import { sessionScoped } from '../session/session-scoped.ts';
import { isRunning, sessionSignal } from '../session/session-signal.ts';
import { sessionStore } from '../session/session-store.ts';
import { aircraftOf, withChanges } from './aircraft.ts';
import {
  aircraftEntries,
  airportEntries,
  type Entry,
  type FoundAirport,
  labelEntries,
  stationEntries,
} from './entries.ts';
import { otherCodes } from './fold.ts';

// ---- the index (decision 39): the stored one first, then its changes every ten minutes. Failures are ignored: the search works with what is stored

/** null = none yet. */
const deviceIndex = sessionScoped((): FindIndex | null => null);
const asOfMs = (index: FindIndex): number => parseInstant(index.asOf) ?? 0;

const name = { call: api.find.index };
/** A copy whose aircraft are older than the server stores messages by default is not shown. */
const maxAgeMs = 15 * 24 * 3_600_000;

const isAllowed = (): boolean => {
  const state = sessionStore.get();
  if (state.kind !== 'in') return false;
  return permissionFor(name.call.id, audienceOf(state.session), state.session.terms === 1) === 'yes';
};

/** The stored index, read once. */
const storedIndex = sessionScoped(() => readStored(sessionSignal()));

async function readStored(session: AbortSignal): Promise<void> {
  const found = await storedResponse(name, session);
  const read = found && safeReadKnown(findIndex, found.value);
  if (!read?.success || serverNow() - asOfMs(read.data) > maxAgeMs || !isRunning(session)) return;
  if (deviceIndex.get() === null) deviceIndex.set(read.data);
}

/** Requests changes if the index is older than `olderThanMs`. Never throws. */
function updateIndex(olderThanMs: number): Promise<void> {
  const running = updating.get();
  running.update ??= update(olderThanMs)
    .catch(() => undefined)
    .finally(() => {
      running.update = null;
    });
  return running.update;
}
const updating = sessionScoped((): { update: Promise<void> | null } => ({ update: null }));

async function update(olderThanMs: number): Promise<void> {
  if (!isAllowed()) return;
  const session = sessionSignal();
  await within(policy.beforeRequestMs, storedIndex.get(), undefined);
  const known = deviceIndex.get();
  if (known && serverNow() - asOfMs(known) < olderThanMs) return;
  const query = known ? { since: writeInstant(asOfMs(known)) } : {};
  const response = readKnown(findIndex, await send(name.call, { query, cause: 'poll' }, readAny));
  const merged = known ? withChanges(known, response) : response;
  if (!isRunning(session)) return;
  deviceIndex.set(merged);
  await idle();
  await storeResponse(name, { value: merged, storedAt: asOfMs(merged) }, session, policy.prefetchEveryMs / 2);
}

export type DeviceEntries = {
  readonly groups: readonly (readonly Entry[])[];
  /** Epoch ms of the server at which the index was current. null = there is none. */
  readonly asOf: number | null;
  readonly hasAirports: boolean;
};
const labels = labelEntries(labelMeanings);
export const deviceEntries = sessionScoped((): DeviceEntries => ({ groups: [labels], asOf: null, hasAirports: false }));

/** An older index is updated before a search. */
const freshMs = 30_000;

type Rows = readonly Partial<Airport>[];
type Prepared = {
  airports?: { readonly rows: Rows; readonly entries: readonly Entry[] };
  received?: { readonly index: FindIndex; readonly groups: DeviceEntries['groups'] };
};
/** Made from data that has not changed since. */
const preparedEntries = sessionScoped((): Prepared => ({}));

/** After login. Returns the function that stops it. */
export function followDeviceEntries(): () => void {
  const refresh = (): void => void idle().then(() => updateIndex(policy.prefetchEveryMs / 2));
  const prepare = (): void => void idle().then(prepareEntries);
  const stops = [deviceIndex.subscribe(prepare), storedCopies.subscribe(prepare)];
  const first = setTimeout(refresh, policy.recordAfterMs);
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') refresh();
  }, policy.prefetchEveryMs);
  void idle().then(storedIndex.get);
  return () => {
    for (const stop of stops) stop();
    clearTimeout(first);
    clearInterval(timer);
  };
}

/** What the device lacks or has for longer is requested. Resolves when it is there, or cannot be had. */
export async function refreshDevice(): Promise<void> {
  refreshFullCopy(api.airport.list);
  await prepareEntries().then(() => updateIndex(freshMs));
}

/** Resolves when the airports are among the entries, or cannot be had. null = the user may not read them. */
export function refreshAirports(): Promise<void> | null {
  return refreshFullCopy(api.airport.list)?.then(prepareEntries) ?? null;
}

/** Of the page: it only orders. */
let turn: Promise<void> = Promise.resolve();
/** What is on the device now. One after the other: a later one finds the entries of the earlier. */
function prepareEntries(): Promise<void> {
  turn = turn.catch(() => undefined).then(makeEntries);
  return turn;
}

async function makeEntries(): Promise<void> {
  const session = sessionSignal();
  const prepared = preparedEntries.get();
  const copy = await fullCopyRows({ endpoint: api.airport.list, scope: {} });
  const rows = copy?.rows as Rows | undefined;
  if (rows && prepared.airports?.rows !== rows) {
    const entries = await inPieces(airportEntries(rows.flatMap(airportOf)));
    if (session.aborted) return;
    prepared.airports = { rows, entries };
  }
  const index = deviceIndex.get();
  if (index && prepared.received?.index !== index) {
    const groups = await groupsOf(index);
    if (session.aborted) return;
    prepared.received = { index, groups };
  }
  deviceEntries.set({
    groups: [...(prepared.received?.groups ?? []), labels, prepared.airports?.entries ?? []],
    asOf: index && asOfMs(index),
    hasAirports: prepared.airports !== undefined,
  });
}

const groupsOf = async (index: FindIndex): Promise<DeviceEntries['groups']> => [
  stationEntries(index.stations),
  await inPieces(aircraftEntries(aircraftOf(index, serverNow()), otherCodes(index.codes))),
];

function airportOf(row: Partial<Airport>): FoundAirport[] {
  const { airportId, airportICAO, airportIata, airportName, city, isoCountry, latitudeDeg, longitudeDeg } = row;
  if (typeof airportId !== 'number') return [];
  return [
    {
      airportId,
      icao: airportICAO ?? '',
      iata: airportIata ?? '',
      name: airportName ?? '',
      city: city ?? '',
      country: isoCountry ?? '',
      lat: latitudeDeg ?? 0,
      lon: longitudeDeg ?? 0,
    },
  ];
}
