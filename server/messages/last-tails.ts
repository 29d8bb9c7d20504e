/** Writes the last message of each aircraft (table tail_last, decision 39), up to once a minute for each receiver and airline code. */
import { airlineCode } from '../../contract/airline-code.ts';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { foldCase } from '../../contract/filters.ts';
import { parseInstant } from '../../contract/params.ts';
import type { Transaction } from '../database/pool.ts';

type Last = {
  readonly tail: string;
  readonly address: string;
  readonly receiver: string;
  readonly code: string;
  readonly isDemo: boolean;
  flight: string;
  at: string;
};
type ReceivedTail = Pick<AcarsMessage, 'tail' | 'icao' | 'stationId' | 'flight' | 'acarsDateTime'>;

const pauseMs = 60_000;
/** Beyond it the memory starts again: rows are then written once more. */
const maxKnown = 200_000;
/** Written rows of this process: flight, and epoch ms of the last message. */
export type KnownTails = Map<string, { readonly flight: string; readonly atMs: number }>;

/** In the order of its keys, so that concurrent writers never deadlock. Resolves to a function to call after the commit. */
export async function writeLastTails(
  tx: Transaction,
  known: KnownTails,
  messages: Iterable<{ readonly row: ReceivedTail; readonly isDemo?: boolean }>,
  nowMs: number,
): Promise<() => void> {
  const due: { readonly key: string; readonly last: Last; readonly atMs: number }[] = [];
  for (const [key, last] of lastOf(messages)) {
    const atMs = parseInstant(last.at) ?? 0;
    if (isDue(known.get(key), last.flight, atMs)) due.push({ key, last, atMs });
  }
  if (due.length === 0) return () => {};
  const column = (read: (last: Last) => string | boolean): string => arrayOf(due.map(({ last }) => read(last)));
  await tx.query(
    `insert into tail_last (tail, address, station_id, code, is_demo, flight, last_at, written_at)
     select l.*, $8 from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[], $6::text[], $7::timestamptz[])
       as l (tail, address, station_id, code, is_demo, flight, last_at)
     order by l.tail collate "C", l.address collate "C", l.station_id collate "C", l.code collate "C", l.is_demo
     on conflict (tail, address, station_id, code, is_demo)
       do update set flight = excluded.flight, last_at = excluded.last_at, written_at = excluded.written_at
       where excluded.last_at >= tail_last.last_at`,
    [
      column(({ tail }) => tail),
      column(({ address }) => address),
      column(({ receiver }) => receiver),
      column(({ code }) => code),
      column(({ isDemo }) => isDemo),
      column(({ flight }) => flight),
      column(({ at }) => at),
      new Date(nowMs),
    ],
  );
  return () => {
    if (known.size > maxKnown) known.clear();
    for (const { key, last, atMs } of due) known.set(key, { flight: last.flight, atMs });
  };
}

/** The driver would check each value twice for characters to escape. */
const arrayOf = (values: readonly (string | boolean)[]): string =>
  `{${values.map((value) => (typeof value === 'string' ? `"${quotable.test(value) ? value.replace(everyQuotable, '\\$&') : value}"` : value)).join(',')}}`;
const quotable = /["\\]/;
const everyQuotable = /["\\]/g;

/** The first message of a day is written: retention drops days. */
function isDue(before: { readonly flight: string; readonly atMs: number } | undefined, flight: string, atMs: number) {
  if (!before) return true;
  if (atMs < before.atMs) return false;
  return atMs - before.atMs >= pauseMs || flight !== before.flight || dayNumber(atMs) !== dayNumber(before.atMs);
}
const dayNumber = (ms: number): number => Math.floor(ms / 86_400_000);

/** Plain loops over texts: this runs for each of thousands of messages. */
function lastOf(messages: Iterable<{ readonly row: ReceivedTail; readonly isDemo?: boolean }>): Map<string, Last> {
  const found = new Map<string, Last>();
  const receivers = new Map<string | null, string>();
  const codes = new Map<string, string>();
  for (const { row, isDemo = false } of messages) {
    const tail = row.tail?.startsWith('.') ? row.tail.replace(/^\.+/, '') : (row.tail ?? '');
    const address = row.icao?.toUpperCase() ?? '';
    if (tail === '' && address === '') continue;
    const receiver = receivers.get(row.stationId) ?? foldCase(row.stationId ?? '');
    receivers.set(row.stationId, receiver);
    const flight = row.flight ?? '';
    const known = codes.get(flight) ?? airlineCode(flight) ?? '';
    codes.set(flight, known);
    const code = known === '' || airlineCode(flight, tail) === null ? '' : known;
    const key = `${tail}\n${address}\n${receiver}\n${code}\n${isDemo}`;
    const before = found.get(key);
    const at = row.acarsDateTime;
    if (!before) found.set(key, { tail, address, receiver, code, isDemo, flight, at });
    else if (at >= before.at) {
      before.at = at;
      before.flight = flight;
    }
  }
  return found;
}
