/** Aircraft of the search index as objects: aircraft of stored messages joined with those in the air. Pure. */
import { dayMs, minuteMs } from '../../contract/durations.ts';
import { type Airborne, type FindIndex, maxFindAircraft } from '../../contract/entities/find.ts';
import { foldCode } from './fold.ts';

export type ReceivedAircraft = {
  /** '' = none, as in the other texts. */
  readonly tail: string;
  readonly address: string;
  readonly flight: string;
  readonly type: string;
  readonly airline: string;
  /** Epoch ms of the last message, exact to a minute. 0 = none. */
  readonly lastMs: number;
  readonly isToday: boolean;
  readonly air: Airborne | null;
};
type Row = Omit<ReceivedAircraft, 'isToday' | 'air'>;

/** An older position says nothing about now. */
const airMs = 10 * minuteMs;

function rowsOf({ aircraft, types, airlines }: FindIndex): Row[] {
  return aircraft.tail.map((tail, at) => ({
    tail,
    address: aircraft.address[at] ?? '',
    flight: aircraft.flight[at] ?? '',
    type: types[aircraft.type[at] ?? -1] ?? '',
    airline: airlines[aircraft.airline[at] ?? -1] ?? '',
    lastMs: (aircraft.lastMinute[at] ?? 0) * minuteMs,
  }));
}

/** Case variants of a tail, and rows with the address alone, are one aircraft: the newest row, with what only older ones contain. */
export function aircraftOf(index: FindIndex, now: number): readonly ReceivedAircraft[] {
  const byName = new Map<string, Row>();
  const nameOfAddress = new Map<string, string>();
  const newestFirst = rowsOf(index).sort((a, b) => b.lastMs - a.lastMs);
  const isAddressAlone = ({ tail }: Row): boolean => tail === '';
  for (const row of [...newestFirst.filter((one) => !isAddressAlone(one)), ...newestFirst.filter(isAddressAlone)]) {
    const name = foldCode(row.tail) || nameOfAddress.get(row.address) || row.address;
    const known = byName.get(name);
    byName.set(name, known ? joined(known, row) : row);
    const { address } = byName.get(name) ?? row;
    if (address !== '' && !nameOfAddress.has(address)) nameOfAddress.set(address, name);
  }
  const air = new Map(index.inAir.filter(({ seenS }) => now - seenS * 1000 < airMs).map((one) => [one.address, one]));
  const today = Math.floor(now / dayMs);
  const found = [...byName.values()].map((row): ReceivedAircraft => {
    const seen = air.get(row.address) ?? null;
    if (seen) air.delete(row.address);
    const flight = row.flight || (seen?.callsign ?? '');
    return { ...row, flight, isToday: Math.floor(row.lastMs / dayMs) === today, air: seen };
  });
  const unheard = [...air.values()].map(
    (seen): ReceivedAircraft => ({
      tail: '',
      address: seen.address,
      flight: seen.callsign ?? '',
      type: '',
      airline: '',
      lastMs: 0,
      isToday: false,
      air: seen,
    }),
  );
  return [...found, ...unheard];
}

function joined(known: Row, other: Row): Row {
  const [newer, older] = known.lastMs >= other.lastMs ? [known, other] : [other, known];
  return {
    tail: newer.tail || older.tail,
    address: newer.address || older.address,
    flight: newer.flight || older.flight,
    type: newer.type || older.type,
    airline: newer.airline || older.airline,
    lastMs: newer.lastMs,
  };
}

/** The stored index with a response of changes. Rows of one tail and address are replaced, the newest stay. */
export function withChanges(stored: FindIndex, changes: FindIndex): FindIndex {
  if (changes.isComplete) return changes;
  const rows = new Map(rowsOf(stored).map((row) => [nameOf(row), row]));
  for (const row of rowsOf(changes)) rows.set(nameOf(row), row);
  const newest = [...rows.values()].sort((a, b) => b.lastMs - a.lastMs).slice(0, maxFindAircraft);
  const [types, airlines] = [new Map<string, number>(), new Map<string, number>()];
  const aircraft = {
    tail: newest.map(({ tail }) => tail),
    address: newest.map(({ address }) => address),
    flight: newest.map(({ flight }) => flight),
    type: newest.map(({ type }) => numberIn(types, type)),
    airline: newest.map(({ airline }) => numberIn(airlines, airline)),
    lastMinute: newest.map(({ lastMs }) => lastMs / minuteMs),
  };
  const codes = [...new Map([...stored.codes, ...changes.codes].map((pair) => [pair.join(' '), pair])).values()];
  return { ...changes, isComplete: true, aircraft, types: [...types.keys()], airlines: [...airlines.keys()], codes };
}

/** As the server groups rows: by tail, without one by address. */
const nameOf = ({ tail, address }: Row): string => (tail === '' ? ` ${address}` : tail);

function numberIn(numbers: Map<string, number>, text: string): number {
  if (text === '') return -1;
  const known = numbers.get(text) ?? numbers.size;
  numbers.set(text, known);
  return known;
}
