/** Writes the faults of messages, in the transaction that stores these. The same event again is one more reception. Own file: faults change apart from messages. */

import { dayMs } from '../../contract/durations.ts';
import { faultLimits } from '../../contract/entities/faults.ts';
import type { FaultFact, Meaning } from '../../contract/entities/meaning.ts';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { parseInstant } from '../../contract/params.ts';
import { faultIdentity, faultKey } from '../../decoder/faults/fault-events.ts';
import type { Query } from '../database/pool.ts';

/** `at` = of the reception, an instant. `messageId` null = not known. */
export type FaultMessage = {
  readonly messageId: string | null;
  readonly tail: string | null;
  readonly icao: string | null;
  readonly flight: string | null;
  readonly at: string;
  readonly stationId: string | null;
  /** When the message was stored, an instant. Without it: now. */
  readonly storedAt?: string;
  readonly meaning: Pick<Meaning, 'facts'> | null;
};

/** A text with missing blocks cuts the name of a fault, which would be another one. Most messages report none, and parsing their JSON costs more than this. */
export const reportsFaults = (json: string | undefined, status: AcarsMessage['aggregationStatus']): json is string =>
  json?.includes('"faults":[{') === true && status !== 'in progress' && status !== 'out of sequence';

/** Hostile texts contain long lists. */
const maxPerMessage = 200;
const maxTextLength = 200;

/** As tailKeySql(). */
const tailKeyOf = (tail: string): string => tail.toLowerCase().replace(/^\.+/, '').replaceAll('-', '').trim();
const cut = (text: string | null): string | null => text && clean(text).slice(0, maxTextLength);
/** PostgreSQL has no NUL, and JSON of it no lone surrogate. */
const clean = (text: string): string => text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');

type Row = Readonly<Record<string, unknown>> & { readonly tail_key: string; readonly event_key: string };

function rowsOf({ messageId, tail, icao, flight, at, stationId, storedAt, meaning }: FaultMessage): Row[] {
  const found = meaning?.facts.faults ?? [];
  const tailText = cut(tail?.replace(/^\.+/, '') ?? null);
  const tailKey = tailText && tailKeyOf(tailText);
  if (!tailText || !tailKey || tailText.length > faultLimits.tail) return [];
  return found.slice(0, maxPerMessage).map((fault) => {
    const time = timeOf(fault, at);
    const leg = `${cut(flight) ?? ''}/${time.at.slice(0, 10)}`;
    // Without a time of its own a fault is one event of its leg: several stations and repeats report it.
    const key = time.isTimed ? faultKey(fault) : `${faultKey(fault)}|${leg}`;
    return {
      tail_key: tailKey,
      tail: tailText,
      event_key: clean(key).slice(0, faultLimits.identity),
      identity: clean(faultIdentity(fault)).slice(0, faultLimits.identity),
      flight: cut(flight),
      leg,
      day: time.at.slice(0, 10),
      chapter: cut(fault.chapter),
      ata: cut(fault.ata),
      name: cut(fault.name) ?? '',
      source: cut(fault.source),
      class: cut(fault.class),
      severity: cut(fault.severity),
      phase: cut(fault.phase),
      at: time.at,
      is_timed: time.isTimed,
      what: fault.what,
      persistence: fault.persistence,
      impacted: fault.impacted.slice(0, 20).map((one) => cut(one) ?? ''),
      inferred: fault.inferred.slice(0, 20).map((one) => cut(one) ?? ''),
      station_id: cut(stationId) ?? '',
      received_at: at,
      icao: cut(icao),
      message_id: messageId,
      stored_at: storedAt ?? null,
    };
  });
}

/** Columns that name a fault of the ledger. null = the aircraft is unknown. */
export function ledgerName(tail: string | null, fault: FaultFact): { tailKey: string; identity: string } | null {
  const tailKey = tailKeyOf(cut(tail) ?? '');
  return tailKey ? { tailKey, identity: clean(faultIdentity(fault)).slice(0, faultLimits.identity) } : null;
}

/** A time that is no instant, or is later than its report, is not one. */
function timeOf({ at }: FaultFact, receivedAt: string): { readonly at: string; readonly isTimed: boolean } {
  const [ms, receivedMs] = [at === null ? null : parseInstant(at), parseInstant(receivedAt)];
  const isTimed = ms !== null && receivedMs !== null && ms <= receivedMs + clockErrorMs && ms >= receivedMs - oldestMs;
  return isTimed && at !== null ? { at, isTimed } : { at: receivedAt, isTimed: false };
}
/** Clocks of aircraft and receivers differ. */
const clockErrorMs = 15 * 60_000;
/** Post-flight lists are not older. */
const oldestMs = 40 * dayMs;

