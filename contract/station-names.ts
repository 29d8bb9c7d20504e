/** Names that a typed station matches in stored rows (C118, decision 17). The server and the device use these rules. */
import { foldCase } from './filters.ts';

/** A station and the names under which its receivers send. */
export type StationNames = { readonly stationId: string; readonly receivers: readonly string[] };

/** For rows that contain receiver names: the typed name, and all receivers of the station with this number. Case is folded. */
export function receiverNames(typed: string, stations: readonly StationNames[]): readonly string[] {
  const name = foldCase(typed);
  const receivers = stations.filter(({ stationId }) => stationId === name).flatMap((station) => station.receivers);
  return eachOnce([name, ...receivers.map(foldCase)]);
}

/** For rows that contain station numbers: as above, and the station that owns a receiver with the typed name. */
export function stationNames(typed: string, stations: readonly StationNames[]): readonly string[] {
  const name = foldCase(typed);
  const owners = stations.filter(({ receivers }) => receivers.some((receiver) => foldCase(receiver) === name));
  return eachOnce([...receiverNames(typed, stations), ...owners.map(({ stationId }) => stationId)]);
}

const eachOnce = (names: readonly string[]): readonly string[] => [...new Set(names)];
