/** Stations and their receivers as stored on this device: filters on stored rows match by them. Reads nothing it cannot check. */
import { api } from '../../contract/api.ts';
import type { Filter } from '../../contract/filters.ts';
import type { StationNames } from '../../contract/station-names.ts';
import { storedResponse, storeResponse } from './cached-responses.ts';

const call = api.station.names;

/** The filter compares with names of receivers or numbers of stations. */
export const isOfStations = ({ params }: Filter): boolean =>
  params.some(({ op }) => op === 'receiver' || op === 'station');

export async function storedStationNames(session: AbortSignal): Promise<readonly StationNames[]> {
  return readStationNames((await storedResponse({ call }, session))?.value);
}

export const storeStationNames = (value: unknown, storedAt: number, session: AbortSignal): Promise<void> =>
  storeResponse({ call }, { value, storedAt }, session);

/** Pure. Entries of any response; the others are skipped. */
export function readStationNames(body: unknown): readonly StationNames[] {
  const entries: readonly unknown[] = Array.isArray(body) ? body : [];
  return entries.flatMap((entry) => {
    const { stationId, receivers } = (entry ?? {}) as Partial<Record<keyof StationNames, unknown>>;
    if (typeof stationId !== 'string' || !Array.isArray(receivers)) return [];
    return [{ stationId, receivers: receivers.filter((name): name is string => typeof name === 'string') }];
  });
}