/** In the order of the keys, so that concurrent writers never deadlock. */
export async function storeFaults(tx: Query, messages: readonly FaultMessage[]): Promise<void> {
  const receptions = messages.filter(({ meaning }) => meaning?.facts.faults?.length).flatMap(rowsOf);
  if (receptions.length === 0) return;
  const isBefore = (a: Row, b: Row): boolean =>
    a.tail_key < b.tail_key || (a.tail_key === b.tail_key && a.event_key < b.event_key);
  receptions.sort((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0));
  // The first report counts. What it does not state is taken from later ones.
  await tx.query(
    `with received as materialized (
       select row_number() over () as place, r.* from jsonb_to_recordset($1::jsonb) r (
         tail_key text, tail text, event_key text, identity text, flight text, leg text, day date, chapter text, ata text, name text,
         source text, class text, severity text, phase text, at timestamptz, is_timed boolean, what text, persistence text,
         impacted text[], inferred text[], station_id text, received_at timestamptz, icao text, message_id text, stored_at timestamptz)),
     stored as (
       insert into faults (tail_key, tail, event_key, identity, flight, leg, day, chapter, ata, name, source, class, severity, phase, at,
         is_timed, what, persistence, impacted, inferred, stored_at)
       select tail_key, tail, event_key, identity, flight, leg, day, chapter, ata, name, source, class, severity, phase, at, is_timed, what,
         persistence, impacted, inferred, coalesce(stored_at, now())
       from (select distinct on (tail_key, event_key) * from received order by tail_key, event_key, received_at, place) first
       order by tail_key, event_key
       on conflict (tail_key, event_key) do update set persistence = coalesce(faults.persistence, excluded.persistence),
         class = coalesce(faults.class, excluded.class), severity = coalesce(faults.severity, excluded.severity),
         phase = coalesce(faults.phase, excluded.phase), stored_at = least(faults.stored_at, excluded.stored_at)
       returning id, tail_key, event_key)
     insert into fault_receptions (fault_id, station_id, received_at, tail, icao, flight, message_id)
     select distinct on (s.id, r.station_id, r.received_at) s.id, r.station_id, r.received_at, r.tail, r.icao, r.flight, r.message_id
     from received r join stored s using (tail_key, event_key)
     order by s.id, r.station_id, r.received_at
     on conflict do nothing`,
    [JSON.stringify(receptions)],
  );
}

/** What these messages reported, and events of which no reception is left. */
export async function removeFaults(
  tx: Query,
  messages: readonly Pick<FaultMessage, 'tail' | 'at' | 'stationId'>[],
): Promise<void> {
  const gone = await tx.query<{ id: string }>(
    `delete from fault_receptions r using faults f, unnest($1::text[], $2::timestamptz[], $3::text[]) as m (station_id, at, tail_key)
     where f.tail_key = m.tail_key and r.fault_id = f.id and r.station_id = m.station_id and r.received_at = m.at
     returning r.fault_id::text as id`,
    [
      messages.map(({ stationId }) => cut(stationId) ?? ''),
      messages.map(({ at }) => at),
      messages.map(({ tail }) => tailKeyOf(cut(tail) ?? '')),
    ],
  );
  await tx.query(
    `delete from faults f where f.id = any($1::bigint[]) and not exists (select from fault_receptions r where r.fault_id = f.id)`,
    [[...new Set(gone.map(({ id }) => id))]],
  );
}

/** Receptions beyond the days, unless they were stored within them: an old recording stays as long after its import. 0 = keep forever. */
export async function clearFaults(db: Query, days: number, nowMs: number): Promise<void> {
  if (days <= 0) return;
  const cutoff = new Date(nowMs - days * dayMs).toISOString();
  await db.query(
    `with old as (
       delete from fault_receptions r using faults f where f.id = r.fault_id and r.received_at < $1::timestamptz and f.stored_at < $1::timestamptz)
     delete from faults f where f.stored_at < $1::timestamptz and not exists (
       select from fault_receptions r where r.fault_id = f.id and r.received_at >= $1::timestamptz)`,
    [cutoff],
  );
  await db.query(
    `delete from fault_states s where s.set_at < $1::timestamptz and not exists (
       select from faults f where f.tail_key = s.tail_key and f.identity = s.identity)`,
    [cutoff],
  );
}
