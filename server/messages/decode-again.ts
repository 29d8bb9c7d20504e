/** Stored messages that are decoded again: by `npm run redecode`, and in the background where a row has no meaning. */
import { minuteMs } from '../../contract/durations.ts';
import { decoderVersion, type Meaning } from '../../contract/entities/meaning.ts';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { parseInstant } from '../../contract/params.ts';
import { labelWords } from '../../decoder/label-meanings.ts';
import type { Transaction } from '../database/pool.ts';
import type { Decodable, Meanings } from './meanings/meanings.ts';
import { type StorableMeaning, storableMeaning } from './meanings/storable-meaning.ts';
import { type FaultMessage, removeFaults, reportsFaults, storeFaults } from './store-faults.ts';

export type StoredMessage = Decodable &
  Pick<AcarsMessage, 'tail' | 'icao' | 'flight' | 'aggregationStatus'> & {
    readonly id: string;
    readonly stationId: string;
    readonly level: Meaning['level'] | null;
    readonly assemblyKey: string | null;
    readonly storedAt: string;
    /** Its faults are in the ledger. */
    readonly hasFaults: boolean;
  };

/** Columns of a `StoredMessage`, of the table acars. */
export const storedMessageSql = `id::text as id, station_id as "stationId",
  to_char(acars_date_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "acarsDateTime",
  label, block_id as "blockId", case when aggregation_status = 'complete' then null else msgno end as msgno, lat, lon, tail, icao, flight, decode_level as level, aggregation_status as "aggregationStatus",
  assembly_key::text as "assemblyKey", stored_at::text as "storedAt", coalesce(meaning -> 'facts' ? 'faults', false) as "hasFaults",
  case when aggregation_status = 'complete' then coalesce(aggregated_text, text) else text end as text,
  case when extra ? 'decoded' then jsonb_build_object('decoded', extra -> 'decoded')::text end as extra`;

/** A text that ends or blocks its thread. It is not read again until the version of the decoder changes. */
const unreadable = (label: string | null): StorableMeaning => {
  const others = { version: decoderVersion, by: 'own', facts: {} } as const;
  return storableMeaning({ ...others, kind: 'other', level: 'none', words: labelWords(label ?? '') });
};
const readable: Decodable = {
  ...{
    label: 'SA',
    text: '',
    blockId: null,
    msgno: null,
    acarsDateTime: '2026-01-01T00:00:00Z',
    lat: null,
    lon: null,
    extra: null,
  },
};

/** In order. What fails with others is read alone. null = no thread works: try again later. */
export async function readAgain(
  meanings: Meanings,
  messages: readonly StoredMessage[],
): Promise<readonly StorableMeaning[] | null> {
  const read = await meanings.read(messages);
  const failed = messages.filter((_, at) => read[at] === null);
  if (failed.length === 0) return read as StorableMeaning[];
  const alone = await meanings.read(failed, 1);
  if (alone.includes(null) && (await meanings.read([readable]))[0] === null) return null;
  let next = 0;
  return read.map((one, at) => one ?? alone[next++] ?? unreadable(messages[at]?.label ?? null));
}

/** Blocks of one message are one report, if they were received within this time. */
const messageSpanMs = 21 * minuteMs;

/** What the ledger contains of these messages is replaced. `read` in the order of the messages, which are in order of time. */
export async function replaceFaults(
  tx: Transaction,
  messages: readonly StoredMessage[],
  read: readonly StorableMeaning[],
): Promise<void> {
  const before = messages.filter(({ hasFaults }) => hasFaults);
  if (before.length > 0)
    await removeFaults(
      tx,
      before.map(({ acarsDateTime: at, ...one }) => ({ ...one, at })),
    );
  const lastMs = new Map<string, number>();
  const reports: FaultMessage[] = [];
  for (const [place, message] of messages.entries()) {
    const json = read[place]?.json;
    const { id, assemblyKey, aggregationStatus, stationId, tail, icao, flight, storedAt, acarsDateTime: at } = message;
    if (!reportsFaults(json, aggregationStatus)) continue;
    if (aggregationStatus === 'complete') {
      const name = JSON.stringify([assemblyKey, stationId, message.text]);
      const ms = parseInstant(at) ?? 0;
      const last = lastMs.get(name);
      lastMs.set(name, ms);
      if (last !== undefined && Math.abs(ms - last) <= messageSpanMs) continue;
    }
    reports.push({ messageId: id, tail, icao, flight, at, stationId, storedAt, meaning: JSON.parse(json) as Meaning });
  }
  await storeFaults(tx, reports);
}
