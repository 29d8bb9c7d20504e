/** Entries of everything on the device: prepared in idle time, so that a search starts at once. */
import { api } from '../../contract/api.ts';
import type { FindIndex } from '../../contract/entities/find.ts';
import type { Airport } from '../../contract/entities/reference.ts';
import { labelMeanings } from '../../decoder/label-meanings.ts';
import { refreshFullCopy } from '../api/full-copies.ts';
import { serverNow } from '../api/send.ts';
import { idle } from '../lib/idle.ts';
import { inPieces } from '../lib/in-pieces.ts';
import { fullCopyRows, storedCopies } from '../offline/full-copies.ts';
import { policy } from '../offline/policy.ts';
import { onOtherSession, sessionSignal } from '../session/session-signal.ts';
import { valueStore } from '../ui/value-store.ts';
import { aircraftOf } from './aircraft.ts';
import { asOfMs, deviceIndex, readStoredIndex, updateIndex } from './device-index.ts';
import {
  aircraftEntries,
  airportEntries,
  type Entry,
  type FoundAirport,
  labelEntries,
  stationEntries,
} from './entries.ts';
import { otherCodes } from './fold.ts';

export type DeviceEntries = {
  readonly groups: readonly (readonly Entry[])[];
  /** Epoch ms of the server at which the index was current. null = there is none. */
  readonly asOf: number | null;
  readonly hasAirports: boolean;
};
const labels = labelEntries(labelMeanings);
const none: DeviceEntries = { groups: [labels], asOf: null, hasAirports: false };
export const deviceEntries = valueStore<DeviceEntries>(none);

/** An older index is updated before a search. */
const freshMs = 30_000;

type Rows = readonly Partial<Airport>[];
let airports: { readonly rows: Rows; readonly entries: readonly Entry[] } | null = null;
let heard: { readonly index: FindIndex; readonly groups: DeviceEntries['groups'] } | null = null;
onOtherSession(() => {
  airports = null;
  heard = null;
  deviceEntries.set(none);
});

/** After login. Returns the function that stops it. */
export function followDeviceEntries(): () => void {
  const refresh = (): void => void idle().then(() => updateIndex(policy.prefetchEveryMs / 2));
  const prepare = (): void => void idle().then(prepareEntries);
  const stops = [deviceIndex.subscribe(prepare), storedCopies.subscribe(prepare)];
  const first = setTimeout(refresh, policy.recordAfterMs);
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') refresh();
  }, policy.prefetchEveryMs);
  void idle().then(readStoredIndex);
  return () => {
    for (const stop of stops) stop();
    clearTimeout(first);
    clearInterval(timer);
  };
}

/** What the device lacks or has for longer is requested. */
export function refreshDevice(): void {
  void prepareEntries().then(() => updateIndex(freshMs));
  refreshFullCopy(api.airport.list);
}

let turn: Promise<void> = Promise.resolve();
/** What is on the device now. One after the other: a later one finds the entries of the earlier. */
function prepareEntries(): Promise<void> {
  turn = turn.catch(() => undefined).then(makeEntries);
  return turn;
}

async function makeEntries(): Promise<void> {
  const session = sessionSignal();
  const copy = await fullCopyRows({ endpoint: api.airport.list, scope: {} });
  const rows = copy?.rows as Rows | undefined;
  if (rows && airports?.rows !== rows) {
    const entries = await inPieces(airportEntries(rows.flatMap(airportOf)));
    if (session.aborted) return;
    airports = { rows, entries };
  }
  const index = deviceIndex.get();
  if (index && heard?.index !== index) {
    const groups = await groupsOf(index);
    if (session.aborted) return;
    heard = { index, groups };
  }
  deviceEntries.set({
    groups: [...(heard?.groups ?? []), labels, airports?.entries ?? []],
    asOf: index && asOfMs(index),
    hasAirports: airports !== null,
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
